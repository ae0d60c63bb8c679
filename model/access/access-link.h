/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_ACCESS_LINK_H
#define DHT_CC_ACCESS_LINK_H

#include "link-trace.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/queue-size.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>

namespace ns3
{

/**
 * @ingroup dht-cc
 *
 * One direction of an access link: a FIFO queue with a limit (drop at the tail) in front of a
 * transmitter with a data rate.
 *
 * Nothing is scheduled: since the queue is FIFO and the rate known, the time at which a packet's
 * last bit leaves is known when the packet enters:
 *
 *     departure = max(now, busy until) + bytes * 8 / rate
 *
 * Counting follows a PointToPointNetDevice with a DropTailQueue of the same MaxSize: the packet in
 * transmission does not count against the limit, the waiting ones do, and a packet passes through
 * the queue even when the transmitter is idle (so a limit in bytes that is smaller than the packet
 * refuses it always). Both give the same departures and the same drops, except where a packet
 * enters in the very time step in which another one leaves: here the leaving one goes first, in
 * ns-3 the event that was scheduled first does.
 */
class AccessLink
{
  public:
    /// A link of 600 kbit/s with room for 100 waiting packets.
    AccessLink() = default;

    /**
     * @param rate The data rate; see SetRate().
     * @param limit The queue limit; see SetLimit().
     */
    AccessLink(DataRate rate, QueueSize limit);

    /**
     * Set the data rate. Packets that entered before keep their departure time.
     *
     * @param rate The data rate, above zero (aborts otherwise).
     */
    void SetRate(DataRate rate);

    /**
     * Follow a trace instead of the rate. To be called before the first packet.
     *
     * @param transmitter Follows it.
     */
    void SetTrace(const TracedTransmitter& transmitter);

    /**
     * @return The data rate.
     */
    DataRate GetRate() const;

    /**
     * Set how much may wait. Packets that wait already stay, even above a smaller limit.
     *
     * @param limit The limit in packets or bytes, the packet in transmission not counted.
     */
    void SetLimit(QueueSize limit);

    /**
     * @return The queue limit.
     */
    QueueSize GetLimit() const;

    /**
     * Let a packet enter the queue.
     *
     * @param now The time; must not decrease from call to call.
     * @param bytes The packet's size on the link in bytes, with all headers.
     * @return The time at which the last bit leaves, or nothing when the queue is full: then the
     *         packet is dropped and counted.
     */
    std::optional<Time> Enqueue(Time now, uint32_t bytes);

    /**
     * @param now A time, not before the last Enqueue().
     * @return How many packets wait then, without the one in transmission.
     */
    uint32_t GetWaitingPackets(Time now) const;

    /**
     * @param now A time, not before the last Enqueue().
     * @return How many bytes wait then, without the packet in transmission.
     */
    uint32_t GetWaitingBytes(Time now) const;

    /**
     * @return The time until which everything accepted so far has left.
     */
    Time GetBusyUntil() const;

    /// What passed and what did not; offered = accepted + dropped.
    struct Counters
    {
        uint64_t acceptedPackets{0}; //!< Packets that entered the queue.
        uint64_t acceptedBytes{0};   //!< Bytes of these packets.
        uint64_t droppedPackets{0};  //!< Packets that found it full.
        uint64_t droppedBytes{0};    //!< Bytes of these packets.
    };

    /**
     * @return The counters since construction.
     */
    const Counters& GetCounters() const;

  private:
    /// A packet that waits for its transmission.
    struct Waiting
    {
        Time start;     //!< When its first bit leaves.
        uint32_t bytes; //!< Its size.
    };

    /**
     * Forget the packets whose transmission has started.
     *
     * @param now The time.
     */
    void Advance(Time now);

    /**
     * @param bytes The size of a packet in bytes.
     * @return Whether it fits into the queue beside those that wait.
     */
    bool HasRoom(uint32_t bytes) const;

    /**
     * @param bytes The size of a packet in bytes.
     * @return How long its transmission takes.
     */
    Time TransmissionTime(uint32_t bytes);

    /// How long the transmission of a packet takes.
    struct Transmission
    {
        uint32_t bytes{0}; //!< Its size.
        Time time;         //!< How long that takes.
    };

    /// By size, modulo a prime, as sizes differ by whole messages. Few sizes make up most packets,
    /// and ns-3 takes long to divide.
    std::array<Transmission, 13> m_transmissions;
    DataRate m_rate{600000};                        //!< Data rate.
    std::optional<TracedTransmitter> m_traced;      //!< Follows a trace, instead of the rate.
    QueueSize m_limit{QueueSizeUnit::PACKETS, 100}; //!< What may wait.
    Time m_busyUntil;                               //!< When the last accepted packet has left.
    std::deque<Waiting> m_waiting;                  //!< In order of entry.
    uint64_t m_waitingBytes{0};                     //!< Sum over m_waiting.
    Counters m_counters;                            //!< Totals.
};

} // namespace ns3

#endif // DHT_CC_ACCESS_LINK_H
