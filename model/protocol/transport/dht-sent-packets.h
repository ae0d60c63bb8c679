/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SENT_PACKETS_H
#define DHT_SENT_PACKETS_H

#include "dht-fifo.h"
#include "dht-time.h"
#include "dht-transport-packet.h"

#include <cstddef>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The packets of a link that were sent, until it is known what became of them (RFC 9002, section
 * 6.1).
 */

namespace dht
{

/// A packet that was sent.
struct SentPacket
{
    Time sent{0};            ///< Time of transmission.
    Time lost{kNever};       ///< When it was taken for lost.
    std::uint64_t offset{0}; ///< Of its payload in the stream.
    std::uint32_t number{0}; ///< Its number.
    std::uint32_t ordinal{
        0};                ///< Packets that were sent before, modulo 2^32: without skipped numbers.
    std::uint16_t size{0}; ///< Bytes of its payload.
    bool isEnd{false};     ///< The stream ends behind it.
    bool isSkipped{false}; ///< It was not sent: only a liar acknowledges it.
    bool isSettled{false}; ///< It was acknowledged.
};

/// The packets of a link in the order in which they were sent. It remembers those that were taken
/// for lost for a while, as they may arrive after all.
class SentPackets
{
  public:
    /// @param first The first packet's number.
    explicit SentPackets(std::uint32_t first);

    /// @return The number that the next packet has.
    std::uint32_t NextNumber() const
    {
        return m_next;
    }

    /// @return Packets of which nothing is known.
    std::size_t InFlight() const
    {
        return m_inFlight;
    }

    /// @param index Below Listed(). @return A packet in flight, skipped, or settled.
    const SentPacket& operator[](std::size_t index) const
    {
        return m_packets[index];
    }

    /// @return How many packets are listed.
    std::size_t Listed() const
    {
        return m_packets.Size();
    }

    /// @param packet What is sent; its number and ordinal are filled in here.
    void OnSent(SentPacket packet);
    /// Leave a number out. @param now The present.
    void Skip(Time now);

    /// @param ack An ack. @return Whether it names a number that was skipped or never used.
    bool IsLie(const AckPacket& ack) const;
    /// @param number Of a packet. @return The packet, if it is in flight.
    const SentPacket* Find(std::uint32_t number) const;
    /// @param number Any. @return Whether a packet with it is in flight, or was taken for lost.
    bool IsOpen(std::uint32_t number) const;

    /// @param number Any. @return Whether it is the greatest one that was acknowledged: the other
    /// end names it when nothing has come since.
    bool IsNewest(std::uint32_t number) const
    {
        return m_hasNewest && number == m_newest;
    }

    /**
     * Packets have arrived.
     *
     * @tparam Visitor Takes a SentPacket.
     * @param ack What names them.
     * @param onAcked Is told each one that was in flight, the oldest first.
     * @param onLate Is told each one that had been taken for lost.
     */
    template <typename Visitor, typename LateVisitor>
    void Acknowledge(const AckPacket& ack, Visitor onAcked, LateVisitor onLate);

    /**
     * Packets may be lost: three that were sent later have arrived (more if any was late by more),
     * or one that was sent later has and they are old enough.
     *
     * @tparam Visitor Takes a SentPacket.
     * @param now The present.
     * @param delay How old is old enough.
     * @param onLost Is told each one that is lost, the oldest first.
     */
    template <typename Visitor>
    void DetectLosses(Time now, Time delay, Visitor onLost);

    /// @return When the first packet was sent that will be lost if it does not arrive soon, as a
    /// later one has; kNever: there is none.
    Time SuspectSince() const
    {
        return m_suspectSince;
    }

    /// Forget what was lost long ago. @param before Before when it was sent.
    void ForgetLost(Time before);
    /// Give memory back that is not used.
    void Shrink();

  private:
    /// @param list Of packets. @param number A number. @return The index of the first packet that
    /// has it or a greater one.
    static std::size_t Search(const Fifo<SentPacket>& list, std::uint32_t number);
    /// @param list Of packets. @param range Numbers. @return Whether one of them was skipped.
    static bool HasSkipped(const Fifo<SentPacket>& list, const PacketRange& range);
    /// A packet was late: wait for more of them the next time (RFC 9002, section 6.1.1).
    /// @param packet The packet that came late.
    void Tolerate(const SentPacket& packet);
    /// Let go of those at the front that are settled.
    void Trim();

    Fifo<SentPacket> m_packets;       ///< In flight, settled and skipped.
    Fifo<SentPacket> m_lost;          ///< Taken for lost, and skipped below what has arrived.
    std::uint32_t m_first;            ///< The first number.
    std::uint32_t m_next;             ///< The next number.
    std::uint32_t m_ordinal{0};       ///< Packets sent.
    std::uint32_t m_inFlight{0};      ///< Packets in flight.
    std::uint32_t m_newest{0};        ///< The greatest number that was acknowledged.
    std::uint32_t m_newestOrdinal{0}; ///< Its ordinal.
    bool m_hasNewest{false};          ///< There is one.
    std::uint32_t m_threshold{3};     ///< Packets that overtake a lost one; RFC 9002, 6.1.1.
    Time m_suspectSince{kNever};      ///< When the first suspect was sent.
};

template <typename Visitor, typename LateVisitor>
void
SentPackets::Acknowledge(const AckPacket& ack, Visitor onAcked, LateVisitor onLate)
{
    for (std::size_t i = ack.rangeCount; i-- > 0;)
    {
        const PacketRange& range = ack.ranges[i];
        for (std::size_t at = Search(m_lost, range.first);
             at < m_lost.Size() && m_lost[at].number <= range.last;
             ++at)
        {
            if (!m_lost[at].isSettled)
            {
                m_lost[at].isSettled = true;
                Tolerate(m_lost[at]);
                onLate(m_lost[at]);
            }
        }
        for (std::size_t at = Search(m_packets, range.first);
             at < m_packets.Size() && m_packets[at].number <= range.last;
             ++at)
        {
            SentPacket& packet = m_packets[at];
            if (packet.isSettled)
            {
                continue;
            }
            packet.isSettled = true;
            --m_inFlight;
            if (!m_hasNewest || packet.number > m_newest)
            {
                m_hasNewest = true;
                m_newest = packet.number;
                m_newestOrdinal = packet.ordinal;
            }
            onAcked(packet);
        }
    }
}

template <typename Visitor>
void
SentPackets::DetectLosses(Time now, Time delay, Visitor onLost)
{
    m_suspectSince = kNever;
    for (std::size_t at = 0; at < m_packets.Size() && m_hasNewest; ++at)
    {
        SentPacket& packet = m_packets[at];
        if (packet.number > m_newest)
        {
            break;
        }
        if (packet.isSettled)
        {
            continue;
        }
        if (packet.isSkipped)
        {
            m_lost.Push(packet);
            packet.isSettled = true;
            continue;
        }
        if (m_newestOrdinal - packet.ordinal < m_threshold && now - packet.sent < delay)
        {
            m_suspectSince = packet.sent;
            break;
        }
        --m_inFlight;
        packet.lost = now;
        m_lost.Push(packet);
        packet.isSettled = true;
        onLost(m_lost.Back());
    }
    Trim();
}

} // namespace dht

#endif // DHT_SENT_PACKETS_H
