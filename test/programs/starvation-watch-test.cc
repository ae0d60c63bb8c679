/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-starvation-watch.h"

#include <gtest/gtest.h>

/// Which peers starve, for a recording.

namespace dht
{

namespace
{

using Change = StarvationWatch::Change;

/// A little less than a peer has to wait.
constexpr Time kAlmost = StarvationWatch::kStarvation - Time(1);

/// @param answered Requests of its own that were. @param outstanding Those that were not. @return
/// Such a peer.
PeerState
StarvingState(std::uint64_t answered, double outstanding)
{
    PeerState peer;
    peer.made = answered + static_cast<std::uint64_t>(outstanding);
    peer.counters.issued = peer.made;
    peer.counters.answered = answered;
    peer.outstanding = outstanding;
    return peer;
}

TEST(StarvationWatchTest, BeginsAfterSecondsWithoutAnAnswerAndEndsWithOne)
{
    StarvationWatch watch(2);
    EXPECT_EQ(watch.Look(Time(7), 1, StarvingState(1, 1)), Change::kNone);
    EXPECT_EQ(watch.Look(Time(7) + kAlmost, 1, StarvingState(1, 1)), Change::kNone);
    EXPECT_EQ(watch.Look(Time(8) + kAlmost, 1, StarvingState(1, 1)), Change::kBegins);
    EXPECT_EQ(watch.Since(1), Time(7));
    EXPECT_EQ(watch.Look(Time(9) + kAlmost, 1, StarvingState(1, 1)), Change::kNone);
    EXPECT_EQ(watch.Look(Time(10) + kAlmost, 1, StarvingState(2, 1)), Change::kEnds);
    EXPECT_EQ(watch.Look(Time(11) + kAlmost, 1, StarvingState(2, 1)), Change::kNone);
}

TEST(StarvationWatchTest, WhoWaitsForNothingOrIsAwayDoesNotStarve)
{
    StarvationWatch watch(1);
    PeerState away = StarvingState(0, 1);
    away.presence = Presence::kAway;
    for (const PeerState& peer : {StarvingState(0, 0), away})
    {
        EXPECT_EQ(watch.Look(Time(0), 0, peer), Change::kNone);
        EXPECT_EQ(watch.Look(2 * StarvationWatch::kStarvation, 0, peer), Change::kNone);
    }
    // one that may not issue what it has made does
    PeerState held = StarvingState(0, 0);
    held.made = 1;
    EXPECT_EQ(watch.Look(3 * StarvationWatch::kStarvation, 0, held), Change::kBegins);
    EXPECT_EQ(watch.Look(4 * StarvationWatch::kStarvation, 0, StarvingState(0, 0)), Change::kEnds);
}

} // namespace

} // namespace dht
