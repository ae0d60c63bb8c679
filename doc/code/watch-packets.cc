/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A program of the page "Watching a run": every IP packet in a pcap and a text file.

#include "ns3/core-module.h"
#include "ns3/dht-cc-module.h"
#include "ns3/internet-module.h"

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
    ring.SetAttribute("Load", DoubleValue(20));
    ring.Install(nodes, network.addresses);

    InternetStackHelper stack;
    stack.EnablePcapIpv4("watch", nodes.Get(0)->GetId(), 1, false); // watch-n0-i1.pcap
    stack.EnableAsciiIpv4(AsciiTraceHelper().CreateFileStream("watch.tr"), nodes);

    Simulator::Stop(Seconds(3));
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
