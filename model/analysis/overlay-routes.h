/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OVERLAY_ROUTES_H
#define DHT_OVERLAY_ROUTES_H

#include "dht-overlay.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * The ways of all requests through an overlay.
 */

namespace dht
{

/// The ways to one destination, from every other peer.
struct RoutesTo
{
    /// A peer's number, in the order of ids. Half the size of an index: the hops of 4096 peers take
    /// 64 MiB.
    using Peer = std::uint16_t;

    /// Where requests for the destination go next.
    struct Hop
    {
        Peer from; ///< From this peer.
        Peer to;   ///< To that one.
    };

    double share;             ///< Of all keys, those that the destination is responsible for.
    std::vector<Hop> hops;    ///< Of the peers whose requests arrive; farthest first.
    std::vector<Peer> strays; ///< The peers whose requests do not, by the hop limit.
    std::vector<Peer> next;   ///< The next hop of every peer; empty if there are no strays.
};

/// All ways through an overlay.
struct OverlayRoutes
{
    std::vector<RoutesTo> to; ///< By destination.
    unsigned hopLimit;        ///< Hops that a request may take.
};

/**
 * Takes a look at each pair of peers: n^2 steps, and 4 n^2 bytes.
 *
 * @param overlay The overlay, of at most 65535 peers.
 * @param hopLimit Hops that a request may take, at least 1. It ends requests that go in circles, as
 *        wrong routing entries make them.
 * @return The ways to each peer.
 * @throws std::invalid_argument There are too many peers, they may not take any hop, or one takes
 *         itself to be responsible for a key that it is not responsible for.
 */
OverlayRoutes FindRoutes(const Overlay& overlay, unsigned hopLimit = 64);

} // namespace dht

#endif // DHT_OVERLAY_ROUTES_H
