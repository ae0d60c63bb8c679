/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-churn.h"
#include "joining-ring.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

/// Who comes and goes: lifetimes, traces, and peers that follow them.

namespace
{

using namespace ns3;

/// @param lifetimes A distribution. @return The mean of many draws, in seconds.
double
MeanOf(const DhtLifetimes& lifetimes)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    double sum = 0;
    for (int i = 0; i < 100000; ++i)
    {
        sum += lifetimes.Draw(*random).GetSeconds() / 100000;
    }
    return sum;
}

TEST(LifetimesTest, HaveTheirMean)
{
    EXPECT_NEAR(MeanOf({DhtLifetimes::EXPONENTIAL, Seconds(60), 2}), 60, 1);
    EXPECT_NEAR(MeanOf({DhtLifetimes::PARETO, Seconds(60), 3}), 60, 2);
}

/// Of Pareto lifetimes none is shorter than the scale, and a share of 2^-shape is twice as long.
TEST(LifetimesTest, ParetoHasItsTail)
{
    const DhtLifetimes lifetimes{DhtLifetimes::PARETO, Seconds(60), 1.5};
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    int longer = 0;
    for (int i = 0; i < 10000; ++i)
    {
        const double seconds = lifetimes.Draw(*random).GetSeconds();
        EXPECT_GE(seconds, 20 - 1e-6);
        longer += seconds > 40;
    }
    EXPECT_NEAR(longer / 10000.0, std::pow(2, -1.5), 0.02);
}

/// Of what is under way at any time, a rest is short at times although none is short as a whole,
/// and its mean is that of the squares over twice the mean.
TEST(LifetimesTest, ARestIsThatOfASessionUnderWay)
{
    const DhtLifetimes pareto{DhtLifetimes::PARETO, Seconds(60), 4};
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    const int draws = 200000;
    double sum = 0;
    int early = 0;
    for (int i = 0; i < draws; ++i)
    {
        const double seconds = pareto.DrawRest(*random).GetSeconds();
        sum += seconds / draws;
        early += seconds < 6;
    }
    // scale 45 s: E(X^2) = 4 / 2 * 45^2
    EXPECT_NEAR(sum, 2 * 45 * 45 / (2 * 60.0), 0.5);
    EXPECT_NEAR(early / double(draws), 6 / 60.0, 0.005);
}

/// A distribution, and what it has to have.
struct Shape
{
    DhtLifetimes::Distribution distribution; ///< Kind of distribution.
    double shape;                            ///< Its shape.
    double median;                           ///< Of a mean of 60 s, in s.
    double meanRest;                         ///< E(X^2) / 2 E(X), in s.
};

class ShapeTest : public testing::TestWithParam<Shape>
{
  protected:
    /// @param run A repetition. @param isRest Whether residual times are drawn. @return The
    /// greatest distance of the draws' distribution from the one it has to be, times the root of
    /// their number: Kolmogorov's statistic.
    double Distance(int run, bool isRest) const
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(run);
        std::vector<double> drawn(5000);
        for (double& seconds : drawn)
        {
            seconds =
                (isRest ? m_lifetimes.DrawRest(*random) : m_lifetimes.Draw(*random)).GetSeconds();
        }
        std::sort(drawn.begin(), drawn.end());
        double most = 0;
        const auto count = static_cast<double>(drawn.size());
        for (std::size_t i = 0; i < drawn.size(); ++i)
        {
            const double below = isRest ? RestBelow(drawn[i]) : Below(drawn[i]);
            most = std::max({most, std::abs(below - i / count), std::abs(below - (i + 1) / count)});
        }
        return most * std::sqrt(count);
    }

    /// @param x Seconds. @return The share of times that are shorter, from the definition.
    double Below(double x) const
    {
        const double k = GetParam().shape;
        switch (GetParam().distribution)
        {
        case DhtLifetimes::WEIBULL:
            return 1 - std::exp(-std::pow(x / (60 / std::tgamma(1 + 1 / k)), k));
        case DhtLifetimes::LOGNORMAL:
            return std::erfc(-(std::log(x / 60) + k * k / 2) / k / std::sqrt(2)) / 2;
        case DhtLifetimes::PARETO:
            return 1 - std::pow(60 * (k - 1) / k / x, k);
        case DhtLifetimes::EXPONENTIAL:
            break;
        }
        return 1 - std::exp(-x / 60);
    }

    /// @param x Seconds. @return The share of rests that are shorter, by the definition: the
    /// integral of what is longer, over the mean.
    double RestBelow(double x) const
    {
        // in the logarithm, as most of the mass may be close to 0
        const int steps = 300;
        const double from = std::log(1e-9 * x);
        const double step = (std::log(x) - from) / steps;
        double sum = 0;
        for (int i = 0; i < steps; ++i)
        {
            const double y = std::exp(from + (i + 0.5) * step);
            const double above = 1 - Below(y);
            sum += y * step * std::min(above, 1.0);
        }
        return sum / 60;
    }

    DhtLifetimes m_lifetimes{GetParam().distribution, Seconds(60), GetParam().shape};
};

