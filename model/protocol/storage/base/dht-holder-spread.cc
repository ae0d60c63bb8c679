/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-holder-spread.h"

#include "dht-endpoint-site.h"

#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace dht
{

namespace
{

/// What decides who holds a fragment: less is better.
struct HolderRank
{
    std::size_t onHost{0};    ///< Peers of the same host before it.
    std::size_t inNetwork{0}; ///< Of its network, those before it with as many of their own hosts.
    std::size_t place{0};     ///< Its place in the list.

    /// @return Whether it is the first of its host and of its network.
    bool IsFirst() const
    {
        return onHost == 0 && inNetwork == 0;
    }

    /// @param other Another one. @return Whether this is better.
    bool operator<(const HolderRank& other) const
    {
        return std::tie(onHost, inNetwork, place) <
               std::tie(other.onHost, other.inNetwork, other.place);
    }
};

/// @param followers Peers that follow a key, in ring order. @return Their ranks, likewise.
std::vector<HolderRank>
RanksOf(const std::vector<Endpoint>& followers)
{
    std::vector<HolderRank> ranks;
    std::vector<Endpoint> hosts;
    std::vector<Endpoint> networks;
    ranks.reserve(followers.size());
    hosts.reserve(followers.size());
    networks.reserve(followers.size());
    for (const Endpoint& peer : followers)
    {
        const Endpoint host = HostOf(peer);
        const Endpoint network = OwnersOf(peer);
        HolderRank rank;
        rank.place = ranks.size();
        rank.onHost = static_cast<std::size_t>(std::count(hosts.begin(), hosts.end(), host));
        for (std::size_t i = 0; i < ranks.size(); ++i)
        {
            rank.inNetwork += networks[i] == network && ranks[i].onHost == rank.onHost ? 1 : 0;
        }
        ranks.push_back(rank);
        hosts.push_back(host);
        networks.push_back(network);
    }
    return ranks;
}

/// @param peers Peers. @return How many each of their hosts has, most first.
std::vector<std::size_t>
PeersOfHosts(const std::vector<Endpoint>& peers)
{
    std::map<Endpoint, std::size_t, EndpointOrder> hosts;
    for (const Endpoint& peer : peers)
    {
        ++hosts[HostOf(peer)];
    }
    std::vector<std::size_t> counts;
    for (const auto& [host, count] : hosts)
    {
        counts.push_back(count);
    }
    std::sort(counts.begin(), counts.end(), std::greater<>());
    return counts;
}

} // namespace

HolderPlaces
PlacesOfHolders(const std::vector<Endpoint>& followers, const StorageOptions& options)
{
    const std::size_t looked = std::min(followers.size(), MostFollowers(options));
    const std::size_t chosen = std::min<std::size_t>(looked, options.fragments);
    std::vector<std::size_t> order(looked);
    std::iota(order.begin(), order.end(), std::size_t{0});
    bool isBest = true;
    if (options.spread == HolderSpread::kHosts)
    {
        const std::vector<HolderRank> ranks =
            RanksOf({followers.begin(), followers.begin() + static_cast<std::ptrdiff_t>(looked)});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return ranks[a] < ranks[b];
        });
        isBest = chosen > 0 && ranks[order[chosen - 1]].IsFirst();
    }
    HolderPlaces places;
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(chosen);
    places.first.assign(order.begin(), end);
    places.further.assign(end, order.end());
    std::sort(places.first.begin(), places.first.end());
    places.isSettled = looked == MostFollowers(options) || (isBest && chosen == options.fragments);
    return places;
}

Endpoint
TakeFurther(std::vector<Endpoint>& further, const std::vector<Endpoint>& holders)
{
    const auto countOn = [&](const Endpoint& peer) {
        return std::count_if(holders.begin(), holders.end(), [&](const Endpoint& holder) {
            return HostOf(holder) == HostOf(peer);
        });
    };
    const auto best =
        std::min_element(further.begin(), further.end(), [&](const Endpoint& a, const Endpoint& b) {
            return countOn(a) < countOn(b);
        });
    const Endpoint taken = *best;
    further.erase(best);
    return taken;
}

std::size_t
HostsToSpare(const std::vector<Endpoint>& holders, std::size_t needed)
{
    std::size_t left = holders.size();
    std::size_t spare = 0;
    for (const std::size_t count : PeersOfHosts(holders))
    {
        if (left < needed + count)
        {
            break;
        }
        left -= count;
        ++spare;
    }
    return spare;
}

HolderCount
CountHolders(const std::vector<Endpoint>& holders, std::size_t needed)
{
    return {holders.size(), PeersOfHosts(holders).size(), HostsToSpare(holders, needed)};
}

} // namespace dht
