/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme-registry.h"
#include "scheme-contexts.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

constexpr Time kMarkingStart = FromSeconds(1);
constexpr Time kRtt = FromSeconds(0.1);

using Values = std::vector<std::pair<const char*, double>>;

/// COMSNETS09's example constants, whatever the defaults are, but for some values.
std::unique_ptr<CongestionControl>
MakeMarking(const Values& values)
{
    const Scheme& scheme = SchemeRegistry::Get().Find("marking");
    Parameters parameters = scheme.parameters;
    for (const Values& list : {Values{{"Increase", 2},
                                      {"Decrease", 0.5},
                                      {"Threshold", 20},
                                      {"Smoothing", 0.9},
                                      {"Fairness", 0},
                                      {"RateWindow", 100},
                                      {"InitialRate", 5},
                                      {"MinimumRate", 0.1}},
                               values})
    {
        for (const auto& [name, value] : list)
        {
            parameters.Set(name, value);
        }
    }
    return scheme.make(parameters);
}

/// Eq. 10's first part, by its letter.
double
Congestion(double length)
{
    return length / (20 * (20 - length));
}

TEST(MarkingTest, TheQueueLengthIsAveragedWithTheSmoothing)
{
    const auto scheme = MakeMarking({});
    // s bar = 0.1 * 10 = 1, then 0.1 * 10 + 0.9 * 1 = 1.9, then 0.1 * 0 + 0.9 * 1.9 = 1.71
    EXPECT_NEAR(scheme->MarkProbability(test::Entering(10, 7)), 1 / (20 * 19.0), 1e-12);
    EXPECT_NEAR(scheme->MarkProbability(test::Entering(10, 7)), 1.9 / (20 * 18.1), 1e-12);
    EXPECT_NEAR(scheme->MarkProbability(test::Entering(0, 7)), 1.71 / (20 * 18.29), 1e-12);
}

TEST(MarkingTest, WithoutSmoothingTheQueueLengthCountsAsItIs)
{
    const auto scheme = MakeMarking({{"Smoothing", 0}});
    EXPECT_EQ(scheme->MarkProbability(test::Entering(0, 7)), 0);
    EXPECT_NEAR(scheme->MarkProbability(test::Entering(10, 7)), 0.05, 1e-12);
    EXPECT_NEAR(scheme->MarkProbability(test::Entering(16, 7)), 0.2, 1e-12);
    EXPECT_NEAR(scheme->MarkProbability(test::Entering(19, 7)), 0.95, 1e-12);
}

TEST(MarkingTest, FromTheThresholdOnEverythingIsMarked)
{
    const auto scheme = MakeMarking({{"Smoothing", 0}, {"Fairness", 4}});
    scheme->MarkProbability(test::Entering(0, 1000));
    // however slow the source is
    EXPECT_EQ(scheme->MarkProbability(test::Entering(20, 0.001)), 1);
    EXPECT_EQ(scheme->MarkProbability(test::Entering(21, 0.001)), 1);
    EXPECT_EQ(scheme->MarkProbability(test::Entering(200, 0.001)), 1);
}

TEST(MarkingTest, TheProbabilityIsAtMostOne)
{
    const auto scheme = MakeMarking({{"Smoothing", 0}, {"Fairness", 16}});
    scheme->MarkProbability(test::Entering(0, 1));
    // (x / x_avg)^16 = (100 / 50.5)^16 = 56000
    EXPECT_EQ(scheme->MarkProbability(test::Entering(10, 100)), 1);
}

/// The average is over this message's rate, too: it is the last one received.
TEST(MarkingTest, AFasterSourceIsMarkedMoreByThePowerOfFairness)
{
    for (const double fairness : {0.0, 4.0, 16.0})
    {
        const auto scheme = MakeMarking({{"Smoothing", 0}, {"Fairness", fairness}});
        EXPECT_NEAR(scheme->MarkProbability(test::Entering(5, 30)), Congestion(5), 1e-12);
        EXPECT_NEAR(scheme->MarkProbability(test::Entering(5, 60)),
                    std::min(Congestion(5) * std::pow(60 / 45.0, fairness), 1.0),
                    1e-12);
        EXPECT_NEAR(scheme->MarkProbability(test::Entering(5, 30)),
                    Congestion(5) * std::pow(30 / 40.0, fairness),
                    1e-12);
    }
}

TEST(MarkingTest, TheAverageRateIsOverExactlyTheLastMessages)
{
    const auto scheme = MakeMarking({{"Smoothing", 0}, {"Fairness", 1}, {"RateWindow", 3}});
    const double rates[] = {10, 20, 30, 40, 5, 5, 5, 100};
    const double averages[] = {10, 15, 20, 30, 25, 50.0 / 3, 5, 110.0 / 3};
    for (std::size_t i = 0; i < std::size(rates); ++i)
    {
        EXPECT_NEAR(scheme->MarkProbability(test::Entering(5, rates[i])),
                    Congestion(5) * rates[i] / averages[i],
                    1e-12)
            << "message " << i;
    }
}

