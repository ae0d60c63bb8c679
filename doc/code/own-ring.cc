/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The program of the page "Tutorial": a ring of 16 peers on unequal access links.

#include "ns3/access-network-helper.h"
#include "ns3/core-module.h"
#include "ns3/dht-helper.h"
#include "ns3/dht-peer-application.h"
#include "ns3/dht-program.h"
#include "ns3/network-module.h"

#include <iostream>

using namespace ns3;

namespace
{

uint64_t g_answered = 0;
double g_delays = 0;

void
OnAnswered(const dht::Answer& answer)
{
    ++g_answered;
    g_delays += dht::ToSeconds(answer.delay);
}

void
OnDropped(std::string context, const dht::DropEvent& drop)
{
    std::cout << Simulator::Now().As(Time::S) << " " << context << " dropped "
              << dht::KeyToHex(drop.request.key) << ": " << dht::ToString(drop.reason) << "\n";
}

void
Run(int argc, char* argv[])
{
    std::string scheme = "credit";
    double stop = 10;
    CommandLine line(__FILE__);
    line.AddValue("scheme", "Congestion control scheme", scheme);
    line.AddValue("stop", "End of the simulation [s]", stop);
    line.Parse(argc, argv);

    NodeContainer nodes(16);

    // the network: 600 to 1000 kbit/s each way, 5 to 15 ms between a peer and the core
    AccessNetworkHelper access;
    auto rate = CreateObject<UniformRandomVariable>();
    rate->SetAttribute("Min", DoubleValue(600e3));
    rate->SetAttribute("Max", DoubleValue(1000e3));
    access.SetRate(rate);
    auto delay = CreateObject<UniformRandomVariable>();
    delay->SetAttribute("Min", DoubleValue(0.005));
    delay->SetAttribute("Max", DoubleValue(0.015));
    access.SetAccessDelay(delay);
    access.AssignStreams(0);
    const AccessNetworkHelper::Network network = access.Install(nodes);

    // the ring: each peer knows its fingers and issues what the scheme admits
    DhtHelper ring;
    ring.SetScheme(scheme);
    ring.SetAttribute("MessageSize", UintegerValue(256));
    ApplicationContainer peers = ring.Install(nodes, network.addresses);
    DhtHelper::AssignStreams(peers, 1000);

    // trace sources of all peers, or of one with its name as context
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        (*peer)->TraceConnectWithoutContext("Answered", MakeCallback(&OnAnswered));
    }
    peers.Get(0)->TraceConnect("Dropped", "peer 0", MakeCallback(&OnDropped));

    Simulator::Stop(Seconds(stop));
    Simulator::Run();

    dht::Counters sum;
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        sum += DynamicCast<DhtPeerApplication>(*peer)->GetPeer()->GetCounters();
    }
    std::cout << "issued " << sum.issued << ", answered " << sum.answered << " in "
              << g_delays / g_answered << " s on average, retransmitted " << sum.retransmitted
              << ", dropped " << sum.TotalDropped() << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    // what a helper refuses becomes one line and the exit status
    return RunDhtProgram(argv[0], [=] { Run(argc, argv); });
}
