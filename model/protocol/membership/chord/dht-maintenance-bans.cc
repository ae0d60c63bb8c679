/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-parts.h"

#include <algorithm>

/// Who is banned, and how those prove themselves.

namespace dht
{

namespace
{

/// Peers at a time that get a link to prove themselves.
constexpr std::size_t kMostOnTrial = 2;

} // namespace

void
Maintenance::Parts::OnUseless(Time now, LinkIndex link, const RingNode& node)
{
    view.links.SetUseless(link);
    wayOut.Look(now);
    if (!joiner.IsJoined() || wayOut.IsBlocked(now))
    {
        return;
    }
    // who answers queries, and takes connections but no requests, does so from others, too
    const bool isDeaf = !view.links.IsDown(link) && correspondence.IsThere(now, node.endpoint);
    if (!isDeaf && indirect.Keeps(now, node, true))
    {
        neighbours.Suspect(now, node);
    }
    else if (!wayOut.IsSuspect(now))
    {
        Ban(now, node);
    }
}

void
Maintenance::Parts::GiveUpLost(Time now)
{
    while (const auto lost = indirect.TakeLost())
    {
        if (!view.Knows(lost->first.endpoint))
        {
            continue;
        }
        if (!lost->second)
        {
            GiveUp(now, lost->first);
        }
        else if (!wayOut.IsSuspect(now))
        {
            Ban(now, lost->first);
        }
    }
}

void
Maintenance::Parts::Try(Time now, const RingNode& node)
{
    const std::size_t most = std::min<std::size_t>(kMostOnTrial, context.options.maximumLinks / 2);
    if (view.trials.size() < most && !FindNode(view.trials, node.endpoint))
    {
        view.trials.push_back(node);
        links.Update(now);
        return;
    }
    view.lost.Defer(now, node.endpoint);
}

bool
Maintenance::Parts::IsOnTrial(LinkIndex link) const
{
    const RingNode* const node = view.links.At(link);
    return node && FindNode(view.trials, node->endpoint);
}

void
Maintenance::Parts::OnProved(Time now, LinkIndex link)
{
    if (!IsOnTrial(link))
    {
        return;
    }
    const RingNode node = *view.links.At(link);
    view.lost.Pardon(node.endpoint);
    neighbours.TryCandidate(now, node);
    if (!correspondence.IsAsking(node.endpoint))
    {
        EndTrial(now, node.endpoint); // it comes back another time
    }
}

void
Maintenance::Parts::EndTrial(Time now, const Endpoint& endpoint)
{
    if (FindNode(view.trials, endpoint))
    {
        view.EndTrial(endpoint);
        links.Update(now);
    }
}

} // namespace dht