TEST(MarkingTest, TheAverageRateStaysExactOverManyMessages)
{
    const auto scheme = MakeMarking({{"Smoothing", 0}, {"Fairness", 1}, {"RateWindow", 10}});
    for (int i = 0; i < 200000; ++i)
    {
        scheme->MarkProbability(test::Entering(5, i % 2 ? 1e6 : 1e-3));
    }
    for (int i = 0; i < 10; ++i)
    {
        scheme->MarkProbability(test::Entering(5, 7));
    }
    EXPECT_NEAR(scheme->MarkProbability(test::Entering(5, 7)), Congestion(5), 1e-9);
}

TEST(MarkingTest, AnUnknownRateIsTakenForAnAverageOne)
{
    const auto scheme = MakeMarking({{"Smoothing", 0}, {"Fairness", 4}});
    EXPECT_NEAR(scheme->MarkProbability(test::Entering(10, 0)), 0.05, 1e-12);
    scheme->MarkProbability(test::Entering(10, 50));
    EXPECT_NEAR(scheme->MarkProbability(test::Entering(10, 0)), 0.05, 1e-12);
    // and does not enter the average
    EXPECT_NEAR(scheme->MarkProbability(test::Entering(10, 50)), 0.05, 1e-12);
}

/// Eq. 10 is 0 for an empty queue, however large the power.
TEST(MarkingTest, AnEmptyQueueMarksNothingHoweverUnfairTheSource)
{
    const auto scheme = MakeMarking({{"Smoothing", 0}, {"Fairness", 1000}});
    for (int i = 0; i < 99; ++i)
    {
        scheme->MarkProbability(test::Entering(0, 0.001));
    }
    EXPECT_EQ(scheme->MarkProbability(test::Entering(0, 1e6)), 0);
}

TEST(MarkingTest, AnUnmarkedAnswerAddsIncreaseOverRate)
{
    const auto scheme = MakeMarking({});
    EXPECT_EQ(scheme->Rate(), 5);
    scheme->OnAck({kMarkingStart, kRtt, false});
    EXPECT_NEAR(scheme->Rate(), 5.4, 1e-12);
    scheme->OnAck({kMarkingStart, kRtt, false});
    EXPECT_NEAR(scheme->Rate(), 5.4 + 2 / 5.4, 1e-12);
    EXPECT_EQ(scheme->Level(), scheme->Rate());
}

TEST(MarkingTest, AMarkedAnswerOrATimeoutMultipliesTheRateByDecrease)
{
    const auto scheme = MakeMarking({{"InitialRate", 40}});
    scheme->OnAck({kMarkingStart, kRtt, true});
    EXPECT_EQ(scheme->Rate(), 20);
    scheme->OnTimeout(kMarkingStart);
    EXPECT_EQ(scheme->Rate(), 10);
}

/// The first RTT is the estimate, so marks of the next 0.1 s are of the same congestion.
TEST(MarkingTest, TimeoutsThatAreExcusedTakeNothingOffTheRate)
{
    const auto scheme = MakeMarking({});
    scheme->OnTimeout(kMarkingStart);
    scheme->OnTimeout(kMarkingStart);
    scheme->OnExcused(1);
    EXPECT_DOUBLE_EQ(scheme->Rate(), 2.5);
    scheme->OnExcused(1);
    EXPECT_DOUBLE_EQ(scheme->Rate(), 5);
}

TEST(MarkingTest, ExcusedTimeoutsDoNotMultiplyWhatTheRateHasGrownBy)
{
    const auto scheme = MakeMarking({});
    scheme->OnTimeout(kMarkingStart);
    scheme->OnTimeout(kMarkingStart);
    scheme->OnAck({kMarkingStart, kRtt, false});
    scheme->OnExcused(2);
    EXPECT_DOUBLE_EQ(scheme->Rate(), 5);
    scheme->OnAck({kMarkingStart, kRtt, false});
    scheme->OnExcused(1);
    EXPECT_DOUBLE_EQ(scheme->Rate(), 5.4) << "it was above before";
}

TEST(MarkingTest, ExcusedTimeoutsLeaveWhatMarksHaveTaken)
{
    const auto scheme = MakeMarking({});
    scheme->OnTimeout(kMarkingStart);
    scheme->OnAck({kMarkingStart, kRtt, true});
    scheme->OnExcused(2);
    EXPECT_DOUBLE_EQ(scheme->Rate(), 2.5);
}

