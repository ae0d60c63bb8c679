/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-packet.h"
#include "simple-window.h"
#include "transport-world.h"

#include <array>
#include <gtest/gtest.h>
#include <set>

/// How links of the transport begin, wait, and end.

namespace dht
{
namespace
{

using test::TransportWorld;
using Kind = TransportEvent::Kind;

TEST(TransportEndpointTest, OnlyConsumingOpensTheWindow)
{
    TransportWorld world;
    TransportOptions options;
    options.receiveWindow = 10000;
    auto& a = world.Add();
    auto& b = world.Add(options);
    b.isConsuming = false;
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 40000);
    world.Run(100);
    EXPECT_EQ(world.BytesRead(b), 10000u);
    EXPECT_EQ(world.CountOf(a, Kind::kLost), 0u);
    const std::uint64_t probes = a.endpoint->Counts().probesSent;
    EXPECT_GE(probes, 100 / 8u);
    EXPECT_LE(probes, 100 / 8u + 10);
    EXPECT_EQ(b.endpoint->Counts().Rejected(TransportError::kWindow), 0u);
    const TransportLink accepted = b.read.begin()->first;
    for (std::uint64_t step = 1; step <= 3; ++step)
    {
        b.endpoint->Consume(world.Now(), accepted, 10000);
        world.Pump(b);
        world.Run(0.15);
        EXPECT_EQ(world.BytesRead(b), 10000 + 10000 * step) << "the receiver says so, unasked";
    }
    EXPECT_TRUE(world.RunUntil(1, [&] { return world.CountOf(a, Kind::kClosed) == 1; }));
}

/// If the ack that opens the window is lost, it is repeated.
TEST(TransportEndpointTest, ThatTheWindowHasOpenedIsRepeated)
{
    TransportWorld world;
    TransportOptions options;
    options.receiveWindow = 10000;
    auto& a = world.Add();
    auto& b = world.Add(options);
    b.isConsuming = false;
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 20000);
    world.Run(100);
    const std::uint64_t probes = a.endpoint->Counts().probesSent;
    const std::uint64_t acks = b.endpoint->Counts().acksSent;
    int count = 0;
    world.tap = [&](const Endpoint& from, const Endpoint& /* to */, auto& /* bytes */) {
        return from.port != 1001 || ++count > 1;
    };
    b.endpoint->Consume(world.Now(), b.read.begin()->first, 10000);
    world.Pump(b);
    world.Run(0.35);
    EXPECT_EQ(world.BytesRead(b), 20000u);
    EXPECT_GE(b.endpoint->Counts().acksSent, acks + 2);
    EXPECT_EQ(a.endpoint->Counts().probesSent, probes) << "nobody had to ask";
}

TEST(TransportEndpointTest, AcksAreDelayed)
{
    TransportWorld world;
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Pump(a);
    world.Run(1);
    const std::uint64_t before = b.endpoint->Counts().acksSent;
    EXPECT_EQ(before, 1u);
    std::vector<Time> acks;
    world.tap = [&](const Endpoint& from, const Endpoint& /* to */, auto& /* bytes */) {
        if (from.port == 1001)
        {
            acks.push_back(world.Now());
        }
        return true;
    };
    world.WriteSome(a, link, 0, 100);
    world.Pump(a);
    const Time sent = world.Now();
    world.Run(1);
    ASSERT_EQ(acks.size(), 1u);
    EXPECT_EQ(acks[0], sent + FromSeconds(0.02) + FromSeconds(0.025));
    world.WriteSome(a, link, 100, 100 + 4 * kMostPayload);
    world.Pump(a);
    world.Run(1);
    EXPECT_LE(acks.size(), 4u) << "every second packet, and one for a number left out";
    EXPECT_GE(acks.size(), 3u);
    EXPECT_EQ(a.endpoint->Counts().packetsLost, 0u);
    EXPECT_EQ(a.endpoint->Now().packetsInFlight, 0u);
}

