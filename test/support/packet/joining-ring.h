/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_JOINING_RING_H
#define DHT_CC_TEST_JOINING_RING_H

#include "access-net-device.h"
#include "access-network-helper.h"
#include "dht-helper.h"
#include "dht-lookup-monitor.h"
#include "dht-ring-check.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{

/// Peers that join a ring in the first five seconds, on 600 kbit/s access links, 20 ms apart.
class JoiningRing
{
  public:
    explicit JoiningRing(uint32_t count, const std::string& topology = "access")
        : nodes(count),
          network(BuildNetwork(nodes, topology)),
          peers(InstallPeers()),
          check(peers)
    {
    }

    ~JoiningRing()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    Ptr<DhtPeerApplication> Peer(uint32_t i) const
    {
        return DynamicCast<DhtPeerApplication>(peers.Get(i));
    }

    /// @param end A time from the start of the simulation. @return How the ring is then.
    DhtRingState RunUntil(Time end)
    {
        Simulator::Stop(end - Simulator::Now());
        Simulator::Run();
        return check.Look();
    }

    /// @return How often some peer has given up another one.
    uint64_t Failures() const
    {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < peers.GetN(); ++i)
        {
            sum += Peer(i)->GetTotals().maintenance.failures;
        }
        return sum;
    }

    void ExpectIdentities() const
    {
        for (uint32_t i = 0; i < peers.GetN(); ++i)
        {
            EXPECT_TRUE(Peer(i)->IdentitiesHold()) << i;
        }
    }

    NodeContainer nodes;
    AccessNetworkHelper::Network network;
    DhtHelper helper;
    ApplicationContainer peers;
    DhtRingCheck check;

  private:
    static AccessNetworkHelper::Network BuildNetwork(const NodeContainer& nodes,
                                                     const std::string& topology)
    {
        AccessNetworkHelper helper;
        helper.SetTopology(topology);
        return helper.Install(nodes);
    }

    ApplicationContainer InstallPeers()
    {
        helper.SetScheme("marking");
        helper.SetAttribute("Load", DoubleValue(1));
        helper.AssignOverlayStream(0);
        const ApplicationContainer installed = helper.InstallJoining(nodes, network.addresses);
        DhtHelper::AssignStreams(installed, 1);
        DhtHelper::SpreadStarts(installed, Seconds(5));
        return installed;
    }
};

} // namespace ns3

#endif // DHT_CC_TEST_JOINING_RING_H
