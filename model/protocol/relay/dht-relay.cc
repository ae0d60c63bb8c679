/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay.h"

#include "dht-grown.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// @param context A peer's. @return Its processor; null if that takes no time.
std::unique_ptr<Processor>
MakeProcessor(const PeerContext& context)
{
    const ProcessingOptions& options = context.options.processing;
    return options.mean > Time(0) ? std::make_unique<Processor>(options, context.random) : nullptr;
}

/// @param context A peer's. @return How its scheme, and its user, want requests to be relayed.
RelayPolicy
MakePolicy(const PeerContext& context)
{
    RelayPolicy policy = context.scheme->Relay();
    const HopChoice hops = context.options.hops;
    policy.choosesHop = hops == HopChoice::kScheme ? policy.choosesHop : hops != HopChoice::kNext;
    // what waits for room waits for that of one queue
    policy.choosesHop = policy.choosesHop && policy.overflow != Overflow::kBlock;
    return policy;
}

} // namespace

Relay::Relay(PeerContext& context, Destination& destination)
    : m_context(context),
      m_destination(destination),
      m_processor(MakeProcessor(context)),
      m_policy(MakePolicy(context)),
      m_trust(m_policy.choosesHop && context.options.hops == HopChoice::kTrusted
                  ? std::make_unique<HopTrust>()
                  : nullptr),
      // a blocked neighbour must not take the others' room, or the ring could lock up
      m_queues(context.options.discipline.value_or(m_policy.discipline),
               m_policy.sharing.value_or(m_policy.overflow == Overflow::kBlock
                                             ? BufferSharing::kSplit
                                             : BufferSharing::kCommon),
               context.options.queueCapacity,
               Here() + (m_processor ? 1 : 0))
{
    m_queues.Share(QueuesInUse());
    if (m_policy.overflow == Overflow::kBlock && context.routing->IsDynamic() &&
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
    return FullQueue(link, m_waiters.Kept(m_queues.QueueOf(link)));
}

std::optional<QueueIndex>
Relay::FullQueue(LinkIndex link, std::size_t kept) const
{
    const QueueIndex queue = m_queues.QueueOf(link);
    const bool waits = m_policy.overflow == Overflow::kBlock && m_queues.Room(queue) <= kept &&
                       !IsStuck(link) && !IsSlow(link);
    return waits ? std::optional(queue) : std::nullopt;
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
    const auto back = AckLink(message);
    return back ? FullQueue(*back) : std::nullopt;
}

std::optional<QueueIndex>
Relay::FullQueueForAckOf(const Request& answered) const
{
    // it is here already, and goes before those that are still to come
    const auto back = AckLink(answered);
    return back ? FullQueue(*back, 0) : std::nullopt;
}

std::optional<LinkIndex>
Relay::AckLink(const Request& message) const
{
    const auto& replyTo = message.extras->replyTo;
    return replyTo ? m_context.routing->NextHop(*replyTo) : std::nullopt;
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

std::optional<QueueIndex>
Relay::TakeTurn(Waiters::Waiter waiter)
{
    return m_waiters.TakeTurn(waiter);
}

void
Relay::PassTurn(std::optional<QueueIndex> queue)
{
    if (queue)
    {
        WakeWaiters(*queue);
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

std::size_t
Relay::Length(QueueIndex queue) const
{
    return m_queues.Length(queue);
}

std::size_t
Relay::Queued() const
{
    return m_queues.TotalLength();
}

void
Relay::CountByLink(std::vector<std::size_t>& lengths) const
{
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        for (std::size_t place = 0; place < m_queues.Length(queue); ++place)
        {
            ++GrownAt(lengths, m_queues.At(queue, place).link);
        }
    }
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
    return head.link == link && StateOf(head.link, head.request) == LinkState::kBusy ? &head.request
                                                                                     : nullptr;
}

QueueIndex
Relay::QueueOf(LinkIndex link) const
{
    return m_queues.QueueOf(link);
}

bool
Relay::IsUnread() const
{
    return m_paused && m_context.options.pauses != PauseScope::kForwarding;
}

void
Relay::WakeEverybody()
{
    // a waiter that is woken because of room in one queue must not find that it has to go to
    // another one, and leave the room to nobody: so all look again, at once
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        Wake(m_waiters.Release(queue));
    }
}

void
Relay::WakeWaiters(QueueIndex queue)
{
    if (queue == Waiters::kEndOfPause)
    {
        Wake(m_waiters.Release(queue));
        return;
    }
    // Whoever is woken comes, and uses the place that is kept for it or passes it on: nobody is
    // forgotten.
    const std::size_t room = m_queues.Room(queue);
    const auto woken = m_waiters.Wake(queue, room - std::min(room, m_waiters.Kept(queue)));
    for (const Waiters::Waiter& waiter : woken)
    {
        if (m_context.options.freedPlaces == FreedPlaces::kOpen)
        {
            m_waiters.TakeTurn(waiter);
        }
    }
    Wake(woken);
}

void
Relay::Wake(const std::vector<Waiters::Waiter>& waiters)
{
    for (const Waiters::Waiter& waiter : waiters)
    {
        if (waiter)
        {
            m_context.host.Resume(*waiter);
        }
        else
        {
            m_ownWake = true;
        }
    }
}

} // namespace dht
