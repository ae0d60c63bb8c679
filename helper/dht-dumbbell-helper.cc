/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-dumbbell-helper.h"

#include "dht-ipv4-setup.h"

#include "ns3/double.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/ipv4.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/red-queue-disc.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"

#include <stdexcept>

namespace ns3
{

namespace
{

constexpr uint32_t LEFT_NETWORK = 0x0a000000;   ///< 10.0.0.0, cut into networks of four addresses.
constexpr uint32_t RIGHT_NETWORK = 0x0a800000;  ///< 10.128.0.0.
constexpr uint32_t ROUTER_NETWORK = 0x0aff0000; ///< 10.255.0.0: the slow link.
constexpr uint32_t SMALL_NETWORK = 4;           ///< Addresses of a link.
constexpr uint32_t MOST_PAIRS = 10000;
const char* const ACCESS_RATE = "1Gbps";

/// More than any burst of a host's.
const char* const HOST_QUEUE = "100000p";
/// All waiting is to be in the queue disc.
const char* const ROUTER_QUEUE = "1p";

/// @return The mask of a link.
Ipv4Mask
LinkMask()
{
    return Ipv4Mask(~(SMALL_NETWORK - 1));
}

/// @param node With static routes. @param hop Where to send everything else. @param interface Of
/// that.
void
SetDefaultRoute(Ptr<Node> node, Ipv4Address hop, uint32_t interface)
{
    Ipv4StaticRoutingHelper()
        .GetStaticRouting(node->GetObject<Ipv4>())
        ->SetDefaultRoute(hop, interface);
}

/// @param devices Of a link. @param network Its first address. @return The address of the first
/// device's node; it sends everything by way of the second one.
Ipv4Address
AddressLink(const NetDeviceContainer& devices, uint32_t network)
{
    const Ipv4Address host(network + 1);
    const Ipv4Address router(network + 2);
    const uint32_t interface = AddDhtInterface(devices.Get(0), host, LinkMask());
    AddDhtInterface(devices.Get(1), router, LinkMask());
    SetDefaultRoute(devices.Get(0)->GetNode(), router, interface);
    return host;
}

/// @param router Where hosts are. @param count How many. @param network Their first address.
/// @param seconds Delays of their links. @return The hosts, each behind a link of its own.
std::vector<DhtDumbbellHelper::Host>
ConnectHosts(Ptr<Node> router, uint32_t count, uint32_t network, Ptr<RandomVariableStream> seconds)
{
    std::vector<DhtDumbbellHelper::Host> hosts;
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue(ACCESS_RATE));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(HOST_QUEUE));
    for (uint32_t i = 0; i < count; ++i)
    {
        const Ptr<Node> node = CreateObject<Node>();
        EnsureDhtIpv4(node);
        link.SetChannelAttribute("Delay",
                                 TimeValue(seconds ? Seconds(seconds->GetValue()) : Time(0)));
        hosts.push_back(
            {node, AddressLink(link.Install(node, router), network + SMALL_NETWORK * i)});
    }
    return hosts;
}

/// @param device Of a router. @param queue Its queue disc.
void
SetQueueDiscOf(Ptr<NetDevice> device, Ptr<QueueDisc> queue)
{
    device->GetNode()->GetObject<TrafficControlLayer>()->SetRootQueueDiscOnDevice(device, queue);
}

/// @param network Whose queue discs may use random numbers. @param stream Their first stream; -1:
/// any.
void
AssignQueueStreams(const DhtDumbbellHelper::Network& network, int64_t stream)
{
    for (const auto& queue : {network.rightward, network.leftward})
    {
        if (const auto red = DynamicCast<RedQueueDisc>(queue); red && stream >= 0)
        {
            stream += red->AssignStreams(stream);
        }
    }
}

} // namespace

DhtDumbbellHelper::DhtDumbbellHelper()
    : m_rate("5Mbps"),
      m_roundTrip(MilliSeconds(25))
{
    m_queue.SetTypeId("ns3::FifoQueueDisc");
    m_queue.Set("MaxSize", StringValue("250p"));
}

void
DhtDumbbellHelper::SetBottleneck(DataRate rate, Time roundTrip)
{
    m_rate = rate;
    m_roundTrip = roundTrip;
}

void
DhtDumbbellHelper::SetQueueDisc(const ObjectFactory& queue)
{
    m_queue = queue;
}

void
DhtDumbbellHelper::SetAccessDelay(Ptr<RandomVariableStream> seconds)
{
    m_accessDelay = seconds;
}

void
DhtDumbbellHelper::SetLoss(double share)
{
    if (!(share >= 0 && share <= 1))
    {
        throw std::invalid_argument("the share of packets that are lost must be from 0 to 1");
    }
    m_loss = share;
}

int64_t
DhtDumbbellHelper::AssignStreams(int64_t stream)
{
    if (m_accessDelay)
    {
        m_accessDelay->SetStream(stream);
    }
    m_lossStream = stream + 1;
    m_queueStream = stream + 2;
    return 4;
}

DhtDumbbellHelper::Network
DhtDumbbellHelper::Install(uint32_t pairs) const
{
    if (pairs < 1 || pairs > MOST_PAIRS)
    {
        throw std::invalid_argument("a dumbbell has 1 to " + std::to_string(MOST_PAIRS) +
                                    " hosts on each side");
    }
    Network network;
    const Ptr<Node> left = CreateObject<Node>();
    const Ptr<Node> right = CreateObject<Node>();
    EnsureDhtIpv4(left);
    EnsureDhtIpv4(right);
    ConnectRouters(network, left, right);
    network.left = ConnectHosts(left, pairs, LEFT_NETWORK, m_accessDelay);
    network.right = ConnectHosts(right, pairs, RIGHT_NETWORK, nullptr);
    return network;
}

void
DhtDumbbellHelper::ConnectRouters(Network& network, Ptr<Node> left, Ptr<Node> right) const
{
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(m_rate));
    link.SetChannelAttribute("Delay", TimeValue(m_roundTrip / 2));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(ROUTER_QUEUE));
    const NetDeviceContainer devices = link.Install(left, right);
    network.leftDevice = devices.Get(0);
    network.rightDevice = devices.Get(1);
    AddressLink(devices, ROUTER_NETWORK);
    SetDefaultRoute(right, Ipv4Address(ROUTER_NETWORK + 1), 1);
    network.rightward = m_queue.Create<QueueDisc>();
    network.leftward = m_queue.Create<QueueDisc>();
    SetQueueDiscOf(devices.Get(0), network.rightward);
    SetQueueDiscOf(devices.Get(1), network.leftward);
    AssignQueueStreams(network, m_queueStream);
    if (m_loss > 0)
    {
        network.rightDevice->SetAttribute("ReceiveErrorModel", PointerValue(MakeErrors()));
    }
}

Ptr<ErrorModel>
DhtDumbbellHelper::MakeErrors() const
{
    const auto errors = CreateObject<RateErrorModel>();
    errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    errors->SetRate(m_loss);
    if (m_lossStream >= 0)
    {
        errors->AssignStreams(m_lossStream);
    }
    return errors;
}

} // namespace ns3
