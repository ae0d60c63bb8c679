/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-fragment-tour.h"

#include "dht-holder-spread.h"

#include <algorithm>

namespace dht
{

FragmentTour::FragmentTour(const MovingParts& parts)
    : context(parts.context),
      store(parts.store),
      lookup(parts.lookup),
      comparisons(parts.comparisons),
      offers(parts)
{
}

void
FragmentTour::Locate(Time now, LocateClient& client, const Key& first)
{
    state = State::kLocating;
    arc.from = first;
    lookup.Begin(now, client, 0, first, kOnlyResponsible);
}

bool
FragmentTour::CompareNext(Time now, ComparisonClient& client, Time time)
{
    if (followers.empty() || store.Keys(arc.from, arc.to, 1).empty())
    {
        return false;
    }
    state = State::kComparing;
    const Endpoint next = followers.front();
    followers.erase(followers.begin());
    comparisons.Begin(now, client, next, {arc}, time);
    return true;
}

void
FragmentTour::Offer(const Endpoint& peer, const KeyDifference& difference)
{
    state = State::kOffering;
    offers.Add(arc, peer, difference);
}

bool
FragmentTour::Go(Time now, Time least)
{
    offers.Go(now, least);
    return state == State::kOffering && offers.IsDone();
}

std::size_t
FragmentTour::LeastFollowers() const
{
    return std::min<std::size_t>(context.options.fragments + std::size_t{2}, kMaximumLocated);
}

std::size_t
FragmentTour::Reach(const std::vector<Endpoint>& peers) const
{
    const std::size_t least = std::min(LeastFollowers(), peers.size());
    const std::vector<Endpoint> nearest(peers.begin(),
                                        peers.begin() + static_cast<std::ptrdiff_t>(least));
    return HoldersAmong(nearest, context.options).isSettled
               ? least
               : std::min(peers.size(), MostFollowers(context.options));
}

bool
FragmentTour::IsNear(const Key& key) const
{
    const RingNodes successors = context.ring.Successors();
    if (successors.empty())
    {
        return true;
    }
    const std::size_t near =
        std::min<std::size_t>(context.options.fragments + std::size_t{2}, successors.size());
    const Key self = context.ring.Self().id;
    return Distance(key, self) < Distance(self, successors[near - 1].id) >> 1;
}

std::optional<std::size_t>
FragmentTour::CountBefore(const Key& key, const std::vector<LocatedPeer>& peers) const
{
    const RingNode self = context.ring.Self();
    const auto predecessor = context.ring.Predecessor();
    const Key gap = predecessor ? Distance(predecessor->id, self.id) : Key(0);
    Key before = key;
    for (std::size_t i = 0; i < peers.size(); ++i)
    {
        if (peers[i].endpoint == self.endpoint)
        {
            return i;
        }
        // they follow on each other, and this peer would be among them if it was nearer; between
        // its predecessor and itself is nobody
        const Key id = context.ring.IdOf(peers[i].endpoint);
        const bool isInOrder = IsFarther(key, before, id);
        const bool isBehind = IsFarther(key, id, self.id);
        if (!isInOrder || !isBehind || Distance(id, self.id) < gap)
        {
            return std::nullopt;
        }
        before = id;
    }
    return peers.size();
}

} // namespace dht
