/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-ring.h"

#include "ns3/nstime.h"
#include "ns3/string.h"

#include <gtest/gtest.h>

/// What a peer does while it pauses, by what a pause is to stop.

namespace ns3
{
namespace
{

/// A ring of two of which the first one pauses from the start, and both look up keys.
struct HalfAsleep
{
    dht::Counters asleep; ///< Of the first peer.
    dht::Counters awake;  ///< Of the other one.
};

/// @param pauses What a pause stops. @return What both have counted after 10 s.
HalfAsleep
RunHalfAsleep(const std::string& pauses)
{
    PacketRing ring(2);
    ring.helper.SetAttribute("Pauses", StringValue(pauses));
    ring.Install("marking", 5);
    // it pauses to begin with, in this run
    ring.Peer(0)->SetAttribute("CrossLoad", DoubleValue(0.95));
    ring.Peer(0)->SetAttribute("MeanPause", TimeValue(Seconds(1000)));
    ring.Run(Seconds(0), Seconds(10));
    return {ring.Peer(0)->GetCounters(), ring.Peer(1)->GetCounters()};
}

TEST(PauseScopeTest, APeerThatOnlyRelaysNothingGoesOnWithItsOwnRequests)
{
    for (const char* pauses : {"Forwarding", "Relaying"})
    {
        const HalfAsleep counted = RunHalfAsleep(pauses);
        EXPECT_GT(counted.asleep.issued, 20U) << pauses;
        EXPECT_GT(counted.asleep.answered, 5U) << pauses << ": those for its own keys";
        EXPECT_GT(counted.asleep.retransmitted, 0U) << pauses << ": its timers run";
    }
}

TEST(PauseScopeTest, AStoppedProcessDoesNothing)
{
    const HalfAsleep counted = RunHalfAsleep("Process");
    EXPECT_LE(counted.asleep.issued, 1U) << "what it had begun with";
    EXPECT_EQ(counted.asleep.retransmitted, 0U);
    EXPECT_EQ(counted.asleep.delivered - counted.asleep.answered, 0U)
        << "nothing for the other one";
    EXPECT_GT(counted.awake.issued, 20U);
    EXPECT_GT(counted.awake.retransmitted, 0U) << "the other one waits for answers in vain";
}

} // namespace
} // namespace ns3
