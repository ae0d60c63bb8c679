/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-endpoint.h"

#include <algorithm>

namespace dht
{

namespace
{

/// What is due already waits for the host to poll; if it does not, a timer goes off so much later.
constexpr Time kTimerTick = FromSeconds(0.001);
/// The weight of a link with a priority below it, among links that share a window.
constexpr double kLeastWeight = 1.0 / 16;
/// Packets that leave at once, at the most: as many as Linux takes with UDP_SEGMENT.
constexpr std::size_t kMostSegments = 64;

} // namespace

void
TransportEndpoint::OnTimer(Time now)
{
    now = Advance(now);
    while (m_timers.Next() <= now)
    {
        const TransportLink link = m_timers.First();
        if (Outgoing* const outgoing = m_outgoing.Find(link))
        {
            outgoing->sender.OnTimer(now);
            m_timers.Set(*outgoing, NotYet(outgoing->sender.NextTimer()));
            Touch(*outgoing);
        }
        else if (Incoming* const incoming = m_incoming.Find(link); !ForgetIfExpired(now, *incoming))
        {
            incoming->receiver.OnTimer(now);
            m_timers.Set(*incoming, NotYet(incoming->receiver.NextTimer()));
            Touch(now, *incoming);
        }
    }
}

Time
TransportEndpoint::NextTimer() const
{
    return m_timers.Next();
}

Time
TransportEndpoint::NotYet(Time time) const
{
    return time > m_now ? time : m_now + kTimerTick;
}

std::optional<TransportEvent>
TransportEndpoint::PollEvent()
{
    if (m_events.IsEmpty())
    {
        return std::nullopt;
    }
    const TransportEvent event = m_events.Front();
    m_events.Pop();
    const unsigned bit = 1u << static_cast<unsigned>(event.kind);
    if (Outgoing* const outgoing = m_outgoing.Find(event.link))
    {
        outgoing->told &= ~bit;
    }
    if (Incoming* const incoming = m_incoming.Find(event.link))
    {
        incoming->told &= ~bit;
    }
    return event;
}

std::optional<Transmission>
TransportEndpoint::PollTransmit(Time now, std::uint8_t* buffer, std::size_t capacity)
{
    now = Advance(now);
    if (!m_replies.IsEmpty())
    {
        Transmission reply{};
        reply.size = m_replies.Take(reply.to, buffer);
        reply.segment = reply.size;
        return reply;
    }
    if (const auto ack = PollAck(now, buffer))
    {
        return ack;
    }
    if (const auto urgent = PollUrgent(now, buffer))
    {
        return urgent;
    }
    return PollData(now, buffer, capacity);
}

std::optional<Transmission>
TransportEndpoint::PollAck(Time now, std::uint8_t* buffer)
{
    while (!m_acking.IsEmpty())
    {
        Incoming* const link = m_incoming.Find(m_acking.Front());
        m_acking.Pop();
        if (!link)
        {
            continue;
        }
        link->isAcking = false;
        if (link->receiver.IsAckDue(now))
        {
            const AckPacket ack = link->receiver.MakeAck(now, link->key.connection);
            const std::size_t size = Encode(ack, buffer);
            ++m_counters.acksSent;
            Touch(now, *link);
            return Transmission{link->key.peer, size, size};
        }
    }
    return std::nullopt;
}

std::optional<Transmission>
TransportEndpoint::PollUrgent(Time now, std::uint8_t* buffer)
{
    while (!m_urgent.IsEmpty())
    {
        Outgoing* const link = m_outgoing.Find(m_urgent.Front());
        m_urgent.Pop();
        if (!link)
        {
            continue;
        }
        link->isUrgent = false;
        const std::size_t size = link->sender.IsUrgent() ? link->sender.Poll(now, buffer) : 0;
        if (size > 0)
        {
            const Endpoint to = link->key.peer;
            Touch(*link);
            return Transmission{to, size, size};
        }
        m_timers.Advance(*link, NotYet(link->sender.NextTimer()));
    }
    return std::nullopt;
}

std::optional<Transmission>
TransportEndpoint::PollData(Time now, std::uint8_t* buffer, std::size_t capacity)
{
    while (!m_turns.IsEmpty())
    {
        Outgoing* const link = m_outgoing.Find(m_turns.First());
        if (!link)
        {
            m_turns.TakeFirst();
            continue;
        }
        const Transmission batch = PollBatch(now, *link, buffer, capacity);
        m_timers.Advance(*link, NotYet(link->sender.NextTimer()));
        if (batch.size > 0)
        {
            if (link->sender.TakeWritable())
            {
                Tell(*link, TransportEvent::Kind::kWritable);
            }
            const double weight = m_shared ? std::max(PriorityOf(*link), kLeastWeight) : 1;
            m_turns.Charge(static_cast<double>(batch.size) / weight);
            return batch;
        }
        if (m_shared && link->sender.IsHeldBack())
        {
            return std::nullopt; // and so is everybody else: it is the same window
        }
        link->start = m_turns.TakeFirst();
        link->isActive = false;
    }
    return std::nullopt;
}

Transmission
TransportEndpoint::PollBatch(Time now, Outgoing& link, std::uint8_t* buffer, std::size_t capacity)
{
    const std::size_t first = link.sender.Poll(now, buffer);
    Transmission batch{link.key.peer, first, first};
    // no packet is longer than a full one, so the first that is shorter is the last
    bool isFull = first >= kDataHeaderSize + link.sender.MostPayload();
    for (std::size_t i = 1; i < kMostSegments && isFull && batch.size + kMostDataSize <= capacity;
         ++i)
    {
        const std::size_t size = link.sender.Poll(now, buffer + batch.size);
        batch.size += size;
        isFull = size == first;
    }
    return batch;
}

void
TransportEndpoint::Touch(Outgoing& link)
{
    const SenderNews news = link.sender.TakeNews();
    if (news.isOpened)
    {
        Tell(link, TransportEvent::Kind::kOpened);
    }
    if (news.isWritable)
    {
        Tell(link, TransportEvent::Kind::kWritable);
    }
    if (news.isSilent)
    {
        Tell(link, TransportEvent::Kind::kSilent);
    }
    if (link.sender.Loss())
    {
        Lose(link, *link.sender.Loss());
        return;
    }
    if (link.sender.IsDone())
    {
        Tell(link, TransportEvent::Kind::kClosed);
        Remove(link);
        return;
    }
    if (link.sender.IsUrgent() && !link.isUrgent)
    {
        link.isUrgent = true;
        m_urgent.Push(link.link);
    }
    if (link.sender.Source().IsWaiting() && !link.isActive)
    {
        link.isActive = true;
        m_turns.Add(link.link, link.start);
    }
    if (news.isWishNew)
    {
        Prioritise(link);
    }
    Count(link);
    m_timers.Advance(link, NotYet(link.sender.NextTimer()));
}

void
TransportEndpoint::Touch(Time now, Incoming& link)
{
    if (link.receiver.IsReadable() && !link.receiver.IsBroken())
    {
        Tell(link, TransportEvent::Kind::kReadable);
    }
    if (link.receiver.IsFinished() && !link.receiver.HasEnded())
    {
        link.receiver.Finish(now);
        ++m_remembered;
        Tell(link, TransportEvent::Kind::kClosed);
    }
    if (!link.receiver.IsAckDue(now))
    {
        m_timers.Advance(link, NotYet(link.receiver.NextTimer()));
    }
    else if (!link.isAcking)
    {
        link.isAcking = true;
        m_acking.Push(link.link);
    }
}

void
TransportEndpoint::Tell(Connection& link, TransportEvent::Kind kind)
{
    const unsigned bit = 1u << static_cast<unsigned>(kind);
    if (!(link.told & bit))
    {
        link.told |= bit;
        m_events.Push({link.link, link.key.peer, kind, TransportLoss::kReset});
    }
}

void
TransportEndpoint::Break(Time now, Incoming& link)
{
    link.receiver.Break(now);
    ++m_remembered;
    Touch(now, link);
}

void
TransportEndpoint::Remove(Outgoing& link)
{
    link.sender.Abandon();
    Share(link, kNoShare);
    m_timers.Set(link, kNever);
    m_outgoing.Remove(link);
}

void
TransportEndpoint::Lose(Outgoing& link, TransportLoss loss)
{
    ++m_counters.lost[static_cast<std::size_t>(loss)];
    m_events.Push({link.link, link.key.peer, TransportEvent::Kind::kLost, loss});
    Remove(link);
}

bool
TransportEndpoint::ForgetIfExpired(Time now, Incoming& link)
{
    if (!link.receiver.IsExpired(now))
    {
        return false;
    }
    if (!link.receiver.HasEnded())
    {
        ++m_counters.lost[static_cast<std::size_t>(TransportLoss::kSilence)];
        m_events.Push(
            {link.link, link.key.peer, TransportEvent::Kind::kLost, TransportLoss::kSilence});
    }
    m_remembered -= link.receiver.HasEnded() ? 1 : 0;
    m_timers.Set(link, kNever);
    m_incoming.Remove(link);
    return true;
}

} // namespace dht
