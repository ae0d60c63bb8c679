/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-locate-step.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// The successors of a peer, on both sides of a key that follows it.
struct Sides
{
    RingNodes before; ///< Up to the key, clockwise.
    RingNodes beyond; ///< From there on, clockwise.
};

Sides
SidesOf(const RingInfo& ring, const Key& key)
{
    const Key self = ring.Self().id;
    Sides sides;
    for (const RingNode& node : ring.Successors())
    {
        const bool isBeyond = Distance(self, key) < Distance(self, node.id);
        (isBeyond ? sides.beyond : sides.before).push_back(node);
    }
    return sides;
}

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

/// Some followers are known, but not enough. @param wanted How many are. @param sides Who is.
/// @return What to do.
LocateStep
StepNearTheEnd(const StorageContext& context,
               const Key& key,
               std::size_t wanted,
               const Sides& sides)
{
    // those just before the key have enough of them in their own lists
    const std::size_t enough = kMaximumLocated - std::min(kMaximumLocated, wanted);
    const std::size_t before = std::min(enough, sides.before.size());
    const RingNodes candidates = context.NearestFirst(
        Joined({sides.before.end() - static_cast<std::ptrdiff_t>(before), sides.before.end()},
               sides.beyond));
    if (FindNode(sides.beyond, candidates.front().endpoint))
    {
        return {LocateAction::kMerge, context.NearestFirst(sides.beyond), sides.beyond};
    }
    RingNodes hops;
    std::copy_if(candidates.begin(),
                 candidates.end(),
                 std::back_inserter(hops),
                 [&](const auto& n) { return !FindNode(sides.beyond, n.endpoint); });
    return {LocateAction::kForward, Joined(std::move(hops), context.ring.Towards(key)), {}};
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
    const Sides sides = SidesOf(ring, key);
    RingNodes hops = ring.Towards(key);
    if (hops.empty() || (end == LocateEnd::kEnough && sides.beyond.size() >= wanted))
    {
        return {LocateAction::kAnswer, sides.beyond, {}};
    }
    if (end == LocateEnd::kEnough && !sides.beyond.empty())
    {
        return StepNearTheEnd(context, key, wanted, sides);
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
