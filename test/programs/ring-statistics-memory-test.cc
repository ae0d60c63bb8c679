/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-statistics.h"
#include "heap-use.h"

#include <gtest/gtest.h>

/// What is kept of a process that runs until it is told to end.

namespace dht
{
namespace
{

#if DHT_CC_COUNTS_THE_HEAP

TEST(RingStatisticsMemoryTest, ItIsConstantOverADay)
{
    PeerState state;
    RingStatistics statistics([&](const RingStatistics::Eye& eye) { eye(state); }, 0, nullptr);
    statistics.KeepAtMost(4096);
    statistics.Begin(0);
    std::size_t whenFull = 0;
    for (std::uint64_t tick = 1; tick <= 864'000; ++tick)
    {
        const double now = static_cast<double>(tick) * RingStatistics::kTick;
        ++state.counters.answered; // ten requests/s
        Answer answer;
        answer.delay = FromSeconds(0.1 + 1e-6 * static_cast<double>(tick % 1000));
        statistics.OnAnswered(answer);
        state.queue = static_cast<double>(tick % 10);
        statistics.Tick(now);
        if (tick == 72'000) // two hours, when all is full
        {
            whenFull = test::HeapBytes();
        }
    }
    statistics.End(86'400);
    EXPECT_LE(test::HeapBytes(), whenFull + 100'000);
    const RingResults results = statistics.GetResults(86'400);
    EXPECT_NEAR(results.achieved, 10, 1e-6);
    EXPECT_NEAR(results.queueMean, 4.5, 0.6);
    EXPECT_NEAR(results.delay.mean, 0.1005, 1e-4);
}

#endif

} // namespace
} // namespace dht
