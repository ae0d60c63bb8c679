/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-statistics.h"
#include "dht-starvation-watch.h"

#include <gtest/gtest.h>
#include <sstream>
#include <vector>

namespace dht
{
namespace
{

/// Peers of which each has an answer every tick, as long as it is fed.
class StarvationAlarmTest : public testing::Test
{
  protected:
    StarvationAlarmTest()
    {
        statistics.WarnOfStarving(errors, "program");
    }

    /// @param until Seconds. @param fed By peer: whether it gets answers. @param delay Of these, in
    /// seconds.
    void RunUntil(double until, const std::vector<bool>& fed, double delay)
    {
        for (; now < until; now += RingStatistics::kTick)
        {
            for (std::size_t i = 0; i < peers.size(); ++i)
            {
                ++peers[i].counters.issued;
                peers[i].outstanding = 1;
                if (fed[i])
                {
                    ++peers[i].counters.answered;
                    Answer answer{};
                    answer.delay = FromSeconds(delay);
                    statistics.OnAnswered(answer);
                }
            }
            statistics.Tick(now);
        }
    }

    std::ostringstream errors;
    double now{0};
    std::vector<PeerState> peers{3};
    RingStatistics statistics{[this](const RingStatistics::Eye& eye) {
                                  for (const PeerState& peer : peers)
                                  {
                                      eye(peer);
                                  }
                              },
                              0,
                              nullptr};
};

TEST_F(StarvationAlarmTest, NamesAPeerWhileTheRunGoesOnAndOnlyOnce)
{
    RunUntil(4, {true, true, true}, 0.5);
    statistics.Begin(now);
    RunUntil(6, {true, false, true}, 0.5);
    EXPECT_EQ(errors.str(), "");
    RunUntil(20, {true, false, true}, 0.5);
    EXPECT_EQ(errors.str(),
              "program: at 9.9 s: peer 1 starves: it has had no answer since 3.9 s\n");
}

/// A wait that the ring's delays explain is no starvation.
TEST_F(StarvationAlarmTest, KnowsTheRingsDelays)
{
    statistics.Begin(now);
    RunUntil(14, {true, true, false}, 3);
    EXPECT_EQ(errors.str(), "");
    RunUntil(18, {true, true, false}, 3);
    EXPECT_NE(errors.str().find("peer 2 starves"), std::string::npos);
}

/// Queues that fill up make all peers wait; and of a ring in which nothing is answered, no peer is
/// worse off than the others.
TEST_F(StarvationAlarmTest, SaysNothingBeforeTheWindowNorOfAllPeers)
{
    RunUntil(20, {true, true, false}, 0.5);
    EXPECT_EQ(errors.str(), "");
    statistics.Begin(now);
    RunUntil(40, {false, false, false}, 0.5);
    EXPECT_EQ(errors.str(), "");
}

} // namespace
} // namespace dht
