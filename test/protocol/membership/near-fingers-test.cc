/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-finger-list.h"
#include "dht-near-fingers.h"
#include "live-ring-setup.h"
#include "live-ring.h"
#include "plane-delays.h"

#include <gtest/gtest.h>

/// Fingers that are near in the network.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;

/// @param id An id. @return Somebody who has it.
RingNode
NodeWith(std::uint32_t id)
{
    return {Endpoint::Ipv4(0x0a000000 + id, 7000), Key(id)};
}

/// @param milliseconds A time. @return The time in the core's unit.
Time
Milliseconds(int milliseconds)
{
    return FromSeconds(0.001 * milliseconds);
}

TEST(NearFingersTest, WhoIsNearestOfTheFirstFewStandsIn)
{
    NearFingers near(Key(0), 3);
    const RingNode finger = NodeWith(64);
    near.Learn(finger, {NodeWith(70), NodeWith(80), NodeWith(90), NodeWith(130)});
    EXPECT_EQ(near.InsteadOf(finger), finger);
    EXPECT_TRUE(near.AreNew());
    near.Measure(finger.endpoint, Milliseconds(100));
    EXPECT_EQ(near.InsteadOf(finger), finger);
    near.Measure(NodeWith(80).endpoint, Milliseconds(50));
    EXPECT_EQ(near.InsteadOf(finger), NodeWith(80));
    near.Measure(NodeWith(70).endpoint, Milliseconds(41));
    EXPECT_EQ(near.InsteadOf(finger), NodeWith(80)); // a fifth nearer it has to be
    // neither the fourth nor somebody of another octave counts
    near.Measure(NodeWith(90).endpoint, Milliseconds(1));
    near.Measure(NodeWith(130).endpoint, Milliseconds(1));
    EXPECT_EQ(near.InsteadOf(finger), NodeWith(80));
    near.Measure(NodeWith(70).endpoint, Milliseconds(21)); // the mean: 36
    EXPECT_EQ(near.InsteadOf(finger), NodeWith(70));
    EXPECT_TRUE(near.StandsIn(NodeWith(70).endpoint));
    EXPECT_FALSE(near.StandsIn(NodeWith(80).endpoint));
    near.Remove(NodeWith(70).endpoint);
    EXPECT_EQ(near.InsteadOf(finger), NodeWith(80));
    // who comes between takes the place of the last
    near.Learn(NodeWith(65), {});
    near.Learn(NodeWith(66), {});
    EXPECT_FALSE(near.StandsIn(NodeWith(80).endpoint));
    EXPECT_EQ(near.InsteadOf(finger), finger);
    near.Clear();
    EXPECT_EQ(near.TakeOldest(Time(0)), std::nullopt);
}

TEST(NearFingersTest, CandidatesAreTakenInTurnWhetherTheyAnswerOrNot)
{
    NearFingers near(Key(0), 3);
    near.Learn(NodeWith(64), {NodeWith(70)});
    near.Learn(NodeWith(128), {});
    for (int round = 0; round < 2; ++round)
    {
        for (const std::uint32_t id : {64, 70, 128})
        {
            EXPECT_EQ(near.AreNew(), round == 0);
            EXPECT_EQ(near.TakeOldest(Time(1000 * round + id)), NodeWith(id));
        }
    }
}

TEST(NearFingersTest, WithOneCandidateThereAreNone)
{
    NearFingers near(Key(0), 1);
    near.Learn(NodeWith(64), {NodeWith(70)});
    EXPECT_EQ(near.TakeOldest(Time(0)), std::nullopt);
}

/// @param candidates Of each finger. @param delays Between peers. @return What a ring is made of.
LiveRingOptions
RingWith(std::size_t candidates, const PeerDelays& delays)
{
    LiveRingOptions options = test::Quiet();
    options.maintenance.fingerCandidates = candidates;
    options.delays = &delays;
    return options;
}

