/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-network-helper.h"

#include "dht-ipv4-setup.h"
#include "dht-option-values.h"

#include "ns3/double.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/ipv4.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t NETWORK = 0x0a000000;      ///< 10.0.0.0.
constexpr uint32_t ROUTER = 0x0afffffe;       ///< 10.255.255.254, on all interfaces of the router.
constexpr uint32_t MAX_NODES = 1U << 20;      ///< Well below what a /8 holds.
const char* const NETWORK_MASK = "255.0.0.0"; ///< Mask of a peer's address.

/**
 * @param value A constant.
 * @return A random variable that always has this value.
 */
Ptr<RandomVariableStream>
MakeConstant(double value)
{
    auto variable = CreateObject<ConstantRandomVariable>();
    variable->SetAttribute("Constant", DoubleValue(value));
    return variable;
}

/**
 * @param variable A random variable for a rate in bit/s.
 * @return The next rate, rounded.
 * @throws std::invalid_argument It is not above zero.
 */
DataRate
DrawRate(RandomVariableStream& variable)
{
    const double bps = variable.GetValue();
    if (!(bps >= 1 && bps < 1e18))
    {
        throw std::invalid_argument("not a rate of an access link: " + dht::NumberToText(bps) +
                                    " bit/s");
    }
    return DataRate(static_cast<uint64_t>(std::llround(bps)));
}

/// @param attribute A queue limit of AccessNetDevice. @return Its present default.
QueueSize
DefaultQueue(const std::string& attribute)
{
    QueueSizeValue limit;
    CreateObject<AccessNetDevice>()->GetAttribute(attribute, limit);
    return limit.Get();
}

/// The delays of a channel.
class ChannelDelays : public dht::PeerDelays
{
  public:
    /// @param network Of which network; it is no star.
    explicit ChannelDelays(const AccessNetworkHelper::Network& network)
        : m_channel(network.channel)
    {
        for (uint32_t i = 0; i < network.devices.GetN(); ++i)
        {
            m_devices.push_back(DynamicCast<AccessNetDevice>(network.devices.Get(i)));
        }
    }

    dht::Time Get(uint32_t from, uint32_t to) const override
    {
        const Time delay = m_channel->GetDelay(*m_devices.at(from), *m_devices.at(to));
        return std::max(dht::Time(delay.GetNanoSeconds()), Least());
    }

    dht::Time Least() const override
    {
        return dht::Time(1);
    }

  private:
    Ptr<AccessChannel> m_channel;                //!< Where the delays are.
    std::vector<Ptr<AccessNetDevice>> m_devices; //!< Of the peers.
};

} // namespace

std::shared_ptr<const dht::PeerDelays>
AccessNetworkHelper::Network::GetDelays() const
{
    if (!channel)
    {
        throw std::invalid_argument("a star does not say how far its peers are from each other");
    }
    return std::make_shared<ChannelDelays>(*this);
}

AccessNetworkHelper::AccessNetworkHelper()
    : m_uplinkRate(MakeConstant(600e3)),
      m_accessDelay(MakeConstant(0.010)),
      m_uplinkQueue(DefaultQueue("UplinkQueue")),
      m_downlinkQueue(DefaultQueue("DownlinkQueue"))
{
}

void
AccessNetworkHelper::SetTopology(Topology topology)
{
    m_topology = topology;
}

void
AccessNetworkHelper::SetTopology(const std::string& name)
{
    if (name != "access" && name != "star")
    {
        throw std::invalid_argument("unknown topology '" + name + "': known are access, star");
    }
    m_topology = name == "star" ? STAR : ACCESS;
}

void
AccessNetworkHelper::SetRate(Ptr<RandomVariableStream> bps)
{
    m_uplinkRate = bps;
    m_downlinkRate = nullptr;
}

void
AccessNetworkHelper::SetRate(Ptr<RandomVariableStream> uplinkBps,
                             Ptr<RandomVariableStream> downlinkBps)
{
    m_uplinkRate = uplinkBps;
    m_downlinkRate = downlinkBps;
}

