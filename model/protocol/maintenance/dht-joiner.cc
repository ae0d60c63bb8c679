/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-joiner.h"

#include <algorithm>

namespace dht
{

namespace
{

constexpr unsigned kTriesToJoin = 10;
/// How often to search again as two neighbours to be do not agree.
constexpr unsigned kMostDoubts = 3;
/// Between two looks whether a peer is back that was given up, at the most, and at the least unless
/// all are gone.
constexpr Time kLostInterval = FromSeconds(10);
constexpr Time kShortestLostInterval = FromSeconds(0.5);
/// Between two questions to those by which this peer joined: they may have a ring of their own.
constexpr Time kBootstrapInterval = FromSeconds(60);
/// And before the first one, where answers are doubted: a liar among those that join at once may
/// have kept others apart.
constexpr Time kFirstBootstrap = FromSeconds(5);

} // namespace

Joiner::Joiner(MaintenanceContext& context,
               const RingView& view,
               Correspondence& correspondence,
               Finder& finder,
               Neighbours& neighbours,
               FingerKeeper& fingers)
    : m_context(context),
      m_view(view),
      m_correspondence(correspondence),
      m_finder(finder),
      m_neighbours(neighbours),
      m_fingers(fingers)
{
}

void
Joiner::Create(Time now)
{
    Rest();
    m_neighbours.Clear(now);
    m_bootstrap.clear();
    TakePlace(now, m_view.self, {});
}

void
Joiner::Join(Time now, const std::vector<Endpoint>& bootstrap)
{
    Rest();
    m_neighbours.Clear(now);
    m_bootstrap = m_view.Nodes(bootstrap);
    m_tries = 0;
    m_fellow.reset();
    m_isTaken = false;
    m_state = State::kJoining;
    LookForRival(bootstrap);
    SearchPlace(now);
}

void
Joiner::Leave(Time now)
{
    SayGoodbye(now);
    m_state = State::kLeft;
    Rest();
}

void
Joiner::LosePlace(Time now)
{
    SayGoodbye(now);
    m_state = State::kIdle;
    Rest();
    m_neighbours.Clear(now);
    m_context.host.OnJoinFailed(JoinFailure::kPlaceTaken);
}

void
Joiner::SayGoodbye(Time now)
{
    if (m_state != State::kJoined)
    {
        return;
    }
    m_context.Tell(now, PlaceChange::kLeft);
    const auto& before = m_view.predecessor;
    MaintenanceMessage leave;
    leave.kind = MaintenanceKind::kLeave;
    leave.peers = EndpointsOf(m_view.successors.All());
    if (before)
    {
        leave.predecessor = before->endpoint;
        m_correspondence.Send(before->endpoint, leave);
    }
    const RingNode* const next = m_view.successors.First();
    if (next && !(before && *before == *next))
    {
        m_correspondence.Send(next->endpoint, leave);
    }
}

bool
Joiner::IsJoined() const
{
    return m_state == State::kJoined;
}

bool
Joiner::HasLeft() const
{
    return m_state == State::kLeft;
}

void
Joiner::LookForRival(const std::vector<Endpoint>& named)
{
    m_isTaken = m_isTaken || (m_state == State::kJoining &&
                              std::any_of(named.begin(), named.end(), [this](const Endpoint& peer) {
                                  return m_view.IsRival(peer);
                              }));
}

void
Joiner::OnQueryWithoutPlace(const Endpoint& from)
{
    const RingNode* const named = FindNode(m_bootstrap, from);
    if (m_state == State::kJoining && named && (!m_fellow || named->id < m_fellow->id))
    {
        m_fellow = *named;
    }
}

void
Joiner::Rest()
{
    m_correspondence.Clear();
    m_finder.Stop();
    m_neighbours.Rest();
    m_fingers.Rest();
    m_retryAt = m_lostAt = kNever;
}

void
Joiner::SearchPlace(Time now)
{
    m_retryAt = kNever;
    m_doubts = 0;
    m_finder.Find(now, *this, m_view.self.id, m_bootstrap, {m_context.options.queryAttempts + 1U});
}

void
Joiner::OnFound(Time now, const RingNode& responsible, const RingNodes& next)
{
    if (m_state == State::kJoining)
    {
        m_before = responsible;
        m_next = next;
        if (next.empty())
        {
            TakePlace(now, responsible, {});
            return;
        }
        AskSuccessor(now);
    }
    else if (m_state == State::kJoined)
    {
        m_neighbours.Introduce(now, responsible.endpoint);
        if (!next.empty())
        {
            m_neighbours.Introduce(now, next.front().endpoint);
        }
    }
}

void
Joiner::OnRefuted(Time now, const RingNode& claimant, const RingNodes& next)
{
    // who refutes it may be of another ring, or lie: any place is better than none
    OnFound(now, claimant, next);
}

void
Joiner::AskSuccessor(Time now)
{
    if (!m_next.empty())
    {
        const RingNode node = m_next.front();
        m_next.erase(m_next.begin());
        const unsigned attempts = m_context.options.queryAttempts;
        m_correspondence.Ask(now, node, node.id, QueryPurpose::kPlace, attempts);
    }
    else if (m_correspondence.Count(QueryPurpose::kPlace) == 0)
    {
        OnFailed(now, true);
    }
}

void
Joiner::OnSuccessorAnswered(Time now,
                            const RingNode& node,
                            bool isRight,
                            const std::optional<RingNode>& before)
{
    if (!isRight)
    {
        AskSuccessor(now);
        return;
    }
    m_correspondence.Cancel(QueryPurpose::kPlace);
    if (before && IsBetween(m_before.id, before->id, node.id) && m_doubts < kMostDoubts)
    {
        // the two do not agree who comes between them: it knows better who comes before it
        ++m_doubts;
        m_finder.Find(now,
                      *this,
                      m_view.self.id,
                      {*before, node},
                      {m_context.options.queryAttempts});
        return;
    }
    TakePlace(now, m_before, {node});
}

void
Joiner::OnNotFound(Time now, bool answered)
{
    if (m_state == State::kJoining)
    {
        OnFailed(now, answered);
    }
}

void
Joiner::OnFailed(Time now, bool answered)
{
    if (!answered && m_fellow && m_view.self.id < m_fellow->id)
    {
        TakePlace(now, m_view.self, {});
        return;
    }
    // somebody who answers knows somebody who does not: that will be noticed; a fellow begins a
    // ring
    if ((answered || m_fellow) && ++m_tries < kTriesToJoin)
    {
        m_retryAt = Later(now, m_context.options.stabiliseInterval);
        return;
    }
    m_state = State::kIdle;
    m_context.host.OnJoinFailed(m_isTaken  ? JoinFailure::kPlaceTaken
                                : answered ? JoinFailure::kNoWay
                                           : JoinFailure::kNoAnswer);
}

void
Joiner::TakePlace(Time now, const RingNode& before, const RingNodes& next)
{
    m_state = State::kJoined;
    m_fingers.Begin(now);
    const bool isWary = m_context.options.vouching != Vouching::kOff;
    m_bootstrapAt = Later(now, isWary ? kFirstBootstrap : kBootstrapInterval);
    // peers that begin at the same time need not go on at the same times
    m_lostAt = Later(now, FromSeconds(ToSeconds(kLostInterval) * m_context.random.Uniform()));
    m_context.Tell(now, PlaceChange::kJoined, before.endpoint);
    m_neighbours.Settle(now, before, next);
    m_context.host.OnJoined();
    if (IsJoined()) // the host may have left at once
    {
        m_neighbours.Begin(now);
    }
}

void
Joiner::TryLost(Time now)
{
    const bool alone = !m_view.successors.First();
    m_lostAt = Later(now, m_context.options.stabiliseInterval);
    if (m_correspondence.Count(QueryPurpose::kLost) > 1)
    {
        return;
    }
    if (const auto node = m_neighbours.TakeLost(now))
    {
        if (!m_correspondence.IsAsking(node->endpoint))
        {
            m_correspondence.Ask(now, *node, node->id, QueryPurpose::kLost, 1);
        }
    }
    if ((alone || m_bootstrapAt <= now) && !m_bootstrap.empty())
    {
        m_bootstrapAt = Later(now, kBootstrapInterval);
        const RingNode& node = m_bootstrap[m_nextBootstrap++ % m_bootstrap.size()];
        m_correspondence.Ask(now, node, node.id, QueryPurpose::kLost, 1);
    }
    if (!alone)
    {
        m_lostAt = std::clamp(m_view.lost.NextDue(),
                              Later(now, kShortestLostInterval),
                              Later(now, kLostInterval));
    }
}

void
Joiner::Merge(Time now, const RingNode& node)
{
    if (!m_finder.IsBusy())
    {
        m_finder.Find(now, *this, m_view.self.id, {node}, {Finder::kAttempts, false, false});
    }
}

void
Joiner::OnGone(Time now, bool wasLast)
{
    if (!m_view.successors.First())
    {
        m_lostAt = now;
    }
    else if (wasLast)
    {
        Merge(now, m_view.successors.All().back()); // its true successor
    }
}

void
Joiner::OnWake(Time now)
{
    if (m_retryAt <= now)
    {
        SearchPlace(now);
    }
    if (m_lostAt <= now)
    {
        TryLost(now);
    }
}

Time
Joiner::NextWake() const
{
    return std::min(m_retryAt, m_lostAt);
}

} // namespace dht