/// @param ring A ring. @param from A peer of it. @param other Another one. @return How far that is
/// beyond it.
Key
Way(std::size_t from, std::size_t other)
{
    return Distance(IdOf(LiveRing::EndpointOf(from)), IdOf(LiveRing::EndpointOf(other)));
}

/// @param ring A ring. @param from A peer of it. @param to One that it has a link to. @param most
/// x.
/// @return The nearest of the first x peers of the octave in which that is.
Time
NearestOfOctave(const LiveRing& ring, std::size_t from, std::size_t to, std::size_t most)
{
    std::map<Key, Time> octave;
    const test::PlaneDelays delays;
    for (const std::size_t other : ring.Alive())
    {
        if (other != from && OctaveOf(Way(from, other)) == OctaveOf(Way(from, to)))
        {
            octave[Way(from, other)] = delays.Get(from, other);
        }
    }
    Time nearest = kNever;
    for (const auto& [way, delay] : octave)
    {
        nearest = most-- > 0 ? std::min(nearest, delay) : nearest;
        if (most == 0)
        {
            break;
        }
    }
    return nearest;
}

/// @param ring A ring. @param visit Called with a peer and one that it has a link to, not its
/// successor.
template <typename Visit>
void
ForEachFinger(const LiveRing& ring, Visit visit)
{
    for (const std::size_t peer : ring.Alive())
    {
        const Membership& maintenance = ring.At(peer).GetMembership();
        for (LinkIndex link = 0; link < 64; ++link)
        {
            const auto neighbour = maintenance.NeighbourAt(link);
            if (neighbour && !(*neighbour == maintenance.Successors().front()))
            {
                std::size_t to = 0;
                while (!(LiveRing::EndpointOf(to) == *neighbour))
                {
                    ++to;
                }
                visit(peer, to);
            }
        }
    }
}

TEST(NearFingersTest, ALiveRingFindsTheNearestOfTheFirstSixteen)
{
    const test::PlaneDelays delays;
    double mean[2];
    for (const bool isNear : {false, true})
    {
        const std::size_t most = isNear ? 16 : 1;
        const auto ring = test::MakeSettledRing(RingWith(most, delays), 128);
        ring->RunUntil(ring->Now() + FromSeconds(120));
        EXPECT_EQ(ring->Flaws(), ""); // who comes after whom is as it was
        std::size_t all = 0;
        std::size_t right = 0;
        Time sum{0};
        ForEachFinger(*ring, [&](std::size_t peer, std::size_t to) {
            const Time delay = delays.Get(peer, to);
            sum += delay;
            ++all;
            right += ToSeconds(delay) <= 1.3 * ToSeconds(NearestOfOctave(*ring, peer, to, most));
        });
        mean[isNear] = ToSeconds(sum) / static_cast<double>(all);
        EXPECT_GE(right, all * 98 / 100) << all;
    }
    EXPECT_LT(mean[1], 0.6 * mean[0]);
    RecordProperty("ratio", std::to_string(mean[1] / mean[0]));
}

TEST(NearFingersTest, WhoStandsInAndCrashesIsReplaced)
{
    const test::PlaneDelays delays;
    const auto settled = test::MakeSettledRing(RingWith(16, delays), 64);
    LiveRing& ring = *settled;
    ring.RunUntil(ring.Now() + FromSeconds(60));
    for (std::size_t peer = 3; peer < 64; peer += 4)
    {
        ring.Crash(peer);
    }
    test::ExpectSettled(ring, FromSeconds(60));
    ring.RunUntil(ring.Now() + FromSeconds(60));
    const auto alive = ring.Alive();
    std::size_t fingers = 0;
    ForEachFinger(ring, [&](std::size_t, std::size_t to) {
        ++fingers;
        EXPECT_EQ(alive.count(to), 1u);
    });
    EXPECT_GT(fingers, 48u * 3);
}

} // namespace
} // namespace dht
