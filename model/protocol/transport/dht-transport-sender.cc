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

/// Where packet numbers begin: somewhere below, so that who has not seen a packet must guess.
constexpr std::uint64_t kFirstNumbers = std::uint64_t{1} << 30;
/// Packets in a window of which no number is skipped twice: a smaller window counts as this.
constexpr std::uint64_t kLeastSkip = 8;
/// Payloads that fit where full packets do not: through a tunnel of WireGuard, where IPv6 goes, and
/// wherever IPv4 does.
constexpr std::uint16_t kShorterPayloads[] = {1320, 1196, 512};

} // namespace

TransportSender::TransportSender(Time now, std::uint64_t connection, const Context& context)
    : m_connection(connection),
      m_context(context),
      m_opening(std::make_unique<TransportOpening>(
          now,
          static_cast<std::uint32_t>(DrawBelow(context.shared.random, kFirstNumbers)))),
      m_source(context.shared.options.sendBuffer,
               context.shared.options.delivery == StreamDelivery::kAsArrived),
      m_packets(static_cast<std::uint32_t>(kFirstNumbers +
                                           DrawBelow(context.shared.random, kFirstNumbers))),
      m_lastUse(now),
      m_clockOffset(static_cast<std::uint32_t>(DrawBits(context.shared.random))),
      m_untilSkip(SkipAfter(kLeastSkip)),
      m_wish(kNoWish)
{
}

bool
TransportSender::Fits(std::size_t size)
{
    const bool fits = HasRoom(size);
    if (!fits && size <= m_context.shared.options.sendBuffer)
    {
        const auto wanted = static_cast<std::uint32_t>(size);
        m_wanted = m_wanted > 0 ? std::min(m_wanted, wanted) : wanted;
    }
    return fits;
}

bool
TransportSender::HasRoom(std::size_t size) const
{
    const std::uint64_t unsent = m_source.Unsent();
    return size <= m_source.Room() &&
           (unsent == 0 || unsent + size <= m_context.shared.options.unsent);
}

void
TransportSender::Write(const std::uint8_t* bytes, std::size_t size)
{
    m_source.Write(bytes, size);
    m_context.shared.counters.bytesWritten += size;
}

void
TransportSender::Close()
{
    m_source.Close();
}

std::size_t
TransportSender::Poll(Time now, std::uint8_t* to)
{
    if (const auto number = m_opening ? m_opening->Poll(now) : std::nullopt)
    {
        ++m_context.shared.counters.opensSent;
        return Encode(OpenPacket{{TransportKind::kOpen, *number, m_connection}}, to);
    }
    if (!HasCookie() || m_loss)
    {
        return 0;
    }
    m_isFull = false;
    m_isPaced = false;
    const bool isProbe = m_probesDue > 0;
    if (m_isAside && !isProbe)
    {
        return 0;
    }
    const auto chunk = isProbe ? std::optional(ProbeChunk()) : NextChunk(now);
    if (!chunk)
    {
        return 0;
    }
    m_probesDue -= isProbe ? 1 : 0;
    return Send(now, *chunk, isProbe, to);
}

std::optional<StreamChunk>
TransportSender::NextChunk(Time now)
{
    const std::size_t most = PacketSize();
    const auto chunk = m_source.Next(m_edge, most);
    if (!chunk)
    {
        return std::nullopt;
    }
    // the end of the other's window is no reason for a small packet
    const bool isCut = chunk->offset + chunk->size == m_edge && m_edge < m_source.Written();
    if (isCut && chunk->size < most && m_packets.InFlight() > 0)
    {
        return std::nullopt;
    }
    m_isFull = !m_context.control.HasRoom(chunk->size);
    m_isPaced = !m_isFull && m_context.control.NextDeparture(now) > now;
    return m_isFull || m_isPaced ? std::nullopt : chunk;
}

StreamChunk
TransportSender::ProbeChunk() const
{
    const std::size_t most = PacketSize();
    if (const auto waiting = m_source.Next(m_edge, most))
    {
        return *waiting;
    }
    const auto oldest = m_source.Oldest(most);
    return oldest ? *oldest : StreamChunk{m_source.Sent(), 0, false};
}

