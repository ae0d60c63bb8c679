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
#include <map>
#include <memory>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/// What was counted of one flow since the run began.
struct FlowCounts
{
    uint64_t received{0};      ///< Bytes that the sink's application has read.
    uint64_t retransmitted{0}; ///< Packets of data that were sent again.
    uint64_t offered{0};       ///< Packets of data that came to the bottleneck.
    uint64_t lost{0};          ///< Of them, those that it dropped or lost.
    uint64_t waited{0};        ///< Those that have left its queue.
    Time waiting{0};           ///< What all these have waited there.
};

/// What was counted at a time.
struct MeterReading
{
    Time time;                     ///< Time of the reading.
    std::vector<FlowCounts> flows; ///< Of each flow.
    uint64_t rightwardBytes{0};    ///< What the bottleneck has sent to the right.
};

/**
 * @ingroup dht-cc
 * Watches a bottleneck, and tells flows apart there.
 */
class FlowMeter
{
  public:
    /// @param network The bottleneck's.
    explicit FlowMeter(const DhtDumbbellHelper::Network& network);
    ~FlowMeter();

    FlowMeter(const FlowMeter&) = delete;
    FlowMeter& operator=(const FlowMeter&) = delete;

    /// @param from The address that data comes from. @param ends The flow's; they outlive this
    /// object's readings.
    void Add(Ipv4Address from, const FlowEnds& ends);

    /// @return What was counted up to now.
    MeterReading Read() const;

  private:
    /// @param item A packet of a queue disc. @return Where to count it; null for acks.
    FlowCounts* CountsOf(const Ptr<const QueueDiscItem>& item);

    void OnEnqueue(Ptr<const QueueDiscItem> item);
    void OnDequeue(Ptr<const QueueDiscItem> item);
    void OnDropBefore(Ptr<const QueueDiscItem> item, const char* reason);
    void OnDropAfter(Ptr<const QueueDiscItem> item, const char* reason);
    void OnSent(Ptr<const Packet> packet);
    void OnCorrupted(Ptr<const Packet> packet);

    DhtDumbbellHelper::Network m_network;       //!< The bottleneck's.
    std::map<Ipv4Address, std::size_t> m_index; //!< Of flows, by where their data comes from.
    std::vector<const FlowEnds*> m_ends;        //!< Of each flow.
    std::vector<FlowCounts> m_counts;           //!< Of each flow, but for what its ends know.
    uint64_t m_rightwardBytes{0};               //!< What the bottleneck has sent to the right.
};

} // namespace ns3

#endif // DHT_CC_FLOW_METER_H