TEST_P(ShapeTest, TimesHaveTheirDistribution)
{
    for (int run = 1; run <= 5; ++run)
    {
        EXPECT_LT(Distance(run, false), 1.95) << run; // one of 1000 is above
    }
    EXPECT_NEAR(m_lifetimes.Exceeded(0.5), GetParam().median, 1e-3 * GetParam().median);
}

TEST_P(ShapeTest, RestsHaveTheirDistribution)
{
    for (int run = 11; run <= 15; ++run)
    {
        EXPECT_LT(Distance(run, true), 1.95) << run;
    }
    // the mean, by as many quantiles
    double mean = 0;
    const int steps = 20000;
    for (int i = 0; i < steps; ++i)
    {
        mean += m_lifetimes.RestExceeded((i + 0.5) / steps) / steps;
    }
    EXPECT_NEAR(mean, GetParam().meanRest, 0.02 * GetParam().meanRest);
}

INSTANTIATE_TEST_SUITE_P(Churn,
                         ShapeTest,
                         testing::Values(Shape{DhtLifetimes::EXPONENTIAL, 2, 41.589, 60},
                                         Shape{DhtLifetimes::PARETO, 4, 53.514, 33.75},
                                         // Gamma(5) / Gamma(3)^2 = 6
                                         Shape{DhtLifetimes::WEIBULL, 0.5, 14.414, 180},
                                         Shape{DhtLifetimes::WEIBULL, 1, 41.589, 60},
                                         Shape{DhtLifetimes::WEIBULL, 2, 56.366, 38.197},
                                         // 60 exp(-1/2), 30 e
                                         Shape{DhtLifetimes::LOGNORMAL, 1, 36.392, 81.548},
                                         Shape{DhtLifetimes::LOGNORMAL, 0.2, 58.812, 31.224}));

TEST(ChurnTraceTest, IsReadLineByLine)
{
    std::istringstream text("time_s,peer,event\n# a comment\n\n0,0,join\r\n1.5,3,join\n"
                            "1.5,0,crash\n20,3,leave\n1e3,0,join\n");
    const DhtChurnTrace trace(text);
    ASSERT_EQ(trace.GetLines().size(), 5U);
    EXPECT_EQ(trace.GetPeers(), 4U);
    EXPECT_EQ(trace.GetLines()[1].time, Seconds(1.5));
    EXPECT_EQ(trace.GetLines()[2].event, DhtChurnTrace::CRASH);
    EXPECT_EQ(trace.GetLines()[3].peer, 3U);
    EXPECT_EQ(trace.GetLines()[3].event, DhtChurnTrace::LEAVE);
}

/// A trace that is wrong, and what the message has to say.
struct BadTrace
{
    std::string text;  ///< What is in the file.
    std::string named; ///< What the message says.
};

class BadTraceTest : public testing::TestWithParam<BadTrace>
{
};

TEST_P(BadTraceTest, IsRefusedWithTheLine)
{
    std::istringstream text(GetParam().text);
    try
    {
        const DhtChurnTrace trace(text);
        FAIL() << "it was accepted";
    }
    catch (const std::runtime_error& error)
    {
        EXPECT_NE(std::string(error.what()).find(GetParam().named), std::string::npos)
            << error.what();
    }
}

