/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-analysis.h"

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <gtest/gtest.h>

/// Collapse in a symmetric overlay, beside the equations of COMSNETS09, section III.

namespace dht
{
namespace
{

using Exact = boost::multiprecision::cpp_rational;
using Precise = boost::multiprecision::cpp_bin_float_100;

const LoadModel kUplink = LoadModel::Uplink(0.05);
const LoadModel kProcessor = LoadModel::Processor();

/// Whether a number is another one, up to a relative error.
template <typename T>
void
ExpectNear(const T& actual, const T& expected, double error)
{
    using std::abs;
    EXPECT_LE(static_cast<double>(abs(actual - expected)),
              error * static_cast<double>(abs(expected)))
        << actual << " is not " << expected;
}

/// The traffic as the paper counts it: the sums of equations 5 to 8, for x = 1.
template <typename T>
Traffic<T>
TrafficBySums(unsigned links, const T& p)
{
    T binomial = 1;
    T destinations = 1;
    T delivered = 0;
    T out = 0;
    T power = 1;   // p^h
    T offered = 0; // the sum of p^(j-1) for j = 1..h
    for (unsigned h = 1; h <= links; ++h)
    {
        binomial = binomial * (links - h + 1) / h;
        offered += power;
        power *= p;
        delivered += binomial * power;
        out += binomial * offered;
        destinations *= 2;
    }
    const T fresh = (destinations - 1) / destinations;
    return {fresh, out / destinations - fresh, delivered / destinations};
}

TEST(CollapseAnalysisTest, EightPeersHaveTheTrafficOfEquation4)
{
    // polynomials of degree 3 that agree at more than 4 points are the same
    for (int i = 0; i <= 6; ++i)
    {
        const Exact p(i, 6);
        const auto traffic = UnitTraffic(3, p);
        EXPECT_EQ(traffic.fresh, Exact(7, 8));
        EXPECT_EQ(traffic.Out(), (7 + 4 * p + p * p) / 8);
        EXPECT_EQ(traffic.In(), p * traffic.Out());
        EXPECT_EQ(traffic.delivered, (3 * p + 3 * p * p + p * p * p) / 8);
        EXPECT_EQ(traffic.relay, (4 * p + p * p) / 8);
    }
}

TEST(CollapseAnalysisTest, TheTrafficIsThatOfEquations5To8)
{
    for (unsigned links = 1; links <= CollapseAnalysis::kMostLinks; ++links)
    {
        for (const Exact& p : {Exact(0), Exact(1, 1000003), Exact(1, 3), Exact(19, 20), Exact(1)})
        {
            const auto traffic = UnitTraffic(links, p);
            const auto sums = TrafficBySums(links, p);
            ASSERT_EQ(traffic.fresh, sums.fresh) << links;
            ASSERT_EQ(traffic.relay, sums.relay) << links;
            ASSERT_EQ(traffic.delivered, sums.delivered) << links;
        }
    }
}

TEST(CollapseAnalysisTest, TheTrafficIsThatOfEquation9)
{
    for (const unsigned links : {1U, 2U, 7U, 20U, 60U})
    {
        for (const Precise& p : {Precise("1e-9"), Precise("0.3"), Precise("0.999")})
        {
            const Precise peers = pow(Precise(2), links);
            const Precise power = pow(1 + p, links);
            const auto traffic = UnitTraffic(links, p);
            ExpectNear<Precise>(traffic.Out(), (power - peers) / (peers * (p - 1)), 1e-80);
            ExpectNear<Precise>(traffic.delivered, (power - 1) / peers, 1e-80);
            ExpectNear<Precise>(traffic.In(), p * traffic.Out(), 1e-80);
        }
    }
}

TEST(CollapseAnalysisTest, RoundingStaysSmallWhateverTheProbability)
{
    for (const double p : {1e-300, 1e-18, 1e-9, 0.01, 0.5, 1 - 1e-9, 1 - 1e-15, 1.0})
    {
        const auto traffic = UnitTraffic(60, p);
        const auto precise = UnitTraffic(60, Precise(p));
        ExpectNear<Precise>(traffic.fresh, precise.fresh, 2e-14);
        ExpectNear<Precise>(traffic.relay, precise.relay, 2e-14);
        ExpectNear<Precise>(traffic.delivered, precise.delivered, 2e-14);
    }
}

TEST(CollapseAnalysisTest, OneMillionPeersSaturateAtThePublishedRates)
{
    EXPECT_NEAR(CollapseAnalysis(20, 120, kUplink).SaturationRate(), 11.4, 0.05);
    EXPECT_NEAR(CollapseAnalysis(20, 120, kProcessor).SaturationRate(), 10.9, 0.05);
    EXPECT_NEAR(CollapseAnalysis(20, 120, kUplink).SaturationRate(), 240 / 21.0, 1e-12);
}

/// Models of all kinds, by links.
class EveryModelTest : public testing::TestWithParam<unsigned>
{
  protected:
    /// Call something with every model. @param check Is given a load and the analysis of it.
    template <typename F>
    void ForEach(F check) const
    {
        for (const LoadModel& load :
             {kProcessor, LoadModel::Uplink(0), kUplink, LoadModel::Uplink(1), LoadModel{0.1, 0.2}})
        {
            for (const double capacity : {1e-3, 120.0, 1e9})
            {
                SCOPED_TRACE(testing::Message() << "capacity " << capacity << ", alpha "
                                                << load.incoming << ", " << load.delivered);
                check(load, CollapseAnalysis(GetParam(), capacity, load), capacity);
            }
        }
    }
};

TEST_P(EveryModelTest, ClosedFormsAreFoundNumerically)
{
    ForEach([](const LoadModel&, const CollapseAnalysis& analysis, double) {
        ExpectNear(analysis.FindSaturationRate(), analysis.SaturationRate(), 1e-13);
        ExpectNear(analysis.FindOverloadedThroughput(), analysis.OverloadedThroughput(), 1e-13);
    });
}

TEST_P(EveryModelTest, TheProcessingProbabilityIsThatOfEquation1)
{
    ForEach([](const LoadModel& load, const CollapseAnalysis& analysis, double capacity) {
        const double saturation = analysis.SaturationRate();
        for (const double factor : {1e-6, 0.5, 1 + 1e-12, 1.001, 1.5, 10.0, 1e6, 1e12})
        {
            const auto point = analysis.Solve(saturation * factor);
            EXPECT_GT(point.processing, 0);
            ExpectNear(point.processing, std::min(1.0, capacity / point.offered), 1e-13);
            const auto precise = UnitTraffic(GetParam(), Precise(point.processing));
            ExpectNear<Precise>(point.offered, point.rate * load.Offered(precise), 1e-13);
        }
    });
}

TEST_P(EveryModelTest, MoreRequestsMeanMoreLoadAndMoreLoss)
{
    ForEach([](const LoadModel&, const CollapseAnalysis& analysis, double) {
        auto last = analysis.Solve(analysis.SaturationRate() / 100);
        for (int i = 1; i <= 200; ++i)
        {
            const auto point = analysis.Solve(1.05 * last.rate);
            EXPECT_GT(point.offered, last.offered);
            EXPECT_LE(point.processing, last.processing);
            last = point;
        }
    });
}

INSTANTIATE_TEST_SUITE_P(CollapseAnalysis, EveryModelTest, testing::Values(1, 2, 3, 7, 20, 60));

/// Where throughput peaks, without a look at the formula. (The peak is a corner, so that a search
/// by thirds finds it to the last digits; Brent's would stop at half of them.)
double
FindPeak(const CollapseAnalysis& analysis)
{
    double low = analysis.SaturationRate() / 8;
    double high = analysis.SaturationRate() * 8;
    for (int i = 0; i < 100; ++i)
    {
        const double first = low + (high - low) / 3;
        const double second = high - (high - low) / 3;
        const bool falls =
            analysis.Solve(first).traffic.delivered > analysis.Solve(second).traffic.delivered;
        (falls ? high : low) = falls ? second : first;
    }
    return low;
}

TEST(CollapseAnalysisTest, ThroughputPeaksAtSaturation)
{
    for (const unsigned links : {5U, 7U, 20U, 60U})
    {
        for (const LoadModel& load : {kUplink, kProcessor})
        {
            const CollapseAnalysis analysis(links, 120, load);
            ExpectNear(FindPeak(analysis), analysis.SaturationRate(), 1e-9);
        }
    }
}

/// The paper says otherwise of every log n overlay; with few peers, there is nothing to collapse.
TEST(CollapseAnalysisTest, FewPeersWithSlowProcessorsDoNotCollapse)
{
    for (const unsigned links : {1U, 2U, 3U})
    {
        const CollapseAnalysis analysis(links, 120, kProcessor);
        const double saturation = analysis.SaturationRate();
        EXPECT_GT(analysis.OverloadedThroughput(), analysis.Solve(saturation).traffic.delivered);
        EXPECT_GT(analysis.Solve(1.1 * saturation).traffic.delivered,
                  analysis.Solve(saturation).traffic.delivered);
    }
    const CollapseAnalysis analysis(4, 120, kProcessor);
    EXPECT_GT(FindPeak(analysis), 1.05 * analysis.SaturationRate());
}

/// Only requests for the l nearest destinations are left. The published limit lacks the factor l.
TEST(CollapseAnalysisTest, TheOverloadedLimitIsLinksTimesThePublishedOne)
{
    const CollapseAnalysis analysis(20, 120, kUplink);
    const double published = 120 / (std::pow(2, 20) - 1);
    ExpectNear(analysis.PublishedOverloadedThroughput(), published, 1e-15);
    ExpectNear(analysis.Solve(1e14).traffic.delivered, 20 * published, 1e-9);
}

TEST(CollapseAnalysisTest, WhatIsOutOfRangeIsRejected)
{
    EXPECT_THROW(CollapseAnalysis(0, 1, kUplink), std::invalid_argument);
    EXPECT_THROW(CollapseAnalysis(61, 1, kUplink), std::invalid_argument);
    EXPECT_THROW(CollapseAnalysis(1, 0, kUplink), std::invalid_argument);
    EXPECT_THROW(CollapseAnalysis(1, NAN, kUplink), std::invalid_argument);
    EXPECT_THROW(CollapseAnalysis(1, 1, LoadModel::Uplink(-0.1)), std::invalid_argument);
    EXPECT_THROW(CollapseAnalysis(1, 1, kUplink).Solve(0), std::invalid_argument);
    EXPECT_THROW(CollapseAnalysis(1, 1, kUplink).Solve(INFINITY), std::invalid_argument);
}

/// 128 peers at 600 kbit/s with requests of 256 bytes: 3.5 hops, and an overlay-ack of 52 bytes for
/// all but the source's own 128th.
TEST(UplinkCostTest, ALinkCarriesWhatItsBytesAllow)
{
    const double acks = 52 * 127 / 128.0;
    const UplinkCost own = UplinkCost::OwnSegments(256);
    const double fewest = CollapseAnalysis(7, own.Capacity(600e3), own.Load()).SaturationRate();
    EXPECT_NEAR(fewest, 75000 / (3.5 * (256 + 54 + 27) + acks), 1e-9);
    EXPECT_NEAR(fewest, 60.9, 0.05);

    const UplinkCost full = UplinkCost::FullSegments(256);
    const double most = CollapseAnalysis(7, full.Capacity(600e3), full.Load()).SaturationRate();
    EXPECT_NEAR(most, 75000 / (3.5 * (256 + 81 * 256 / 1448.0) + acks), 1e-9);
    EXPECT_NEAR(most, 75.1, 0.1);

    // a frame that fills several segments pays for all of them
    EXPECT_EQ(UplinkCost::OwnSegments(1448).request, 1448 + 54);
    EXPECT_EQ(UplinkCost::OwnSegments(1449).request, 1449 + 2 * 54);
}

} // namespace
} // namespace dht
