/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <algorithm>
#include <utility>

/// How a requester issues what the source offers and the scheme admits.

namespace dht
{

namespace
{

/// Requests issued at one instant, before the peer lets others act: without this bound, an
/// unlimited workload in a ring of one peer, which answers itself, would never return.
constexpr int kMaximumBurst = 1000;
constexpr Time kBurstPause = FromSeconds(0.001);
/// Lost requests that do not count as outstanding in a ring that is joined, unless the scheme wants
/// it so: where much is lost, there is a limit to making more.
constexpr std::size_t kMostOverlooked = 256;

} // namespace

void
Requester::IssueAdmitted(Time now)
{
    m_admittedAt = kNever;
    const bool isWoken = m_relay.TakeOwnWake();
    const auto turn = isWoken ? m_relay.TakeTurn(std::nullopt) : std::nullopt;
    m_waits = m_waits && !isWoken;
    if (!m_waits && SendParked(now))
    {
        IssuePending(now);
    }
    m_relay.PassTurn(turn);
    for (int burst = 0; m_source && MayTake(); ++burst)
    {
        const Time offered = m_source->NextAt(now);
        if (!MayTake())
        {
            return; // what was for others is wanted no more
        }
        const Time admitted = offered == kNever ? kNever : Admit(now, m_source->IsNextForOthers());
        const Time next =
            std::max({offered, admitted, burst < kMaximumBurst ? now : now + kBurstPause});
        if (next > now)
        {
            m_admittedAt = std::min(m_admittedAt, next); // one may wait for the scheme
            return;
        }
        Issue(now, m_source->Take(now));
    }
}

void
Requester::IssuePending(Time now)
{
    if (m_waits || !m_pending || m_context.routing->IsCutOff())
    {
        return;
    }
    const auto pending = std::exchange(m_pending, nullptr);
    for (auto* const item : {&pending->forOthers, &pending->own})
    {
        if (*item)
        {
            Issue(now, std::move(**item));
        }
    }
}

void
Requester::Keep(RequestSource::Item item)
{
    if (!m_pending)
    {
        m_pending = std::make_unique<Pending>();
    }
    (item.isForOthers ? m_pending->forOthers : m_pending->own) = std::move(item);
}

bool
Requester::MayTake() const
{
    return !m_pending || (!m_pending->forOthers && m_source->IsNextForOthers());
}

Time
Requester::Admit(Time now, bool isForOthers)
{
    // whatever the scheme says, what a peer remembers has to end somewhere; and who is cut off
    // would take itself for responsible
    const std::size_t others = m_outstanding.SizeForOthers();
    // those for others have as much room again: else the own ones could keep others from answers
    const std::size_t kept = isForOthers ? others : Outstanding() - others;
    if (kept >= m_context.options.maximumOutstanding || m_context.routing->IsCutOff())
    {
        return kNever;
    }
    return isForOthers ? now : m_context.scheme->Admit(now, OutstandingForScheme());
}

std::size_t
Requester::OutstandingForScheme() const
{
    std::size_t lost = m_overlooksLost ? m_outstanding.SizeLost() : m_outstanding.SizeHeldUp();
    if (lost > kMostOverlooked && !m_context.scheme->Relay().overlooksLost)
    {
        lost = kMostOverlooked;
    }
    return m_outstanding.Size() - m_outstanding.SizeForOthers() - lost;
}

void
Requester::OnWritable(Time now)
{
    if (IsWaiting() && !m_waits)
    {
        IssueAdmitted(now);
    }
}

void
Requester::Issue(Time now, RequestSource::Item item)
{
    const auto link = LinkFor(item.key);
    if (const auto full = link ? m_relay.FullQueue(*link) : std::nullopt)
    {
        WaitFor(now, *full);
        Keep(std::move(item));
        return;
    }
    if (link && WaitsForWindow(*link))
    {
        Keep(std::move(item));
        return;
    }
    if (link && m_admitsByLink && !item.isForOthers)
    {
        const Time admitted = AdmitTo(now, *link, item);
        if (admitted > now)
        {
            m_admittedAt = admitted;
            Keep(std::move(item));
            return;
        }
    }
    Send(now, link, std::move(item));
}

Time
Requester::AdmitTo(Time now, LinkIndex link, const RequestSource::Item& item) const
{
    OutstandingRequest own;
    own.key = item.key;
    if (item.payload.size > 0)
    {
        own.transmission.Write().payload = item.payload;
    }
    const QueueIndex queue = m_relay.QueueOf(link);
    return m_context.scheme->AdmitTo({now,
                                      m_outstanding.Size() - m_outstanding.SizeForOthers(),
                                      queue,
                                      link,
                                      m_relay.Length(queue),
                                      m_relay.Look(now, link, MakeRequest(own))});
}

void
Requester::Send(Time now, std::optional<LinkIndex> link, RequestSource::Item item)
{
    OutstandingRequest own;
    own.id = NextId();
    own.key = item.key;
    own.issued = now;
    if (item.payload.size > 0)
    {
        own.transmission.Write().payload = std::move(item.payload);
    }
    if (item.isForOthers)
    {
        own.transmission.Write().isForOthers = true;
    }
    if (link && m_relay.HoldsUp(*link))
    {
        own.transmission.Write().isHeldUp = true;
        own.transmission.Write().hop = *link;
    }
    if (m_learnsHops)
    {
        own.hopLimit = m_hopLimit.First();
    }
    if (link == m_relay.Anywhere())
    {
        Lookups().AskFirst(own);
    }
    Request request = MakeRequest(own);
    ++m_context.counters.issued;
    m_context.observer->OnIssued(m_context.At(now), request);
    if (m_context.application)
    {
        m_context.application->OnIssued(now, request);
    }
    if (!item.isForOthers)
    {
        m_context.scheme->OnSent(now);
    }
    if (!link)
    {
        // COMSNETS09, section III-D: the keys a source is responsible for cost nothing
        auto payload = Deliver(now, request);
        if (!payload)
        {
            m_outstanding.Add(std::move(own));
            return;
        }
        ++m_context.counters.answered;
        Tell(now,
             {own.id, item.key, m_context.options.self, Time(0), 0, 1, false, std::move(*payload)});
        return;
    }
    SetRetry(now, own);
    NoteHop(own, *link);
    if (link == m_relay.Anywhere())
    {
        m_queue.OnAsked(m_context, now, own);
    }
    m_outstanding.Add(std::move(own));
    m_relay.Accept(now, *link, std::move(request));
}

void
Requester::NoteHop(OutstandingRequest& own, LinkIndex link)
{
    if (HopTrust* const trust = m_relay.Trust())
    {
        own.transmission.Write().hop = link;
        trust->OnGiven(link);
    }
}

std::optional<Payload>
Requester::Deliver(Time now, const Request& request)
{
    ++m_context.counters.accepted;
    ++m_context.counters.delivered;
    m_context.observer->OnDelivered(m_context.At(now), request);
    return m_context.AnswerTo(now, request);
}

std::optional<LinkIndex>
Requester::LinkFor(const Key& key) const
{
    const auto link = m_relay.HopTo(key);
    return link && m_context.options.routing == RoutingMode::kIterative ? m_relay.Anywhere() : link;
}

void
Requester::WaitFor(Time now, QueueIndex queue)
{
    // one waiter looks after all that waits
    if (!std::exchange(m_waits, true))
    {
        m_relay.Wait(now, queue, std::nullopt);
    }
}

} // namespace dht
