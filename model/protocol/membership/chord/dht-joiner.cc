/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-joiner.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

constexpr unsigned kTriesToJoin = 10;
/// Of those that were met.
constexpr std::size_t kMostContacts = 64;
/// If nobody who was met has a place, but others look for one, too, the first of them begins a ring
/// after as long.
constexpr Time kBeginAfter = FromSeconds(2.5);
/// How often to search again as two neighbours to be do not agree.
constexpr unsigned kMostDoubts = 3;

} // namespace

Joiner::Joiner(MaintenanceContext& context,
               const RingView& view,
               Correspondence& correspondence,
               Finder& finder,
               Neighbours& neighbours,
               FingerKeeper& fingers,
               RingMerger& merger)
    : m_context(context),
      m_view(view),
      m_correspondence(correspondence),
      m_finder(finder),
      m_neighbours(neighbours),
      m_fingers(fingers),
      m_merger(merger),
      m_contacts(context, correspondence)
{
}

void
Joiner::Create(Time now)
{
    Rest();
    m_neighbours.Clear(now);
    m_bootstrap.clear();
    m_met.clear();
    TakePlace(now, m_view.self, {});
}

void
Joiner::Join(Time now, const std::vector<Endpoint>& bootstrap, const std::vector<Endpoint>& met)
{
    Rest();
    m_neighbours.Clear(now);
    m_bootstrap = m_view.Nodes(bootstrap);
    m_met.clear();
    for (const Endpoint& endpoint : met)
    {
        const auto node = m_met.size() < kMostContacts ? m_view.Node(endpoint) : std::nullopt;
        if (node && !FindNode(m_met, endpoint) && !FindNode(m_bootstrap, endpoint))
        {
            m_met.push_back(*node);
        }
    }
    m_tries = 0;
    m_fellows.Clear();
    m_beginAt = m_met.empty() ? kNever : Later(now, kBeginAfter);
    m_isTaken = false;
    m_state = State::kJoining;
    m_context.otherPuzzle.reset();
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
Joiner::OnQueryWithoutPlace(Time now, const Endpoint& from, const MaintenanceMessage& query)
{
    if (m_state != State::kJoining || m_isReturning)
    {
        return;
    }
    m_fellows.OnQuery(now, from, query);
    for (const RingNodes* const known : {&m_bootstrap, &m_met})
    {
        if (const RingNode* const named = FindNode(*known, from))
        {
            m_fellows.Know(now, *named);
        }
    }
}

void
Joiner::OnContact(Time now, const RingNode& node)
{
    m_contacts.OnAnswer(now, node);
    EndContactRound(now);
}

void
Joiner::OnContactSilent(Time now)
{
    EndContactRound(now);
}

void
Joiner::EndContactRound(Time now)
{
    if (!m_contacts.IsOver(now))
    {
        return;
    }
    const RingNodes there = m_contacts.There();
    m_contacts.Stop();
    if (there.empty())
    {
        OnFailed(now, false);
        return;
    }
    m_beginAt = kNever;
    SearchFrom(now, there);
}

bool
Joiner::BeginRing(Time now)
{
    const auto fellow = m_fellows.Lowest(now);
    if (m_state != State::kJoining || !fellow || fellow->id < m_view.self.id)
    {
        return false;
    }
    m_contacts.Stop();
    m_finder.Stop();
    TakePlace(now, m_view.self, {});
    return true;
}

void
Joiner::AnswerFellows(Time now)
{
    for (const auto& [from, query, came] : m_fellows.TakeQuestions(now))
    {
        const auto worth = m_correspondence.Judge(now, from, query);
        if (m_correspondence.Admits(now, from, worth))
        {
            m_correspondence.Answer(now, from, query, worth, m_view.AnswerTo(query, from));
        }
    }
}

void
Joiner::Rest()
{
    m_correspondence.Clear();
    m_finder.Stop();
    m_neighbours.Rest();
    m_fingers.Rest();
    m_contacts.Stop();
    m_merger.Rest();
    m_retryAt = m_beginAt = kNever;
    m_isReturning = false;
}

void
Joiner::SearchPlace(Time now)
{
    m_retryAt = kNever;
    if (m_met.empty())
    {
        SearchFrom(now, m_bootstrap);
        return;
    }
    AskContacts(now, {});
}

void
Joiner::AskContacts(Time now, RingNodes first)
{
    for (const RingNodes* const others : {&m_bootstrap, &m_met})
    {
        std::copy_if(others->begin(),
                     others->end(),
                     std::back_inserter(first),
                     [&](const RingNode& node) { return !FindNode(first, node.endpoint); });
    }
    m_contacts.Start(now, first);
}

void
Joiner::SearchFrom(Time now, const RingNodes& start)
{
    m_doubts = 0;
    m_finder.Find(now, *this, m_view.self.id, start, {m_context.options.queryAttempts + 1U});
}

void
Joiner::OnFound(Time now, const RingNode& responsible, const RingNodes& next)
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
                            const std::optional<RingNode>& before,
                            const RingNodes& next)
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
    // a new member knows as many as others do from the first moment: its successor may die in the
    // next (Zave)
    RingNodes all{node};
    all.insert(all.end(), next.begin(), next.end());
    TakePlace(now, m_before, all);
}

void
Joiner::OnNotFound(Time now, bool answered)
{
    OnFailed(now, answered);
}

void
Joiner::OnFailed(Time now, bool answered)
{
    if (m_isReturning)
    {
        m_isReturning = false;
        m_state = State::kOut;
        return;
    }
    if (!answered && BeginRing(now))
    {
        return;
    }
    // somebody who answers knows somebody who does not: that will be noticed; a fellow begins a
    // ring
    if ((answered || m_fellows.Lowest(now)) && ++m_tries < kTriesToJoin)
    {
        m_retryAt = Later(now, m_context.options.stabiliseInterval);
        return;
    }
    m_state = State::kIdle;
    m_beginAt = kNever;
    m_context.host.OnJoinFailed(m_isTaken               ? JoinFailure::kPlaceTaken
                                : answered              ? JoinFailure::kNoWay
                                : m_context.otherPuzzle ? JoinFailure::kOtherPuzzle
                                                        : JoinFailure::kNoAnswer);
}

void
Joiner::TakePlace(Time now, const RingNode& before, const RingNodes& next)
{
    m_state = State::kJoined;
    m_fingers.Begin(now);
    m_merger.Begin(now, m_bootstrap, m_met);
    m_context.Tell(now, PlaceChange::kJoined, before.endpoint);
    m_neighbours.Settle(now, before, next);
    m_beginAt = kNever;
    if (!std::exchange(m_isReturning, false))
    {
        m_context.host.OnJoined();
    }
    if (IsJoined()) // the host may have left at once
    {
        m_neighbours.Begin(now);
        AnswerFellows(now);
    }
}

void
Joiner::OnWake(Time now)
{
    if (m_retryAt <= now)
    {
        SearchPlace(now);
    }
    if (m_beginAt <= now)
    {
        m_beginAt = BeginRing(now) ? kNever : Later(now, kBeginAfter);
    }
    EndContactRound(now);
}

Time
Joiner::NextWake() const
{
    return std::min({m_retryAt, m_beginAt, m_contacts.NextWake()});
}

} // namespace dht
