/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A program of the page "Watching a run": what ns-3's FlowMonitor tells of each connection.

#include "ns3/core-module.h"
#include "ns3/dht-cc-module.h"
#include "ns3/flow-monitor-module.h"

#include <iostream>

using namespace ns3;

int
main()
{
    NodeContainer nodes(8);
    const auto network = AccessNetworkHelper().Install(nodes);
    DhtHelper ring;
    ring.Install(nodes, network.addresses);

    FlowMonitorHelper helper;
    const Ptr<FlowMonitor> monitor = helper.InstallAll();
    Simulator::Stop(Seconds(3));
    Simulator::Run();

    const auto classifier = DynamicCast<Ipv4FlowClassifier>(helper.GetClassifier());
    for (const auto& [id, flow] : monitor->GetFlowStats())
    {
        const auto ends = classifier->FindFlow(id);
        const double delay = flow.rxPackets > 0 ? (flow.delaySum / flow.rxPackets).GetSeconds() : 0;
        std::cout << (ends.protocol == 6 ? "TCP " : "UDP ") << ends.sourceAddress << ":"
                  << ends.sourcePort << " to " << ends.destinationAddress << ":"
                  << ends.destinationPort << ": " << flow.rxPackets << " of " << flow.txPackets
                  << " packets, " << delay << " s\n";
    }
    Simulator::Destroy();
    return 0;
}
