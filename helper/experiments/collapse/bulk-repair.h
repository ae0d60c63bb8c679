/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_BULK_REPAIR_H
#define DHT_CC_BULK_REPAIR_H

#include "bulk-streams.h"
#include "collapse-options.h"
#include "dht-stream-random.h"
#include "repair-orders.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Lets streams of bulk carry the repair of blocks: peers lose their disks at exponential times, and
 * each stream carries what its sender orders, at a priority that rises while fragments vanish. What
 * is lost and what a byte stands for is drawn; the bytes are packets. Peers stay where they are.
 */
class BulkRepair
{
  public:
    /// What came of it, from the start of the streams on.
    struct Results
    {
        uint64_t losses;             //!< Disks that were lost.
        RepairOrders::Counts counts; //!< Of all streams, at the end.
        double fragments;            //!< Of a block, on average; a lost one has none.
        uint32_t least;              //!< Fragments that a block has had that was not yet lost.
        double raised;               //!< Share of time that a stream was raised.
    };

    /// @param options What is asked for. @param streams Carry the repair. @param peers How many
    /// there are, more than RepairOrders::HOLDERS. @param start When the streams begin.
    BulkRepair(const CollapseOptions& options, BulkStreams& streams, uint32_t peers, Time start);

    BulkRepair(const BulkRepair&) = delete;
    BulkRepair& operator=(const BulkRepair&) = delete;

    /// @return What came of it.
    Results GetResults() const;
    /// @return Whether the identities of all orders hold.
    bool IdentitiesHold() const;

  private:
    /// What a stream carries.
    struct Repair
    {
        RepairOrders orders; //!< What its sender orders.
        double priority;     //!< Of the stream.
    };

    /// See to it that a disk is lost when it is time.
    void ScheduleLoss();
    /// A peer loses its disk.
    void LoseDisk();
    /// Look what has arrived, order what is missing, and do so again.
    void Look();
    /// @param stream A stream that is to be served.
    void Serve(std::size_t stream);
    /// Note how things stand.
    void Sample();

    BulkStreams& m_streams;        //!< Carry the repair.
    uint32_t m_peers;              //!< How many there are.
    double m_interval;             //!< Mean time from a loss to the next one, in seconds.
    double m_least;                //!< A stream's priority while no block is poor.
    double m_most;                 //!< A stream's highest priority.
    DhtStreamRandom m_random;      //!< For losses.
    std::vector<Repair> m_repairs; //!< By stream.
    uint64_t m_losses{0};          //!< Disks lost.
    uint64_t m_samples{0};         //!< How often a stream was looked at.
    uint64_t m_raised{0};          //!< How often it was raised then.
    uint64_t m_fragments{0};       //!< Fragments that were there then.
    uint32_t m_poorest{RepairOrders::HOLDERS}; //!< The fewest that a block had then.
};

} // namespace ns3

#endif // DHT_CC_BULK_REPAIR_H