INSTANTIATE_TEST_SUITE_P(
    Churn,
    BadTraceTest,
    testing::Values(BadTrace{"", "no event"},
                    BadTrace{"# nothing\n", "no event"},
                    BadTrace{"0,0,join\n1,0\n", "line 2: \"1,0\" is not time_s,peer"},
                    BadTrace{"0,0,join\n\nx,1,join\n", "line 3: \"x\" is not a time"},
                    BadTrace{"-1,0,join\n", "line 1: \"-1\" is not a time"},
                    BadTrace{"nan,0,join\n", "line 1: \"nan\" is not a time"},
                    BadTrace{"1e10,0,join\n", "line 1: \"1e10\" is not a time"},
                    BadTrace{"0,-1,join\n", "line 1: \"-1\" is not a peer"},
                    BadTrace{"0,1.5,join\n", "line 1: \"1.5\" is not a peer"},
                    BadTrace{"0,99999999,join\n", "line 1: \"99999999\" is not a peer"},
                    BadTrace{"0,0,joins\n", "line 1: \"joins\" is not an event"},
                    BadTrace{"0,0,join,1\n", "line 1: \"join,1\" is not an event"},
                    BadTrace{"5,0,join\n4,1,join\n", "line 2: its time is before"},
                    BadTrace{"0,0,join\n1,0,join\n", "line 2: peer 0 is there already"},
                    BadTrace{"0,0,join\n1,1,crash\n", "line 2: peer 1 is not there"},
                    BadTrace{"0,0,join\n1,0,leave\n2,0,leave\n", "line 3: peer 0 is not there"}));

TEST(ChurnTest, PeersFollowATrace)
{
    JoiningRing ring(8);
    std::istringstream text("0,0,join\n1,1,join\n1,2,join\n2,3,join\n30,3,crash\n40,2,leave\n"
                            "50,3,join\n");
    DhtChurn churn(ring.peers);
    churn.Replay(DhtChurnTrace(text));
    EXPECT_EQ(ring.RunUntil(Seconds(25)).members, 4U);
    EXPECT_EQ(ring.RunUntil(Seconds(31)).up, 3U);
    EXPECT_EQ(ring.RunUntil(Seconds(45)).up, 2U);
    const DhtRingState state = ring.RunUntil(Seconds(80));
    EXPECT_EQ(state.members, 3U);
    EXPECT_TRUE(state.IsComplete());
    EXPECT_EQ(ring.Peer(3)->GetSessions(), 2U);
    EXPECT_EQ(ring.Peer(7)->GetSessions(), 0U);
    EXPECT_EQ(churn.GetCounters().returns, 5U);
    EXPECT_EQ(churn.GetCounters().leaves, 1U);
    EXPECT_EQ(churn.GetCounters().crashes, 1U);
    ring.ExpectIdentities();
}

/// @param crashes Share of the sessions that end in a crash. @return What a ring of 16 went
/// through.
DhtChurn::Counters
RunChurn(double crashes)
{
    JoiningRing ring(16);
    DhtChurn churn(ring.peers);
    churn.AssignStreams(1000);
    const DhtLifetimes sessions{DhtLifetimes::EXPONENTIAL, Seconds(60), 2};
    const DhtLifetimes downtimes{DhtLifetimes::EXPONENTIAL, Seconds(20), 2};
    churn.Start(Seconds(20), sessions, downtimes, crashes);
    ring.RunUntil(Seconds(200));
    ring.ExpectIdentities();
    return churn.GetCounters();
}

TEST(ChurnTest, PeersComeAndGoAsOftenAsTheyShould)
{
    const DhtChurn::Counters half = RunChurn(0.5);
    // 16 peers, three quarters of them there, for 180 s
    EXPECT_NEAR(half.leaves + half.crashes, 16 * 0.75 * 180 / 60, 15);
    EXPECT_GT(half.leaves, 5U);
    EXPECT_GT(half.crashes, 5U);
    EXPECT_GT(half.returns, 15U);
    EXPECT_EQ(RunChurn(0).crashes, 0U);
    EXPECT_EQ(RunChurn(1).leaves, 0U);
}

/// The same peers come and go at the same times, whatever the share of crashes.
TEST(ChurnTest, LifetimesDoNotDependOnTheMannerOfGoing)
{
    const DhtChurn::Counters none = RunChurn(0);
    const DhtChurn::Counters all = RunChurn(1);
    EXPECT_EQ(none.leaves, all.crashes);
    EXPECT_EQ(none.returns, all.returns);
}

TEST(ChurnTest, AQuarterIsKilledAndTheRingRecovers)
{
    JoiningRing ring(16);
    DhtChurn churn(ring.peers);
    churn.AssignStreams(1000);
    churn.Kill(Seconds(30), 0.25);
    EXPECT_EQ(ring.RunUntil(Seconds(31)).up, 12U);
    EXPECT_TRUE(ring.RunUntil(Seconds(60)).IsComplete());
    EXPECT_EQ(churn.GetCounters().crashes, 4U);
    EXPECT_EQ(churn.GetCounters().returns, 0U);
}

} // namespace
