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

#include <utility>

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

void
FlowMeter::SetListener(std::function<void(std::size_t flow, FlowLoss loss)> listener)
{
    m_listener = std::move(listener);
}

std::optional<std::size_t>
FlowMeter::FlowOf(const Ptr<const QueueDiscItem>& item) const
{
    const auto packet = DynamicCast<const Ipv4QueueDiscItem>(item);
    return packet ? FlowOf(packet->GetHeader().GetSource()) : std::nullopt;
}

std::optional<std::size_t>
FlowMeter::FlowOf(Ipv4Address from) const
{
    const auto found = m_index.find(from);
    return found == m_index.end() ? std::nullopt : std::optional(found->second);
}

void
FlowMeter::CountLoss(std::optional<std::size_t> flow, FlowLoss loss)
{
    if (!flow)
    {
        return;
    }
    ++m_counts[*flow].lost;
    if (m_listener)
    {
        m_listener(*flow, loss);
    }
}

void
FlowMeter::OnEnqueue(Ptr<const QueueDiscItem> item)
{
    if (const auto flow = FlowOf(item))
    {
        ++m_counts[*flow].offered;
        ++m_counts[*flow].queued;
    }
}

void
FlowMeter::OnDequeue(Ptr<const QueueDiscItem> item)
{
    if (const auto flow = FlowOf(item))
    {
        FlowCounts& counts = m_counts[*flow];
        --counts.queued;
        ++counts.waited;
        counts.waiting += Simulator::Now() - item->GetTimeStamp();
    }
}

void
FlowMeter::OnDropBefore(Ptr<const QueueDiscItem> item, const char* /* reason */)
{
    if (const auto flow = FlowOf(item))
    {
        ++m_counts[*flow].offered;
        CountLoss(flow, FlowLoss::kQueue);
    }
}

void
FlowMeter::OnDropAfter(Ptr<const QueueDiscItem> item, const char* /* reason */)
{
    CountLoss(FlowOf(item), FlowLoss::kQueue);
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
    CountLoss(FlowOf(header.GetSource()), FlowLoss::kLink);
}

} // namespace ns3
