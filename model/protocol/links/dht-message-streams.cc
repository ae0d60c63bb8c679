/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-message-streams.h"

#include "dht-datagram.h"
#include "dht-endpoint-site.h"

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
/// Bytes that wait for the window of a link: all fragments that a peer has under way fit
/// (RepairLinkOptions::kMostAtOnce), of blocks that need seven.
constexpr std::uint32_t kStreamBuffer = 1 << 18;
/// Bytes of a link that may be under way.
constexpr std::size_t kStreamWindow = 1 << 18;
/// Links of others, at a time. Holders are shared with 26 peers; those that have vanished are
/// remembered for five minutes.
constexpr std::size_t kMostAccepted = 128;
/// Of them, those of one site: as many as it has places on the ring.
constexpr std::ptrdiff_t kMostOfSite = 8;

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
    transport.maxConnections = kMostAccepted;
    transport.wishLimit = options.most;
    transport.sharedLimit = options.together;
    transport.lane = MessageStreams::kLane;
    return transport;
}

/// @param message What goes over a link: a fetch, a store, or the answer to one. @return Whether it
/// is an answer.
bool
IsAnswer(const StorageMessage& message)
{
    return BodyOf<FragmentBody>(message) || BodyOf<StoredBody>(message);
}

} // namespace

MessageStreamCounts&
MessageStreamCounts::operator+=(const MessageStreamCounts& other)
{
    sent += other.sent;
    dropped += other.dropped;
    received += other.received;
    rejected += other.rejected;
    lost += other.lost;
    idled += other.idled;
    refused += other.refused;
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
    const bool isAnswer = IsAnswer(message);
    if (isAnswer && m_to.count(to) == 0 && !IsLinkedFrom(to))
    {
        ++m_counts.dropped; // whoever asked has gone
        return;
    }
    const auto [entry, isNew] = m_to.try_emplace(to);
    Outgoing& outgoing = entry->second;
    if (isNew)
    {
        outgoing.link = m_endpoint.Open(now, to, m_priority);
        m_idle = std::min(m_idle, now + kIdleAfter);
    }
    outgoing.asks = outgoing.asks || !isAnswer;
    outgoing.moved = HasArrived(outgoing) ? now : outgoing.moved;
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
        const TransportSender* const sender = m_endpoint.Sender(outgoing.link);
        const std::uint64_t arrived = sender ? sender->Source().AckedBytes() : outgoing.arrived;
        outgoing.moved = arrived == outgoing.arrived ? outgoing.moved : now;
        outgoing.arrived = arrived;
        // who takes nothing may acknowledge for ever that there is no room
        const Time since = HasArrived(outgoing) ? outgoing.used : outgoing.moved;
        if (now - since >= kIdleAfter)
        {
            entry = End(now, entry);
            continue;
        }
        m_idle = std::min(m_idle, since + kIdleAfter);
        ++entry;
    }
}

MessageStreams::OutgoingLinks::iterator
MessageStreams::End(Time now, OutgoingLinks::iterator entry)
{
    const auto [to, outgoing] = *entry;
    const bool hasArrived = HasArrived(outgoing);
    const auto next = m_to.erase(entry); // the event of its end finds it gone
    if (hasArrived)
    {
        m_endpoint.Close(now, outgoing.link);
        ++m_counts.idled;
        return next;
    }
    m_endpoint.Abort(now, outgoing.link);
    ++m_counts.lost;
    m_listeners.onSilent(to);
    return next;
}

bool
MessageStreams::HasArrived(const Outgoing& outgoing) const
{
    return m_endpoint.Room(outgoing.link) == kStreamBuffer;
}

bool
MessageStreams::IsLinkedFrom(const Endpoint& peer) const
{
    return std::any_of(m_from.begin(), m_from.end(), [&](const auto& link) {
        return link.second.from == peer;
    });
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

const MessageStreamCounts&
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
        Accept(now, event);
        return;
    }
    const bool isOver =
        event.kind == TransportEvent::Kind::kLost || event.kind == TransportEvent::Kind::kClosed;
    if (m_from.count(event.link) > 0)
    {
        Read(now, event.link);
        if (isOver)
        {
            Forget(now, event.link);
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
MessageStreams::Accept(Time now, const TransportEvent& event)
{
    const Endpoint site = SiteOf(event.peer);
    const auto ofSite = std::count_if(m_from.begin(), m_from.end(), [&](const auto& link) {
        return SiteOf(link.second.from) == site;
    });
    if (ofSite >= kMostOfSite)
    {
        m_endpoint.Abort(now, event.link);
        ++m_counts.refused;
        return;
    }
    m_from.emplace(event.link, Incoming{event.peer, FrameCutter(kMaximumFrameSize)});
    m_endpoint.Wish(now, event.link, Wish());
}

void
MessageStreams::Forget(Time now, TransportLink link)
{
    const auto incoming = m_from.find(link);
    if (incoming == m_from.end())
    {
        return; // it was broken
    }
    const Endpoint from = incoming->second.from;
    m_from.erase(incoming);
    const auto answers = m_to.find(from);
    if (answers != m_to.end() && !answers->second.asks && !IsLinkedFrom(from))
    {
        End(now, answers);
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
            Forget(now, link);
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
