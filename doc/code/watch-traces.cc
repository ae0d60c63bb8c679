/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A program of the page "Watching a run": trace sources by their paths.

#include "ns3/core-module.h"
#include "ns3/dht-cc-module.h"
#include "ns3/network-module.h"

#include <iostream>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/// @return The present time, and which of the nodes that is, from a path "/NodeList/3/...".
std::string
When(const std::string& path)
{
    std::ostringstream text;
    text << Simulator::Now().As(Time::S) << " node " << std::stoul(path.substr(10));
    return text.str();
}

void
OnDropped(std::string path, const dht::DropEvent& drop)
{
    std::cout << When(path) << " drops " << dht::KeyToHex(drop.request.key).substr(0, 8) << ": "
              << dht::ToString(drop.reason) << "\n";
}

void
OnLost(std::string path, Ptr<const Packet> packet, AccessNetDevice::DropReason /* reason */)
{
    std::cout << When(path) << " loses a packet of " << packet->GetSize() << " bytes\n";
}

void
OnWindow(uint32_t before, uint32_t now)
{
    std::cout << Simulator::Now().As(Time::S) << " congestion window: " << before << " to " << now
              << " bytes\n";
}

void
Connect()
{
    const std::string peers = "/NodeList/*/ApplicationList/*/$ns3::DhtPeerApplication/";
    Config::Connect(peers + "Dropped", MakeCallback(&OnDropped));
    const std::string devices = "/NodeList/*/DeviceList/*/$ns3::AccessNetDevice/";
    Config::Connect(devices + "Drop", MakeCallback(&OnLost));
    // sockets are there once the peers have started
    Config::ConnectWithoutContext("/NodeList/0/$ns3::TcpL4Protocol/SocketList/*/CongestionWindow",
                                  MakeCallback(&OnWindow));
}

} // namespace

int
main()
{
    Config::SetDefault("ns3::AccessNetDevice::UplinkQueue", StringValue("10p"));
    NodeContainer nodes(8);
    const auto network = AccessNetworkHelper().Install(nodes);
    DhtHelper ring;
    ring.SetAttribute("Load", DoubleValue(300));
    ring.SetAttribute("QueueCapacity", UintegerValue(20));
    ring.Install(nodes, network.addresses);

    Simulator::Schedule(Seconds(0.5), &Connect);
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
