/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-ranks.h"

#include "ns3/abort.h"
#include "ns3/callback.h"
#include "ns3/mpi-interface.h"
#include "ns3/mpi-receiver.h"
#include "ns3/node.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"

#include <cstddef>

namespace ns3
{

namespace
{

/// Bytes of a batch: ns-3 receives at most 2000, with what it adds to a packet.
constexpr std::size_t MESSAGE_MOST = 1880;

} // namespace

MessageRanks::MessageRanks(PeerBlocks blocks, dht::Time least)
    : MessageBatches(blocks, least, MESSAGE_MOST)
{
    for (uint32_t rank = 0; rank < blocks.blocks; ++rank)
    {
        m_nodes.Create(1, rank);
    }
    SimpleNetDeviceHelper links;
    links.SetNetDevicePointToPointMode(true);
    links.SetChannel("ns3::SimpleChannel", "Delay", TimeValue(GetLookAhead()));
    for (uint32_t rank = 1; rank < blocks.blocks; ++rank)
    {
        links.Install(NodeContainer(m_nodes.Get(0), m_nodes.Get(rank)));
    }
    const auto receiver = CreateObject<MpiReceiver>();
    receiver->SetReceiveCallback(MakeCallback(&MessageRanks::Receive, this));
    m_nodes.Get(MpiInterface::GetSystemId())->GetDevice(0)->AggregateObject(receiver);
}

void
MessageRanks::SetRing(MessageLevelRing& ring)
{
    m_ring = &ring;
}

void
MessageRanks::Carry(uint32_t block, const std::vector<uint8_t>& batch, Time arrival)
{
    const auto packet = Create<Packet>(batch.data(), static_cast<uint32_t>(batch.size()));
    MpiInterface::SendPacket(packet, arrival, m_nodes.Get(block)->GetId(), 0);
}

void
MessageRanks::Stop()
{
    for (uint32_t rank = 0; rank < m_nodes.GetN() && !m_isStopped; ++rank)
    {
        if (rank != MpiInterface::GetSystemId())
        {
            Carry(rank, {}, Simulator::Now() + GetLookAhead());
        }
    }
    m_isStopped = true;
    Simulator::Stop();
}

bool
MessageRanks::IsStopped() const
{
    return m_isStopped;
}

void
MessageRanks::Receive(Ptr<Packet> packet)
{
    if (packet->GetSize() == 0)
    {
        m_isStopped = true;
        Simulator::Stop();
        return;
    }
    std::vector<uint8_t> batch(packet->GetSize());
    packet->CopyData(batch.data(), packet->GetSize());
    MessageBatch::Read(batch, [this](Time arrival, uint32_t to, const Message& message) {
        NS_ABORT_MSG_IF(arrival < Simulator::Now(), "a delay is below the least one");
        m_ring->Receive(arrival, to, message);
    });
}

} // namespace ns3
