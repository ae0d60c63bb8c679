/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"

#include <gtest/gtest.h>
#include <map>

/// Requests in a ring whose peers come and go, with each scheme.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;

/// Which scheme, whether routing is iterative, and whether overlay-acks are routed.
using Ways = std::tuple<const char*, bool, bool>;

class MaintenanceLoadTest : public testing::TestWithParam<Ways>
{
  protected:
    static LiveRingOptions Options()
    {
        const auto [scheme, iterative, routed] = GetParam();
        LiveRingOptions options;
        options.scheme = scheme;
        options.routedAcks = routed;
        options.peer.routing = iterative ? RoutingMode::kIterative : RoutingMode::kRecursive;
        options.peer.requestLifetime = FromSeconds(20);
        options.peer.queueCapacity = 50;
        options.uplinkRate = 100;
        // as much as it can take, and with some schemes more
        options.workload.load = options.scheme == "none" ? 30 : 0;
        options.workload.start = FromSeconds(3);
        options.retry = FromSeconds(2);
        return options;
    }

    /// @return A peer drawn from some. @param random Draws the number. @param peers Those.
    static std::size_t Draw(Random& random, const std::set<std::size_t>& peers)
    {
        return *std::next(peers.begin(),
                          static_cast<std::ptrdiff_t>(DrawBelow(random, peers.size())));
    }

    /// Somebody crashes, leaves or comes, every now and then. @param ring The ring. @param places
    /// How many peers there may be. @param steps How often. @param seed Of what happens.
    static void Churn(LiveRing& ring, std::size_t places, int steps, std::uint64_t seed = 1)
    {
        test::MersenneRandom random(seed);
        for (int step = 0; step < steps; ++step)
        {
            ring.RunUntil(ring.Now() + FromSeconds(0.5 + random.Uniform()));
            const auto alive = ring.Alive();
            const std::size_t peer = DrawBelow(random, places);
            if (alive.count(peer) == 0)
            {
                ring.Join(peer, {Draw(random, alive), Draw(random, alive)});
            }
            else if (alive.size() > places / 2)
            {
                random.Uniform() < 0.5 ? ring.Crash(peer) : ring.Leave(peer);
            }
            ASSERT_EQ(ring.Violations(), 0u);
        }
    }

    /// Everybody gets on, all the time. @param ring The ring.
    static void ExpectProgress(LiveRing& ring)
    {
        for (int i = 0; i < 4; ++i)
        {
            std::map<std::size_t, std::uint64_t> before;
            for (const std::size_t peer : ring.Alive())
            {
                before[peer] = ring.At(peer).GetPeer().GetCounters().answered;
            }
            ring.RunUntil(ring.Now() + FromSeconds(15));
            for (const std::size_t peer : ring.Alive())
            {
                EXPECT_GT(ring.At(peer).GetPeer().GetCounters().answered, before[peer]) << peer;
            }
        }
    }
};

TEST_P(MaintenanceLoadTest, NothingVanishesAndNothingFreezesWhilePeersComeAndGo)
{
    constexpr std::size_t places = 24;
    LiveRing ring(Options(), places);
    test::Populate(ring, places);
    ring.RunUntil(FromSeconds(10));
    Churn(ring, places, 60);
    if (HasFatalFailure())
    {
        return;
    }
    ExpectProgress(ring);
    const Time took = ring.Settle(FromSeconds(60));
    RecordProperty("seconds", std::to_string(ToSeconds(took)));
    EXPECT_NE(took, kNever) << ring.Flaws();
    const auto before = ring.Results();
    ring.RunUntil(ring.Now() + FromSeconds(30));
    const auto after = ring.Results();
    EXPECT_GT(after.right, before.right);
    EXPECT_EQ(after.wrong, before.wrong);
    EXPECT_EQ(ring.Totals().rerouted > 0, !std::get<1>(GetParam()));
    ring.Stop();
    ring.RunUntil(ring.Now() + FromSeconds(60));
    EXPECT_EQ(ring.Queued(), 0u);
    EXPECT_EQ(ring.OnTheWay(), 0u);
    EXPECT_EQ(ring.Outstanding(), 0u);
    EXPECT_EQ(ring.Violations(), 0u);
}

TEST_P(MaintenanceLoadTest, NobodyStarvesWhoeverComesAndGoes)
{
    // without LinkPatience, back-pressure starves somebody in each of these
    for (const std::uint64_t seed : {4, 6, 24, 36, 38})
    {
        LiveRing ring(Options(), 24);
        test::Populate(ring, 24);
        ring.RunUntil(FromSeconds(10));
        Churn(ring, 24, 60, seed);
        ExpectProgress(ring);
    }
}

TEST_P(MaintenanceLoadTest, LookupsRecoverAfterAQuarterCrashedAtOnce)
{
    for (const bool silent : {false, true})
    {
        LiveRingOptions options = Options();
        options.silentCrashes = silent;
        // much less than the ring can take, so that nothing is lost for want of room
        options.workload.load = 5;
        LiveRing ring(options, 32);
        test::Populate(ring, 32);
        ring.RunUntil(FromSeconds(20));
        for (std::size_t peer = 1; peer < 32; peer += 4)
        {
            ring.Crash(peer);
        }
        // those on the way are lost, and some schemes never send them again
        ring.RunUntil(FromSeconds(60));
        const auto before = ring.Results();
        ring.RunUntil(FromSeconds(80));
        const auto after = ring.Results();
        EXPECT_GT(after.right, before.right + 20 * 24 * 4);
        EXPECT_EQ(after.wrong, before.wrong);
        EXPECT_EQ(after.givenUp, before.givenUp);
        EXPECT_EQ(ring.Violations(), 0u);
    }
}

TEST_P(MaintenanceLoadTest, TheSameInputsGiveTheSameActions)
{
    std::uint64_t digests[2];
    for (std::uint64_t& digest : digests)
    {
        LiveRing ring(Options(), 12);
        test::Populate(ring, 12);
        ring.RunUntil(FromSeconds(5));
        Churn(ring, 12, 15);
        digest = ring.Digest();
    }
    EXPECT_EQ(digests[0], digests[1]);
}

std::string
NameOfWays(const testing::TestParamInfo<Ways>& info)
{
    const auto [scheme, iterative, routed] = info.param;
    return TestName(scheme) + (iterative ? "_iterative" : "_recursive") +
           (routed ? "_routed_acks" : "");
}

/// Not among them: back-pressure with routed overlay-acks, which locks up in any ring.
INSTANTIATE_TEST_SUITE_P(
    Recursive,
    MaintenanceLoadTest,
    testing::Combine(testing::Values("none", "credit", "back-pressure", "marking"),
                     testing::Values(false),
                     testing::Values(false)),
    NameOfWays);

INSTANTIATE_TEST_SUITE_P(RoutedAcks,
                         MaintenanceLoadTest,
                         testing::Combine(testing::Values("none", "credit", "marking"),
                                          testing::Values(false),
                                          testing::Values(true)),
                         NameOfWays);

INSTANTIATE_TEST_SUITE_P(
    Iterative,
    MaintenanceLoadTest,
    testing::Combine(testing::Values("none", "credit", "back-pressure", "marking"),
                     testing::Values(true),
                     testing::Values(false)),
    NameOfWays);

} // namespace
} // namespace dht
