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

/// Part of the relay queues that may wait for one stuck link.
constexpr std::size_t kOverdraft = 2;

} // namespace

void
Relay::JudgeLinks()
{
    if (m_context.options.linkPatience > Time(0))
    {
        m_health = std::make_unique<LinkHealth>(m_context.options.linkPatience);
    }
}

LinkState
Relay::Look(Time now, const RelayQueues::Entry& entry)
{
    const LinkState state = StateOf(entry.link, entry.request);
    if (m_health && entry.link < Anywhere())
    {
        state == LinkState::kBusy ? m_health->OnBusy(now, entry.link)
                                  : m_health->OnReady(entry.link);
    }
    return state;
}

bool
Relay::IsStuck(LinkIndex link) const
{
    return m_health && m_health->IsStuck(link);
}

std::optional<std::size_t>
Relay::HeadOf(QueueIndex queue) const
{
    for (std::size_t place = 0; place < m_queues.Length(queue); ++place)
    {
        if (!IsStuck(m_queues.At(queue, place).link))
        {
            return place;
        }
    }
    return std::nullopt;
}

bool
Relay::IsOverdrawn(LinkIndex link) const
{
    const QueueIndex queue = m_queues.QueueOf(link);
    std::size_t waiting = 0;
    for (std::size_t place = 0; place < m_queues.Length(queue); ++place)
    {
        waiting += m_queues.At(queue, place).link == link;
    }
    return waiting >= std::max<std::size_t>(m_context.options.queueCapacity / kOverdraft, 1);
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
        const QueueIndex queue = m_queues.QueueOf(link);
        Advance(now, queue);
        WakeSome(queue, Waiters::kEverybody);
    }
}

void
Relay::OnLinkFailed(Time now, LinkIndex link)
{
    if (m_health)
    {
        m_health->OnFailed(now, link);
        Advance(now, m_queues.QueueOf(link));
        WakeSome(m_queues.QueueOf(link), Waiters::kEverybody);
    }
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

std::vector<LinkChange>
Relay::TakeLinkChanges()
{
    return m_health ? m_health->TakeChanges() : std::vector<LinkChange>();
}

std::optional<LinkIndex>
Relay::DueProbe(Time now) const
{
    return m_health && !m_paused ? m_health->DueProbe(now) : std::nullopt;
}

void
Relay::Probe(Time now, LinkIndex link, Request probe)
{
    // a probe that is lost here says nothing about the neighbour
    const bool fits = !m_queues.IsFull(m_queues.QueueOf(link));
    m_health->OnProbed(now, link, fits ? std::optional(probe.id) : std::nullopt);
    if (fits)
    {
        Accept(now, link, std::move(probe));
    }
}

bool
Relay::TakeProbeAnswer(const OverlayAck& ack, const Endpoint& from)
{
    const auto link = m_health ? m_health->LinkOfProbe(ack.id) : std::nullopt;
    const bool isAnswer = link && m_context.host.EndpointOf(*link) == from;
    if (isAnswer)
    {
        m_health->OnAnswered(*link);
    }
    return isAnswer;
}

} // namespace dht
