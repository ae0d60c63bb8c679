/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HOLDER_SPREAD_H
#define DHT_HOLDER_SPREAD_H

#include "dht-endpoint.h"
#include "dht-storage-events.h"
#include "dht-storage-message.h"
#include "dht-storage-options.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Which of the peers that follow a key hold fragments of its block, and how many of their hosts may
 * fail.
 */

namespace dht
{

/// @param options How blocks are stored. @return How many of the peers that follow a key are looked
/// at, at most: those that hold a block's fragments if no host has two of them, and as many more as
/// two answers name.
constexpr std::size_t
MostFollowers(const StorageOptions& options)
{
    return options.fragments + 2 * kMaximumLocated;
}

/// Places in a list of peers that follow a key.
struct HolderPlaces
{
    std::vector<std::size_t> first;   ///< Of those that hold a fragment, in ring order.
    std::vector<std::size_t> further; ///< Of those that take their places, the best first.
    bool isSettled{false}; ///< Whether it is the same, whoever follows on those in the list.
};

/**
 * Choose a block's holders. Peers of one host fail together, so the first peer of each host comes
 * before all second ones, these before all third ones, and so on (HostOf()); of those that are
 * alike in this, likewise the first ones of each network (OwnersOf()), and then those nearest to
 * the key. So no other choice of as many peers survives the loss of more hosts, however many
 * fragments a block needs. Where no two of the first followers share a host or a network, it is
 * these. A peer that comes or goes moves one other fragment at most, and who knows fewer of
 * the followers than another one chooses nearly the same.
 *
 * @param followers Peers that follow a key, in ring order, each once; those beyond MostFollowers()
 *                  are left out.
 * @param options How many are wanted, and what they are spread over.
 * @return The choice.
 */
HolderPlaces PlacesOfHolders(const std::vector<Endpoint>& followers, const StorageOptions& options);

/// @param peer A peer. @return Its endpoint.
inline const Endpoint&
EndpointOfPeer(const Endpoint& peer)
{
    return peer;
}

/// @tparam Peer Has an endpoint. @param peer A peer. @return Its endpoint.
template <typename Peer>
const Endpoint&
EndpointOfPeer(const Peer& peer)
{
    return peer.endpoint;
}

/// @tparam Peer An endpoint, or what has one. @param peers Peers. @return Their endpoints, in the
/// same order.
template <typename Peer>
std::vector<Endpoint>
EndpointsOfPeers(const std::vector<Peer>& peers)
{
    std::vector<Endpoint> endpoints;
    endpoints.reserve(peers.size());
    std::transform(peers.begin(), peers.end(), std::back_inserter(endpoints), [](const Peer& peer) {
        return EndpointOfPeer(peer);
    });
    return endpoints;
}

/// Peers that may hold fragments of a block. @tparam Peer An endpoint, or what has one.
template <typename Peer>
struct Holders
{
    std::vector<Peer> first;   ///< Those that should, in ring order.
    std::vector<Peer> further; ///< Those that do instead of others, the best first.
    bool isSettled{false};     ///< As in HolderPlaces.
};

/// The same choice as PlacesOfHolders(). @tparam Peer An endpoint, or what has one. @param
/// followers Peers that follow a key. @param options How many are wanted, and what they are spread
/// over. @return The choice.
template <typename Peer>
Holders<Peer>
HoldersAmong(const std::vector<Peer>& followers, const StorageOptions& options)
{
    const HolderPlaces places = PlacesOfHolders(EndpointsOfPeers(followers), options);
    const auto at = [&](const std::vector<std::size_t>& which) {
        std::vector<Peer> peers;
        peers.reserve(which.size());
        std::transform(which.begin(),
                       which.end(),
                       std::back_inserter(peers),
                       [&](std::size_t place) { return followers[place]; });
        return peers;
    };
    return {at(places.first), at(places.further), places.isSettled};
}

/// Take one to replace a holder. @param [in,out] further Peers that may, the best first, at least
/// one. @param holders Those that hold, or are to. @return The first of those on whose host the
/// fewest are, taken out.
Endpoint TakeFurther(std::vector<Endpoint>& further, const std::vector<Endpoint>& holders);

/// @param holders Peers that hold a fragment each. @param needed Fragments that give the block
/// back, at least 1. @return How many of their hosts may fail at once, whichever these are, so that
/// the block is still there; 0 also if it is not.
std::size_t HostsToSpare(const std::vector<Endpoint>& holders, std::size_t needed);

/// The parameters are those of HostsToSpare(). @return How many holders there are, and where.
HolderCount CountHolders(const std::vector<Endpoint>& holders, std::size_t needed);

} // namespace dht

#endif // DHT_HOLDER_SPREAD_H
