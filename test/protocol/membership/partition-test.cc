/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "trials.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/// Networks that break apart, for a second or for a day, and become whole again.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;
using test::Quiet;

/// How a network breaks apart.
struct Partition
{
    std::size_t peers;                ///< Of the ring, before anybody is killed.
    std::vector<std::size_t> groupOf; ///< By peer, its part.
    bool isFirstGone; ///< Whether the peer that all have joined through was killed before.
    Time apart;       ///< For how long.
};

/// @param random For what it is like. @param longest For how long at the most. @return A partition:
/// halves, thirds, one of all, or any two parts.
Partition
Draw(Random& random, double longest)
{
    Partition partition;
    partition.peers = 3 + static_cast<std::size_t>(random.Uniform() * 30);
    partition.isFirstGone = random.Uniform() < 0.5;
    partition.apart = FromSeconds(std::pow(longest, random.Uniform()));
    const int kind = static_cast<int>(random.Uniform() * 4);
    const std::size_t alone = static_cast<std::size_t>(random.Uniform() * partition.peers);
    const double share = random.Uniform();
    for (std::size_t peer = 0; peer < partition.peers; ++peer)
    {
        partition.groupOf.push_back(kind == 0   ? peer % 2
                                    : kind == 1 ? peer % 3
                                    : kind == 2 ? (peer == alone ? 1 : 0)
                                                : (random.Uniform() < share ? 1 : 0));
    }
    return partition;
}

/// @param partition What happens. @param seed Of the ring. @return How long after its end there was
/// one right ring; kNever if there was none within ten minutes.
Time
Heal(const Partition& partition, std::uint64_t seed)
{
    LiveRingOptions options = Quiet();
    options.seed = seed;
    const auto settled = test::MakeSettledRing(options, partition.peers);
    LiveRing& ring = *settled;
    if (partition.isFirstGone)
    {
        ring.Crash(0);
        ring.RunUntil(ring.Now() + FromSeconds(30));
    }
    ring.Faults().Split(partition.groupOf);
    ring.RunUntil(ring.Now() + partition.apart);
    ring.Faults().Split(1);
    return ring.Settle(FromSeconds(600));
}

/// @param partition What happens. @return That, for who reads that it was not healed.
std::string
Describe(const Partition& partition)
{
    std::string text = std::to_string(partition.peers) + " peers, the first one " +
                       (partition.isFirstGone ? "gone, " : "there, ") +
                       std::to_string(ToSeconds(partition.apart)) + " s in the parts";
    for (const std::size_t group : partition.groupOf)
    {
        text += " " + std::to_string(group);
    }
    return text;
}

/// Expect that all of some partitions are healed in time. @param trials How many. @param longest
/// For how long the parts are apart at the most [s].
void
ExpectHealed(std::uint64_t trials, double longest)
{
    for (std::uint64_t seed = 1; seed <= trials; ++seed)
    {
        MersenneRandom random(seed, 77);
        const Partition partition = Draw(random, longest);
        EXPECT_LE(Heal(partition, seed), FromSeconds(30))
            << "seed " << seed << ": " << Describe(partition);
    }
}

TEST(PartitionTest, OneRingAgainWithinHalfAMinute)
{
    ExpectHealed(Trials(60), 600);
}

TEST(PartitionTest, OneRingAgainThoughApartForADay)
{
    ExpectHealed(Trials(60) / 20, 86400);
}

} // namespace
} // namespace dht
