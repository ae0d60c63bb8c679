/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-endpoint.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace dht
{

namespace
{

/// A cookie is good for so long, and for as long again.
constexpr Time kCookieEpoch = FromSeconds(10);
/// The greatest priority that an ack can ask for, in 1/256.
constexpr double kMostWish = 0xfffe;

/// @param priority Of a link. @throws std::invalid_argument It is none.
void
RequirePriority(double priority)
{
    if (!(priority >= 0 && std::isfinite(priority)))
    {
        throw std::invalid_argument("a priority of the transport is 0 or a number above it, not " +
                                    std::to_string(priority));
    }
}

} // namespace

TransportEndpoint::TransportEndpoint(const TransportOptions& options,
                                     WindowMaker makeWindow,
                                     Random& random)
    : m_options(options),
      m_makeWindow(std::move(makeWindow)),
      m_random(random),
      m_mint(random, kCookieEpoch),
      m_sharedBySenders{m_options, m_random, m_counters},
      m_replies(m_counters)
{
    if (options.scope == WindowScope::kNode)
    {
        m_shared = std::make_unique<FlightControl>(m_makeWindow());
    }
}

TransportLink
TransportEndpoint::Open(Time now, const Endpoint& to, double priority)
{
    RequirePriority(priority);
    now = Advance(now);
    const TransportLink link = m_nextLink++;
    ConnectionKey key{InLane(DrawBits(m_random), m_options.lane), to};
    while (m_outgoing.Find(key))
    {
        key.connection += 2; // a host's random numbers may repeat
    }
    auto control = m_shared ? nullptr : std::make_unique<FlightControl>(m_makeWindow());
    const TransportSender::Context context{m_sharedBySenders,
                                           control ? *control : *m_shared,
                                           static_cast<std::uint32_t>(link)};
    auto record = std::make_unique<Outgoing>(now, key.connection, context);
    record->link = link;
    record->key = key;
    record->control = std::move(control);
    m_outgoing.Add(std::move(record));
    SetPriority(now, link, priority);
    return link;
}

std::size_t
TransportEndpoint::Room(TransportLink link) const
{
    const Outgoing* const found = m_outgoing.Find(link);
    return found ? found->sender.Source().Room() : 0;
}

bool
TransportEndpoint::Fits(TransportLink link, std::size_t size)
{
    Outgoing* const found = m_outgoing.Find(link);
    return found && found->sender.Fits(size);
}

bool
TransportEndpoint::Write(Time now, TransportLink link, const std::uint8_t* bytes, std::size_t size)
{
    Advance(now);
    if (!Fits(link, size))
    {
        return false;
    }
    Outgoing& found = *m_outgoing.Find(link);
    found.sender.Write(bytes, size);
    Touch(found);
    return true;
}

void
TransportEndpoint::SetPriority(Time now, TransportLink link, double priority)
{
    RequirePriority(priority);
    Advance(now);
    if (Outgoing* const found = m_outgoing.Find(link))
    {
        found->priority = priority;
        Prioritise(*found);
        Touch(*found);
    }
}

void
TransportEndpoint::Close(Time now, TransportLink link)
{
    Advance(now);
    if (Outgoing* const found = m_outgoing.Find(link))
    {
        found->sender.Close();
        Touch(*found);
    }
}

void
TransportEndpoint::Abort(Time now, TransportLink link)
{
    now = Advance(now);
    if (Outgoing* const outgoing = m_outgoing.Find(link))
    {
        if (const auto ack = outgoing->sender.LastAck())
        {
            Reset(now, outgoing->key.peer, {TransportKind::kReset, *ack, outgoing->key.connection});
        }
        Remove(*outgoing);
    }
    Incoming* const incoming = m_incoming.Find(link);
    if (incoming && !incoming->receiver.HasEnded())
    {
        Reset(now,
              incoming->key.peer,
              {TransportKind::kReset, incoming->receiver.Newest(), incoming->key.connection});
        Break(now, *incoming);
    }
}

const std::uint8_t*
TransportEndpoint::Look(TransportLink link, std::size_t& size, StreamDelivery delivery) const
{
    const Incoming* const found = m_incoming.Find(link);
    size = 0;
    return found ? found->receiver.Look(size, delivery) : nullptr;
}

void
TransportEndpoint::Read(Time now, TransportLink link, std::size_t size, StreamDelivery delivery)
{
    now = Advance(now);
    std::size_t readable = 0;
    if (Look(link, readable, delivery))
    {
        Incoming& found = *m_incoming.Find(link);
        size = std::min(size, readable);
        found.receiver.Read(size, delivery);
        m_counters.bytesRead += size;
        m_counters.bytesAhead += delivery == StreamDelivery::kAsArrived ? size : 0;
        Touch(now, found); // tells once more that there is something to read, if there still is
    }
}

void
TransportEndpoint::Consume(Time now, TransportLink link, std::size_t size)
{
    now = Advance(now);
    if (Incoming* const found = m_incoming.Find(link))
    {
        found->receiver.Consume(now, size);
        Touch(now, *found);
    }
}

void
TransportEndpoint::Wish(Time now, TransportLink link, std::optional<double> priority)
{
    RequirePriority(priority.value_or(0));
    now = Advance(now);
    Incoming* const found = m_incoming.Find(link);
    if (found && !found->receiver.HasEnded())
    {
        const double wish = std::clamp(std::round(priority.value_or(0) * 256), 0.0, kMostWish);
        found->receiver.SetWish(now, priority ? static_cast<std::uint16_t>(wish) : kNoWish);
        Touch(now, *found);
    }
}

TransportEndpoint::State
TransportEndpoint::Now() const
{
    State state;
    state.links = m_outgoing.Size();
    state.accepted = m_incoming.Size() - m_remembered;
    state.remembered = m_remembered;
    m_outgoing.ForEach([&](const Outgoing& link) {
        state.packetsInFlight += link.sender.Packets().InFlight();
        state.bytesInFlight += link.sender.Source().FlyingBytes();
        state.bytesWaiting += link.sender.Source().WaitingBytes();
    });
    return state;
}

bool
TransportEndpoint::IdentitiesHold() const
{
    const TransportCounters& c = m_counters;
    const State state = Now();
    return c.received == c.accepted + c.TotalRejected() &&
           c.packetsSent ==
               c.packetsAcked + c.packetsLost + c.packetsAbandoned + state.packetsInFlight &&
           c.bytesWritten ==
               c.bytesAcked + c.bytesAbandoned + state.bytesInFlight + state.bytesWaiting;
}

const TransportSender*
TransportEndpoint::Sender(TransportLink link) const
{
    const Outgoing* const found = m_outgoing.Find(link);
    return found ? &found->sender : nullptr;
}

const TransportWindow*
TransportEndpoint::Window(TransportLink link) const
{
    const Outgoing* const found = m_outgoing.Find(link);
    return found ? &ControlOf(*found).Window() : nullptr;
}

Time
TransportEndpoint::Advance(Time now)
{
    m_now = std::max(m_now, now);
    return m_now;
}

FlightControl&
TransportEndpoint::ControlOf(const Outgoing& link) const
{
    return link.control ? *link.control : *m_shared;
}

double
TransportEndpoint::PriorityOf(const Outgoing& link)
{
    return link.sender.Wish().value_or(link.priority);
}

void
TransportEndpoint::Prioritise(Outgoing& link)
{
    if (link.control)
    {
        link.control->Window().SetPriority(PriorityOf(link));
    }
    Count(link);
}

void
TransportEndpoint::Count(Outgoing& link)
{
    if (m_shared)
    {
        const bool isUsing = link.sender.IsUsingWindow();
        Share(link, isUsing ? PriorityOf(link) : kNoShare);
    }
}

void
TransportEndpoint::Share(Outgoing& link, double share)
{
    if (share == link.share)
    {
        return;
    }
    if (link.share >= 0)
    {
        m_priorities.Remove(link.share);
    }
    if (share >= 0)
    {
        m_priorities.Add(share);
    }
    link.share = share;
    if (!m_priorities.IsEmpty())
    {
        m_shared->Window().SetPriority(std::min(m_priorities.Sum(), m_options.sharedLimit));
    }
}

} // namespace dht
