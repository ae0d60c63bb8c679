/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace dht
{

namespace
{

constexpr std::size_t kEverybody = std::numeric_limits<std::size_t>::max();

/// @param context A peer's. @return Its processor; null if that takes no time.
std::unique_ptr<Processor>
MakeProcessor(const PeerContext& context)
{
    const ProcessingOptions& options = context.options.processing;
    return options.mean > Time(0) ? std::make_unique<Processor>(options, *context.random) : nullptr;
}

} // namespace

Relay::Relay(PeerContext& context, Destination& destination)
    : m_context(context),
      m_destination(destination),
      m_processor(MakeProcessor(context)),
      m_overflow(context.scheme->Relay().overflow),
      // a blocked neighbour must not take the others' room, or the ring could lock up
      m_queues(context.options.discipline.value_or(context.scheme->Relay().discipline),
               m_overflow == Overflow::kBlock ? BufferSharing::kSplit : BufferSharing::kCommon,
               context.options.queueCapacity,
               Here() + (m_processor ? 1 : 0))
{
    m_queues.Share(QueuesInUse());
    if (m_overflow == Overflow::kBlock && context.routing->IsDynamic() &&
        context.options.standstillLimit > Time(0))
    {
        m_standstill = std::make_unique<Standstill>(context.options.standstillLimit);
    }
}

QueueIndex
Relay::QueuesInUse() const
{
    const RoutingTable& table = *m_context.routing;
    return m_queues.Count() - std::min(m_queues.Count(), table.LinkCount() - table.LinksInUse());
}

LinkIndex
Relay::Anywhere() const
{
    return m_context.routing->LinkCount();
}

LinkIndex
Relay::Here() const
{
    return Anywhere() + (m_context.options.routing == RoutingMode::kIterative ? 1 : 0);
}

std::optional<QueueIndex>
Relay::FullQueue(LinkIndex link) const
{
    const QueueIndex queue = m_queues.QueueOf(link);
    return m_overflow == Overflow::kBlock && m_queues.IsFull(queue) ? std::optional(queue)
                                                                    : std::nullopt;
}

std::optional<QueueIndex>
Relay::FullQueueFor(LinkIndex link, const Request& message) const
{
    if (IsUnread())
    {
        return Waiters::kEndOfPause;
    }
    if (link != Here())
    {
        // without a hop left, it will be dropped, full queue or not
        return message.hopLimit > 0 ? FullQueue(link) : std::nullopt;
    }
    if (m_processor)
    {
        return FullQueue(link);
    }
    return FullQueueForAckOf(message);
}

std::optional<QueueIndex>
Relay::FullQueueForAckOf(const Request& answered) const
{
    const auto back = AckLink(answered);
    return back ? FullQueue(*back) : std::nullopt;
}

std::optional<LinkIndex>
Relay::AckLink(const Request& message) const
{
    return message.replyTo ? m_context.routing->NextHop(KeyFromBytes(message.replyTo->data()))
                           : std::nullopt;
}

void
Relay::Wait(Time now, QueueIndex queue, Waiters::Waiter waiter)
{
    m_waiters.Add(queue, waiter);
    if (queue == Waiters::kEndOfPause)
    {
        return;
    }
    ++m_context.counters.blocked;
    if (m_standstill && waiter)
    {
        m_standstill->OnWait(now, queue);
    }
}

bool
Relay::HasOwnWake() const
{
    return m_ownWake;
}

bool
Relay::TakeOwnWake()
{
    return std::exchange(m_ownWake, false);
}

void
Relay::Forget(Waiters::Waiter waiter)
{
    m_ownWake = m_ownWake && waiter;
    m_waiters.Remove(waiter);
    // it may have been woken and will not use the room: that is somebody else's now
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        WakeWaiters(queue);
    }
}

void
Relay::Accept(Time now, LinkIndex link, Request request)
{
    if (link == Here() && !m_processor)
    {
        m_destination.OnArrived(now, std::move(request));
        return;
    }
    if (link != Here() && request.hopLimit == 0)
    {
        Drop(now, request, DropReason::kHopLimit);
        return;
    }
    const QueueIndex queue = m_queues.QueueOf(link);
    const double probability = m_context.scheme->MarkProbability(queue,
                                                                 m_queues.Length(queue),
                                                                 request.milliRate / 1000.0);
    // h is never unset on the way (COMSNETS09, section IV-1)
    if (!request.marked && probability > 0 && m_context.random->Uniform() < probability)
    {
        request.marked = true;
        ++m_context.counters.marked;
        m_context.observer->OnMarked(now, request);
    }
    if (m_queues.IsFull(queue))
    {
        Drop(now, request, DropReason::kQueueFull);
        return;
    }
    Push(now, {link, std::move(request)});
    m_context.observer->OnQueueLength(now, Queued());
    Advance(now, queue);
}