void
AccessNetworkHelper::SetRates(std::vector<dht::HostRates> rates)
{
    m_rates = std::move(rates);
}

void
AccessNetworkHelper::SetAccessDelay(Ptr<RandomVariableStream> seconds)
{
    m_accessDelay = seconds;
    m_delayModel = AccessChannel::SUM;
}

void
AccessNetworkHelper::SetConstantDelay(Time delay)
{
    if (delay.IsStrictlyNegative())
    {
        throw std::invalid_argument("a delay must not be negative");
    }
    m_constantDelay = delay;
    m_delayModel = AccessChannel::CONSTANT;
}

void
AccessNetworkHelper::SetDelayMatrix(AccessChannel::DelayMatrix delays)
{
    m_delayMatrix = std::move(delays);
    m_delayModel = AccessChannel::MATRIX;
}

void
AccessNetworkHelper::SetPeerDelays(std::shared_ptr<const dht::PeerDelays> delays, std::size_t peers)
{
    m_peerDelays = std::move(delays);
    m_knownPeers = peers;
    m_delayModel = AccessChannel::PEERS;
}

void
AccessNetworkHelper::SetLoss(double share)
{
    if (!(share >= 0 && share <= 1))
    {
        throw std::invalid_argument("the share of packets that are lost must be from 0 to 1");
    }
    m_loss = share;
}

void
AccessNetworkHelper::SetQueues(QueueSize uplink, QueueSize downlink)
{
    m_uplinkQueue = uplink;
    m_downlinkQueue = downlink;
}

int64_t
AccessNetworkHelper::AssignStreams(int64_t stream)
{
    m_uplinkRate->SetStream(stream);
    if (m_downlinkRate)
    {
        m_downlinkRate->SetStream(stream + 1);
    }
    m_accessDelay->SetStream(stream + 2);
    m_lossStream = stream + 3;
    return 4;
}

std::vector<Ipv4Address>
AccessNetworkHelper::MakeAddresses(uint32_t count)
{
    std::vector<Ipv4Address> addresses;
    addresses.reserve(count);
    for (uint32_t i = 0; i < count; ++i)
    {
        addresses.emplace_back(NETWORK + i + 1);
    }
    return addresses;
}

std::vector<DataRate>
AccessNetworkHelper::DrawUplinkRates(uint32_t count) const
{
    std::vector<DataRate> rates(count);
    std::generate(rates.begin(), rates.end(), [this] { return DrawRate(*m_uplinkRate); });
    return rates;
}

AccessNetworkHelper::Network
AccessNetworkHelper::Install(const NodeContainer& nodes) const
{
    if (nodes.GetN() < 1 || nodes.GetN() > MAX_NODES)
    {
        throw std::invalid_argument("an access network has 1 to " + std::to_string(MAX_NODES) +
                                    " nodes, not " + std::to_string(nodes.GetN()));
    }
    Network network;
    network.addresses = MakeAddresses(nodes.GetN());
    std::for_each(nodes.Begin(), nodes.End(), EnsureDhtIpv4);
    if (m_topology == STAR)
    {
        InstallStar(nodes, network);
    }
    else
    {
        InstallAccess(nodes, network);
    }
    return network;
}

Ptr<AccessNetDevice>
AccessNetworkHelper::AddDevice(Ptr<Node> node,
                               Ptr<AccessChannel> channel,
                               Ipv4Address address) const
{
    const Link link = DrawLink(channel->GetNDevices());
    auto device = CreateObject<AccessNetDevice>();
    device->SetAttribute("UplinkRate", DataRateValue(link.up));
    device->SetAttribute("DownlinkRate", DataRateValue(link.down));
    device->SetAttribute("AccessDelay", TimeValue(link.delay));
    device->SetAttribute("UplinkQueue", QueueSizeValue(m_uplinkQueue));
    device->SetAttribute("DownlinkQueue", QueueSizeValue(m_downlinkQueue));
    device->SetAddress(Mac48Address::Allocate());
    node->AddDevice(device);
    device->Attach(channel);
    channel->Bind(address, device);
    return device;
}

