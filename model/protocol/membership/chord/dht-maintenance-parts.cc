/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-parts.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Bounds of intervals and timeouts.
constexpr Time kShortestTime = FromSeconds(0.001);
constexpr Time kLongestTime = FromSeconds(1e6);

/// @param options What somebody wants. @return The same, but such that time goes on between two
/// actions.
MaintenanceOptions
Sane(MaintenanceOptions options)
{
    options.puzzleBits = std::min(options.puzzleBits, Puzzle::kMostBits);
    for (Time* const time :
         {&options.stabiliseInterval, &options.fingerInterval, &options.queryTimeout})
    {
        *time = std::clamp(*time, kShortestTime, kLongestTime);
    }
    return options;
}

} // namespace

Maintenance::Parts::Parts(const MaintenanceOptions& options,
                          const Endpoint& self,
                          LiveHost& host,
                          Random& random)
    : context{Sane(options), host, random, self},
      view(self, options.successors, options.maximumLinks, options.fingerCandidates),
      correspondence(context, *this),
      links(context, view),
      neighbours(context, view, links, correspondence),
      finder(context, view, correspondence),
      fingers(context, view, links, correspondence, finder, neighbours),
      merger(context, view, correspondence, finder, neighbours),
      joiner(context, view, correspondence, finder, neighbours, fingers, merger),
      indirect(context, view, links, correspondence),
      wayOut(context, view, correspondence, links, joiner),
      rivalry(context, view, correspondence),
      auditor(context, view, correspondence, finder),
      voucher(context, view, correspondence, joiner, auditor)
{
}

void
Maintenance::Parts::OnQuery(Time now,
                            const Endpoint& from,
                            const MaintenanceMessage& message,
                            bool hasWorked)
{
    const bool hasGone = joiner.HasLeft() || joiner.IsOut();
    if (!joiner.IsJoined() && !hasGone)
    {
        ++context.counters.ignored;
        if (hasWorked)
        {
            joiner.OnQueryWithoutPlace(now, from, message);
        }
        return;
    }
    const auto worth = correspondence.Judge(now, from, message);
    const bool isProbe = hasWorked && worth != TokenMint::Worth::kNone && joiner.IsJoined() &&
                         message.extensions.Find(kIndirectProbe);
    if (isProbe && !indirect.Admits(now, message.key))
    {
        return; // not yet
    }
    if (correspondence.Admits(now, from, worth))
    {
        MaintenanceMessage leave;
        leave.kind = MaintenanceKind::kLeave;
        correspondence.Answer(now,
                              from,
                              message,
                              worth,
                              hasGone   ? leave
                              : isProbe ? view.AnswerToProbe(message, from)
                                        : view.AnswerTo(message, from));
    }
    if (hasWorked && message.key == view.self.id && worth != TokenMint::Worth::kNone)
    {
        // who asks for this very peer has a place in the ring, other than one who asks for its own
        Introduce(now, from);
    }
}

void
Maintenance::Parts::OnNotify(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    if (!joiner.IsJoined() || correspondence.Judge(now, from, message) == TokenMint::Worth::kNone)
    {
        ++context.counters.ignored;
        return;
    }
    Introduce(now, from);
    neighbours.OnNotify(now, from);
}

void
Maintenance::Parts::Introduce(Time now, const Endpoint& from)
{
    if (joiner.IsJoined())
    {
        correspondence.Hear(from);
        neighbours.Introduce(now, from);
    }
}

void
Maintenance::Parts::OnLeave(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    const auto answered = correspondence.TakeAnswered(message.id, from);
    if (answered)
    {
        OnRefused(now, *answered);
    }
    if (!joiner.IsJoined() || !view.Knows(from))
    {
        ++context.counters.ignored;
        return;
    }
    if (!answered && correspondence.Judge(now, from, message) == TokenMint::Worth::kNone)
    {
        ++context.counters.ignored;
        neighbours.Ask(now, *view.Node(from)); // somebody may say so in its name
        return;
    }
    const bool wasBefore = view.predecessor && view.predecessor->endpoint == from;
    Drop(now, from, false);
    const auto before = view.PredecessorIn(message);
    if (wasBefore && before)
    {
        neighbours.TryCandidate(now, *before);
    }
    const RingNodes next = view.Nodes(message.peers);
    if (!view.successors.First() && !next.empty())
    {
        neighbours.TryCandidate(now, next.front());
    }
}

