/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-counters.h"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <type_traits>

namespace dht
{
namespace
{

/// All counters of a peer, in the order in which they are declared.
using CounterValues = std::array<std::uint64_t, sizeof(Counters) / sizeof(std::uint64_t)>;

/// @param c Counters. @return Each of them: none can be left out here.
CounterValues
AllOf(const Counters& c)
{
    static_assert(std::is_standard_layout_v<Counters> && std::is_trivially_copyable_v<Counters>);
    CounterValues values;
    std::memcpy(values.data(), &c, sizeof(c));
    return values;
}

/// @param factor A number. @return Values of all counters: the number, twice it, three times it,
/// and so on.
CounterValues
Multiples(std::uint64_t factor)
{
    CounterValues values;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        values[i] = factor * (i + 1);
    }
    return values;
}

/// @return Counters that are all different.
Counters
Sample()
{
    Counters c;
    const CounterValues values = Multiples(1);
    std::memcpy(static_cast<void*>(&c), values.data(), sizeof(c));
    return c;
}

TEST(CountersTest, StartAtZero)
{
    EXPECT_EQ(AllOf(Counters{}), Multiples(0));
}

TEST(CountersTest, EveryCounterIsAddedAndSubtracted)
{
    Counters c = Sample();
    c += Sample();
    c += Sample();
    EXPECT_EQ(AllOf(c), Multiples(3));
    c -= Sample();
    EXPECT_EQ(AllOf(c), Multiples(2));
}

TEST(CountersTest, DropsAreSummedOverTheirReasons)
{
    Counters c;
    c.issued = 100;
    for (std::size_t reason = 0; reason < c.dropped.size(); ++reason)
    {
        c.dropped[reason] = std::uint64_t{1} << reason;
    }
    EXPECT_EQ(c.TotalDropped(), (std::uint64_t{1} << c.dropped.size()) - 1);
}

TEST(CountersTest, EachDropReasonHasAName)
{
    EXPECT_STREQ(ToString(DropReason::kQueueFull), "queue_full");
    EXPECT_STREQ(ToString(DropReason::kHopLimit), "hop_limit");
    EXPECT_STREQ(ToString(DropReason::kLinkDown), "link_down");
    EXPECT_STREQ(ToString(DropReason::kStandstill), "standstill");
    EXPECT_STREQ(ToString(DropReason::kNoPlace), "no_place");
}

} // namespace
} // namespace dht
