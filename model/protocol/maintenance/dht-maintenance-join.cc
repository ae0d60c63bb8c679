/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-parts.h"

#include <algorithm>

/// How a peer comes, goes, and finds back.

namespace dht
{

namespace
{

constexpr unsigned kTriesToJoin = 10;
/// Between two looks whether a peer is back that was given up, unless all are gone.
constexpr Time kLostInterval = FromSeconds(10);
/// Between two questions to those by which this peer joined: they may have a ring of their own.
constexpr Time kBootstrapInterval = FromSeconds(60);

} // namespace

void
Maintenance::Parts::Reset(Time now)
{
    Rest();
    view.Clear();
    UpdateLinks(now);
    isHurrying = true;
}

void
Maintenance::Parts::Rest()
{
    queries.Clear();
    search.reset();
    retryJoinAt = stabiliseAt = lostAt = fingerAt = kNever;
}

void
Maintenance::Parts::Create(Time now)
{
    Reset(now);
    bootstrap.clear();
    TakePlace(now, view.self, {});
}

void
Maintenance::Parts::Join(Time now, const std::vector<Endpoint>& peers)
{
    Reset(now);
    bootstrap = view.Nodes(peers);
    triesToJoin = 0;
    state = State::kJoining;
    SearchPlace(now);
}

void
Maintenance::Parts::SearchPlace(Time now)
{
    retryJoinAt = kNever;
    BeginSearch(now, Search::Goal::kJoin, view.self.id, bootstrap);
}

void
Maintenance::Parts::OnNoPlace(Time now, bool answered)
{
    // somebody who answers knows somebody who does not: that will be noticed
    if (answered && ++triesToJoin < kTriesToJoin)
    {
        retryJoinAt = Later(now, options.stabiliseInterval);
        return;
    }
    state = State::kIdle;
    host.OnJoinFailed();
}

void
Maintenance::Parts::TakePlace(Time now, const RingNode& before, RingNodes next)
{
    state = State::kJoined;
    if (!(before == view.self))
    {
        // in a small ring, who comes before also comes after the others
        next.push_back(before);
        view.successors.Merge(next);
        view.predecessor = before;
        view.fingers.Insert(before);
    }
    fingerOctave = 0;
    fingerAt = now;
    bootstrapAt = Later(now, kBootstrapInterval);
    // peers that begin at the same time need not go on at the same times
    lostAt = Later(now, FromSeconds(ToSeconds(kLostInterval) * random.Uniform()));
    UpdateLinks(now);
    host.OnJoined();
    Stabilise(now);
    stabiliseAt = Later(now, FromSeconds(ToSeconds(options.stabiliseInterval) * random.Uniform()));
}

void
Maintenance::Parts::Leave(Time /* now */)
{
    if (state == State::kJoined)
    {
        MaintenanceMessage leave;
        leave.kind = MaintenanceKind::kLeave;
        leave.peers = EndpointsOf(view.successors.All());
        if (view.predecessor)
        {
            leave.predecessor = view.predecessor->endpoint;
            Send(view.predecessor->endpoint, leave);
        }
        const RingNode* const next = view.successors.First();
        if (next && !(view.predecessor && *view.predecessor == *next))
        {
            Send(next->endpoint, leave);
        }
    }
    state = State::kLeft;
    Rest();
}

void
Maintenance::Parts::TryLost(Time now)
{
    const bool alone = !view.successors.First();
    lostAt = Later(now, alone ? options.stabiliseInterval : kLostInterval);
    if (queries.Count(QueryPurpose::kLost) > 1)
    {
        return;
    }
    if (const auto node = view.lost.TakeNext(now, !alone))
    {
        if (!queries.IsAsking(node->endpoint))
        {
            AskAboutItself(now, *node, QueryPurpose::kLost);
        }
    }
    if ((alone || bootstrapAt <= now) && !bootstrap.empty())
    {
        bootstrapAt = Later(now, kBootstrapInterval);
        AskAboutItself(now, bootstrap[nextBootstrap++ % bootstrap.size()], QueryPurpose::kLost);
    }
}

void
Maintenance::Parts::SearchMerge(Time now, const RingNode& node)
{
    if (!search)
    {
        BeginSearch(now, Search::Goal::kMerge, view.self.id, {node});
    }
}

} // namespace dht
