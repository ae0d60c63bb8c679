/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-channel.h"

#include "access-net-device.h"
#include "dht-enum-accessor.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/node.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AccessChannel");

NS_OBJECT_ENSURE_REGISTERED(AccessChannel);

TypeId
AccessChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AccessChannel")
            .SetParent<Channel>()
            .SetGroupName("DhtCc")
            .AddConstructor<AccessChannel>()
            .AddAttribute(
                "DelayModel",
                "Where the delay between two devices comes from.",
                EnumValue(AccessChannel::SUM),
                MakeAnyEnumAccessor<AccessChannel::DelayModel>(&AccessChannel::m_delayModel),
                MakeEnumChecker(AccessChannel::SUM,
                                "Sum",
                                AccessChannel::CONSTANT,
                                "Constant",
                                AccessChannel::MATRIX,
                                "Matrix",
                                AccessChannel::PEERS,
                                "Peers"))
            .AddAttribute("Delay",
                          "The delay between any two devices when the DelayModel is Constant.",
                          TimeValue(MilliSeconds(20)),
                          MakeTimeAccessor(&AccessChannel::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Loss",
                          "Share of the packets that the core loses, each by itself.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&AccessChannel::m_loss),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

AccessChannel::AccessChannel() = default;

AccessChannel::~AccessChannel() = default;

void
AccessChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_devices.clear();
    m_byAddress.clear();
    m_delays.clear();
    m_peerDelays.reset();
    Channel::DoDispose();
}

std::size_t
AccessChannel::GetNDevices() const
{
    return m_devices.size();
}

Ptr<NetDevice>
AccessChannel::GetDevice(std::size_t i) const
{
    return m_devices.at(i);
}

std::size_t
AccessChannel::Attach(Ptr<AccessNetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    NS_ABORT_MSG_UNLESS(m_delays.empty(), "Attach all devices before setting the delay matrix");
    NS_ABORT_MSG_IF(m_peerDelays && m_devices.size() >= m_knownPeers,
                    "Delays are known of " << m_knownPeers << " devices only");
    m_devices.push_back(device);
    return m_devices.size() - 1;
}

void
AccessChannel::Bind(Ipv4Address address, Ptr<AccessNetDevice> device)
{
    NS_LOG_FUNCTION(this << address << device);
    NS_ABORT_MSG_UNLESS(device->GetChannel() == this,
                        "Attach the device to this channel before binding " << address);
    NS_ABORT_MSG_UNLESS(device->GetNode(), "Add the device to a node before binding " << address);
    const bool isNew = m_byAddress.emplace(address.Get(), device).second;
    NS_ABORT_MSG_UNLESS(isNew || m_byAddress[address.Get()] == device,
                        "The address " << address << " belongs to another device");
}

void
AccessChannel::Unbind(Ipv4Address address)
{
    NS_LOG_FUNCTION(this << address);
    m_byAddress.erase(address.Get());
}

Ptr<AccessNetDevice>
AccessChannel::Find(Ipv4Address address) const
{
    const auto found = m_byAddress.find(address.Get());
    return found == m_byAddress.end() ? nullptr : found->second;
}

void
AccessChannel::SetConstantDelay(Time delay)
{
    NS_LOG_FUNCTION(this << delay);
    NS_ABORT_MSG_IF(delay.IsStrictlyNegative(), "A delay must not be negative");
    m_delay = delay;
    m_delayModel = CONSTANT;
}

void
AccessChannel::SetDelayMatrix(DelayMatrix delays)
{
    NS_LOG_FUNCTION(this << delays.size());
    NS_ABORT_MSG_UNLESS(delays.size() == m_devices.size(),
                        "The delay matrix has " << delays.size() << " rows for " << m_devices.size()
                                                << " devices");
    for (std::size_t i = 0; i < delays.size(); ++i)
    {
        const auto& row = delays[i];
        NS_ABORT_MSG_UNLESS(row.size() == delays.size(),
                            "Row " << i << " of the delay matrix has " << row.size()
                                   << " columns, the matrix " << delays.size() << " rows");
        const auto negative = std::find_if(row.begin(), row.end(), [](const Time& delay) {
            return delay.IsStrictlyNegative();
        });
        NS_ABORT_MSG_UNLESS(negative == row.end(),
                            "Row " << i << ", column " << negative - row.begin()
                                   << " of the delay matrix is negative");
    }
    m_delays = std::move(delays);
    m_delayModel = MATRIX;
}

void
AccessChannel::SetPeerDelays(std::shared_ptr<const dht::PeerDelays> delays, std::size_t peers)
{
    NS_LOG_FUNCTION(this << peers);
    NS_ABORT_MSG_IF(m_devices.size() > peers,
                    "Delays are known of " << peers << " devices, and there are "
                                           << m_devices.size());
    m_peerDelays = std::move(delays);
    m_knownPeers = peers;
    m_delayModel = PEERS;
}

Time
AccessChannel::GetDelay(const AccessNetDevice& from, const AccessNetDevice& to) const
{
    switch (m_delayModel)
    {
    case SUM:
        return from.GetAccessDelay() + to.GetAccessDelay();
    case CONSTANT:
        return m_delay;
    case PEERS:
        NS_ABORT_MSG_UNLESS(m_peerDelays, "The DelayModel is Peers, but no peers' delays are set");
        return NanoSeconds(m_peerDelays->Get(from.GetChannelIndex(), to.GetChannelIndex()).count());
    case MATRIX:
        break;
    }
    NS_ABORT_MSG_IF(m_delays.empty(), "The DelayModel is Matrix, but no delay matrix is set");
    return m_delays[from.GetChannelIndex()][to.GetChannelIndex()];
}

void
AccessChannel::SetPairLosses(std::vector<float> losses, std::vector<uint32_t> hosts)
{
    NS_LOG_FUNCTION(this << losses.size() << hosts.size());
    m_pairLosses = std::move(losses);
    m_hosts = std::move(hosts);
    m_hostCount = static_cast<std::size_t>(std::lround(std::sqrt(m_pairLosses.size())));
    NS_ABORT_MSG_UNLESS(m_hostCount * m_hostCount == m_pairLosses.size(),
                        "There is not a loss for each pair");
}

bool
AccessChannel::Loses(const AccessNetDevice& from, const AccessNetDevice& to)
{
    double share = m_loss;
    if (!m_pairLosses.empty())
    {
        const std::size_t pair =
            m_hosts.at(from.GetChannelIndex()) * m_hostCount + m_hosts.at(to.GetChannelIndex());
        share = 1 - (1 - m_loss) * (1 - double{m_pairLosses.at(pair)});
    }
    if (share > 0 && !m_losses)
    {
        m_losses = CreateObject<UniformRandomVariable>();
    }
    return share > 0 && m_losses->GetValue() < share;
}

int64_t
AccessChannel::AssignStreams(int64_t stream)
{
    m_losses = CreateObject<UniformRandomVariable>();
    m_losses->SetStream(stream);
    return 1;
}

void
AccessChannel::CountUnknownDestination()
{
    m_unknownDestinations++;
}

uint64_t
AccessChannel::GetUnknownDestinations() const
{
    return m_unknownDestinations;
}

} // namespace ns3
