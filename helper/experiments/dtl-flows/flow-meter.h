/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_FLOW_METER_H
#define DHT_CC_FLOW_METER_H

#include "dht-dumbbell-helper.h"
#include "flow-ends.h"

#include "ns3/ipv4-address.h"
#include "ns3/packet.h"
#include "ns3/queue-item.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/// Where the bottleneck loses a packet.
enum class FlowLoss : uint8_t
{
    kQueue, ///< In its queue, which is full or drops early.
    kLink,  ///< On its link.
};

/// Counts of one flow since the run began.
struct FlowCounts
{
    uint64_t queued{0};        ///< Packets of data that are in the bottleneck's queue.
    uint64_t received{0};      ///< Bytes that the sink's application has read.
    uint64_t retransmitted{0}; ///< Packets of data that were sent again.
    uint64_t offered{0};       ///< Packets of data that came to the bottleneck.
    uint64_t lost{0};          ///< Packets of these that it dropped or lost.
    uint64_t waited{0};        ///< Packets that have left its queue.
    Time waiting{0};           ///< Sum of their waits there.
};

/// The counts at one time.
struct MeterReading
{
    Time time;                     ///< Time of the reading.
    std::vector<FlowCounts> flows; ///< Counts of each flow.
    uint64_t rightwardBytes{0};    ///< Bytes that the bottleneck has sent to the right.
};

/**
 * @ingroup dht-cc
 * Counts the packets of each flow at a bottleneck.
 */
class FlowMeter
{
  public:
    /// @param network The network of the bottleneck.
    explicit FlowMeter(const DhtDumbbellHelper::Network& network);
    ~FlowMeter();

    FlowMeter(const FlowMeter&) = delete;
    FlowMeter& operator=(const FlowMeter&) = delete;

    /// @param from The source's address. @param ends The flow's ends; they outlive this
    /// object's readings.
    void Add(Ipv4Address from, const FlowEnds& ends);

    /// @param listener Told of each packet of data that is lost from now on: its flow, and where.
    void SetListener(std::function<void(std::size_t flow, FlowLoss loss)> listener);

    /// @return The counts up to now.
    MeterReading Read() const;

  private:
    /// @param item A packet of a queue disc. @return The number of its flow; nothing for acks.
    std::optional<std::size_t> FlowOf(const Ptr<const QueueDiscItem>& item) const;
    /// @param from A packet's source. @return The number of its flow; nothing for acks.
    std::optional<std::size_t> FlowOf(Ipv4Address from) const;
    /// A packet is lost. @param flow Its flow; nothing for acks. @param loss The place.
    void CountLoss(std::optional<std::size_t> flow, FlowLoss loss);

    void OnEnqueue(Ptr<const QueueDiscItem> item);
    void OnDequeue(Ptr<const QueueDiscItem> item);
    void OnDropBefore(Ptr<const QueueDiscItem> item, const char* reason);
    void OnDropAfter(Ptr<const QueueDiscItem> item, const char* reason);
    void OnSent(Ptr<const Packet> packet);
    void OnCorrupted(Ptr<const Packet> packet);

    DhtDumbbellHelper::Network m_network;       //!< The network of the bottleneck.
    std::map<Ipv4Address, std::size_t> m_index; //!< Numbers of flows, by their sources' addresses.
    std::vector<const FlowEnds*> m_ends;        //!< Ends of each flow.
    std::vector<FlowCounts> m_counts;           //!< Counts of each flow, without those of its ends.
    uint64_t m_rightwardBytes{0}; //!< Bytes that the bottleneck has sent to the right.
    std::function<void(std::size_t, FlowLoss)> m_listener; //!< Told of losses; or nobody.
};

} // namespace ns3

#endif // DHT_CC_FLOW_METER_H
