/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "live-ring-setup.h"
#include "live-ring.h"
#include "trials.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

/// Peers none of whose own links work, though datagrams and others' links do.

namespace dht
{
namespace
{

using test::LiveRing;

/// Requests of each peer [1/s].
constexpr double kOwnWayLoad = 20;

/// @param ring A ring. @param ill A peer. @param peers How many peers there are. @param links What
/// becomes of the links that it opens.
void
SetWayOut(LiveRing& ring, std::size_t ill, std::size_t peers, MemoryFaults::Links links)
{
    for (std::size_t other = 0; other < peers; ++other)
    {
        ring.Faults().SetLinks(ill, other, links);
    }
}

/// A peer of a loaded ring is ill for half a minute. @param scheme The ring's. @param links What
/// becomes of the links that it opens. @param seed Of the ring.
void
ExpectHarmless(const std::string& scheme, MemoryFaults::Links links, std::uint64_t seed)
{
    SCOPED_TRACE(scheme + " " + std::to_string(static_cast<int>(links)) + " " +
                 std::to_string(seed));
    MersenneRandom random(seed, 78);
    const std::size_t peers = 5 + static_cast<std::size_t>(random.Uniform() * 12);
    const auto ill = static_cast<std::size_t>(random.Uniform() * peers);
    const auto settled = test::MakeSettledRing(test::Loaded(scheme, seed, kOwnWayLoad), peers);
    LiveRing& ring = *settled;
    ring.RunUntil(ring.Now() + FromSeconds(10));
    const auto others = [&] { return test::AnsweredWithout(ring, ill); };
    const auto wrong = [&] { return ring.Results().wrong; };
    const std::uint64_t wrongBefore = wrong();
    SetWayOut(ring, ill, peers, links);
    ring.BreakLinks(ill);
    const std::uint64_t before = others();
    const double seconds = 30 + 4 * random.Uniform();
    ring.RunUntil(ring.Now() + FromSeconds(seconds));
    const double asked = kOwnWayLoad * seconds * static_cast<double>(peers - 1);
    EXPECT_GE(static_cast<double>(others() - before), 0.95 * asked);
    EXPECT_TRUE(ring.At(ill).GetMembership().IsOut());
    EXPECT_EQ(ring.At(ill).GetMembership().GetCounters().failures, 0U) << "it blamed others";
    EXPECT_LE(wrong() - wrongBefore, 20U);

    SetWayOut(ring, ill, peers, MemoryFaults::Links::kPass);
    EXPECT_LE(ring.Settle(FromSeconds(60)), FromSeconds(10)) << ring.Flaws();
}

/// The same with every scheme and both faults. @param seed Of the rings.
void
ExpectAllHarmless(std::uint64_t seed)
{
    for (const char* const scheme : {"none", "credit", "back-pressure", "marking"})
    {
        ExpectHarmless(scheme, MemoryFaults::Links::kRefused, seed);
        ExpectHarmless(scheme, MemoryFaults::Links::kDropped, seed);
    }
}

TEST(OwnWayOutTest, WhoCanOpenNoLinkGivesItsPlaceUpUntilItCan)
{
    for (std::uint64_t seed = 1; seed <= Trials(2); ++seed)
    {
        ExpectAllHarmless(seed);
    }
    // links that others are waited for; links that wait to be tried again; few others to try
    for (const std::uint64_t seed : {7, 12, 30, 37, 48})
    {
        ExpectAllHarmless(seed);
    }
}

TEST(OwnWayOutTest, WhoWaitsForLinksForEverFindsItOut)
{
    const std::size_t peers = 12;
    auto options = test::Loaded("none", 1, kOwnWayLoad);
    options.peer.linkPatience = Time(0);
    const auto settled = test::MakeSettledRing(options, peers);
    LiveRing& ring = *settled;
    ring.RunUntil(ring.Now() + FromSeconds(10));
    SetWayOut(ring, 3, peers, MemoryFaults::Links::kRefused);
    ring.BreakLinks(3);
    ring.RunUntil(ring.Now() + FromSeconds(30));
    EXPECT_TRUE(ring.At(3).GetMembership().IsOut());
    SetWayOut(ring, 3, peers, MemoryFaults::Links::kPass);
    EXPECT_LE(ring.Settle(FromSeconds(60)), FromSeconds(10)) << ring.Flaws();
}

TEST(OwnWayOutTest, AnswersThatAreLateAreNotLost)
{
    const std::size_t peers = 9;
    for (std::uint64_t seed = 1; seed <= Trials(5); ++seed)
    {
        SCOPED_TRACE(seed);
        auto options = test::Loaded("none", seed, kOwnWayLoad);
        options.delay = FromSeconds(0.2); // an urgent query is sent again four times meanwhile
        const auto settled = test::MakeSettledRing(options, peers);
        LiveRing& ring = *settled;
        ring.RunUntil(ring.Now() + FromSeconds(60));
        SetWayOut(ring, 3, peers, MemoryFaults::Links::kRefused);
        ring.BreakLinks(3);
        ring.RunUntil(ring.Now() + FromSeconds(20));
        EXPECT_TRUE(ring.At(3).GetMembership().IsOut());
    }
}

TEST(OwnWayOutTest, WhoIsBackStillLooksForThoseThatWereLost)
{
    const std::size_t peers = 32;
    const auto settled = test::MakeSettledRing(test::Loaded("none", 1, 1), peers);
    LiveRing& ring = *settled;
    std::vector<std::size_t> parts(peers, 0);
    std::fill(parts.begin(), parts.begin() + 4, 1);
    ring.Faults().Split(parts);
    ring.RunUntil(ring.Now() + FromSeconds(60));
    const std::size_t before = ring.At(0).GetMembership().Lost().size();
    EXPECT_GT(before, 5U);
    SetWayOut(ring, 0, peers, MemoryFaults::Links::kRefused);
    ring.BreakLinks(0);
    ring.RunUntil(ring.Now() + FromSeconds(30));
    EXPECT_TRUE(ring.At(0).GetMembership().IsOut());
    SetWayOut(ring, 0, peers, MemoryFaults::Links::kPass);
    ring.RunUntil(ring.Now() + FromSeconds(30));
    EXPECT_FALSE(ring.At(0).GetMembership().IsOut());
    EXPECT_GE(ring.At(0).GetMembership().Lost().size(), before);
}

TEST(OwnWayOutTest, WhoCanOpenALinkToSomebodyKeepsItsPlace)
{
    const std::size_t peers = 16;
    auto options = test::Loaded("none", 1, kOwnWayLoad);
    options.delay = FromSeconds(0.3); // refused again before another link can be made
    const auto settled = test::MakeSettledRing(options, peers);
    LiveRing& ring = *settled;
    ring.RunUntil(ring.Now() + FromSeconds(10));
    const Membership& ill = ring.At(3).GetMembership();
    for (std::size_t other = 0; other < peers; ++other)
    {
        if (!(LiveRing::EndpointOf(other) == *ill.Predecessor()))
        {
            ring.Faults().SetLinks(3, other, MemoryFaults::Links::kRefused);
        }
    }
    ring.BreakLinks(3);
    for (int tenth = 0; tenth < 100; ++tenth)
    {
        ring.RunUntil(ring.Now() + FromSeconds(0.1));
        ASSERT_FALSE(ill.IsOut()) << tenth << " tenths of a second later";
    }
}

TEST(OwnWayOutTest, WherePacketsGetLostLinksThatFailSayNothing)
{
    const std::size_t peers = 9;
    for (std::uint64_t seed = 1; seed <= Trials(5); ++seed)
    {
        SCOPED_TRACE(seed);
        const auto settled = test::MakeSettledRing(test::Loaded("none", seed, kOwnWayLoad), peers);
        LiveRing& ring = *settled;
        ring.Faults().SetLoss(0.3);
        ring.RunUntil(ring.Now() + FromSeconds(10));
        SetWayOut(ring, 3, peers, MemoryFaults::Links::kDropped);
        ring.BreakLinks(3);
        for (int second = 0; second < 20; ++second)
        {
            ring.RunUntil(ring.Now() + FromSeconds(1));
            ASSERT_FALSE(ring.At(3).GetMembership().IsOut()) << second << " s later";
        }
        // once nothing gets lost any more, they do
        ring.Faults().SetLoss(0);
        ring.RunUntil(ring.Now() + FromSeconds(60));
        EXPECT_TRUE(ring.At(3).GetMembership().IsOut());
    }
}

TEST(OwnWayOutTest, WhoHasGivenItsPlaceUpLeadsOthersOn)
{
    const std::size_t peers = 8;
    const auto settled = test::MakeSettledRing(test::Loaded("none", 1, kOwnWayLoad), peers);
    LiveRing& ring = *settled;
    ring.RunUntil(ring.Now() + FromSeconds(10));
    SetWayOut(ring, 3, peers, MemoryFaults::Links::kRefused);
    ring.BreakLinks(3);
    ring.RunUntil(ring.Now() + FromSeconds(10));
    ASSERT_TRUE(ring.At(3).GetMembership().IsOut());
    const std::uint64_t before = ring.At(3).GetPeer().GetCounters().redirected;
    Request lookup;
    lookup.kind = MessageKind::kLookup;
    lookup.source = LiveRing::EndpointOf(5);
    lookup.hopLimit = 20;
    lookup.key = IdOf(ring.At(3).Self()) - Key(1);
    ring.SendAs(LiveRing::EndpointOf(5), 3, lookup);
    EXPECT_EQ(ring.At(3).GetPeer().GetCounters().redirected, before + 1);
}

} // namespace
} // namespace dht
