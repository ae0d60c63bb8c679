/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-sender.h"

#include <algorithm>

namespace dht
{

namespace
{

/// A link ends when an ack finds its numbers here: no window has room for those that are left.
constexpr std::uint32_t kLastNumber = 0xff000000;

/// @param packet A packet. @return What of the stream was in it.
StreamChunk
ChunkIn(const SentPacket& packet)
{
    return {packet.offset, packet.size, packet.isEnd};
}

} // namespace

TransportError
TransportSender::OnAck(Time now, const AckPacket& ack)
{
    const TransportError error = Judge(ack);
    if (error == TransportError::kOptimistic)
    {
        m_loss = TransportLoss::kLie;
    }
    if (error != TransportError::kNone)
    {
        return error;
    }
    m_news.isOpened = m_news.isOpened || m_opening;
    m_opening.reset();
    const std::uint64_t acked = m_source.AckedBytes();
    TakeArrivals(now, ack);
    m_source.OnAcked({0, static_cast<std::size_t>(ack.arrived), false});
    m_context.shared.counters.bytesAcked += m_source.AckedBytes() - acked;
    DetectLosses(now);
    m_packets.ForgetLost(now - 3 * m_path.ProbeTimeout());
    if (!m_lastAck || ack.header.number > *m_lastAck)
    {
        m_lastAck = ack.header.number;
        TakeWindow(ack);
    }
    if (m_packets.NextNumber() >= kLastNumber)
    {
        m_loss = TransportLoss::kExhausted;
    }
    return TransportError::kNone;
}

TransportError
TransportSender::Judge(const AckPacket& ack) const
{
    if (m_packets.IsLie(ack) || ack.arrived > m_source.Sent())
    {
        return TransportError::kOptimistic;
    }
    const SentPacket* const newest = m_packets.Find(ack.ranges[0].last);
    return newest && ack.timestamp != ClockAt(newest->sent) ? TransportError::kEcho
                                                            : TransportError::kNone;
}

void
TransportSender::TakeArrivals(Time now, const AckPacket& ack)
{
    std::optional<SentPacket> newest;
    std::size_t bytes = 0;
    const auto onAcked = [&](const SentPacket& packet) {
        m_source.OnAcked(ChunkIn(packet));
        bytes += packet.size;
        ++m_context.shared.counters.packetsAcked;
        newest = packet;
    };
    const auto onLate = [&](const SentPacket& packet) {
        m_source.OnAcked(ChunkIn(packet));
        ++m_context.shared.counters.packetsLate;
        m_path.OnSpuriousLoss();
        // later, the ack may be for the bytes that were sent again
        if (now - packet.lost < m_path.Least())
        {
            m_context.control.OnLate(now, packet.sent);
        }
    };
    m_packets.Acknowledge(ack, onAcked, onLate);
    if (!newest)
    {
        return;
    }
    std::optional<PathSample> sample;
    if (newest->number == ack.ranges[0].last)
    {
        sample = Measure(now, *newest, ack);
    }
    StepBack(bytes);
    m_context.control.OnAcked({now, newest->sent, bytes, false, sample, m_context.link});
    m_backoff = 0;
    m_probesDue = 0;
    m_lastUse = now;
    m_unanswered = now;
    m_isShrunk = false;
}

PathSample
TransportSender::Measure(Time now, const SentPacket& newest, const AckPacket& ack)
{
    const Time roundTrip = now - newest.sent;
    const Time hold = std::min(Time(std::chrono::microseconds(ack.hold)), roundTrip);
    m_path.OnSample(roundTrip, hold);
    // clocks wrap after 71 minutes; what they show differs by less from one packet to the next
    const auto change = static_cast<std::int32_t>(ack.delay - m_lastDelay);
    m_lastDelay = ack.delay;
    m_oneWay += std::chrono::microseconds(change);
    return {roundTrip - hold, m_oneWay, hold};
}

void
TransportSender::DetectLosses(Time now)
{
    LostPackets lost{now, Time(0), false, 0};
    std::size_t bytes = 0;
    std::optional<SentPacket> runBegin; // of losses that follow each other
    std::uint32_t runEnd = 0;
    m_packets.DetectLosses(now, m_path.LossDelay(), [&](const SentPacket& packet) {
        m_source.OnLost(ChunkIn(packet));
        ++m_context.shared.counters.packetsLost;
        if (!runBegin || packet.ordinal != runEnd + 1)
        {
            runBegin = packet;
        }
        runEnd = packet.ordinal;
        lost.sent = packet.sent;
        lost.isPersistent =
            lost.isPersistent || packet.sent - runBegin->sent > 3 * m_path.ProbeTimeout();
        bytes += packet.size;
        ++lost.packets;
    });
    if (lost.packets > 0)
    {
        m_context.control.OnLost(lost, m_isAside ? 0 : bytes);
    }
}

void
TransportSender::TakeWindow(const AckPacket& ack)
{
    const std::uint64_t edge = ack.arrived + ack.window;
    if (edge > m_edge)
    {
        m_edge = edge;
        m_windowBackoff = 0;
    }
    if (ack.wish != m_wish && m_context.shared.options.takesWishes)
    {
        m_wish = ack.wish;
        m_news.isWishNew = true;
    }
}

} // namespace dht
