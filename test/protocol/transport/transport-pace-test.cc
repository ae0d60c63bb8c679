/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport-world.h"

#include <cmath>
#include <gtest/gtest.h>

/// When packets leave, how long they are, and what a window hears of the path.

namespace dht
{
namespace
{

using test::TransportWorld;

/// A way that takes no full packets is no black hole.
TEST(TransportEndpointTest, PacketsThatAreTooLongBecomeShorter)
{
    for (const std::size_t takes : {1392u, 1232u, 548u})
    {
        SCOPED_TRACE(takes);
        TransportWorld world;
        auto& a = world.Add();
        auto& b = world.Add();
        std::uint64_t tooLong = 0;
        world.tap = [&](const Endpoint& from, const Endpoint& to, auto& bytes) {
            if (from == a.address && bytes.size() > takes)
            {
                ++tooLong;
                a.endpoint->OnTooLong(world.Now(), to, bytes.size());
                return false;
            }
            return true;
        };
        world.Stream(a, a.endpoint->Open(world.Now(), b.address, 1), 300000);
        EXPECT_TRUE(world.RunUntil(20, [&] { return a.endpoint->Now().links == 0; }));
        EXPECT_EQ(world.BytesRead(b), 300000u);
        EXPECT_EQ(world.wrongBytes + world.broken, 0u);
        EXPECT_LE(tooLong, 30u);
    }
}

TEST(TransportEndpointTest, PacketsLeaveAtTheWindowsPace)
{
    TransportWorld world;
    const auto paced = [] { return std::make_unique<test::SimpleWindow>(1e6, 1e6, 140000); };
    auto& a = world.Add({}, paced);
    auto& b = world.Add();
    std::vector<Time> times;
    world.tap = [&](const Endpoint& from, const Endpoint& /* to */, auto& bytes) {
        if (from.port == 1000 && bytes.size() > kMostPayload)
        {
            times.push_back(world.Now());
        }
        return true;
    };
    world.Stream(a, a.endpoint->Open(world.Now(), b.address, 1), 1400000);
    world.Run(9);
    ASSERT_GT(times.size(), 800u);
    for (std::size_t i = 10; i < times.size(); ++i)
    {
        EXPECT_NEAR(ToSeconds(times[i] - times[i - 10]), 0.1, 0.025) << i;
    }
}

TEST(TransportEndpointTest, SmallWindowsHaveSmallPackets)
{
    TransportWorld world;
    const auto small = [] { return std::make_unique<test::SimpleWindow>(1000, 1000, INFINITY); };
    auto& a = world.Add({}, small);
    auto& b = world.Add();
    std::size_t longest = 0;
    world.tap = [&](const Endpoint& from, const Endpoint& /* to */, auto& bytes) {
        longest = from.port == 1000 ? std::max(longest, bytes.size()) : longest;
        return true;
    };
    world.Stream(a, a.endpoint->Open(world.Now(), b.address, 1), 100000);
    world.Run(1);
    EXPECT_EQ(longest, kDataHeaderSize + kDataCookieSize + 500);
}

TEST(TransportEndpointTest, FullPacketsLeaveSeveralAtATime)
{
    TransportWorld world;
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Pump(a);
    world.Run(1);
    world.WriteSome(a, link, 0, 7500);
    std::vector<std::uint8_t> buffer(20000);
    const auto sent = a.endpoint->PollTransmit(world.Now(), buffer.data(), buffer.size());
    ASSERT_TRUE(sent);
    EXPECT_EQ(sent->segment, kDataHeaderSize + kMostPayload);
    EXPECT_EQ(sent->size, 5 * sent->segment + kDataHeaderSize + 500);
    EXPECT_FALSE(a.endpoint->PollTransmit(world.Now(), buffer.data(), buffer.size()));
}

/// What a window is told of the path.
TEST(TransportEndpointTest, SamplesAreContinuousWhereClocksWrap)
{
    TransportWorld world;
    world.faults.delay = FromSeconds(0.015);
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Pump(a);
    world.Run(1);
    const auto* const window = dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(link));
    const Time first = window->last.sample->oneWay;
    std::uint64_t written = 0;
    for (int i = 0; i < 1500; ++i) // 75 minutes: each clock wraps once
    {
        written = world.WriteSome(a, link, written, written + 100);
        world.Pump(a);
        world.Run(3);
        ASSERT_TRUE(window->last.sample);
        EXPECT_LE(std::abs(ToSeconds(window->last.sample->oneWay - first)), 2e-6) << i;
        EXPECT_NEAR(ToSeconds(window->last.sample->roundTrip), 0.03, 2e-6) << i;
        EXPECT_NEAR(ToSeconds(window->last.sample->hold), 0.025, 0.0251) << i;
    }
    EXPECT_EQ(a.endpoint->Counts().packetsLost, 0u);
    EXPECT_EQ(a.endpoint->Counts().TotalRejected(), 0u);
}

} // namespace
} // namespace dht
