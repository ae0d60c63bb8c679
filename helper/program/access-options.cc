/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-options.h"

namespace ns3
{

void
AccessOptions::DefineAccess(DhtOptionTable& table)
{
    DefineRates(table);
    DefineDelays(table);
}

void
AccessOptions::FinishAccess(DhtOptionTable& table)
{
    FinishRates(table);
    CheckDelays(table);
    if (topology == "star" && delayModel != "access")
    {
        throw DhtOptionError("--topology=star: its spokes have a delay each, so that --delay-model "
                             "can only be access");
    }
}

AccessNetworkHelper
AccessOptions::MakeHelper() const
{
    AccessNetworkHelper network;
    network.SetTopology(topology);
    ApplyTo(network);
    network.SetAccessDelay(MakeUniform({delay.first / 2, delay.second / 2}));
    network.AssignStreams(AccessNetworkHelper::PROGRAM_STREAM);
    return network;
}

std::shared_ptr<const dht::PeerDelays>
AccessOptions::MakeChannelDelays(uint32_t peers) const
{
    // the access links are drawn, and have their delays then
    return delayModel == "access" ? nullptr : MakeDelays(peers);
}

AccessNetworkHelper::Network
AccessOptions::Build(const NodeContainer& nodes) const
{
    AccessNetworkHelper helper = MakeHelper();
    if (const auto delays = MakeChannelDelays(nodes.GetN()))
    {
        helper.SetPeerDelays(delays, nodes.GetN());
    }
    return helper.Install(nodes);
}

const std::vector<std::pair<std::string, std::string>>&
AccessOptions::Overridden()
{
    static const std::vector<std::pair<std::string, std::string>> attributes{
        {"ns3::AccessNetDevice::UplinkRate", "rate"},
        {"ns3::AccessNetDevice::DownlinkRate", "downlink"},
        {"ns3::AccessNetDevice::AccessDelay", "delay"},
        {"ns3::AccessChannel::Delay", "delay"},
        {"ns3::AccessChannel::DelayModel", "delay-model"},
        {"ns3::TcpSocket::SegmentSize", "ns3::DhtPeerApplication::SegmentSize"},
        {"ns3::TcpSocket::SndBufSize", "ns3::DhtPeerApplication::SendBuffer"},
        {"ns3::TcpSocket::RcvBufSize", "ns3::DhtPeerApplication::ReceiveBuffer"},
    };
    return attributes;
}

} // namespace ns3
