/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "live-ring-setup.h"
#include "live-ring.h"
#include "test-name.h"
#include "trials.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

/// Pairs of peers that do not reach each other, though others reach both.

namespace dht
{
namespace
{

using test::LiveRing;

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// What is cut between two peers.
enum class Cut
{
    kBothWays, ///< All packets.
    kOneWay,   ///< All packets to the second one.
    kLinks,    ///< The links that the first one opens to the second one.
};

/// Cut pairs, or mend them. @param ring The ring. @param pairs The pairs. @param cut What is cut.
/// @param isCut Whether it is.
void
SetCut(LiveRing& ring, const Pairs& pairs, Cut cut, bool isCut)
{
    for (const auto& [a, b] : pairs)
    {
        if (cut == Cut::kLinks)
        {
            ring.Faults().SetLinks(a,
                                   b,
                                   isCut ? MemoryFaults::Links::kDropped
                                         : MemoryFaults::Links::kPass);
            continue;
        }
        ring.Faults().SetWay(a, b, isCut);
        if (cut == Cut::kBothWays)
        {
            ring.Faults().SetWay(b, a, isCut);
        }
    }
}

/// @param ring A ring. @return Its peers in the order of their ids.
std::vector<std::size_t>
Order(const LiveRing& ring)
{
    const auto alive = ring.Alive();
    std::vector<std::size_t> order(alive.begin(), alive.end());
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return IdOf(ring.At(a).Self()) < IdOf(ring.At(b).Self());
    });
    return order;
}

/// @param ring A ring. @return How many of its peers do not own the keys from their id up to the
/// next peer's, and no others.
std::size_t
WrongOwners(const LiveRing& ring)
{
    const std::vector<std::size_t> order = Order(ring);
    std::size_t wrong = 0;
    for (std::size_t place = 0; place < order.size(); ++place)
    {
        const std::size_t next = order[(place + 1) % order.size()];
        const auto successors = ring.At(order[place]).GetMembership().Successors();
        wrong += successors.empty() || !(successors.front() == LiveRing::EndpointOf(next));
    }
    return wrong;
}

/// Three pairs of neighbours do not reach each other for a minute and a half. What the two of a
/// pair ask each other stays unanswered, as answers go straight to who has asked. @param cut What
/// is cut. @param isBroken Whether links break at first. @param load Of each peer [1/s]. @param
/// seed Of the ring.
void
ExpectOneOwner(Cut cut, bool isBroken, double load, std::uint64_t seed)
{
    SCOPED_TRACE(std::to_string(static_cast<int>(cut)) + " " + std::to_string(seed));
    MersenneRandom random(seed, 79);
    const std::size_t peers = 12 + static_cast<std::size_t>(random.Uniform() * 12);
    const auto settled = test::MakeSettledRing(test::Loaded("marking", seed, load), peers);
    LiveRing& ring = *settled;
    ring.RunUntil(ring.Now() + FromSeconds(10));
    const std::vector<std::size_t> order = Order(ring);
    Pairs pairs;
    for (const std::size_t place : {0, 4, 8})
    {
        pairs.emplace_back(order[place], order[place + 1]);
    }
    SetCut(ring, pairs, cut, true);
    for (const auto& pair : pairs)
    {
        if (isBroken)
        {
            ring.BreakLinks(pair.first);
        }
    }
    std::size_t wrong = 0;
    for (int second = 0; second < 60; ++second)
    {
        ring.RunUntil(ring.Now() + FromSeconds(1));
        wrong += WrongOwners(ring);
    }
    EXPECT_EQ(wrong, 0U);
    const auto before = ring.Results();
    ring.RunUntil(ring.Now() + FromSeconds(30));
    const auto after = ring.Results();
    EXPECT_EQ(after.wrong, before.wrong);
    EXPECT_GE(static_cast<double>(after.right - before.right),
              0.85 * load * 30 * static_cast<double>(peers) - 5);
    SetCut(ring, pairs, cut, false);
    EXPECT_LE(ring.Settle(FromSeconds(120)), FromSeconds(30)) << ring.Flaws();
}

