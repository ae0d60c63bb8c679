/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-message-streams.h"

#include "dht-datagram.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace dht
{

namespace
{

/// When a link is lost of which nothing is acknowledged: as a maintained link of requests.
constexpr Time kStreamGiveUp = FromSeconds(7);
/// Bytes that wait for the window of a link: all that a peer ever has under way fits.
constexpr std::uint32_t kStreamBuffer = 1 << 18;
/// Bytes of a link that may be under way.
constexpr std::size_t kStreamWindow = 1 << 18;

/// @param options Of streams. @return The constants of the transport. Many polite windows on one
/// uplink could not be polite: a peer has one.
TransportOptions
TransportOf(const MessageStreams::Options& options)
{
    TransportOptions transport;
    transport.scope = WindowScope::kNode;
    transport.giveUp = kStreamGiveUp;
    transport.sendBuffer = kStreamBuffer;
    transport.receiveWindow = kStreamWindow;
    transport.wishLimit = options.most;
    transport.lane = MessageStreams::kLane;
    return transport;
}

} // namespace

MessageStreams::Counts&
MessageStreams::Counts::operator+=(const Counts& other)
{
    sent += other.sent;
    dropped += other.dropped;
    received += other.received;
    rejected += other.rejected;
    lost += other.lost;
    idled += other.idled;
    return *this;
}

MessageStreams::MessageStreams(const Options& options,
                               TransportEndpoint::WindowMaker makeWindow,
                               Random& random,
                               Listeners listeners)
    : m_options(options),
      m_priority(options.priority),
      m_endpoint(TransportOf(options), std::move(makeWindow), random),
      m_listeners(std::move(listeners))
{
}

void
MessageStreams::Send(Time now, const Endpoint& to, const StorageMessage& message)
{
    const auto [entry, isNew] = m_to.try_emplace(to);
    Outgoing& outgoing = entry->second;
    if (isNew)
    {
        outgoing.link = m_endpoint.Open(now, to, m_priority);
        m_idle = std::min(m_idle, now + kIdleAfter);
    }
    outgoing.used = now;
    const std::vector<std::uint8_t> frame = EncodeDatagram(message);
    const bool fits = m_endpoint.Write(now, outgoing.link, frame.data(), frame.size());
    ++(fits ? m_counts.sent : m_counts.dropped);
}

void
MessageStreams::AbortAll(Time now)
{
    for (const auto& [to, outgoing] : m_to)
    {
        m_endpoint.Abort(now, outgoing.link);
    }
    for (const auto& [link, incoming] : m_from)
    {
        m_endpoint.Abort(now, link);
    }
    m_to.clear();
    m_from.clear();
    m_idle = kNever;
}

void
MessageStreams::CloseIdle(Time now)
{
    if (now < m_idle)
    {
        return;
    }
    m_idle = kNever;
    for (auto entry = m_to.begin(); entry != m_to.end();)
    {
        Outgoing& outgoing = entry->second;
        const bool hasArrived = m_endpoint.Room(outgoing.link) == kStreamBuffer;
        if (hasArrived && now - outgoing.used >= kIdleAfter)
        {
            m_endpoint.Close(now, outgoing.link); // the event of its end finds it gone
            ++m_counts.idled;
            entry = m_to.erase(entry);
            continue;
        }
        outgoing.used = hasArrived ? outgoing.used : now;
        m_idle = std::min(m_idle, outgoing.used + kIdleAfter);
        ++entry;
    }
}

void
MessageStreams::SetPriority(Time now, double priority)
{
    m_priority = priority;
    for (const auto& [to, outgoing] : m_to)
    {
        m_endpoint.SetPriority(now, outgoing.link, priority);
    }
    for (const auto& [link, incoming] : m_from)
    {
        m_endpoint.Wish(now, link, Wish());
    }
}

double
MessageStreams::Priority() const
{
    return m_priority;
}

std::optional<double>
MessageStreams::Wish() const
{
    return m_priority > m_options.priority ? std::optional(m_priority) : std::nullopt;
}

const MessageStreams::Counts&
MessageStreams::Counted() const
{
    return m_counts;
}

const TransportEndpoint&
MessageStreams::Core() const
{
    return m_endpoint;
}

void
MessageStreams::OnDatagram(Time now,
                           const Endpoint& from,
                           const std::uint8_t* bytes,
                           std::size_t size)
{
    m_endpoint.OnDatagram(now, from, bytes, size);
}

void
MessageStreams::OnTooLong(Time now, const Endpoint& to, std::size_t size)
{
    m_endpoint.OnTooLong(now, to, size);
}

void
MessageStreams::OnTimer(Time now)
{
    m_endpoint.OnTimer(now);
    CloseIdle(now);
}

Time
MessageStreams::NextTimer() const
{
    return std::min(m_endpoint.NextTimer(), m_idle);
}

void
MessageStreams::Poll(Time now)
{
    while (const auto event = m_endpoint.PollEvent())
    {
        OnEvent(now, *event);
    }
}

std::optional<Transmission>
MessageStreams::PollTransmit(Time now, std::uint8_t* buffer, std::size_t capacity)
{
    return m_endpoint.PollTransmit(now, buffer, capacity);
}

void
MessageStreams::OnEvent(Time now, const TransportEvent& event)
{
    if (event.kind == TransportEvent::Kind::kAccepted)
    {
        m_from.emplace(event.link, Incoming{event.peer, FrameCutter(kMaximumFrameSize)});
        m_endpoint.Wish(now, event.link, Wish());
        return;
    }
    const bool isOver =
        event.kind == TransportEvent::Kind::kLost || event.kind == TransportEvent::Kind::kClosed;
    if (m_from.count(event.link) > 0)
    {
        Read(now, event.link);
        if (isOver)
        {
            m_from.erase(event.link);
        }
        return;
    }
    const auto link = m_to.find(event.peer);
    if (link == m_to.end() || link->second.link != event.link)
    {
        return;
    }
    if (isOver)
    {
        ++m_counts.lost;
        m_to.erase(link);
    }
    if (isOver || event.kind == TransportEvent::Kind::kSilent)
    {
        m_listeners.onSilent(event.peer);
    }
}

void
MessageStreams::Read(Time now, TransportLink link)
{
    Incoming& incoming = m_from.at(link);
    std::size_t size = 0;
    while (const std::uint8_t* const bytes = m_endpoint.Look(link, size))
    {
        incoming.frames.Append(bytes, size);
        m_endpoint.Read(now, link, size);
        m_endpoint.Consume(now, link, size);
        if (!Deliver(incoming))
        {
            m_endpoint.Abort(now, link);
            m_from.erase(link);
            return;
        }
    }
}

bool
MessageStreams::Deliver(Incoming& incoming)
{
    const std::uint8_t* frame = nullptr;
    std::size_t size = 0;
    FrameCutter::Result found = incoming.frames.Cut(frame, size);
    for (; found == FrameCutter::Result::kFrame; found = incoming.frames.Cut(frame, size))
    {
        Datagram datagram;
        const WireError error = DecodeDatagram(frame, size, datagram);
        const auto* const message = std::get_if<StorageMessage>(&datagram);
        if (error != WireError::kNone || !message)
        {
            ++m_counts.rejected;
            continue;
        }
        ++m_counts.received;
        m_listeners.onMessage(incoming.from, *message);
    }
    m_counts.rejected += found == FrameCutter::Result::kBroken ? 1 : 0;
    return found == FrameCutter::Result::kNeedMore;
}

} // namespace dht
