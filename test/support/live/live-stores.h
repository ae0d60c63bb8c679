/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_LIVE_STORES_H
#define DHT_CC_TEST_LIVE_STORES_H

#include "dht-endpoint-name.h"
#include "dht-memory-block-store.h"
#include "dht-storage.h"
#include "live-ring-setup.h"
#include "live-ring.h"

#include <algorithm>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Rings whose peers store and come and go, and who holds what in them.
 */

namespace dht
{
namespace test
{

/// Peers of most of these rings.
constexpr std::size_t kStorers = 32;

/// @return What a ring is made of whose peers store.
inline LiveRingOptions
Storing()
{
    LiveRingOptions options = Quiet();
    options.maintenance.successors = kMaximumLocated;
    options.store.emplace();
    return options;
}

/// @param ring A ring. @param key A key. @return Those who are there, clockwise from the key; the
/// last one is responsible for it.
inline std::vector<std::size_t>
Followers(const LiveRing& ring, const Key& key)
{
    const auto alive = ring.Alive();
    std::vector<std::size_t> peers(alive.begin(), alive.end());
    std::sort(peers.begin(), peers.end(), [&](std::size_t a, std::size_t b) {
        return Distance(key, IdOf(ring.At(a).Self())) < Distance(key, IdOf(ring.At(b).Self()));
    });
    return peers;
}

/// @param ring A ring. @param key A key. @return Peers that hold something of it.
inline std::vector<std::size_t>
HoldersIn(LiveRing& ring, const Key& key)
{
    std::vector<std::size_t> holders;
    for (const std::size_t peer : Followers(ring, key))
    {
        if (ring.DiskAt(peer).Get(ring.Now(), key))
        {
            holders.push_back(peer);
        }
    }
    return holders;
}

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_LIVE_STORES_H
