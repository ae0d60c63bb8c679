/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-meter.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ppp-header.h"
#include "ns3/simulator.h"

namespace ns3
{

FlowMeter::FlowMeter(const DhtDumbbellHelper::Network& network)
    : m_network(network)
{
    for (const auto& queue : {network.rightward, network.leftward})
    {
        queue->TraceConnectWithoutContext("Enqueue", MakeCallback(&FlowMeter::OnEnqueue, this));
        queue->TraceConnectWithoutContext("Dequeue", MakeCallback(&FlowMeter::OnDequeue, this));
        queue->TraceConnectWithoutContext("DropBeforeEnqueue",
                                          MakeCallback(&FlowMeter::OnDropBefore, this));
        queue->TraceConnectWithoutContext("DropAfterDequeue",
                                          MakeCallback(&FlowMeter::OnDropAfter, this));
    }
    network.leftDevice->TraceConnectWithoutContext("PhyTxEnd",
                                                   MakeCallback(&FlowMeter::OnSent, this));
    network.rightDevice->TraceConnectWithoutContext("PhyRxDrop",
                                                    MakeCallback(&FlowMeter::OnCorrupted, this));
}

FlowMeter::~FlowMeter()
{
    for (const auto& queue : {m_network.rightward, m_network.leftward})
    {
        queue->TraceDisconnectWithoutContext("Enqueue", MakeCallback(&FlowMeter::OnEnqueue, this));
        queue->TraceDisconnectWithoutContext("Dequeue", MakeCallback(&FlowMeter::OnDequeue, this));
        queue->TraceDisconnectWithoutContext("DropBeforeEnqueue",
                                             MakeCallback(&FlowMeter::OnDropBefore, this));
        queue->TraceDisconnectWithoutContext("DropAfterDequeue",
                                             MakeCallback(&FlowMeter::OnDropAfter, this));
    }
    m_network.leftDevice->TraceDisconnectWithoutContext("PhyTxEnd",
                                                        MakeCallback(&FlowMeter::OnSent, this));
    m_network.rightDevice->TraceDisconnectWithoutContext(
        "PhyRxDrop",
        MakeCallback(&FlowMeter::OnCorrupted, this));
}

void
FlowMeter::Add(Ipv4Address from, const FlowEnds& ends)
{
    m_index[from] = m_ends.size();
    m_ends.push_back(&ends);
    m_counts.emplace_back();
}

MeterReading
FlowMeter::Read() const
{
    MeterReading reading{Simulator::Now(), m_counts, m_rightwardBytes};
    for (std::size_t i = 0; i < m_ends.size(); ++i)
    {
        reading.flows[i].received = m_ends[i]->GetReceived();
        reading.flows[i].retransmitted = m_ends[i]->GetRetransmitted();
    }
    return reading;
}

FlowCounts*
FlowMeter::CountsOf(const Ptr<const QueueDiscItem>& item)
{
    const auto packet = DynamicCast<const Ipv4QueueDiscItem>(item);
    const auto found = packet ? m_index.find(packet->GetHeader().GetSource()) : m_index.end();
    return found == m_index.end() ? nullptr : &m_counts[found->second];
}

void
FlowMeter::OnEnqueue(Ptr<const QueueDiscItem> item)
{
    if (FlowCounts* const counts = CountsOf(item))
    {
        ++counts->offered;
    }
}

void
FlowMeter::OnDequeue(Ptr<const QueueDiscItem> item)
{
    if (FlowCounts* const counts = CountsOf(item))
    {
        ++counts->waited;
        counts->waiting += Simulator::Now() - item->GetTimeStamp();
    }
}

void
FlowMeter::OnDropBefore(Ptr<const QueueDiscItem> item, const char* reason)
{
    OnEnqueue(item);
    OnDropAfter(item, reason);
}

void
FlowMeter::OnDropAfter(Ptr<const QueueDiscItem> item, const char* /* reason */)
{
    if (FlowCounts* const counts = CountsOf(item))
    {
        ++counts->lost;
    }
}

void
FlowMeter::OnSent(Ptr<const Packet> packet)
{
    m_rightwardBytes += packet->GetSize();
}

void
FlowMeter::OnCorrupted(Ptr<const Packet> packet)
{
    const Ptr<Packet> copy = packet->Copy();
    PppHeader link;
    Ipv4Header header;
    copy->RemoveHeader(link);
    copy->PeekHeader(header);
    const auto found = m_index.find(header.GetSource());
    if (found != m_index.end())
    {
        ++m_counts[found->second].lost;
    }
}

} // namespace ns3