TEST(NonTransitiveTest, NeighboursThatDoNotReachEachOtherKeepTheirKeys)
{
    for (std::uint64_t seed = 1; seed <= Trials(6); ++seed)
    {
        for (const Cut cut : {Cut::kBothWays, Cut::kOneWay, Cut::kLinks})
        {
            ExpectOneOwner(cut, true, 10, seed);
        }
        // where little is sent, only queries tell
        ExpectOneOwner(Cut::kBothWays, false, 0.01, seed);
        ExpectOneOwner(Cut::kOneWay, false, 0.01, seed);
    }
}

/// Nobody but the peers after it reaches a peer whose predecessors do not, and to those it comes
/// before them.
TEST(NonTransitiveTest, ThoseBehindItKnowThatAPeerIsThere)
{
    const std::size_t peers = 40;
    for (std::uint64_t seed = 1; seed <= Trials(5); ++seed)
    {
        SCOPED_TRACE(seed);
        const auto settled = test::MakeSettledRing(test::Loaded("marking", seed, 1), peers);
        LiveRing& ring = *settled;
        ring.RunUntil(ring.Now() + FromSeconds(10));
        const std::vector<std::size_t> order = Order(ring);
        Pairs pairs;
        for (std::size_t before = 0; before < 12; ++before)
        {
            pairs.emplace_back(order[before], order[12]);
        }
        SetCut(ring, pairs, Cut::kBothWays, true);
        ring.BreakLinks(order[11]);
        std::size_t wrong = 0;
        for (int second = 0; second < 60; ++second)
        {
            ring.RunUntil(ring.Now() + FromSeconds(1));
            wrong += WrongOwners(ring);
        }
        EXPECT_EQ(wrong, 0U);
    }
}

/// A fifth of all pairs of peers do not reach each other. An answer goes straight to the source,
/// and there it does not arrive: only what is sent again can be answered around.
class FifthOfPairsTest : public testing::TestWithParam<const char*>
{
};

TEST_P(FifthOfPairsTest, WhatIsSentAgainIsAnsweredAround)
{
    const double load = 5;
    double asked = 0;
    test::LiveRingResults sum{};
    for (std::uint64_t seed = 1; seed <= Trials(6); ++seed)
    {
        MersenneRandom random(seed, 83);
        const std::size_t peers = 12 + static_cast<std::size_t>(random.Uniform() * 12);
        const auto settled = test::MakeSettledRing(test::Loaded(GetParam(), seed, load), peers);
        LiveRing& ring = *settled;
        for (std::size_t one = 0; one < peers; ++one)
        {
            for (std::size_t other = 0; other < one; ++other)
            {
                SetCut(ring, {{one, other}}, Cut::kBothWays, random.Uniform() < 0.2);
            }
        }
        ring.RunUntil(ring.Now() + FromSeconds(30));
        const auto before = ring.Results();
        ring.RunUntil(ring.Now() + FromSeconds(60));
        const auto after = ring.Results();
        sum.right += after.right - before.right;
        sum.wrong += after.wrong - before.wrong;
        asked += load * 60 * static_cast<double>(peers);
    }
    RecordProperty("right", std::to_string(static_cast<double>(sum.right) / asked));
    RecordProperty("wrong", std::to_string(static_cast<double>(sum.wrong) / asked));
    const bool sendsAgain =
        std::string(GetParam()) == "credit" || std::string(GetParam()) == "marking";
    EXPECT_GT(static_cast<double>(sum.right), (sendsAgain ? 0.8 : 0.5) * asked);
    EXPECT_LT(static_cast<double>(sum.wrong), 0.06 * asked);
}

INSTANTIATE_TEST_SUITE_P(Schemes,
                         FifthOfPairsTest,
                         testing::Values("none", "credit", "back-pressure", "marking", "ferry"),
                         [](const testing::TestParamInfo<const char*>& info) {
                             return TestName(info.param);
                         });

} // namespace
} // namespace dht
