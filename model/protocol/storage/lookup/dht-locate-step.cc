/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-locate-step.h"

#include <algorithm>
#include <cstddef>
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
    // those just before the key have enough of the followers in their own lists
    const std::size_t enough = kMaximumLocated - std::min(kMaximumLocated, wanted);
    const RingNodes candidates = context.ring.LastSuccessors(followers + enough);
    const std::size_t before = candidates.size() - followers;
    const auto order = context.OrderByDistance(candidates);
    const bool isFollowerNearest = order.front().second >= before;
    RingNodes nearest;
    nearest.reserve(isFollowerNearest ? followers : before + towards.size());
    for (const auto& [distance, place] : order)
    {
        if ((place >= before) == isFollowerNearest)
        {
            nearest.push_back(candidates[place]);
        }
    }
    if (isFollowerNearest)
    {
        return {
            LocateAction::kMerge,
            std::move(nearest),
            RingNodes(candidates.begin() + static_cast<std::ptrdiff_t>(before), candidates.end())};
    }
    return {LocateAction::kForward, Joined(std::move(nearest), towards), {}};
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
    const std::size_t followers = ring.CountBeyond(key);
    const bool isEnough = end == LocateEnd::kEnough && followers >= wanted;
    // the first of them that accepts the lookup takes it
    const std::size_t most =
        std::min(RingInfo::kMostTowards, context.options.detours + std::size_t{1});
    RingNodes hops = isEnough ? RingNodes() : ring.Towards(key, most);
    if (hops.empty())
    {
        return {LocateAction::kAnswer, ring.LastSuccessors(followers), {}};
    }
    if (end == LocateEnd::kEnough && followers > 0)
    {
        return StepNearTheEnd(context, hops, wanted, followers);
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