TEST(MarkingTest, WithAnIntervalTheRateFallsOncePerSmoothedRoundTrip)
{
    const auto scheme = MakeMarking({{"InitialRate", 64}, {"DecreaseInterval", 1}});
    const auto marked = [&scheme](double at, Time rtt) {
        scheme->OnAck({kMarkingStart + FromSeconds(at), rtt, true});
        return scheme->Rate();
    };
    EXPECT_EQ(marked(0, kRtt), 32);
    EXPECT_EQ(marked(0.05, kRtt), 32);
    scheme->OnTimeout(kMarkingStart + FromSeconds(0.09));
    EXPECT_EQ(scheme->Rate(), 32) << "a timeout is no other congestion either";
    EXPECT_EQ(marked(0.1, kRtt), 16);
    // the estimate becomes 0.1 + (0.9 - 0.1) / 8 = 0.2 s
    EXPECT_EQ(marked(0.2, FromSeconds(0.9)), 8);
    EXPECT_EQ(marked(0.39, Time(0)), 8) << "without an RTT the estimate stays";
    EXPECT_EQ(marked(0.4, Time(0)), 4);
    scheme->OnAck({kMarkingStart + FromSeconds(0.41), kRtt, false});
    EXPECT_EQ(scheme->Rate(), 4.5) << "meanwhile it rises as ever";
}

/// hopsDone is 0 for what the peer itself has made.
TEST(MarkingTest, OwnRequestsMayBeLeftOutOfTheAverageRate)
{
    const auto probability = [](double countOwn) {
        const auto scheme =
            MakeMarking({{"Smoothing", 0}, {"Fairness", 1}, {"CountOwn", countOwn}});
        EnterContext relayed = test::Entering(5, 10);
        relayed.request.hopsDone = 1;
        scheme->MarkProbability(relayed);
        scheme->MarkProbability(test::Entering(5, 40));
        relayed.request.sourceRate = 20;
        return scheme->MarkProbability(relayed);
    };
    EXPECT_NEAR(probability(1), Congestion(5) * 20 / (70 / 3.0), 1e-12);
    EXPECT_NEAR(probability(0), Congestion(5) * 20 / 15, 1e-12);
}

TEST(MarkingTest, RequestsThatEndHereMayCountInTheAverageRate)
{
    const auto scheme =
        MakeMarking({{"Smoothing", 0}, {"Fairness", 1}, {"CountOwn", 0}, {"CountArriving", 1}});
    EXPECT_TRUE(scheme->Relay().hearsArriving);
    QueuedRequest relayed;
    relayed.hopsDone = 1;
    relayed.sourceRate = 10;
    scheme->OnArrive(relayed);
    relayed.sourceRate = 0;
    scheme->OnArrive(relayed);
    QueuedRequest own;
    own.sourceRate = 40;
    scheme->OnArrive(own);
    EnterContext entering = test::Entering(5, 20);
    entering.request.hopsDone = 1;
    EXPECT_NEAR(scheme->MarkProbability(entering), Congestion(5) * 20 / 15, 1e-12);
}

TEST(MarkingTest, RequestsThatEndHereDoNotCountByDefault)
{
    EXPECT_FALSE(MakeMarking({})->Relay().hearsArriving);
    EXPECT_FALSE(MakeMarking({{"DecreaseInterval", 1}})->Relay().hearsArriving);
}

TEST(MarkingTest, TheRateHasAFloor)
{
    const auto scheme = MakeMarking({{"InitialRate", 5}, {"MinimumRate", 2}});
    scheme->OnAck({kMarkingStart, kRtt, true});
    EXPECT_EQ(scheme->Rate(), 2.5);
    scheme->OnAck({kMarkingStart, kRtt, true});
    EXPECT_EQ(scheme->Rate(), 2);
    scheme->OnTimeout(kMarkingStart);
    EXPECT_EQ(scheme->Rate(), 2);
    EXPECT_EQ(MakeMarking({{"InitialRate", 1}, {"MinimumRate", 3}})->Rate(), 3);
}

TEST(MarkingTest, RequestsArePacedAtTheRate)
{
    const auto scheme = MakeMarking({{"InitialRate", 4}});
    EXPECT_LE(scheme->Admit(kMarkingStart, 0), kMarkingStart);
    scheme->OnSent(kMarkingStart);
    EXPECT_EQ(scheme->Admit(kMarkingStart, 1), kMarkingStart + FromSeconds(0.25));
    // however many are outstanding
    EXPECT_EQ(scheme->Admit(kMarkingStart, 1000), kMarkingStart + FromSeconds(0.25));
    // a new rate counts at once
    scheme->OnAck({kMarkingStart, kRtt, true});
    EXPECT_EQ(scheme->Admit(kMarkingStart, 0), kMarkingStart + FromSeconds(0.5));
    scheme->OnSent(kMarkingStart + FromSeconds(3));
    EXPECT_EQ(scheme->Admit(kMarkingStart + FromSeconds(3), 0), kMarkingStart + FromSeconds(3.5));
}

TEST(MarkingTest, RelaysDropAndSourcesRetransmit)
{
    const auto scheme = MakeMarking({});
    EXPECT_EQ(scheme->Relay().overflow, Overflow::kDrop);
    EXPECT_TRUE(scheme->Retransmission());
}

} // namespace
} // namespace dht
