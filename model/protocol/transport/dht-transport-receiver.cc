/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-receiver.h"

#include "dht-round-trip.h"

#include <algorithm>

namespace dht
{

namespace
{

/// A connection that has ended is remembered for so long: a cookie opens nothing after it.
constexpr Time kLinger = FromSeconds(20);
/// That the window has opened is told again after so long, twice as long each time.
constexpr Time kRepeatAfter = FromSeconds(0.25);
/// So often.
constexpr unsigned kMostRepeats = 3;
/// Acks that a reset may name.
constexpr std::uint32_t kRecentAcks = 64;
/// Memory is given back when nothing has come for so long.
constexpr Time kReleaseAfter = FromSeconds(1);

} // namespace

TransportReceiver::TransportReceiver(Time now, const TransportOptions& options, std::uint32_t clock)
    : m_options(options),
      m_toldEdge(options.receiveWindow),
      m_clock(clock),
      m_lastPacket(now)
{
}

TransportError
TransportReceiver::OnData(Time now, const DataPacket& packet)
{
    const std::uint64_t before = m_stream.Arrived();
    const TransportError error =
        m_stream.Take({packet.offset, packet.payload, packet.size, packet.isEnd, packet.isWhole},
                      Edge());
    if (error != TransportError::kNone)
    {
        return error;
    }
    if (m_packets.IsNewest(packet.header.number))
    {
        m_timestamp = packet.timestamp;
        m_arrival = now;
    }
    const bool isFirst = m_acks == 0 && m_unacked == 0;
    const bool isNext = m_packets.Add(packet.header.number);
    const std::uint64_t end = packet.offset + packet.size;
    const bool closesHole = m_stream.Arrived() > std::max(before, end);
    ++m_unacked;
    const bool isUrgent = isFirst || !isNext || closesHole || packet.isProbe || packet.isEnd;
    AckBy(isUrgent || m_unacked >= 2 ? now : now + kAckDelay);
    m_repeatTime = kNever;
    m_repeats = 0;
    m_lastPacket = now;
    m_isShrunk = false;
    return TransportError::kNone;
}

AckPacket
TransportReceiver::MakeAck(Time now, std::uint64_t connection)
{
    AckPacket ack;
    ack.header = {TransportKind::kAck, ++m_acks, connection};
    ack.timestamp = m_timestamp;
    ack.delay = static_cast<std::uint32_t>(m_arrival.count() / 1000) + m_clock - m_timestamp;
    ack.hold = static_cast<std::uint32_t>(
        std::min<std::int64_t>((now - m_arrival).count() / 1000, kMostHold));
    ack.arrived = m_stream.Arrived();
    ack.window = static_cast<std::uint32_t>(Room());
    ack.wish = m_wish;
    m_packets.List(ack);
    m_toldEdge = ack.arrived + ack.window;
    m_unacked = 0;
    m_ackTime = kNever;
    return ack;
}

bool
TransportReceiver::IsAckDue(Time now) const
{
    return now >= m_ackTime;
}

bool
TransportReceiver::IsOwn(std::uint32_t number) const
{
    return number <= m_acks && m_acks - number < std::min(kRecentAcks, m_acks);
}

void
TransportReceiver::OnTimer(Time now)
{
    if (now >= m_repeatTime)
    {
        ++m_repeats;
        const bool isLast = m_repeats >= kMostRepeats;
        m_repeatTime = isLast ? kNever : now + kRepeatAfter * (1 << m_repeats);
        AckBy(now);
    }
    if (!m_isShrunk && now >= m_lastPacket + kReleaseAfter)
    {
        m_stream.Release();
        m_isShrunk = true;
    }
}

Time
TransportReceiver::NextTimer() const
{
    const Time shrink = m_isShrunk ? kNever : m_lastPacket + kReleaseAfter;
    return std::min({m_ackTime, m_repeatTime, shrink, Expiry()});
}

const std::uint8_t*
TransportReceiver::Look(std::size_t& size, StreamDelivery delivery) const
{
    return delivery == StreamDelivery::kInOrder ? m_stream.Look(size) : m_stream.LookAhead(size);
}

void
TransportReceiver::Read(std::size_t size, StreamDelivery delivery)
{
    delivery == StreamDelivery::kInOrder ? m_stream.Skip(size) : m_stream.SkipAhead(size);
}

void
TransportReceiver::Consume(Time now, std::size_t size)
{
    // a window is closed if two packets do not fit
    const std::uint64_t open = std::min(2 * kMostPayload, m_options.receiveWindow / 2);
    const std::uint64_t read = m_stream.BytesRead() + m_stream.BytesReadAhead();
    m_consumed += std::min<std::uint64_t>(size, read - m_consumed);
    if (ToldRoom() < open && Room() >= open && m_acks > 0 && !HasEnded())
    {
        AckBy(now);
        m_repeats = 0;
        m_repeatTime = now + kRepeatAfter;
    }
}

void
TransportReceiver::SetWish(Time now, std::uint16_t wish)
{
    if (wish != m_wish)
    {
        m_wish = wish;
        AckBy(now);
    }
}

void
TransportReceiver::Finish(Time now)
{
    m_ended = std::min(m_ended, now);
}

void
TransportReceiver::Break(Time now)
{
    m_ended = std::min(m_ended, now);
    m_isBroken = true;
    m_ackTime = kNever;
    m_repeatTime = kNever;
}

bool
TransportReceiver::IsExpired(Time now) const
{
    return now >= Expiry();
}

void
TransportReceiver::AckBy(Time time)
{
    m_ackTime = std::min(m_ackTime, time);
}

std::uint64_t
TransportReceiver::Edge() const
{
    return std::min(m_consumed, m_stream.BytesRead()) + m_options.receiveWindow;
}

std::uint64_t
TransportReceiver::ToldRoom() const
{
    return std::max(m_toldEdge, m_stream.Arrived()) - m_stream.Arrived();
}

std::uint64_t
TransportReceiver::Room() const
{
    return Edge() - m_stream.Arrived();
}

Time
TransportReceiver::Expiry() const
{
    return HasEnded() ? m_ended + kLinger : Later(m_lastPacket, m_options.idle);
}

} // namespace dht