void
Relay::Reroute(Time now, QueueIndex queue, std::vector<Request>& arrived)
{
    std::vector<RelayQueues::Entry> entries;
    while (m_queues.Length(queue) > 0)
    {
        entries.push_back(m_queues.Pop(queue));
    }
    for (RelayQueues::Entry& entry : entries)
    {
        if (entry.link < Anywhere())
        {
            const LinkIndex old = entry.link;
            entry.link = m_context.routing->NextHop(entry.request.key).value_or(Here());
            m_context.counters.rerouted += entry.link != old;
        }
        if (entry.link == Here() && !m_processor)
        {
            arrived.push_back(std::move(entry.request));
            continue;
        }
        Requeue(now, std::move(entry));
    }
}

void
Relay::Requeue(Time now, RelayQueues::Entry entry)
{
    // it was accepted, so nobody else can keep it: queues may grow beyond their parts, up to a
    // bound
    const std::size_t most =
        std::max<std::size_t>(m_context.options.queueCapacity, m_queues.Count());
    if (m_queues.TotalLength() >= 2 * most)
    {
        Drop(now, entry.request, DropReason::kQueueFull);
        return;
    }
    Push(now, std::move(entry));
}

void
Relay::Push(Time now, RelayQueues::Entry entry)
{
    const QueueIndex queue = m_queues.QueueOf(entry.link);
    if (m_standstill && m_queues.Length(queue) == 0)
    {
        // what stands still are messages, and there were none
        m_standstill->OnLeft(now, queue);
    }
    m_queues.Push(std::move(entry));
}

void
Relay::OnRoutesChanged(Time now)
{
    m_queues.Share(QueuesInUse());
    std::vector<Request> arrived;
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        if (HasStrays(queue))
        {
            Reroute(now, queue, arrived);
        }
    }
    for (Request& request : arrived)
    {
        m_destination.OnArrived(now, std::move(request));
    }
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        Advance(now, queue);
    }
    m_context.observer->OnQueueLength(now, Queued());
    WakeEverybody();
}

bool
Relay::HasStrays(QueueIndex queue) const
{
    for (std::size_t place = 0; place < m_queues.Length(queue); ++place)
    {
        const RelayQueues::Entry& entry = m_queues.At(queue, place);
        if (entry.link < Anywhere() &&
            m_context.routing->NextHop(entry.request.key).value_or(Here()) != entry.link)
        {
            return true;
        }
    }
    return false;
}

void
Relay::WakeEverybody()
{
    // a waiter that is woken because of room in one queue must not find that it has to go to
    // another one, and leave the room to nobody: so all look again, at once
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        WakeSome(queue, kEverybody);
    }
}

void
Relay::Drop(Time now, const Request& request, DropReason reason)
{
    ++m_context.counters.dropped[static_cast<std::size_t>(reason)];
    m_context.observer->OnDropped(now, request, reason);
}

void
Relay::OnWritable(Time now, LinkIndex link)
{
    Advance(now, m_queues.QueueOf(link));
}

void
Relay::SetPaused(Time now, bool paused)
{
    m_paused = paused;
    OnWake(now);
    if (!IsUnread())
    {
        WakeWaiters(Waiters::kEndOfPause);
    }
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        Advance(now, queue);
    }
}

void
Relay::OnWake(Time now)
{
    EndStandstills(now);
    const auto queue = m_processor && !m_paused ? m_processor->TakeDone(now) : std::nullopt;
    if (!queue)
    {
        return;
    }
    if (m_queues.Length(*queue) == 0)
    {
        Serve(now); // what it worked on has got another next hop
        return;
    }
    const LinkState state = StateOf(m_queues.Front(*queue));
    // its way, or that of its overlay-ack, may have filled up meanwhile: it is worked on again
    if (state != LinkState::kBusy)
    {
        Dispatch(now, m_queues.Pop(*queue), state);
        AfterLeaving(now, *queue);
    }
    Serve(now);
}

Time
Relay::NextWake() const
{
    const Time done = m_processor && !m_paused ? m_processor->DoneAt() : kNever;
    return m_standstill ? std::min(done, m_standstill->Next()) : done;
}

std::size_t
Relay::Queued() const
{
    return m_queues.TotalLength();
}

std::optional<QueueIndex>
Relay::BlockedOn(ConnectionId connection) const
{
    return m_waiters.QueueOf(connection);
}

