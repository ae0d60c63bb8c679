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
/// wanted How many followers are to be known. @param successors The peer's. @param split The first
/// of these that follows the key. @return What to do.
LocateStep
StepNearTheEnd(const StorageContext& context,
               const RingNodes& towards,
               std::size_t wanted,
               const RingNodes& successors,
               RingNodes::const_iterator split)
{
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
    const RingNodes successors = ring.Successors();
    if (ring.IsWhole())
    {
        return {LocateAction::kAnswer, ClockwiseFrom(Joined(successors, {ring.Self()}), key), {}};
    }
    const Key self = ring.Self().id;
    const Key way = Distance(self, key);
    const auto split = std::find_if(successors.begin(), successors.end(), [&](const auto& node) {
        return way < Distance(self, node.id);
    });
    const auto followers = static_cast<std::size_t>(successors.end() - split);
    const bool isEnough = end == LocateEnd::kEnough && followers >= wanted;
    RingNodes hops = isEnough ? RingNodes() : ring.Towards(key);
    if (hops.empty())
    {
        return {LocateAction::kAnswer, {split, successors.end()}, {}};
    }
    if (end == LocateEnd::kEnough && followers > 0)
    {
        return StepNearTheEnd(context, hops, wanted, successors, split);
    }
    return {LocateAction::kForward, std::move(hops), {}};
}

RingNodes
ClockwiseFrom(RingNodes nodes, const Key& key)
{
    // a peer at the key itself is responsible for it, and follows all others
    const auto place = [&](const RingNode& node) { return Distance(key, node.id) - Key(1); };
    std::sort(nodes.begin(), nodes.end(), [&](const RingNode& a, const RingNode& b) {
        return place(a) < place(b);
    });
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    if (nodes.size() > kMaximumLocated)
    {
        nodes.resize(kMaximumLocated);
    }
    return nodes;
}

} // namespace dht
