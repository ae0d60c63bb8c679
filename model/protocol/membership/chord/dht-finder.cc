/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-finder.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// A search is over after this many timeouts, whatever it is told.
constexpr int kLongestSearch = 30;

} // namespace

Finder::Finder(MaintenanceContext& context, const RingView& view, Correspondence& correspondence)
    : m_context(context),
      m_view(view),
      m_correspondence(correspondence)
{
}

void
Finder::Find(Time now, Seeker& seeker, const Key& key, const RingNodes& start, const Manner& manner)
{
    ++m_context.counters.finds;
    m_correspondence.Cancel(QueryPurpose::kSearch);
    m_search.emplace(key, start);
    m_refuted.reset();
    m_seeker = &seeker;
    m_manner = manner;
    m_until = Later(now, kLongestSearch * m_context.options.queryTimeout);
    Advance(now, true);
}

void
Finder::Find(Time now, Seeker& seeker, const Key& key, const RingNodes& start)
{
    Find(now, seeker, key, start, Manner());
}

void
Finder::Stop()
{
    m_correspondence.Cancel(QueryPurpose::kSearch);
    m_search.reset();
}

bool
Finder::IsBusy() const
{
    return m_search && !m_manner.yields;
}

bool
Finder::IsBusyFor(const Seeker& seeker) const
{
    return m_search && m_seeker == &seeker;
}

void
Finder::OnAnswer(Time now, const RingNode& from, const MaintenanceMessage& answer)
{
    const RingNodes named = m_view.Nodes(answer.peers);
    const Key& key = m_search->GetKey();
    const bool isRight =
        key == from.id || named.empty() || IsBetween(from.id, key, named.front().id);
    if (answer.responsible && isRight)
    {
        if (!IsRefuted(now, from, named))
        {
            Stop();
            m_seeker->OnFound(now, from, named);
            return;
        }
        if (!m_refuted || Distance(from.id, key) < Distance(m_refuted->first.id, key))
        {
            m_refuted.emplace(from, named);
        }
    }
    // whoever was given up is not waited for
    RingNodes nearer = answer.responsible ? RingNodes() : named;
    const auto lost = [this](const RingNode& node) { return m_view.lost.Contains(node.endpoint); };
    nearer.erase(std::remove_if(nearer.begin(), nearer.end(), lost), nearer.end());
    m_search->OnAnswer(from, nearer);
    Advance(now, !m_search->IsAsking());
}

bool
Finder::IsRefuted(Time now, const RingNode& from, const RingNodes& next) const
{
    const Key& end = next.empty() ? from.id : next.front().id;
    const auto isBetween = [&](const RingNode& node) {
        return IsBetween(from.id, node.id, end) && !m_view.links.IsSuspect(node.endpoint) &&
               m_correspondence.IsThere(now, node.endpoint);
    };
    const RingNodes& fingers = m_view.fingers.All();
    const RingNode* const successor = m_view.successors.First();
    return m_search->HasAnswerBetween(from.id, end) ||
           (m_manner.doubts && (std::any_of(fingers.begin(), fingers.end(), isBetween) ||
                                (successor && isBetween(*successor)) ||
                                (m_view.predecessor && isBetween(*m_view.predecessor))));
}

void
Finder::OnLate(Time now)
{
    Advance(now, true);
}

void
Finder::OnUnanswered(Time now, const RingNode& to)
{
    m_search->OnFailed(to.endpoint);
    Advance(now, true);
}

void
Finder::Advance(Time now, bool evenFarther)
{
    if (m_correspondence.Count(QueryPurpose::kSearch) < kMostAsked)
    {
        if (const auto next = m_search->TakeNext(evenFarther))
        {
            m_correspondence.Ask(now,
                                 *next,
                                 m_search->GetKey(),
                                 QueryPurpose::kSearch,
                                 m_manner.attempts);
        }
    }
    if (!m_search->IsAsking() || m_until <= now)
    {
        ++m_context.counters.failedFinds;
        const bool answered = m_search->IsAnswered();
        Stop();
        if (const auto refuted = std::exchange(m_refuted, std::nullopt))
        {
            m_seeker->OnRefuted(now, refuted->first, refuted->second);
            return;
        }
        m_seeker->OnNotFound(now, answered);
    }
}

} // namespace dht