TEST(TransportEndpointTest, AReceiverThatRestartsIsNoticed)
{
    TransportWorld world;
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 50000000);
    world.Run(0.5);
    world.Restart(b);
    world.Run(0.5);
    ASSERT_EQ(world.CountOf(a, Kind::kLost), 1u);
    EXPECT_EQ(a.events.back().loss, TransportLoss::kReset);
    EXPECT_EQ(a.endpoint->Now().links, 0u);
    EXPECT_EQ(b.endpoint->Now().accepted, 0u) << "an old cookie opens nothing";
    const TransportLink again = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, again, 100000);
    EXPECT_TRUE(world.RunUntil(10, [&] { return world.CountOf(a, Kind::kClosed) == 1; }));
    EXPECT_EQ(world.BytesRead(b), 100000u);
    EXPECT_EQ(world.broken, 0u);
}

TEST(TransportEndpointTest, ASenderThatRestartsIsNoticed)
{
    TransportWorld world;
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 50000000);
    world.Run(0.5);
    world.Restart(a);
    world.Run(0.5);
    EXPECT_EQ(world.CountOf(b, Kind::kLost), 1u) << "its acks were answered by resets";
    const TransportLink again = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, again, 100000);
    EXPECT_TRUE(world.RunUntil(10, [&] { return world.CountOf(a, Kind::kClosed) == 1; }));
    EXPECT_EQ(b.read.rbegin()->second, 100000u);
    EXPECT_EQ(world.wrongBytes, 0u);
}

TEST(TransportEndpointTest, NobodyAnswers)
{
    TransportWorld world;
    auto& a = world.Add();
    a.endpoint->Open(world.Now(), TransportWorld::AddressOf(7), 1);
    world.Pump(a);
    world.Run(6.9);
    EXPECT_EQ(a.endpoint->Counts().opensSent, 3u);
    EXPECT_EQ(a.events.size(), 0u);
    world.Run(0.2);
    ASSERT_EQ(a.events.size(), 1u);
    EXPECT_EQ(a.events[0].kind, Kind::kLost);
    EXPECT_EQ(a.events[0].loss, TransportLoss::kSilence);
    EXPECT_EQ(a.endpoint->NextTimer(), kNever);
}

TEST(TransportEndpointTest, AnIdleLinkIsKeptAliveAndGivenUp)
{
    TransportWorld world;
    TransportOptions options;
    options.keepAlive = FromSeconds(60);
    options.giveUp = FromSeconds(7);
    auto& a = world.Add(options);
    auto& b = world.Add();
    a.endpoint->Open(world.Now(), b.address, 1);
    world.Pump(a);
    world.Run(3000);
    EXPECT_EQ(world.CountOf(a, Kind::kLost), 0u);
    EXPECT_EQ(world.CountOf(b, Kind::kLost), 0u);
    EXPECT_LE(a.endpoint->Counts().packetsSent, 51u);
    const Time dark = world.Now();
    world.faults.loss = 1;
    world.RunUntil(1000, [&] { return world.CountOf(a, Kind::kLost) == 1; });
    EXPECT_LE(world.Now() - dark, FromSeconds(67.1));
    EXPECT_EQ(world.CountOf(a, Kind::kLost), 1u);
    world.Run(301);
    EXPECT_EQ(world.CountOf(b, Kind::kLost), 1u);
    EXPECT_EQ(b.endpoint->Now().accepted, 0u);
}

TEST(TransportEndpointTest, AnAbortEndsBothEnds)
{
    for (const bool isSender : {true, false})
    {
        TransportWorld world;
        auto& a = world.Add();
        auto& b = world.Add();
        const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
        world.Stream(a, link, 50000000);
        world.Run(0.5);
        if (isSender)
        {
            a.endpoint->Abort(world.Now(), link);
        }
        else
        {
            b.endpoint->Abort(world.Now(), b.read.begin()->first);
        }
        world.Pump(isSender ? a : b);
        const std::uint64_t read = world.BytesRead(b);
        world.Run(1);
        EXPECT_EQ(world.CountOf(isSender ? b : a, Kind::kLost), 1u);
        EXPECT_EQ(a.endpoint->Now().links, 0u);
        EXPECT_EQ(world.BytesRead(b), read);
        world.Run(21);
        EXPECT_EQ(b.endpoint->Now().accepted, 0u);
        EXPECT_EQ(world.broken, 0u);
    }
}

