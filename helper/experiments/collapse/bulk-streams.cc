/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bulk-streams.h"

#include "dht-peer-application.h"

#include "ns3/config.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

/// Where their sinks listen; peers have 7000.
constexpr uint16_t BULK_PORT = 7001;
/// The first random stream.
constexpr int64_t BULK_STREAM = 400;
/// They never end.
const Time BULK_END = Hours(24 * 365);

/// TCP's segments are as long as those of the peers' links, which say so themselves.
void
SetSegmentSize()
{
    TypeId::AttributeInformation info;
    DhtPeerApplication::GetTypeId().LookupAttributeByName("SegmentSize", &info);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", *info.initialValue);
}

} // namespace

BulkStreams::BulkStreams(const CollapseOptions& options,
                         const NodeContainer& nodes,
                         const std::vector<Ipv4Address>& addresses,
                         Time start)
{
    const bool isTcp = options.links.carrier == dht::LinkCarrier::kTcp;
    DhtTransportFlowHelper helper;
    helper.SetPoliteWindow(options.transportWindow);
    helper.SetSinkAttribute("Port", UintegerValue(BULK_PORT));
    if (isTcp && options.bulk > 0)
    {
        SetSegmentSize();
    }
    for (uint64_t i = 0; i < options.bulk; ++i)
    {
        const auto from = static_cast<uint32_t>(i * nodes.GetN() / options.bulk);
        const uint32_t to = (from + 1) % nodes.GetN();
        if (isTcp)
        {
            m_tcpFlows.push_back(std::make_unique<DhtTcpFlow>(DhtTcpFlow::Options{nodes.Get(from),
                                                                                  nodes.Get(to),
                                                                                  addresses[to],
                                                                                  BULK_PORT,
                                                                                  "",
                                                                                  start,
                                                                                  BULK_END}));
            continue;
        }
        const auto flow = helper.Install(nodes.Get(from), nodes.Get(to), addresses[to]);
        DhtTransportFlowHelper::AssignStreams(flow, BULK_STREAM + 2 * static_cast<int64_t>(i));
        flow.source->SetPriority(options.bulkPriority);
        flow.source->SetStartTime(start);
        m_flows.push_back(flow);
    }
}

void
BulkStreams::Begin()
{
    m_begun = Simulator::Now();
    m_before = Received();
}

void
BulkStreams::End()
{
    m_ended = Simulator::Now();
    m_after = Received();
}

BulkStreams::Results
BulkStreams::GetResults() const
{
    std::vector<double> rates;
    for (std::size_t i = 0; i < m_after.size(); ++i)
    {
        rates.push_back(8.0 * static_cast<double>(m_after[i] - m_before[i]) /
                        (m_ended - m_begun).GetSeconds());
    }
    const double sum = std::accumulate(rates.begin(), rates.end(), 0.0);
    return {rates.size(),
            sum / static_cast<double>(rates.size()),
            *std::min_element(rates.begin(), rates.end())};
}

bool
BulkStreams::IdentitiesHold() const
{
    return std::all_of(m_flows.begin(), m_flows.end(), [](const auto& flow) {
        return flow.source->IdentitiesHold() && flow.sink->IdentitiesHold();
    });
}

std::vector<uint64_t>
BulkStreams::Received() const
{
    std::vector<uint64_t> received;
    for (const auto& flow : m_flows)
    {
        received.push_back(flow.sink->GetReceived());
    }
    for (const auto& flow : m_tcpFlows)
    {
        received.push_back(flow->GetReceived());
    }
    return received;
}

} // namespace ns3