std::size_t
TransportSender::Send(Time now, const StreamChunk& chunk, bool isProbe, std::uint8_t* to)
{
    SkipSometimes(now);
    DataPacket packet;
    packet.header = {TransportKind::kData, m_packets.NextNumber(), m_connection};
    packet.cookie = m_opening ? m_opening->Cookie() : std::nullopt;
    packet.isEnd = chunk.isEnd;
    packet.isProbe = isProbe;
    packet.isWhole = chunk.isWhole;
    packet.timestamp = ClockAt(now);
    packet.offset = chunk.offset;
    packet.size = chunk.size;
    std::uint8_t* const payload = to + PayloadPosition(packet.cookie.has_value());
    packet.payload = payload;
    m_source.Copy(chunk, payload);

    m_unanswered = m_packets.InFlight() == 0 ? now : m_unanswered;
    SentPacket sent;
    sent.sent = now;
    sent.offset = chunk.offset;
    sent.size = static_cast<std::uint16_t>(chunk.size);
    sent.isEnd = chunk.isEnd;
    m_packets.OnSent(sent);
    m_source.OnSent(chunk);
    if (!m_isAside)
    {
        m_context.control.OnSent(now, chunk.size);
    }
    m_lastUse = now;
    m_isShrunk = false;
    ++m_context.shared.counters.packetsSent;
    m_context.shared.counters.probesSent += isProbe ? 1 : 0;
    return Encode(packet, to);
}

void
TransportSender::SkipSometimes(Time now)
{
    if (--m_untilSkip > 0)
    {
        return;
    }
    m_untilSkip = SkipAfter(
        std::max<std::uint64_t>(kLeastSkip, m_context.control.Window().Bytes() / kMostPayload));
    m_packets.Skip(now);
    ++m_context.shared.counters.numbersSkipped;
}

std::uint32_t
TransportSender::SkipAfter(std::uint64_t window) const
{
    window = std::min(window, kFirstNumbers);
    return static_cast<std::uint32_t>(
        window + DrawBelow(m_context.shared.random, std::min(3 * window + 1, kFirstNumbers)));
}

TransportError
TransportSender::OnCookie(Time now, const CookiePacket& cookie)
{
    const auto time = m_opening ? m_opening->OnCookie(now, cookie) : std::nullopt;
    if (!time)
    {
        return TransportError::kState;
    }
    m_path.OnSample(*time, Time(0));
    m_edge = cookie.window;
    m_lastUse = now;
    if (!m_source.IsWaiting())
    {
        m_probesDue = 1; // the other end has nothing yet
    }
    return TransportError::kNone;
}

bool
TransportSender::IsOwn(std::uint32_t number) const
{
    return (m_opening && m_opening->IsOwn(number)) || m_packets.IsOpen(number) ||
           m_packets.IsNewest(number);
}

bool
TransportSender::IsUsingWindow() const
{
    return !m_isAside && (m_packets.InFlight() > 0 || m_source.Next(m_edge, kMostPayload));
}

std::optional<double>
TransportSender::Wish() const
{
    return m_wish == kNoWish
               ? std::nullopt
               : std::optional(std::min(m_wish / 256.0, m_context.shared.options.wishLimit));
}

void
TransportSender::Shorten(std::size_t size)
{
    for (const std::uint16_t shorter : kShorterPayloads)
    {
        if (shorter + kDataHeaderSize + kDataCookieSize < size)
        {
            m_mostPayload = std::min(m_mostPayload, shorter);
            return;
        }
    }
}

std::size_t
TransportSender::PacketSize() const
{
    return std::min<std::size_t>(m_context.control.PacketSize(), m_mostPayload);
}

SenderNews
TransportSender::TakeNews()
{
    SenderNews news = m_news;
    news.isWritable = TakeWritable();
    m_news = {};
    return news;
}

bool
TransportSender::TakeWritable()
{
    const bool isWritable = m_wanted > 0 && HasRoom(m_wanted);
    m_wanted = isWritable ? 0 : m_wanted;
    return isWritable;
}

void
TransportSender::Abandon()
{
    StepAside();
    m_context.control.Window().ForgetLink(m_context.link);
    m_context.shared.counters.packetsAbandoned += m_packets.InFlight();
    m_context.shared.counters.bytesAbandoned += m_source.Written() - m_source.AckedBytes();
}

std::size_t
TransportSender::FlyingBytes() const
{
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < m_packets.Listed(); ++i)
    {
        const SentPacket& packet = m_packets[i];
        bytes += packet.isSettled ? 0 : packet.size;
    }
    return bytes;
}

void
TransportSender::StepAside()
{
    if (!m_isAside)
    {
        m_context.control.Forget(FlyingBytes());
        m_isAside = true;
    }
}

void
TransportSender::StepBack(std::size_t acked)
{
    if (m_isAside)
    {
        m_context.control.Recall(FlyingBytes() + acked);
        m_isAside = false;
    }
}

std::uint32_t
TransportSender::ClockAt(Time time) const
{
    return static_cast<std::uint32_t>(time.count() / 1000) + m_clockOffset;
}

} // namespace dht
