/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_PACKET_RING_H
#define DHT_CC_TEST_PACKET_RING_H

#include "access-network-helper.h"
#include "dht-helper.h"
#include "ring-monitor.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/simulator.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/// A ring of peers on 600 kbit/s access links, 20 ms apart.
class PacketRing
{
  public:
    explicit PacketRing(uint32_t peers, const std::string& topology = "access")
    {
        nodes.Create(peers);
        AccessNetworkHelper network;
        network.SetTopology(topology);
        addresses = network.Install(nodes).addresses;
    }

    ~PacketRing()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    void Install(const std::string& scheme, double load)
    {
        helper.SetScheme(scheme);
        helper.SetAttribute("Load", DoubleValue(load));
        helper.AssignOverlayStream(0);
        peers = helper.Install(nodes, addresses);
        DhtHelper::AssignStreams(peers, 1);
        monitor = std::make_unique<RingMonitor>(peers, nullptr);
    }

    Ptr<DhtPeerApplication> Peer(uint32_t i) const
    {
        return DynamicCast<DhtPeerApplication>(peers.Get(i));
    }

    dht::RingResults Run(Time begin, Time end)
    {
        Simulator::Schedule(begin, &RingMonitor::Begin, monitor.get());
        Simulator::Stop(end);
        Simulator::Run();
        monitor->End();
        return monitor->GetResults();
    }

    NodeContainer nodes;
    std::vector<Ipv4Address> addresses;
    DhtHelper helper;
    ApplicationContainer peers;
    std::unique_ptr<RingMonitor> monitor;
};

} // namespace ns3

#endif // DHT_CC_TEST_PACKET_RING_H
