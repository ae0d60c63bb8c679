/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-cross-load.h"

#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

/// When cross-load pauses a peer.

namespace ns3
{
namespace
{

/// When something changed, and whether a pause began.
using Changes = std::vector<std::pair<Time, bool>>;

/// @param share Of the time. @param stream The random stream. @param until When to stop it.
/// @return What the cross-load of a mean pause of half a second does.
Changes
Record(double share, int64_t stream, Time until)
{
    Changes changes;
    DhtCrossLoad crossLoad(
        [&changes](bool paused) { changes.emplace_back(Simulator::Now(), paused); });
    crossLoad.SetStream(stream);
    crossLoad.Start(share, Seconds(0.5));
    Simulator::Stop(until);
    Simulator::Run();
    crossLoad.Stop();
    Simulator::Destroy();
    return changes;
}

/// @param changes What happened. @param paused Of which state. @return How long it lasted, each
/// time.
std::vector<Time>
Lengths(const Changes& changes, bool paused)
{
    std::vector<Time> lengths;
    for (std::size_t i = 0; i + 1 < changes.size(); ++i)
    {
        if (changes[i].second == paused)
        {
            lengths.push_back(changes[i + 1].first - changes[i].first);
        }
    }
    return lengths;
}

double
Sum(const std::vector<Time>& times)
{
    double sum = 0;
    for (const Time& time : times)
    {
        sum += time.GetSeconds();
    }
    return sum;
}

TEST(CrossLoadTest, PausesAndWorkTakeTurns)
{
    const Changes changes = Record(0.3, 1, Seconds(1000));
    ASSERT_GT(changes.size(), 100U);
    for (std::size_t i = 1; i < changes.size(); ++i)
    {
        ASSERT_NE(changes[i].second, changes[i - 1].second);
    }
}

/// The mean of 12,000 exponential lengths has a standard deviation of 1%.
TEST(CrossLoadTest, TheShareAndTheMeanPauseAreThoseAskedFor)
{
    for (const double share : {0.1, 0.3, 0.7})
    {
        const Changes changes = Record(share, 5, Seconds(6000 / share));
        const std::vector<Time> pauses = Lengths(changes, true);
        const double paused = Sum(pauses);
        EXPECT_NEAR(paused / static_cast<double>(pauses.size()), 0.5, 0.02) << share;
        EXPECT_NEAR(paused / (paused + Sum(Lengths(changes, false))), share, 0.02) << share;
    }
}

/// Whoever comes along later finds as many peers in a pause as at the start.
TEST(CrossLoadTest, TheFirstStateHasTheShareToo)
{
    int paused = 0;
    for (int64_t stream = 0; stream < 1000; ++stream)
    {
        paused += Record(0.3, 2 * stream, Seconds(0)).at(0).second;
    }
    // the standard deviation is 14
    EXPECT_NEAR(paused, 300, 60);
}

TEST(CrossLoadTest, TheSameStreamGivesTheSamePausesAndAnotherOneDoesNot)
{
    const Changes changes = Record(0.3, 1, Seconds(100));
    EXPECT_EQ(changes, Record(0.3, 1, Seconds(100)));
    EXPECT_NE(changes, Record(0.3, 3, Seconds(100)));
}

/// Common random numbers: a larger share has the same pauses, closer together.
TEST(CrossLoadTest, PausesOfALargerShareHaveTheSameLengths)
{
    int64_t stream = 1;
    while (Record(0.4, stream, Seconds(0)).at(0).second)
    {
        stream += 2; // let both begin with work
    }
    const std::vector<Time> few = Lengths(Record(0.2, stream, Seconds(200)), true);
    std::vector<Time> many = Lengths(Record(0.4, stream, Seconds(200)), true);
    ASSERT_GT(few.size(), 20U);
    ASSERT_GT(many.size(), few.size());
    many.resize(few.size());
    EXPECT_EQ(few, many);
}

TEST(CrossLoadTest, NoShareIsNoPause)
{
    EXPECT_TRUE(Record(0, 1, Seconds(1000)).empty());
}

TEST(CrossLoadTest, WhoeverStopsItHearsNothingMore)
{
    int changes = 0;
    DhtCrossLoad crossLoad([&changes](bool) { ++changes; });
    crossLoad.Start(0.5, MilliSeconds(10));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    crossLoad.Stop();
    const int before = changes;
    EXPECT_GT(before, 10);
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    Simulator::Destroy();
    EXPECT_EQ(changes, before);
}

} // namespace
} // namespace ns3
