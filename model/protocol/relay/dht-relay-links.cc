/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay.h"

#include <algorithm>
#include <utility>

/// What a relay does about links that do not carry what they should.

namespace dht
{

namespace
{

/// Part of the relay queues that may wait for stuck links: one in so many.
constexpr std::size_t kOverdraft = 2;
/// Part of the relay queues that may wait for one slow link: one in so many.
constexpr std::size_t kSlowOverdraft = 32;
/// How long links are compared, until one is slow.
constexpr Time kComparedFor = FromSeconds(1);
/// A slow link is waited for so many times longer than others; under back-pressure, where healthy
/// links differ, too.
constexpr int kTimesLonger = 3;
constexpr int kBlockedTimesLonger = 12;
/// Without an answer by a link. In the queues behind it, a request for the neighbour itself stays
/// for a second or two.
constexpr Time kProbeAfter = FromSeconds(2);
/// Without an answer to an own request, until its neighbour is asked whether it is there.
constexpr Time kAskAfter = FromSeconds(0.5);
/// How many times longer a link may take nothing under back-pressure; an answer takes as many times
/// longer again.
constexpr int kBlockedFactor = 3;

} // namespace

void
Relay::CountShares()
{
    // under back-pressure, connections wait their turn
    if (m_policy.overflow == Overflow::kDrop)
    {
        m_queues.CountShares();
    }
}

bool
Relay::JudgeLinks()
{
    const PeerOptions& options = m_context.options;
    if (options.linkPatience > Time(0))
    {
        // where full queues hold up what comes, links are busy for as long in the best of health
        const int factor = m_policy.overflow == Overflow::kBlock ? kBlockedFactor : 1;
        const auto scaled = [factor](Time time) { return time == kNever ? time : factor * time; };
        const Time compared = m_context.PassesSlowLinks() ? scaled(kComparedFor) : kNever;
        m_health = std::make_unique<LinkHealth>(
            LinkHealth::Patience{scaled(options.linkPatience),
                                 options.deafLimit,
                                 kProbeAfter,
                                 kAskAfter,
                                 compared,
                                 factor > 1 ? kBlockedTimesLonger : kTimesLonger,
                                 factor});
    }
    return m_health != nullptr;
}

LinkState
Relay::Look(Time now, LinkIndex link, const Request& request)
{
    const LinkState state = StateOf(link, request);
    if (m_health && link < Anywhere() && state != LinkState::kDown)
    {
        state == LinkState::kBusy ? m_health->OnBusy(now, link) : m_health->OnReady(now, link);
    }
    return state;
}

bool
Relay::IsStuck(LinkIndex link) const
{
    return m_health && m_health->IsStuck(link);
}

bool
Relay::IsSlow(LinkIndex link) const
{
    return m_health && m_health->IsSlow(link);
}

bool
Relay::GoesAroundSlowLinks() const
{
    return m_policy.overflow != Overflow::kBlock;
}

bool
Relay::HoldsUp(LinkIndex link) const
{
    const bool isHeld = IsStuck(link) || IsSlow(link) || (m_health && m_health->IsSilent(link));
    return isHeld && IsException(link);
}

bool
Relay::IsException(LinkIndex link) const
{
    return m_health && m_health->IsException(link);
}

std::size_t
Relay::Excess(std::size_t waiting, std::size_t part) const
{
    const std::size_t most = std::max<std::size_t>(m_context.options.queueCapacity / part, 1) - 1;
    return waiting - std::min(waiting, most);
}

std::size_t
Relay::SurplusAt(LinkIndex link) const
{
    const QueueIndex queue = m_queues.QueueOf(link);
    if (m_policy.overflow == Overflow::kBlock &&
        m_policy.sharing.value_or(BufferSharing::kSplit) == BufferSharing::kSplit)
    {
        return m_queues.IsFull(queue) ? 1 : 0; // it has a part of its own
    }
    return Excess(m_queues.CountFor(queue, [link](LinkIndex other) { return other == link; }),
                  kSlowOverdraft);
}

bool
Relay::IsSurplus(LinkIndex link) const
{
    return IsSlow(link) && SurplusAt(link) > 0;
}

void
Relay::OnSlow(Time now, LinkIndex link)
{
    const QueueIndex queue = m_queues.QueueOf(link);
    std::size_t surplus = SurplusAt(link);
    for (std::size_t place = m_queues.Length(queue); place > 0 && surplus > 1; --place)
    {
        if (m_queues.At(queue, place - 1).link == link)
        {
            DropQueued(now, DropReason::kStandstill, {queue, place - 1});
            --surplus;
        }
    }
    TellLength(now, queue);
    Advance(now, queue);
    Wake(m_waiters.Release(queue));
}

std::optional<std::size_t>
Relay::HeadOf(Time now, QueueIndex queue)
{
    // a short message must not pass a long one for the same link
    std::vector<LinkIndex> busy;
    for (std::size_t place = 0; place < m_queues.Length(queue); ++place)
    {
        const RelayQueues::Entry& entry = m_queues.At(queue, place);
        if (IsStuck(entry.link) || std::find(busy.begin(), busy.end(), entry.link) != busy.end())
        {
            continue;
        }
        if (!IsSlow(entry.link) || Look(now, entry.link, entry.request) != LinkState::kBusy)
        {
            return place;
        }
        busy.push_back(entry.link);
    }
    return std::nullopt;
}

std::size_t
Relay::Overdraft() const
{
    std::size_t waiting = 0;
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        waiting += m_queues.CountFor(queue, [this](LinkIndex link) { return IsStuck(link); });
    }
    return Excess(waiting, kOverdraft);
}

