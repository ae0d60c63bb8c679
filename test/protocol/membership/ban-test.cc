/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"
#include "trials.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>

/// Peers that answer queries and take no requests for a while: how they are given up, and come
/// back.

namespace dht
{
namespace
{

using test::LiveRing;

constexpr std::size_t kBanPeers = 12;

/// How a ring treats some peers.
struct Treatment
{
    double trusted{0}; ///< How many others have one of them as a successor, after a minute of it.
    Time back{0};      ///< How long until all have them again, once they are as they should be.
};

class BanTest : public testing::TestWithParam<const char*>
{
  protected:
    /// @param ring A ring. @param bad Some of its peers. @return How many of the others have one of
    /// these as a successor.
    static double CountTrusting(const LiveRing& ring, const std::set<std::size_t>& bad)
    {
        double count = 0;
        for (const std::size_t peer : ring.Alive())
        {
            const auto next = ring.At(peer).GetMembership().Successors();
            count +=
                bad.count(peer) == 0 && std::any_of(bad.begin(), bad.end(), [&](std::size_t other) {
                    return std::find(next.begin(), next.end(), LiveRing::EndpointOf(other)) !=
                           next.end();
                });
        }
        return count;
    }

    /// Some peers of a ring are of no use for two minutes. @param seed Of the ring. @param bad
    /// Which peers. @param behaviour What they do. @return What becomes of them.
    static Treatment Treat(std::uint64_t seed,
                           const std::set<std::size_t>& bad,
                           Behaviour behaviour)
    {
        const auto settled = test::MakeSettledRing(test::Loaded(GetParam(), seed, 4), kBanPeers);
        LiveRing& ring = *settled;
        ring.RunUntil(ring.Now() + FromSeconds(10));
        for (const std::size_t peer : bad)
        {
            ring.Set(peer, behaviour);
        }
        ring.RunUntil(ring.Now() + FromSeconds(60));
        Treatment treatment;
        constexpr int looks = 240;
        for (int look = 0; look < looks; ++look)
        {
            ring.RunUntil(ring.Now() + FromSeconds(0.25));
            treatment.trusted += CountTrusting(ring, bad) / looks;
        }
        for (const std::size_t peer : bad)
        {
            ring.Set(peer, Behaviour::kHonest);
        }
        treatment.back = ring.Settle(FromSeconds(100));
        return treatment;
    }

    /// @param bad Which peers are of no use. @param behaviour What they do. @param most How many
    /// others may take them for successors meanwhile, in the mean. @param limit Until when all have
    /// to have them again.
    static void ExpectBack(const std::set<std::size_t>& bad,
                           Behaviour behaviour,
                           double most,
                           double limit = 12)
    {
        const std::uint64_t trials = std::max<std::uint64_t>(Trials(20) / 10, 1);
        Treatment worst;
        for (std::uint64_t seed = 1; seed <= trials; ++seed)
        {
            const Treatment treatment = Treat(seed, bad, behaviour);
            worst.trusted = std::max(worst.trusted, treatment.trusted);
            worst.back = std::max(worst.back, treatment.back);
        }
        RecordProperty("trusted", std::to_string(worst.trusted));
        RecordProperty("seconds", std::to_string(ToSeconds(worst.back)));
        EXPECT_LE(worst.trusted, most);
        EXPECT_LE(ToSeconds(worst.back), limit);
    }
};

TEST_P(BanTest, WhoReadsNothingIsNotTrustedForItsAnswersToQueriesAndBackOnceItReads)
{
    ExpectBack({3}, Behaviour::kDeaf, 0.1);
}

TEST_P(BanTest, WhoRelaysNothingIsNotTrustedForItsAnswersToQueriesAndBackOnceItDoes)
{
    // under back-pressure it takes more than a minute to find it out
    const bool isSlow = std::string(GetParam()) == "back-pressure";
    ExpectBack({3}, Behaviour::kBlackHole, isSlow ? 6 : 0.1, isSlow ? 30 : 12);
}

TEST_P(BanTest, WhoLiesIsBackOnceItDoesNotLie)
{
    // as it is asked only now and then, some have not found it out
    ExpectBack({3}, Behaviour::kLying, 5);
}

TEST_P(BanTest, SeveralAreBackAsSoonAsOne)
{
    ExpectBack({1, 3, 5, 7}, Behaviour::kDeaf, kBanPeers);
}

INSTANTIATE_TEST_SUITE_P(Schemes,
                         BanTest,
                         testing::Values("none", "credit", "marking", "back-pressure", "ferry"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