TEST(TransportEndpointTest, AnAbortEndsALinkOnWhichAllHasArrived)
{
    for (const bool isSender : {true, false})
    {
        TransportWorld world;
        auto& a = world.Add();
        auto& b = world.Add();
        const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
        const std::vector<std::uint8_t> bytes(5000);
        EXPECT_TRUE(a.endpoint->Write(world.Now(), link, bytes.data(), bytes.size()));
        world.Pump(a);
        world.Run(2);
        ASSERT_EQ(a.endpoint->Now().packetsInFlight, 0u);
        isSender ? a.endpoint->Abort(world.Now(), link)
                 : b.endpoint->Abort(world.Now(), b.read.begin()->first);
        world.Pump(isSender ? a : b);
        world.Run(3);
        EXPECT_EQ(world.CountOf(isSender ? b : a, Kind::kLost), 1u);
        EXPECT_EQ(a.endpoint->Now().links, 0u);
    }
}

/// Whatever a host's random numbers are: datagrams call no two links to a peer the same.
TEST(TransportEndpointTest, LinksToAPeerDifferThoughRandomNumbersRepeat)
{
    struct OneNumber : Random
    {
        double Uniform() override
        {
            return 0.5;
        }
    } random;

    TransportEndpoint endpoint(
        {},
        [] { return std::make_unique<test::SimpleWindow>(1e4, 1e4, 1e9); },
        random);
    std::set<std::uint64_t> connections;
    std::array<std::uint8_t, kMostDataSize> buffer{};
    for (const std::uint8_t byte : {1, 2, 3})
    {
        const TransportLink link = endpoint.Open(Time(0), TransportWorld::AddressOf(1), 1);
        EXPECT_TRUE(endpoint.Write(Time(0), link, &byte, 1));
        const auto sent = endpoint.PollTransmit(Time(0), buffer.data(), buffer.size());
        ASSERT_TRUE(sent);
        TransportPacket packet;
        ASSERT_EQ(Decode(buffer.data(), sent->size, packet), TransportError::kNone);
        connections.insert(std::get<OpenPacket>(packet).header.connection);
    }
    EXPECT_EQ(connections.size(), 3u);
    for (const TransportLink link : {1, 2, 3})
    {
        endpoint.Abort(Time(0), link);
    }
    EXPECT_EQ(endpoint.Now().links, 0u);
}

TEST(TransportEndpointTest, AWritableEventFollowsWhatDidNotFit)
{
    TransportWorld world;
    TransportOptions options;
    options.sendBuffer = 4096;
    auto& a = world.Add(options);
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    const std::vector<std::uint8_t> frame(3000);
    EXPECT_TRUE(a.endpoint->Write(world.Now(), link, frame.data(), frame.size()));
    EXPECT_EQ(a.endpoint->Room(link), 1096u);
    EXPECT_FALSE(a.endpoint->Write(world.Now(), link, frame.data(), frame.size()));
    EXPECT_EQ(a.endpoint->Room(link), 1096u) << "all or nothing";
    world.Pump(a);
    EXPECT_EQ(world.CountOf(a, Kind::kWritable), 0u);
    world.Run(1);
    EXPECT_EQ(world.CountOf(a, Kind::kWritable), 1u);
    EXPECT_TRUE(a.endpoint->Write(world.Now(), link, frame.data(), frame.size()));
    world.Pump(a);
    world.Run(1);
    EXPECT_EQ(world.CountOf(a, Kind::kWritable), 1u) << "nobody asked";
}

} // namespace
} // namespace dht
