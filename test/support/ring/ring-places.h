/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_RING_PLACES_H
#define DHT_CC_TEST_RING_PLACES_H

#include "dht-ring-node.h"
#include "memory-ring.h"

#include <algorithm>
#include <iterator>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Peers that are named by their places on a ring.
 */

namespace dht
{
namespace test
{

/// @param place A place on a ring of a thousand. @return A peer there.
inline RingNode
At(std::uint32_t place)
{
    return {Endpoint::Ipv4(0x0a000000 + place, 7000), EvenKey(place, 1000)};
}

/// @param places Places on a ring of a thousand. @return Peers there.
inline RingNodes
AllAt(const std::vector<std::uint32_t>& places)
{
    RingNodes nodes;
    std::transform(places.begin(), places.end(), std::back_inserter(nodes), At);
    return nodes;
}

/// @param random Draws their places. @param count How many. @return Peers, some twice.
inline RingNodes
RandomNodes(MersenneRandom& random, std::size_t count)
{
    RingNodes nodes;
    for (std::size_t i = 0; i < count; ++i)
    {
        nodes.push_back(At(static_cast<std::uint32_t>(DrawBelow(random, 1000))));
    }
    return nodes;
}

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_RING_PLACES_H
