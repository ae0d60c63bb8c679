/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_BOTTLENECK_QUEUE_H
#define DHT_CC_BOTTLENECK_QUEUE_H

#include "dht-option-table.h"

#include "ns3/object-factory.h"

#include <string>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * The queue at a program's bottleneck, and its drops.
 */
struct BottleneckQueue
{
    double rate{0};             //!< Rate of the bottleneck in bit/s.
    std::string queue{"red"};   //!< Discipline of the queue.
    std::string size{"600ms"};  //!< Capacity of the queue.
    std::string least{"144ms"}; //!< RED: below this length, no packet is dropped.
    std::string most{"432ms"};  //!< RED: from here on, the drop probability rises faster.
    double drops{0.1};          //!< RED: the drop probability there.

    /// Add --rate and the queue's options. @param table Gets them; it keeps references to this
    /// object.
    void DefineQueue(DhtOptionTable& table);

    /// To be called when the table has read the command line. @param table The table.
    /// @throws DhtOptionError Options exclude each other.
    void CheckQueue(const DhtOptionTable& table) const;

    /// @return A factory of such queues.
    ObjectFactory MakeQueueDisc() const;

  private:
    /// @param name An option. @param text Its value: packets such as 60p, or the time that they
    /// take.
    /// @return Number of packets.
    uint64_t Packets(const std::string& name, const std::string& text) const;
    /// @param factory Makes RED's queues: it gets their thresholds.
    void SetThresholds(ObjectFactory& factory) const;
};

} // namespace ns3

#endif // DHT_CC_BOTTLENECK_QUEUE_H
