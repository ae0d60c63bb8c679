/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_NETWORK_SHARE_H
#define DHT_NETWORK_SHARE_H

#include "dht-ring-node.h"

#include <cstddef>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * How many places in a table the peers of one network may have, so that its owner does not have
 * all of them.
 */

namespace dht
{

/**
 * Whether a network has its share of a table already: a quarter of the places, but at least one.
 *
 * @param places Number of places in the table.
 * @param others Peers that have places.
 * @param node Another peer.
 * @return Whether as many of the others as that are of the network of the peer (NetworkOf()); never
 *         if its address is not routed, as a whole ring may be in one network.
 */
bool HasShare(std::size_t places, const RingNodes& others, const RingNode& node);

/// Peers, by the shares of their networks.
struct SharedPlaces
{
    RingNodes within;  ///< Those within the share of their network, in the same order.
    RingNodes surplus; ///< The others, likewise.
};

/// @param places Number of places in the table. @param nodes Peers, the first of each network come
/// first. @return Who is within the share of its network.
SharedPlaces ShareOut(std::size_t places, const RingNodes& nodes);

} // namespace dht

#endif // DHT_NETWORK_SHARE_H