void
Relay::DropOverdraft(Time now)
{
    std::size_t surplus = Overdraft();
    for (QueueIndex queue = 0; queue < m_queues.Count(); ++queue)
    {
        for (std::size_t place = m_queues.Length(queue); place > 0 && surplus > 0; --place)
        {
            if (IsStuck(m_queues.At(queue, place - 1).link))
            {
                DropQueued(now, DropReason::kStandstill, {queue, place - 1});
                TellLength(now, queue);
                --surplus;
            }
        }
    }
}

void
Relay::PassStuckLinks(Time now)
{
    if (!m_health || m_paused)
    {
        return;
    }
    for (const LinkIndex link : m_health->Update(now))
    {
        OnStuck(now, link);
    }
}

void
Relay::OnLinkFailed(Time now, LinkIndex link)
{
    if (m_health)
    {
        m_health->OnFailed(now, link);
        OnStuck(now, link);
    }
}

void
Relay::OnStuck(Time now, LinkIndex link)
{
    DropOverdraft(now);
    Advance(now, m_queues.QueueOf(link));
    Wake(m_waiters.Release(m_queues.QueueOf(link)));
}

void
Relay::OnLinksChanged(const std::vector<LinkIndex>& links)
{
    for (const LinkIndex link : links)
    {
        if (m_health)
        {
            m_health->Renew(link);
        }
    }
}

void
Relay::OnAnswered(const Key& key)
{
    const auto link = m_health ? m_context.routing->NextHop(key) : std::nullopt;
    if (link)
    {
        m_health->OnAnswered(*link);
    }
}

std::optional<LinkChange>
Relay::TakeLinkChange()
{
    return m_health ? m_health->TakeChange() : std::nullopt;
}

std::optional<LinkIndex>
Relay::TakeSilentLink(Time now)
{
    return m_health && !m_paused ? m_health->TakeSilent(now) : std::nullopt;
}

std::optional<LinkIndex>
Relay::DueProbe(Time now) const
{
    return m_health && !m_paused ? m_health->DueProbe(now) : std::nullopt;
}

void
Relay::Probe(Time now, LinkIndex link, Request probe, std::size_t most)
{
    // a probe that is lost here says nothing about the neighbour
    const bool fits = !m_queues.IsFull(m_queues.QueueOf(link)) && !IsSurplus(link);
    if (m_health->OnProbed(now, link, fits ? std::optional(probe.id) : std::nullopt, most))
    {
        Accept(now, link, std::move(probe));
    }
}

std::optional<LinkIndex>
Relay::TakeProbeAnswer(const OverlayAck& ack, const Endpoint& from)
{
    const auto link = m_health ? m_health->LinkOfProbe(ack.id) : std::nullopt;
    const bool isAnswer = link && m_context.host.EndpointOf(*link) == from;
    if (!isAnswer)
    {
        return std::nullopt;
    }
    m_health->OnProved(*link);
    return link;
}

void
Relay::Try(Time now, LinkIndex link)
{
    m_health->Try(now, link);
}

} // namespace dht
