/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-ring.h"

#include <cmath>
#include <gtest/gtest.h>

/// Rings whose processors are the bottleneck: COMSNETS09, section III, model 2.

namespace dht
{
namespace
{

/// Messages/s that a processor works on.
constexpr double kProcessingSpeed = 200;
constexpr double kMeasured = 10;

/// log2 of the number of peers, and how processing times are distributed.
class ProcessingRingTest : public testing::TestWithParam<std::tuple<int, ProcessingTimes>>
{
  protected:
    static int Bits()
    {
        return std::get<0>(GetParam());
    }

    static double Peers()
    {
        return std::pow(2, Bits());
    }

    /// @return The load that keeps every processor just busy: a request is worked on by its source,
    ///         each relay and the responsible peer, unless that is its source.
    static double Capacity()
    {
        return kProcessingSpeed / (Bits() / 2.0 + 1 - 1 / Peers());
    }

    /**
     * The achieved throughput under overload: O is the sum of fresh messages, relayed ones and
     * those that have arrived.
     *
     * @param load Requests/s that each peer issues.
     * @return Requests/s of each that are answered, those that take no hop included.
     */
    static double Theory(double load)
    {
        // every processor is busy: find the probability p that a queue takes a message
        double low = 0;
        double high = 1;
        for (int i = 0; i < 60; ++i)
        {
            const double p = (low + high) / 2;
            double offered = 0;
            double ways = 1;
            for (int h = 1; h <= Bits(); ++h)
            {
                ways = ways * (Bits() - h + 1) / h;
                offered += ways * (1 - std::pow(p, h + 1)) / (1 - p);
            }
            (p * offered * load / Peers() < kProcessingSpeed ? low : high) = p;
        }
        return load / Peers() * (1 + low * (std::pow(1 + low, Bits()) - 1));
    }

    static MemoryNetOptions Options(const char* scheme, double load)
    {
        MemoryNetOptions options;
        options.scheme = scheme;
        options.workload.load = load;
        // the network is never in the way
        options.uplinkRate = 1e5;
        options.window = 1000;
        options.peer.queueCapacity = 50;
        options.peer.processing = {FromSeconds(1 / kProcessingSpeed), std::get<1>(GetParam())};
        return options;
    }

    /// @return What all peers counted in the time measured.
    static Counters Measure(const MemoryNetOptions& options)
    {
        MemoryNet ring(options, ChordOverlay(Ring::Even(std::size_t{1} << Bits())));
        ring.RunUntil(FromSeconds(5));
        const Counters before = ring.Totals();
        ring.RunUntil(FromSeconds(5 + kMeasured));
        Counters during = ring.Totals();
        during -= before;
        EXPECT_EQ(ring.Violations(), 0u);
        return during;
    }

    /// @param count Of events. @return The same for a peer and a second.
    static double Rate(std::uint64_t count)
    {
        return static_cast<double>(count) / kMeasured / Peers();
    }
};

TEST_P(ProcessingRingTest, BelowTheCapacityEverythingIsAnswered)
{
    const double load = 0.8 * Capacity();
    const Counters counters = Measure(Options("none", load));
    EXPECT_NEAR(Rate(counters.answered), load, 0.03 * load);
    EXPECT_LT(Rate(counters.TotalDropped()), 0.001 * load);
}

/// Measured: within 2% with exponential times. Constant ones keep neighbours in step, so that some
/// always find a place and others never: within 7%.
TEST_P(ProcessingRingTest, UnderOverloadTheCollapseIsTheTheorys)
{
    const bool constant = std::get<1>(GetParam()) == ProcessingTimes::kConstant;
    for (const double share : {1.5, 3.0})
    {
        const double load = share * Capacity();
        const double expected = Theory(load);
        const Counters counters = Measure(Options("none", load));
        EXPECT_LT(expected, 0.97 * Capacity());
        EXPECT_NEAR(Rate(counters.answered), expected, (constant ? 0.1 : 0.03) * expected) << share;
    }
}

/// Under overload no processor is ever idle, and each message that it works on is counted.
TEST_P(ProcessingRingTest, AProcessorWorksOnAsManyMessagesAsItHasTimeFor)
{
    const Counters counters = Measure(Options("none", 2 * Capacity()));
    // a peer's own requests for its own keys are delivered without work
    const double work =
        Rate(counters.forwarded) + Rate(counters.delivered) - Rate(counters.issued) / Peers();
    EXPECT_NEAR(work, kProcessingSpeed, 0.015 * kProcessingSpeed);
}

/// Measured: 69% to 90%. A processor has nothing to do when all it could work on would have to go
/// to neighbours that are full.
TEST_P(ProcessingRingTest, BackPressureDropsNothingAndNeverStops)
{
    MemoryNetOptions options = Options("back-pressure", 0);
    options.window = 8; // or what is on the way grows for as long as it is measured
    const Counters counters = Measure(options);
    EXPECT_EQ(counters.TotalDropped(), 0u);
    EXPECT_GT(counters.blocked, 0u);
    EXPECT_GT(Rate(counters.answered), 0.6 * Capacity());
}

TEST_P(ProcessingRingTest, EverythingDrainsWhenTheWorkloadStops)
{
    for (const char* scheme : {"none", "credit", "back-pressure", "marking"})
    {
        MemoryNetOptions options = Options(scheme, 2 * Capacity());
        options.workload.stop = FromSeconds(3);
        MemoryNet ring(options, ChordOverlay(Ring::Even(std::size_t{1} << Bits())));
        ring.RunUntil(FromSeconds(100));
        EXPECT_EQ(ring.Outstanding() + ring.Queued() + ring.OnTheWay(), 0u) << scheme;
        EXPECT_EQ(ring.Violations(), 0u) << scheme;
        const Counters counters = ring.Totals();
        EXPECT_EQ(counters.delivered, counters.answered + counters.redundantAcks) << scheme;
    }
}

INSTANTIATE_TEST_SUITE_P(MemoryNet,
                         ProcessingRingTest,
                         testing::Combine(testing::Values(3, 5),
                                          testing::Values(ProcessingTimes::kConstant,
                                                          ProcessingTimes::kExponential)),
                         [](const auto& info) {
                             const bool constant =
                                 std::get<1>(info.param) == ProcessingTimes::kConstant;
                             return std::to_string(1 << std::get<0>(info.param)) +
                                    (constant ? "_constant" : "_exponential");
                         });

} // namespace
} // namespace dht