const Request*
Relay::StuckHeadFor(LinkIndex link) const
{
    const QueueIndex queue = QueueOf(link);
    if (queue >= m_queues.Count() || m_queues.Length(queue) == 0)
    {
        return nullptr;
    }
    const RelayQueues::Entry& head = m_queues.Front(queue);
    return head.link == link && StateOf(head) == LinkState::kBusy ? &head.request : nullptr;
}

QueueIndex
Relay::QueueOf(LinkIndex link) const
{
    return m_queues.QueueOf(link);
}

LinkState
Relay::StateOf(const RelayQueues::Entry& entry) const
{
    if (entry.link < Anywhere())
    {
        return m_context.host->StateOf(entry.link, entry.request);
    }
    if (entry.link < Here())
    {
        return m_context.host->StateOfLookups(entry.request);
    }
    // its overlay-ack needs room, which its own leaving may make
    const auto full = FullQueueForAckOf(entry.request);
    return full && *full != m_queues.QueueOf(Here()) ? LinkState::kBusy : LinkState::kReady;
}

void
Relay::Advance(Time now, QueueIndex queue)
{
    if (m_paused)
    {
        return;
    }
    if (m_processor)
    {
        Serve(now);
    }
    else
    {
        Drain(now, queue);
    }
}

void
Relay::Serve(Time now)
{
    const auto queue = m_processor->IsBusy() ? std::nullopt : NextToServe();
    if (queue)
    {
        m_served = *queue;
        m_processor->Begin(now, *queue);
    }
}

std::optional<QueueIndex>
Relay::NextToServe() const
{
    for (QueueIndex i = 1; i <= m_queues.Count(); ++i)
    {
        const QueueIndex queue = (m_served + i) % m_queues.Count();
        if (m_queues.Length(queue) > 0 && StateOf(m_queues.Front(queue)) != LinkState::kBusy)
        {
            return queue;
        }
    }
    return std::nullopt;
}

void
Relay::Drain(Time now, QueueIndex queue)
{
    bool drained = false;
    while (m_queues.Length(queue) > 0)
    {
        const LinkState state = StateOf(m_queues.Front(queue));
        if (state == LinkState::kBusy)
        {
            break;
        }
        Dispatch(now, m_queues.Pop(queue), state);
        drained = true;
    }
    if (drained)
    {
        AfterLeaving(now, queue);
    }
}

void
Relay::EndStandstills(Time now)
{
    while (const auto queue = m_standstill ? m_standstill->TakeDue(now) : std::nullopt)
    {
        if (m_paused)
        {
            m_standstill->OnWait(now, *queue);
        }
        else if (m_waiters.HasConnection(*queue))
        {
            // all of it, as one place is not enough: TCP tells of room by the segment
            while (m_queues.Length(*queue) > 0)
            {
                Drop(now, m_queues.Pop(*queue).request, DropReason::kStandstill);
            }
            AfterLeaving(now, *queue);
        }
    }
}

void
Relay::AfterLeaving(Time now, QueueIndex queue)
{
    if (m_standstill)
    {
        m_standstill->OnLeft(now, queue);
    }
    m_context.observer->OnQueueLength(now, Queued());
    WakeWaiters(queue);
}

void
Relay::Dispatch(Time now, RelayQueues::Entry entry, LinkState state)
{
    if (entry.link == Here())
    {
        m_destination.OnArrived(now, std::move(entry.request));
        return;
    }
    if (state == LinkState::kDown)
    {
        Drop(now, entry.request, DropReason::kLinkDown);
        return;
    }
    --entry.request.hopLimit;
    if (entry.link == Anywhere())
    {
        m_context.host->SendLookup(entry.request);
    }
    else
    {
        m_context.host->Send(entry.link, entry.request);
    }
    ++m_context.counters.forwarded;
    m_context.observer->OnForwarded(now, entry.link, entry.request);
}

bool
Relay::IsUnread() const
{
    return m_paused && m_context.options.pauses == PauseScope::kRelaying;
}

void
Relay::WakeWaiters(QueueIndex queue)
{
    // Every waiter holds a message for this queue, so whoever is woken uses a place or finds that
    // somebody else did, and draining that place wakes the next: nobody is forgotten.
    WakeSome(queue, queue == Waiters::kEndOfPause ? kEverybody : m_queues.Room(queue));
}

void
Relay::WakeSome(QueueIndex queue, std::size_t most)
{
    for (const Waiters::Waiter& waiter : m_waiters.Take(queue, most))
    {
        if (waiter)
        {
            m_context.host->Resume(*waiter);
        }
        else
        {
            m_ownWake = true;
        }
    }
}

} // namespace dht
