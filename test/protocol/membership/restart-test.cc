/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "live-ring-setup.h"
#include "live-ring.h"
#include "trials.h"

#include <gtest/gtest.h>
#include <map>
#include <vector>

/// Rings all of whose peers stop at once, and begin again with nothing but whom they have met.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;

/// Stop all peers. @param ring Their ring. @return Whom each of them had met, by its number.
std::vector<std::vector<Endpoint>>
StopAll(LiveRing& ring)
{
    std::vector<std::vector<Endpoint>> met;
    for (const std::size_t peer : ring.Alive())
    {
        met.push_back(ring.MetBy(peer));
    }
    for (std::size_t peer = 0; peer < met.size(); ++peer)
    {
        ring.Crash(peer);
    }
    return met;
}

/// @param peers How many peers there are. @param seed Of all random numbers. @param share Of them,
/// how many come back. @return How long after the first one came back there was one right ring;
/// kNever if there was none within ten minutes.
Time
Restart(std::size_t peers, std::uint64_t seed, double share)
{
    LiveRingOptions options = test::Quiet();
    options.seed = seed;
    options.retry = FromSeconds(5);
    const auto settled = test::MakeSettledRing(options, peers);
    LiveRing& ring = *settled;
    MersenneRandom random(seed, 78);
    std::map<Time, std::size_t> back; // within two seconds
    for (std::size_t peer = 0; peer < peers; ++peer)
    {
        if (peer < 2 || random.Uniform() < share)
        {
            back[ring.Now() + FromSeconds(10 + 2 * random.Uniform())] = peer;
        }
    }
    const auto met = StopAll(ring);
    const Time begin = back.begin()->first;
    for (const auto& [time, peer] : back)
    {
        ring.RunUntil(time);
        ring.Join(peer, {}, met[peer]);
    }
    const Time rest = ring.Now() - begin;
    const Time took = ring.Settle(FromSeconds(600));
    return took == kNever ? kNever : rest + took;
}

TEST(RestartTest, AllPeersAtOnceAreOneRingAgain)
{
    for (std::uint64_t seed = 1; seed <= Trials(10); ++seed)
    {
        const Time took = Restart(64, seed, 1);
        EXPECT_LE(took, FromSeconds(20)) << seed;
    }
}

TEST(RestartTest, AnyPartOfThemIsOneRingAgain)
{
    for (std::uint64_t seed = 1; seed <= Trials(40); ++seed)
    {
        const Time took = Restart(3 + seed % 40, seed, 0.2 + 0.02 * static_cast<double>(seed % 40));
        EXPECT_LE(took, FromSeconds(30)) << seed;
    }
}

/// The one that would begin a ring is gone again before it does.
TEST(RestartTest, WhoIsGoneAgainIsNotWaitedFor)
{
    for (std::uint64_t seed = 1; seed <= Trials(20); ++seed)
    {
        const std::size_t peers = 3 + seed % 14;
        LiveRingOptions options = test::Quiet();
        options.seed = seed;
        const auto settled = test::MakeSettledRing(options, peers);
        LiveRing& ring = *settled;
        std::size_t lowest = 0;
        for (std::size_t peer = 1; peer < peers; ++peer)
        {
            lowest = IdOf(ring.At(peer).Self()) < IdOf(ring.At(lowest).Self()) ? peer : lowest;
        }
        const auto met = StopAll(ring);
        ring.RunUntil(ring.Now() + FromSeconds(10));
        for (std::size_t peer = 0; peer < peers; ++peer)
        {
            ring.Join(peer, {}, met[peer]);
        }
        ring.RunUntil(ring.Now() + FromSeconds(1));
        ring.Crash(lowest);
        EXPECT_LE(ring.Settle(FromSeconds(600)), FromSeconds(40)) << seed << ring.Flaws();
    }
}

/// Two members stop, and begin again with nothing but each other: a ring of their own, which they
/// cannot leave by themselves. Those that they have left look for whom they lost.
TEST(RestartTest, TwoThatKnowOnlyEachOtherAreFoundByThoseThatLostThem)
{
    for (std::uint64_t seed = 1; seed <= Trials(20); ++seed)
    {
        LiveRingOptions options = test::Quiet();
        options.seed = seed;
        options.retry = FromSeconds(5);
        const auto settled = test::MakeSettledRing(options, 3 + seed % 14);
        LiveRing& ring = *settled;
        const std::size_t first = seed % 3;
        const std::size_t other = (first + 1) % 3;
        ring.Crash(first);
        ring.Crash(other);
        const double away = 5 + 40 * static_cast<double>(seed % 10);
        ring.RunUntil(ring.Now() + FromSeconds(away));
        ring.Join(first, {}, {LiveRing::EndpointOf(other)});
        ring.Join(other, {}, {LiveRing::EndpointOf(first)});
        // each is asked every two minutes in the end, give or take a half
        EXPECT_LE(ring.Settle(FromSeconds(600)), FromSeconds(200)) << seed << ring.Flaws();
    }
}

} // namespace
} // namespace dht
