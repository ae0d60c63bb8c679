/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-options.h"

#include "ns3/double.h"

namespace ns3
{

void
AccessOptions::DefineAccess(DhtOptionTable& table)
{
    DefineRates(table);
    table.AddTimeRange("delay",
                       "One-way delay between two peers; A..B draws half of it for each peer",
                       "20ms",
                       delay);
}

AccessNetworkHelper
AccessOptions::MakeHelper() const
{
    AccessNetworkHelper network;
    network.SetTopology(topology);
    if (downlink)
    {
        network.SetRate(MakeUniform(rate), MakeUniform(*downlink));
    }
    else
    {
        network.SetRate(MakeUniform(rate));
    }
    network.SetAccessDelay(MakeUniform({delay.first / 2, delay.second / 2}));
    network.AssignStreams(AccessNetworkHelper::PROGRAM_STREAM);
    return network;
}

AccessNetworkHelper::Network
AccessOptions::Build(const NodeContainer& nodes) const
{
    return MakeHelper().Install(nodes);
}

const std::vector<std::pair<std::string, std::string>>&
AccessOptions::Overridden()
{
    static const std::vector<std::pair<std::string, std::string>> attributes{
        {"ns3::AccessNetDevice::UplinkRate", "rate"},
        {"ns3::AccessNetDevice::DownlinkRate", "downlink"},
        {"ns3::AccessNetDevice::AccessDelay", "delay"},
        {"ns3::AccessChannel::Delay", "delay"},
        {"ns3::AccessChannel::DelayModel", "delay"},
        {"ns3::TcpSocket::SegmentSize", "ns3::DhtPeerApplication::SegmentSize"},
        {"ns3::TcpSocket::SndBufSize", "ns3::DhtPeerApplication::SendBuffer"},
        {"ns3::TcpSocket::RcvBufSize", "ns3::DhtPeerApplication::ReceiveBuffer"},
    };
    return attributes;
}

Ptr<UniformRandomVariable>
MakeUniform(const DhtOptionTable::Range& range)
{
    auto variable = CreateObject<UniformRandomVariable>();
    variable->SetAttribute("Min", DoubleValue(range.first));
    variable->SetAttribute("Max", DoubleValue(range.second));
    return variable;
}

} // namespace ns3
