/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-spread.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <vector>

/// How evenly answers are spread over peers and over time, beside values computed by hand.

namespace
{

/// @param rates Of the peers. @return How they are spread.
dht::PeerSpread
SpreadOf(std::vector<double> rates)
{
    dht::PeerSpread spread;
    spread.SetRates(std::move(rates));
    return spread;
}

TEST(PeerSpreadTest, UnequalRates)
{
    const dht::PeerSpread spread = SpreadOf({3, 1, 2});
    EXPECT_EQ(spread.least, 1);
    EXPECT_EQ(spread.p5, 1) << "that of the last peer, as there are fewer than twenty";
    EXPECT_EQ(spread.most, 3);
    EXPECT_DOUBLE_EQ(spread.jain, 36.0 / (3 * 14));
}

TEST(PeerSpreadTest, OneOfTwentyDoesNotReachTheFifthPercentile)
{
    std::vector<double> rates;
    for (int rate = 40; rate > 0; --rate)
    {
        rates.push_back(rate);
    }
    EXPECT_EQ(SpreadOf(rates).p5, 3) << "two of forty are below";
    rates.resize(20); // from 40 down to 21
    EXPECT_EQ(SpreadOf(rates).p5, 22);
    rates.resize(19);
    EXPECT_EQ(SpreadOf(rates).p5, 22);
}

TEST(PeerSpreadTest, JainsIndexGoesFromOneOverNToOne)
{
    EXPECT_DOUBLE_EQ(SpreadOf({7, 7, 7, 7}).jain, 1);
    EXPECT_DOUBLE_EQ(SpreadOf({0, 0, 0, 7}).jain, 0.25);
    EXPECT_DOUBLE_EQ(SpreadOf({0, 0}).jain, 1) << "nobody has more than another";
}

/// Three peers that are looked at from 10 s to 14 s: the first is answered until 11 s, the second
/// from 13 s on, the third always.
dht::AnswerWaits
ThreePeers()
{
    using Answered = std::vector<std::uint64_t>;
    dht::AnswerWaits waits;
    waits.Begin(10, Answered{5, 5, 5});
    waits.Look(11, Answered{6, 5, 6});
    waits.Look(12, Answered{6, 5, 7});
    waits.Look(13, Answered{6, 6, 8});
    waits.Look(13.5, Answered{6, 7, 9});
    return waits;
}

TEST(AnswerWaitsTest, TheLongestWaitIsSeenWhereverItIs)
{
    dht::AnswerWaits waits = ThreePeers();
    dht::PeerSpread spread;
    waits.Report(spread);
    EXPECT_EQ(spread.longestWait, 3) << "from the window's begin until 13 s";
    EXPECT_EQ(spread.longestPeer, 1u);
    EXPECT_TRUE(spread.starving.empty()) << "nobody starves by a limit of 0";
    waits.Look(14.5, {6, 8, 10});
    waits.Report(spread);
    EXPECT_EQ(spread.longestWait, 3.5) << "one that has not ended counts, too";
    EXPECT_EQ(spread.longestPeer, 0u);
}

TEST(AnswerWaitsTest, WhoWaitsForLongerThanTheLimitStarvesOnceTheLongestFirst)
{
    dht::PeerSpread spread;
    spread.starvesAfter = 2.4;
    ThreePeers().Report(spread);
    ASSERT_EQ(spread.starving.size(), 2u);
    EXPECT_EQ(spread.starving[0].peer, 1u);
    EXPECT_EQ(spread.starving[0].from, 10);
    EXPECT_EQ(spread.starving[0].length, 3);
    EXPECT_EQ(spread.starving[1].peer, 0u);
    EXPECT_EQ(spread.starving[1].from, 11);
    EXPECT_EQ(spread.starving[1].length, 2.5);

    dht::PeerSpread just;
    just.starvesAfter = 3;
    ThreePeers().Report(just);
    EXPECT_TRUE(just.starving.empty()) << "as long as the limit is not longer";
}

TEST(AnswerWaitsTest, PeersOfAnotherProcessComeAfter)
{
    dht::RawWriter written;
    ThreePeers().Write(written);
    dht::RawReader reader(written.Bytes());
    dht::AnswerWaits other;
    other.Read(reader);
    dht::AnswerWaits waits = ThreePeers();
    waits.Look(20, {7, 8, 10});
    waits.Add(other);
    dht::PeerSpread spread;
    spread.starvesAfter = 2.9;
    waits.Report(spread);
    EXPECT_EQ(spread.longestWait, 9);
    EXPECT_EQ(spread.longestPeer, 0u);
    // the second and third of this process have waited for 6.5 s, the second of the other for 3 s
    std::vector<std::size_t> peers;
    for (const dht::AnswerWait& wait : spread.starving)
    {
        peers.push_back(wait.peer);
    }
    EXPECT_EQ(peers, (std::vector<std::size_t>{0, 1, 2, 4}));
}

TEST(StarvingTest, TheLimitFollowsDelaysAndRates)
{
    EXPECT_EQ(dht::PeerSpread::StarvesAfter(2, 50), 10) << "five times the delay";
    EXPECT_EQ(dht::PeerSpread::StarvesAfter(0.1, 0.5), 40) << "twenty times what is usual";
    EXPECT_EQ(dht::PeerSpread::StarvesAfter(0, 0), 0);
}

TEST(StarvingTest, TheWarningNamesTheWorstAndCountsTheOthers)
{
    dht::PeerSpread spread;
    std::ostringstream nobody;
    dht::WarnOfStarving(nobody, "program", spread);
    EXPECT_EQ(nobody.str(), "");
    spread.starving = {{5, 7.04, 55.06}, {6, 8, 54}};
    std::ostringstream two;
    dht::WarnOfStarving(two, "program", spread);
    EXPECT_EQ(
        two.str(),
        "program: starved: peer 5 had no answer for 55.1 s from 7.0 s on, peer 6 had no answer "
        "for 54.0 s from 8.0 s on\n");
    spread.starving.resize(8);
    std::ostringstream many;
    dht::WarnOfStarving(many, "program", spread);
    EXPECT_NE(many.str().find(", and 3 more\n"), std::string::npos) << many.str();
}

} // namespace