void
Maintenance::Parts::OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer)
{
    const RingNode& node = query.to;
    if (query.purpose == QueryPurpose::kRival)
    {
        if (joiner.IsJoined() && rivalry.IsLost(now, node.endpoint, answer.responsible))
        {
            joiner.LosePlace(now);
        }
        return;
    }
    view.links.OnAnswer(node.endpoint);
    voucher.OnAnswer(now, query, answer);
    if (query.purpose == QueryPurpose::kIndirect)
    {
        indirect.OnAnswer(now, query, answer);
        return;
    }
    if (query.purpose == QueryPurpose::kVouch)
    {
        return; // the tables are none of its business
    }
    if (query.purpose != QueryPurpose::kLost || !finder.IsBusy())
    {
        // otherwise it is asked again, to find out whether there are two rings
        neighbours.Trust(now, node.endpoint);
    }
    if (query.purpose == QueryPurpose::kSearch)
    {
        joiner.LookForRival(answer.peers);
        finder.OnAnswer(now, node, answer);
        return;
    }
    if (query.purpose == QueryPurpose::kContact)
    {
        joiner.LookForRival(answer.peers);
        joiner.OnContact(now, node);
        return;
    }
    if (query.purpose == QueryPurpose::kPlace)
    {
        joiner.OnSuccessorAnswered(now,
                                   query.to,
                                   answer.responsible,
                                   view.PredecessorIn(answer),
                                   view.Nodes(answer.peers));
        return;
    }
    if (query.purpose == QueryPurpose::kAudit)
    {
        if (const auto liar = auditor.Convict(now, query, answer))
        {
            Ban(now, liar->node, liar->key);
        }
        return;
    }
    if (query.purpose == QueryPurpose::kAmends)
    {
        if (!answer.responsible)
        {
            view.lost.Forgive(now, node.endpoint);
            neighbours.TryCandidate(now, node);
        }
        return;
    }
    if (!answer.responsible || view.lost.IsBanned(now, node.endpoint))
    {
        if (answer.responsible && view.lost.MayProve(now, node.endpoint))
        {
            Try(now, node);
        }
        // nobody else is responsible for its own id: it talks nonsense, and is as good as dead
        Query failed = query;
        failed.heard = false;
        OnUnanswered(now, failed);
        return;
    }
    view.EndTrial(node.endpoint);
    indirect.OnHeard(now, node);
    const bool isNews = neighbours.OnAnswer(now, query, answer);
    rivalry.Look(now, node, answer);
    const auto before = view.PredecessorIn(answer);
    if (query.purpose == QueryPurpose::kLost)
    {
        merger.Merge(now, node);
    }
    if (query.purpose == QueryPurpose::kFinger || query.purpose == QueryPurpose::kNear)
    {
        fingers.OnNearness(now, query, answer);
    }
    if (query.purpose == QueryPurpose::kFinger)
    {
        fingers.OnAnswer(now, node, before);
    }
    else if (before)
    {
        fingers.TryBetter(now, *before);
    }
    if (isNews)
    {
        neighbours.Stabilise(now);
    }
    wayOut.Look(now);
}

void
Maintenance::Parts::OnLate(Time now, const Query& query)
{
    if (query.purpose == QueryPurpose::kFinger)
    {
        fingers.OnLate(now, query);
        return;
    }
    correspondence.Repeat(query);
    if (query.purpose == QueryPurpose::kVouch || query.purpose == QueryPurpose::kContact ||
        query.purpose == QueryPurpose::kIndirect)
    {
        return;
    }
    if (query.purpose == QueryPurpose::kSearch)
    {
        finder.OnLate(now);
    }
    else if (query.purpose == QueryPurpose::kPlace)
    {
        joiner.AskSuccessor(now);
    }
    else if (query.attempt > std::max(2, query.attempts - 2) && !query.heard)
    {
        neighbours.Suspect(now, query.to);
        indirect.Doubt(now, query.to);
    }
}

