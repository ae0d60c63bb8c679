/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance.h"

#include <gtest/gtest.h>
#include <vector>

/// The counters of maintenance.

namespace dht
{
namespace
{

TEST(MaintenanceCountersTest, AllAreAdded)
{
    const auto all = [](MaintenanceCounters& counters) {
        std::vector<std::uint64_t*> list{
            &counters.bytes,    &counters.ignored,   &counters.throttled,     &counters.withheld,
            &counters.timeouts, &counters.failures,  &counters.returned,      &counters.connected,
            &counters.removed,  &counters.suspected, &counters.finds,         &counters.failedFinds,
            &counters.refuted,  &counters.checks,    &counters.disagreements, &counters.inquiries,
            &counters.held,     &counters.denied,    &counters.unvouched,     &counters.alarms,
            &counters.unsolved};
        for (std::size_t kind = 0; kind < counters.sent.size(); ++kind)
        {
            list.push_back(&counters.sent[kind]);
            list.push_back(&counters.received[kind]);
        }
        return list;
    };
    static_assert(sizeof(MaintenanceCounters) == 29 * sizeof(std::uint64_t), "all are listed");
    MaintenanceCounters one;
    std::uint64_t next = 0;
    for (std::uint64_t* const counter : all(one))
    {
        *counter = ++next;
    }
    MaintenanceCounters sum = one;
    sum += one;
    const auto sums = all(sum);
    const auto ones = all(one);
    for (std::size_t i = 0; i < ones.size(); ++i)
    {
        EXPECT_EQ(*sums[i], 2 * *ones[i]) << i;
    }
}

} // namespace
} // namespace dht
