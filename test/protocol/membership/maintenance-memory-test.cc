/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "heap-use.h"
#include "live-ring-setup.h"
#include "live-ring.h"

#include <gtest/gtest.h>
#include <limits>

/// Peers that are up for long.

namespace dht
{
namespace
{

#if DHT_CC_COUNTS_THE_HEAP

TEST(MaintenanceMemoryTest, ADayTakesNoMoreThanAnHour)
{
    test::LiveRingOptions options = test::Quiet();
    options.workload.requests = std::numeric_limits<std::uint64_t>::max();
    options.workload.load = 0.1;
    const auto settled = test::MakeSettledRing(options, 5);
    test::LiveRing& ring = *settled;
    ring.Crash(4); // the others go on looking for it
    ring.RunUntil(FromSeconds(3600));
    const std::size_t hour = test::HeapBytes();
    const std::uint64_t answered = ring.Totals().answered;
    ring.RunUntil(FromSeconds(86400));
    EXPECT_LE(test::HeapBytes(), hour + 100'000);
    EXPECT_GT(ring.Totals().answered, 20 * answered);
}

#endif

} // namespace
} // namespace dht
