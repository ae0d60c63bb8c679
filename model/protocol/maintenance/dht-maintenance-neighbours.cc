/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-parts.h"

#include <algorithm>
#include <utility>

/// Successors, predecessor, and who is dead.

namespace dht
{

namespace
{

/// Peers that are asked at a time of which it is only hearsay that they are there.
constexpr std::size_t kMostCandidateQueries = 4;

/// A peer that answers, but whose link fails so often, each time soon after the last, is given up
/// for a while.
constexpr unsigned kMostLinkFailures = 10;
constexpr Time kLinkFailuresApart = FromSeconds(30);
constexpr Time kBan = FromSeconds(30);

} // namespace

void
Maintenance::Parts::Stabilise(Time now)
{
    stabiliseAt = Later(now, options.stabiliseInterval);
    // while the successor is in doubt, those after it must not be found dead one after the other
    RingNodes next = view.successors.All();
    const bool isInDoubt = !next.empty() && view.links.IsSuspect(next.front().endpoint);
    next.resize(isInDoubt ? next.size() : std::min<std::size_t>(next.size(), 1));
    for (const RingNode& node : next)
    {
        if (!queries.IsAsking(node.endpoint))
        {
            AskAboutItself(now, node, QueryPurpose::kNeighbour);
        }
    }
    if (view.predecessor && !queries.IsAsking(view.predecessor->endpoint))
    {
        AskAboutItself(now, *view.predecessor, QueryPurpose::kNeighbour);
    }
}

void
Maintenance::Parts::OnNeighbourAnswer(Time now,
                                      const Query& query,
                                      const MaintenanceMessage& answer)
{
    const RingNode node = query.to;
    if (!answer.responsible || view.lost.IsBanned(now, node.endpoint))
    {
        // nobody else is responsible for its own id: it talks nonsense, and is as good as dead
        Query failed = query;
        failed.heard = false;
        OnUnanswered(now, failed);
        return;
    }
    RingNodes next = view.Nodes(answer.peers);
    const auto banned = [&](const RingNode& peer) {
        return view.lost.IsBanned(now, peer.endpoint);
    };
    next.erase(std::remove_if(next.begin(), next.end(), banned), next.end());
    const auto before = answer.predecessor ? view.Node(*answer.predecessor) : std::nullopt;
    const bool isNews = view.Meet(node, next);
    UpdateLinks(now);
    const RingNode& successor = *view.successors.First();
    if (successor == node)
    {
        if (!answer.predecessor || !(*answer.predecessor == view.self.endpoint))
        {
            MaintenanceMessage notify;
            notify.kind = MaintenanceKind::kNotify;
            Send(node.endpoint, notify);
        }
        if (before && view.successors.IsNearest(*before))
        {
            TryCandidate(now, *before);
        }
    }
    if (view.predecessor == node && !next.empty() &&
        IsBetween(node.id, next.front().id, view.self.id))
    {
        TryCandidate(now, next.front());
    }
    if (query.purpose == QueryPurpose::kLost)
    {
        SearchMerge(now, node);
    }
    if (query.purpose == QueryPurpose::kFinger)
    {
        OnFingerAnswer(now, node, before);
    }
    else if (before)
    {
        TryBetterFinger(now, *before);
    }
    if (isNews)
    {
        Stabilise(now);
    }
}

void
Maintenance::Parts::Introduce(Time now, const Endpoint& from)
{
    const auto node = state == State::kJoined ? view.Node(from) : std::nullopt;
    if (!node)
    {
        return;
    }
    const auto& before = view.predecessor;
    if (view.lost.Contains(from) || view.successors.IsNearest(*node) || !before ||
        IsBetween(before->id, node->id, view.self.id))
    {
        TryCandidate(now, *node);
    }
}

void
Maintenance::Parts::TryCandidate(Time now, const RingNode& node)
{
    if (!view.lost.IsBanned(now, node.endpoint) && !queries.IsAsking(node.endpoint) &&
        (queries.Count(QueryPurpose::kCandidate) < kMostCandidateQueries ||
         queries.MakeRoom(QueryPurpose::kCandidate, node.endpoint)))
    {
        AskAboutItself(now, node, QueryPurpose::kCandidate);
    }
}

void
Maintenance::Parts::OnLeave(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    if (state != State::kJoined || !view.Knows(from))
    {
        ++counters.ignored;
        return;
    }
    const bool wasBefore = view.predecessor && view.predecessor->endpoint == from;
    Drop(now, from);
    const auto before = message.predecessor ? view.Node(*message.predecessor) : std::nullopt;
    if (wasBefore && before)
    {
        TryCandidate(now, *before);
    }
    const RingNodes next = view.Nodes(message.peers);
    if (!view.successors.First() && !next.empty())
    {
        TryCandidate(now, next.front());
    }
}

void
Maintenance::Parts::OnLinkFailed(Time now, LinkIndex link)
{
    const RingNode* const found = view.links.At(link);
    if (!found || state != State::kJoined)
    {
        return;
    }
    const RingNode node = *found;
    if (view.links.CountFailure(now, link, kLinkFailuresApart) >= kMostLinkFailures)
    {
        GiveUp(now, node, Later(now, kBan));
        return;
    }
    Suspect(now, node);
    if (!queries.IsAsking(node.endpoint))
    {
        AskAboutItself(now, node, QueryPurpose::kNeighbour);
    }
}

void
Maintenance::Parts::OnLinkConnected(Time now, LinkIndex link)
{
    if (const RingNode* const node = view.links.Restore(link))
    {
        // its next answer clears it; it may be dead by now
        if (!queries.IsAsking(node->endpoint) && state == State::kJoined)
        {
            AskAboutItself(now, RingNode(*node), QueryPurpose::kNeighbour);
        }
    }
}

void
Maintenance::Parts::Suspect(Time now, const RingNode& node)
{
    const auto link = view.links.SetSuspect(node.endpoint, true);
    if (!link)
    {
        return;
    }
    ++counters.suspected;
    UpdateLinks(now, true);
    const RingNode* const first = view.successors.First();
    if (first && *first == node)
    {
        Stabilise(now);
    }
}

void
Maintenance::Parts::Trust(Time now, const Endpoint& endpoint)
{
    if (!view.lost.IsBanned(now, endpoint))
    {
        counters.returned += view.lost.Remove(endpoint);
    }
    // that it answers queries does not help requests as long as no link to it can be made
    if (!view.links.IsBroken(now, endpoint, kLinkFailuresApart) &&
        view.links.SetSuspect(endpoint, false))
    {
        UpdateLinks(now, true);
    }
}

void
Maintenance::Parts::GiveUp(Time now, const RingNode& node, Time until)
{
    ++counters.failures;
    view.lost.Add(node, until);
    Drop(now, node.endpoint);
}

void
Maintenance::Parts::Drop(Time now, const Endpoint& endpoint)
{
    const bool wasLooking = IsLookingAtFinger();
    queries.Cancel(endpoint);
    const RingNode* const first = view.successors.First();
    const bool wasFirst = first && first->endpoint == endpoint;
    const bool wasLast = wasFirst && view.successors.All().size() == 1;
    view.Forget(endpoint);
    UpdateLinks(now);
    isHurrying = true;
    isAnythingNew = true;
    if (wasLooking && !IsLookingAtFinger())
    {
        OnFingerFailed(now);
    }
    if (!IsLookingAtFinger())
    {
        fingerOctave = 0;
        fingerAt = std::min(fingerAt, Later(now, options.fingerInterval));
    }
    if (wasFirst)
    {
        Stabilise(now);
    }
    if (wasLast && view.successors.First())
    {
        SearchMerge(now, RingNode(view.successors.All().back())); // its true successor
    }
    if (!view.successors.First())
    {
        lostAt = now;
    }
}

void
Maintenance::Parts::UpdateLinks(Time now, bool isRerouted)
{
    bool again = true;
    while (again)
    {
        const RingNodes wanted = view.Neighbours();
        const LinkTable::Change change = view.links.Set(wanted);
        for (const auto& [link, node] : change.made)
        {
            ++counters.connected;
            host.Connect(link, node.endpoint);
        }
        isRerouted = isRerouted || !change.made.empty() || !change.removed.empty();
        if (onRoutesChanged && std::exchange(isRerouted, false))
        {
            onRoutesChanged(now);
        }
        for (const LinkIndex link : change.removed)
        {
            ++counters.removed;
            host.Disconnect(link);
        }
        isAnythingNew = isAnythingNew || !change.made.empty();
        // links that were removed can be used again now
        again = !change.removed.empty() && view.links.InUse() < wanted.size();
    }
}

} // namespace dht
