/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-auditor.h"

#include <algorithm>

namespace dht
{

namespace
{

/// From one search that checks an answer to the next; and to that of an odd answer.
constexpr Time kCheckInterval = FromSeconds(10);
constexpr Time kOddInterval = FromSeconds(1);
/// An answer is odd for a key so many times as far from the peer as one peer is from the next, in
/// the mean: that is one in twenty honest answers, and nearly all false ones.
constexpr int kOddDistance = 3;
/// Successors that are needed to know the mean.
constexpr std::size_t kLeastSuccessors = 3;
/// A peer that has just lost part of its arc may not know it yet: it is a liar who answers for it
/// so often, each time so long after the last.
constexpr unsigned kMostLies = 3;
constexpr Time kLiesApart = FromSeconds(5);
/// After so long without a lie, all is forgotten.
constexpr Time kForgotten = FromSeconds(60);
constexpr std::size_t kMostSuspicions = 16;
/// For so long after a second lie, or a later one, answers are doubted.
constexpr Time kAlarm = FromSeconds(300);

} // namespace

Auditor::Auditor(MaintenanceContext& context,
                 const RingView& view,
                 Correspondence& correspondence,
                 Finder& finder)
    : m_context(context),
      m_view(view),
      m_correspondence(correspondence),
      m_finder(finder)
{
}

bool
Auditor::Believes(Time now, const Key& key, const Endpoint& responsible)
{
    const auto node = m_view.Node(responsible);
    if (!node)
    {
        return responsible == m_view.self.endpoint &&
               m_view.IsResponsible(key, m_view.self.endpoint);
    }
    if (IsRefuted(now, key, *node))
    {
        ++m_context.counters.refuted;
        Question(now, key, *node);
        return false;
    }
    if (Later(m_checked, IsOdd(key, *node) ? kOddInterval : kCheckInterval) <= now &&
        !m_finder.IsBusy() && !m_finder.IsBusyFor(*this))
    {
        Check(now, key, *node);
    }
    return true;
}

bool
Auditor::IsRefuted(Time now, const Key& key, const RingNode& responsible) const
{
    const Key distance = Distance(responsible.id, key);
    const auto nearer = [&](const RingNode& node) {
        return Distance(node.id, key) < distance && !m_view.links.IsSuspect(node.endpoint) &&
               m_correspondence.IsThere(now, node.endpoint);
    };
    const RingNodes& next = m_view.successors.All();
    const RingNodes& fingers = m_view.fingers.All();
    return Distance(m_view.self.id, key) < distance ||
           (m_view.predecessor && nearer(*m_view.predecessor)) ||
           std::any_of(next.begin(), next.end(), nearer) ||
           std::any_of(fingers.begin(), fingers.end(), nearer);
}

bool
Auditor::IsOdd(const Key& key, const RingNode& responsible) const
{
    const bool isSuspected =
        std::any_of(m_suspicions.begin(), m_suspicions.end(), [&](const Suspicion& suspicion) {
            return suspicion.endpoint == responsible.endpoint;
        });
    const RingNodes& next = m_view.successors.All();
    if (isSuspected || next.size() < kLeastSuccessors)
    {
        return isSuspected;
    }
    const double mean =
        Distance(m_view.self.id, next.back().id).Fraction() / static_cast<double>(next.size());
    return Distance(responsible.id, key).Fraction() > kOddDistance * mean;
}

void
Auditor::Check(Time now, const Key& key, const RingNode& responsible)
{
    // the way of the request began with the best neighbour
    RingNodes others = m_view.NearestTo(key, responsible.endpoint, Finder::kMostAsked + 1);
    if (others.size() < 2)
    {
        return;
    }
    others.erase(others.begin());
    m_checked = now;
    m_key = key;
    m_responsible = responsible;
    m_nearer.reset();
    ++m_context.counters.checks;
    m_finder.Find(now, *this, key, others, {Finder::kAttempts, true, true});
}

void
Auditor::OnFound(Time now, const RingNode& responsible, const RingNodes& /* next */)
{
    if (Distance(responsible.id, m_key) < Distance(m_responsible.id, m_key))
    {
        ++m_context.counters.disagreements;
        m_nearer = responsible;
        Question(now, m_key, m_responsible);
    }
}

void
Auditor::OnNotFound(Time /* now */, bool /* answered */)
{
}

void
Auditor::Question(Time now, const Key& key, const RingNode& responsible)
{
    if (m_correspondence.Count(QueryPurpose::kAudit) == 0)
    {
        m_correspondence.Ask(now,
                             responsible,
                             key,
                             QueryPurpose::kAudit,
                             Correspondence::kHearsayAttempts);
    }
}

std::optional<LostPeers::Liar>
Auditor::Convict(Time now, const Query& query, const MaintenanceMessage& answer)
{
    if (m_trial && query.to == m_trial->witness)
    {
        const LostPeers::Liar accused{m_trial->accused, m_trial->key};
        m_trial.reset();
        const auto before = m_view.PredecessorIn(answer);
        const bool isLie = answer.responsible && before && !(*before == accused.node);
        return isLie && IsThirdLie(now, accused.node) ? std::optional(accused) : std::nullopt;
    }
    return answer.responsible && IsLie(now, query, answer) && IsThirdLie(now, query.to)
               ? std::optional(LostPeers::Liar{query.to, query.key})
               : std::nullopt;
}

bool
Auditor::IsLie(Time now, const Query& query, const MaintenanceMessage& claim)
{
    if (IsRefuted(now, query.key, query.to))
    {
        return true;
    }
    const bool isNearer = m_nearer && query.key == m_key && !(*m_nearer == query.to);
    if (!isNearer)
    {
        return false;
    }
    // one of the two lies, or does not know the other one
    const RingNodes next = m_view.Nodes(claim.peers);
    if (claim.peers.empty() || claim.peers.front() == m_view.self.endpoint || next.empty())
    {
        const auto& before = m_view.predecessor;
        return before && !(*before == query.to);
    }
    m_trial = Trial{query.to, query.key, next.front()};
    Question(now, m_trial->witness.id, m_trial->witness);
    return false;
}

void
Auditor::OnDenied(Time now, const RingNode& claimant)
{
    CountLie(now, claimant, m_denials);
}

bool
Auditor::IsAlarmed(Time now) const
{
    return now < m_alarmedUntil;
}

unsigned
Auditor::CountLie(Time now, const RingNode& liar, std::vector<Suspicion>& list)
{
    const auto rest = std::remove_if(list.begin(), list.end(), [&](const Suspicion& suspicion) {
        return Later(suspicion.last, kForgotten) <= now;
    });
    list.erase(rest, list.end());
    const auto found = std::find_if(list.begin(), list.end(), [&](const Suspicion& suspicion) {
        return suspicion.endpoint == liar.endpoint;
    });
    if (found == list.end())
    {
        if (list.size() >= kMostSuspicions)
        {
            list.erase(list.begin());
        }
        list.push_back({liar.endpoint, 1, now});
        return 1;
    }
    if (now < Later(found->last, kLiesApart))
    {
        return 0;
    }
    found->last = now;
    m_context.counters.alarms += !IsAlarmed(now);
    m_alarmedUntil = Later(now, kAlarm);
    return ++found->lies;
}

bool
Auditor::IsThirdLie(Time now, const RingNode& liar)
{
    // where much gets lost, honest peers lose sight of each other, and answer for what is not
    // theirs
    if (CountLie(now, liar, m_suspicions) <
        std::max(kMostLies, m_correspondence.AttemptsToDecide()))
    {
        return false;
    }
    const auto rest =
        std::remove_if(m_suspicions.begin(), m_suspicions.end(), [&](const Suspicion& suspicion) {
            return suspicion.endpoint == liar.endpoint;
        });
    m_suspicions.erase(rest, m_suspicions.end());
    return true;
}

} // namespace dht
