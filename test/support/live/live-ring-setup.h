/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_LIVE_RING_SETUP_H
#define DHT_CC_TEST_LIVE_RING_SETUP_H

#include "live-ring.h"

#include <cstdint>
#include <memory>
#include <string>

/**
 * @file
 * @ingroup dht-cc-tests
 * Live rings as checks want them: idle or loaded, and with tables that are right.
 */

namespace dht
{
namespace test
{

/// @return What a ring is made of that nobody makes requests in.
LiveRingOptions Quiet();

/// @param scheme Its scheme. @param seed Of its random numbers. @param load Of each peer [1/s]; 0
/// for as much as the scheme admits. @return What a ring is made of that carries requests, and
/// gives them up after 20 s.
LiveRingOptions Loaded(const std::string& scheme, std::uint64_t seed, double load);

/// The same under full load. @param scheme Its scheme. @param seed Of its random numbers. @return
/// What it is made of; without a scheme that holds requests back, peers make 30 of them a second.
LiveRingOptions FullyLoaded(const std::string& scheme, std::uint64_t seed);

/// @param ring A ring. @param other A peer of it. @return Requests of all but that one that were
/// answered.
std::uint64_t AnsweredWithout(const LiveRing& ring, std::size_t other);

/// Begin a ring with peer 0, which others join all at once. @param ring The ring. @param count How
/// many peers there are then.
void Populate(LiveRing& ring, std::size_t count);

/// The same, until its tables are right. @param options What the ring is made of. @param count How
/// many peers there are. @return The ring.
std::unique_ptr<LiveRing> MakeSettledRing(const LiveRingOptions& options, std::size_t count);

/// The tables become right in time, and stay so; how long that takes is a property in the report.
/// @param ring The ring. @param limit How long it may take.
void ExpectSettled(LiveRing& ring, Time limit);

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_LIVE_RING_SETUP_H