void
Maintenance::Parts::OnUnanswered(Time now, const Query& query)
{
    if (query.purpose == QueryPurpose::kIndirect)
    {
        indirect.OnUnanswered(now, query);
        return;
    }
    if (query.purpose == QueryPurpose::kVouch || query.purpose == QueryPurpose::kContact)
    {
        OnRefused(now, query);
        return;
    }
    const bool isKnown = view.Knows(query.to.endpoint);
    if (query.purpose == QueryPurpose::kSearch)
    {
        if (isKnown)
        {
            neighbours.Ask(now, query.to);
        }
        OnRefused(now, query);
        return;
    }
    OnRefused(now, query);
    if (!view.lost.IsBanned(now, query.to.endpoint))
    {
        EndTrial(now, query.to.endpoint); // it has proved itself, and is gone
    }
    const bool decides = isKnown && query.attempts >= context.options.queryAttempts;
    if (decides && query.heard)
    {
        neighbours.Trust(now, query.to.endpoint); // its answers are lost, or late: it is there
    }
    else if (decides && !indirect.Keeps(now, query.to, false))
    {
        GiveUp(now, query.to);
    }
}

void
Maintenance::Parts::OnRefused(Time now, const Query& query)
{
    switch (query.purpose)
    {
    case QueryPurpose::kSearch:
        finder.OnUnanswered(now, query.to);
        break;
    case QueryPurpose::kFinger:
        fingers.TryNext(now);
        break;
    case QueryPurpose::kNear:
        if (!view.Knows(query.to.endpoint)) // else that is decided as for all that are known
        {
            view.near.Remove(query.to.endpoint);
        }
        break;
    case QueryPurpose::kPlace:
        joiner.AskSuccessor(now);
        break;
    case QueryPurpose::kContact:
        joiner.OnContactSilent(now);
        break;
    case QueryPurpose::kVouch:
        voucher.OnGone(now, query.to);
        break;
    default:
        break;
    }
}

void
Maintenance::Parts::GiveUp(Time now, const RingNode& node, Time until)
{
    if (!FindNode(view.trials, node.endpoint)) // else that is known already
    {
        ++context.counters.failures;
        context.Tell(now, PlaceChange::kGivenUp, node.endpoint);
    }
    view.lost.Add(now, node, until, context.random);
    Drop(now, node.endpoint, true);
}

void
Maintenance::Parts::OnLinkTrouble(Time now,
                                  LinkIndex link,
                                  void (Neighbours::*ask)(Time, const RingNode&))
{
    const RingNode* const found = view.links.At(link);
    if (!found || !joiner.IsJoined())
    {
        return;
    }
    const RingNode node = *found;
    if (links.OnFailed(now, link))
    {
        OnUseless(now, link, node);
        return;
    }
    (neighbours.*ask)(now, node);
    neighbours.Suspect(now, node);
}

void
Maintenance::Parts::Ban(Time now, const RingNode& node, std::optional<Key> lie)
{
    const LostPeers::Grounds grounds{lie, correspondence.IsLossy(now), neighbours.CountKnown()};
    GiveUp(now, node, view.lost.NextBan(now, node.endpoint, grounds));
}

void
Maintenance::Parts::Drop(Time now, const Endpoint& endpoint, bool isSilent)
{
    const RingNodes& next = view.successors.All();
    const bool wasFirst = !next.empty() && next.front().endpoint == endpoint;
    const bool wasLast = wasFirst && next.size() == 1;
    const bool wasLooking = fingers.IsLooking();
    correspondence.OnGone(endpoint);
    voucher.Forget(endpoint);
    view.Forget(endpoint, isSilent);
    indirect.OnGone(now, endpoint);
    neighbours.OnGone(now);
    links.Update(now);
    fingers.OnGone(now, wasLooking);
    if (wasFirst)
    {
        neighbours.Stabilise(now);
    }
    merger.OnGone(now, wasLast);
}

} // namespace dht
