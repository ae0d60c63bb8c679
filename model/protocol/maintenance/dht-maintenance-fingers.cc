/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-parts.h"

#include <algorithm>

/// Searches, and the fingers.

namespace dht
{

namespace
{

/// Peers that are asked at once in a search, while the first ones do not answer.
constexpr std::size_t kMostAsked = 4;
/// How often to ask one peer in a search that will be repeated.
constexpr unsigned kAttempts = 2;
/// A search is over after this many timeouts, whatever it is told.
constexpr int kLongestSearch = 30;
/// Peers before a finger that are asked before it is searched for.
constexpr unsigned kMostSteps = 3;
/// How much shorter the time between fingers is while some may be missing.
constexpr int kHurry = 8;

} // namespace

void
Maintenance::Parts::BeginSearch(Time now, Search::Goal goal, const Key& key, const RingNodes& start)
{
    ++counters.finds;
    queries.Cancel(QueryPurpose::kSearch);
    search.emplace(goal, key, start);
    searchUntil = Later(now, kLongestSearch * options.queryTimeout);
    AdvanceSearch(now, true);
}

void
Maintenance::Parts::AdvanceSearch(Time now, bool evenFarther)
{
    if (queries.Count(QueryPurpose::kSearch) < kMostAsked)
    {
        if (const auto next = search->TakeNext(evenFarther))
        {
            const bool joins = search->GetGoal() == Search::Goal::kJoin;
            const unsigned attempts = joins ? options.queryAttempts + 1U : kAttempts;
            Ask(now, *next, search->GetKey(), QueryPurpose::kSearch, attempts);
        }
    }
    if (!search->IsAsking() || searchUntil <= now)
    {
        OnNotFound(now);
    }
}

void
Maintenance::Parts::OnSearchAnswer(Time now, const RingNode& from, const MaintenanceMessage& answer)
{
    const RingNodes named = view.Nodes(answer.peers);
    const Key& key = search->GetKey();
    const bool isRight =
        key == from.id || named.empty() || IsBetween(from.id, key, named.front().id);
    if (answer.responsible && isRight)
    {
        OnFound(now, from, named);
        return;
    }
    // whoever was given up is not waited for
    RingNodes nearer = answer.responsible ? RingNodes() : named;
    const auto lost = [this](const RingNode& node) { return view.lost.Contains(node.endpoint); };
    nearer.erase(std::remove_if(nearer.begin(), nearer.end(), lost), nearer.end());
    // nobody who keeps to the protocol names more
    nearer.resize(std::min(nearer.size(), RingView::kMostNearer));
    search->OnAnswer(from, nearer);
    AdvanceSearch(now, !search->IsAsking());
}

void
Maintenance::Parts::OnFound(Time now, const RingNode& responsible, const RingNodes& next)
{
    const Search::Goal goal = search->GetGoal();
    const bool isThere = search->GetKey() == responsible.id;
    queries.Cancel(QueryPurpose::kSearch);
    search.reset();
    if (goal == Search::Goal::kJoin)
    {
        TakePlace(now, responsible, next);
        return;
    }
    if (goal == Search::Goal::kMerge)
    {
        Introduce(now, responsible.endpoint);
        if (!next.empty())
        {
            Introduce(now, next.front().endpoint);
        }
        return;
    }
    RingNodes found = next;
    if (isThere)
    {
        found.insert(found.begin(), responsible);
    }
    OnFingerFound(now, found);
}

void
Maintenance::Parts::OnNotFound(Time now)
{
    ++counters.failedFinds;
    const Search::Goal goal = search->GetGoal();
    const bool answered = search->IsAnswered();
    queries.Cancel(QueryPurpose::kSearch);
    search.reset();
    if (goal == Search::Goal::kJoin)
    {
        OnNoPlace(now, answered);
    }
    else if (goal == Search::Goal::kFinger)
    {
        EndFinger(now, fingerOctave + 1);
    }
}

void
Maintenance::Parts::LookAtFinger(Time now)
{
    fingerAt = Later(now, options.fingerInterval);
    const RingNode* const successor = view.successors.First();
    if (IsLookingAtFinger() || !successor)
    {
        return;
    }
    // the successor is the finger of all that it covers
    fingerOctave = std::max(fingerOctave, OctaveOf(Distance(view.self.id, successor->id)) + 1);
    if (fingerOctave >= kKeyBits)
    {
        isHurrying = isAnythingNew;
        isAnythingNew = false;
        fingerOctave = 0;
        betterFingers = 0;
        return;
    }
    isFingerSearched = false;
    fingerSteps = 0;
    fingerCandidates.clear();
    if (const RingNode* const known = view.fingers.From(fingerOctave))
    {
        if (view.links.IsSuspect(known->endpoint))
        {
            OnFingerLate(now, *known);
            return;
        }
        AskAboutItself(now, *known, QueryPurpose::kFinger);
        return;
    }
    if (!search)
    {
        SearchFinger(now);
    }
}

bool
Maintenance::Parts::IsLookingAtFinger() const
{
    return (search && search->GetGoal() == Search::Goal::kFinger) ||
           queries.Count(QueryPurpose::kFinger) > 0;
}

void
Maintenance::Parts::SearchFinger(Time now)
{
    isFingerSearched = true;
    const Key start = view.self.id + (Key(1) << fingerOctave);
    BeginSearch(now,
                Search::Goal::kFinger,
                start,
                view.NearestTo(start, view.self.endpoint, kMostAsked));
}

void
Maintenance::Parts::OnFingerFound(Time now, RingNodes found)
{
    // whoever is before the place where the finger begins is so by going round the ring
    const Key least = Key(1) << fingerOctave;
    const auto end = std::find_if(found.begin(), found.end(), [&](const RingNode& node) {
        return Distance(view.self.id, node.id) < least;
    });
    found.erase(end, found.end());
    if (found.empty())
    {
        EndFinger(now, kKeyBits);
        return;
    }
    fingerCandidates = std::move(found);
    OnFingerFailed(now);
}

void
Maintenance::Parts::OnFingerFailed(Time now)
{
    while (!fingerCandidates.empty())
    {
        const RingNode next = fingerCandidates.front();
        fingerCandidates.erase(fingerCandidates.begin());
        if (!queries.IsAsking(next.endpoint))
        {
            AskAboutItself(now, next, QueryPurpose::kFinger);
            return;
        }
    }
    EndFinger(now, fingerOctave + 1);
}

void
Maintenance::Parts::TryBetterFinger(Time now, const RingNode& before)
{
    // a late answer says as much of the fingers as one in time. Each step may make and remove a
    // link: a long way is for a search, in the next round
    if (view.fingers.IsWanted(before) && betterFingers < kMostSteps)
    {
        ++betterFingers;
        TryCandidate(now, before);
    }
}

void
Maintenance::Parts::OnFingerLate(Time now, const RingNode& node)
{
    if (view.Knows(node.endpoint))
    {
        EndFinger(now, OctaveOf(Distance(view.self.id, node.id)) + 1);
        return;
    }
    isAnythingNew = true; // it is looked for again
    OnFingerFailed(now);
}

void
Maintenance::Parts::OnFingerAnswer(Time now,
                                   const RingNode& node,
                                   const std::optional<RingNode>& before)
{
    const Key least = Key(1) << fingerOctave;
    const Key distance = Distance(view.self.id, node.id);
    const bool isCovered = before && Distance(view.self.id, before->id) >= least &&
                           Distance(view.self.id, before->id) < distance;
    if (isCovered && fingerSteps < kMostSteps)
    {
        // most often one peer has come between, or a few
        ++fingerSteps;
        fingerCandidates = {*before};
        OnFingerFailed(now);
        return;
    }
    if (isCovered && !isFingerSearched && !search)
    {
        SearchFinger(now);
        return;
    }
    EndFinger(now, std::max(fingerOctave, OctaveOf(distance)) + 1);
}

void
Maintenance::Parts::EndFinger(Time now, unsigned octave)
{
    fingerCandidates.clear();
    fingerOctave = octave;
    fingerAt = Later(now, isHurrying ? options.fingerInterval / kHurry : options.fingerInterval);
}

} // namespace dht
