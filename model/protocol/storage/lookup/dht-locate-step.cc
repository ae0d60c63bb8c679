/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-locate-step.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dht
{

namespace
{

/// @param nodes Peers. @param more Others. @return First the ones, then those of the others that
/// are not among them.
RingNodes
Joined(RingNodes nodes, const RingNodes& more)
{
    for (const RingNode& node : more)
    {
        if (!FindNode(nodes, node.endpoint))
        {
            nodes.push_back(node);
        }
    }
    return nodes;
}

/// Some followers are known, but not enough. @param towards Peers on the way to the key. @param
/// wanted How many followers are to be known. @param followers How many are. @return What to do.
LocateStep
StepNearTheEnd(const StorageContext& context,
               const RingNodes& towards,
               std::size_t wanted,
               std::size_t followers)
{
    const RingNodes successors = context.ring.Successors();
    const auto split = successors.end() - static_cast<std::ptrdiff_t>(followers);
    const auto isFollower = [&](const RingNode& node) {
        return std::find(split, successors.end(), node) != successors.end();
    };
    // those just before the key have enough of the followers in their own lists
    const auto enough =
        static_cast<std::ptrdiff_t>(kMaximumLocated - std::min(kMaximumLocated, wanted));
    const RingNodes candidates = context.NearestFirst(
        RingNodes(split - std::min(enough, split - successors.begin()), successors.end()));
    if (isFollower(candidates.front()))
    {
        const RingNodes known(split, successors.end());
        return {LocateAction::kMerge, context.NearestFirst(known), known};
    }
    RingNodes hops;
    std::remove_copy_if(candidates.begin(), candidates.end(), std::back_inserter(hops), isFollower);
    return {LocateAction::kForward, Joined(std::move(hops), towards), {}};
}

} // namespace

LocateStep
NextLocateStep(const StorageContext& context, const Key& key, std::uint8_t wanted, LocateEnd end)
{
    const RingInfo& ring = context.ring;
    if (ring.IsWhole())
    {
        return {LocateAction::kAnswer,
                ClockwiseFrom(Joined(ring.Successors(), {ring.Self()}), key),
                {}};
    }
    RingNodes followers = ring.SuccessorsBeyond(key);
    const bool isEnough = end == LocateEnd::kEnough && followers.size() >= wanted;
    // the first of them that accepts the lookup takes it
    const std::size_t most =
        std::min(RingInfo::kMostTowards, context.options.detours + std::size_t{1});
    RingNodes hops = isEnough ? RingNodes() : ring.Towards(key, most);
    if (hops.empty())
    {
        return {LocateAction::kAnswer, std::move(followers), {}};
    }
    if (end == LocateEnd::kEnough && !followers.empty())
    {
        return StepNearTheEnd(context, hops, wanted, followers.size());
    }
    return {LocateAction::kForward, std::move(hops), {}};
}

RingNodes
ClockwiseFrom(RingNodes nodes, const Key& key)
{
    // a peer at the key itself is responsible for it, and follows all others
    const auto isBefore = [first = key + Key(1)](const RingNode& a, const RingNode& b) {
        return IsFarther(first, a.id, b.id);
    };
    // the followers of each peer that has named some are in order already
    for (auto end = nodes.begin(); end != nodes.end();)
    {
        const auto begin = std::exchange(end, std::is_sorted_until(end, nodes.end(), isBefore));
        std::inplace_merge(nodes.begin(), begin, end, isBefore);
    }
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    if (nodes.size() > kMaximumLocated)
    {
        nodes.resize(kMaximumLocated);
    }
    return nodes;
}

} // namespace dht