Ptr<AccessNetDevice>
AccessNetworkHelper::AddPeer(Ptr<Node> node,
                             Ptr<AccessChannel> channel,
                             Ipv4Address address,
                             Ipv4Mask mask) const
{
    EnsureDhtIpv4(node);
    auto device = AddDevice(node, channel, address);
    AddDhtInterface(device, address, mask);
    return device;
}

AccessNetworkHelper::Link
AccessNetworkHelper::DrawLink(std::size_t node) const
{
    Link link;
    link.up = DrawRate(*m_uplinkRate);
    link.down = m_downlinkRate ? DrawRate(*m_downlinkRate) : link.up;
    const dht::HostRates own = node < m_rates.size() ? m_rates[node] : dht::HostRates();
    link.up = own.up > 0 ? DataRate(static_cast<uint64_t>(std::llround(own.up))) : link.up;
    link.down = own.down > 0 ? DataRate(static_cast<uint64_t>(std::llround(own.down))) : link.down;
    const double delay = m_accessDelay->GetValue();
    if (!(delay >= 0 && delay < 1e6))
    {
        throw std::invalid_argument("not an access delay: " + dht::NumberToText(delay) + " s");
    }
    link.delay = Seconds(delay);
    return link;
}

void
AccessNetworkHelper::InstallAccess(const NodeContainer& nodes, Network& network) const
{
    network.channel = CreateObject<AccessChannel>();
    if (m_loss > 0)
    {
        network.channel->SetAttribute("Loss", DoubleValue(m_loss));
        if (m_lossStream >= 0)
        {
            network.channel->AssignStreams(m_lossStream);
        }
    }
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        network.devices.Add(
            AddPeer(nodes.Get(i), network.channel, network.addresses[i], NETWORK_MASK));
    }
    if (m_delayModel == AccessChannel::CONSTANT)
    {
        network.channel->SetConstantDelay(m_constantDelay);
    }
    if (m_delayModel == AccessChannel::MATRIX)
    {
        network.channel->SetDelayMatrix(m_delayMatrix);
    }
    if (m_delayModel == AccessChannel::PEERS)
    {
        network.channel->SetPeerDelays(m_peerDelays, m_knownPeers);
    }
}

void
AccessNetworkHelper::InstallStar(const NodeContainer& nodes, Network& network) const
{
    if (m_delayModel == AccessChannel::MATRIX || m_delayModel == AccessChannel::PEERS)
    {
        throw std::invalid_argument("the star has one delay a spoke and cannot have a delay "
                                    "matrix: use the topology access");
    }
    if (m_loss > 0)
    {
        throw std::invalid_argument("the star has no core that loses packets: use the topology "
                                    "access");
    }
    network.router = CreateObject<Node>();
    EnsureDhtIpv4(network.router);
    const auto routes =
        Ipv4StaticRoutingHelper().GetStaticRouting(network.router->GetObject<Ipv4>());

    PointToPointHelper spoke;
    spoke.DisableFlowControl(); // else a queue limited in bytes refuses less than an MTU of room
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        const Link link = DrawLink(i);
        const Time delay = m_delayModel == AccessChannel::SUM ? link.delay : m_constantDelay / 2;
        spoke.SetChannelAttribute("Delay", TimeValue(delay));
        const auto ends = spoke.Install(nodes.Get(i), network.router);
        const auto peer = DynamicCast<PointToPointNetDevice>(ends.Get(0));
        const auto core = DynamicCast<PointToPointNetDevice>(ends.Get(1));
        peer->SetDataRate(link.up);
        peer->GetQueue()->SetMaxSize(m_uplinkQueue);
        core->SetDataRate(link.down);
        core->GetQueue()->SetMaxSize(m_downlinkQueue);

        AddDhtInterface(peer, network.addresses[i], NETWORK_MASK);
        const uint32_t interface = AddDhtInterface(core, Ipv4Address(ROUTER), Ipv4Mask::GetOnes());
        routes->AddHostRouteTo(network.addresses[i], interface);
        network.devices.Add(peer);
        network.routerDevices.Add(core);
    }
}

} // namespace ns3
