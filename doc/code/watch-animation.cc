/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A program of the page "Watching a run": a file for NetAnim.

#include "ns3/core-module.h"
#include "ns3/dht-cc-module.h"
#include "ns3/netanim-module.h"

#include <cmath>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string topology = "star";
    CommandLine line(__FILE__);
    line.AddValue("topology", "access or star", topology);
    line.Parse(argc, argv);

    NodeContainer nodes(8);
    AccessNetworkHelper access;
    access.SetTopology(topology);
    const auto network = access.Install(nodes);
    DhtHelper ring;
    ring.SetAttribute("Load", DoubleValue(5));
    ring.Install(nodes, network.addresses);

    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        const double angle = 2 * M_PI * i / nodes.GetN();
        AnimationInterface::SetConstantPosition(nodes.Get(i),
                                                50 + 40 * std::sin(angle),
                                                50 - 40 * std::cos(angle));
    }
    if (network.router)
    {
        AnimationInterface::SetConstantPosition(network.router, 50, 50);
    }

    AnimationInterface animation("watch.xml");
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
