/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport-world.h"

#include <cmath>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::PathFaults;
using test::TransportWorld;
using Kind = TransportEvent::Kind;

/// @param faults Of the path. @param seed Of random numbers. @param size Bytes. @param seconds For
/// how long. Streams bytes from one host to another, and expects them once and in order.
void
ExpectStream(const PathFaults& faults, std::uint64_t seed, std::uint64_t size, double seconds)
{
    TransportWorld world(faults, seed);
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, size);
    EXPECT_TRUE(world.RunUntil(seconds, [&] { return world.CountOf(a, Kind::kClosed) == 1; }));
    EXPECT_EQ(world.BytesRead(b), size);
    EXPECT_EQ(world.wrongBytes, 0u);
    EXPECT_EQ(world.broken, 0u);
    EXPECT_EQ(world.CountOf(a, Kind::kOpened), 1u);
    EXPECT_EQ(world.CountOf(b, Kind::kAccepted), 1u);
    EXPECT_EQ(world.CountOf(b, Kind::kClosed), 1u);
    EXPECT_EQ(a.endpoint->Now().links, 0u);
}

TEST(TransportEndpointTest, CarriesAStream)
{
    ExpectStream({}, 1, 1000000, 20);
}

TEST(TransportEndpointTest, CarriesAnEmptyStream)
{
    ExpectStream({}, 1, 0, 5);
}

TEST(TransportEndpointTest, EveryByteArrivesOnceAndInOrderWhateverThePathDoes)
{
    PathFaults faults;
    faults.loss = 0.3;
    faults.jitter = FromSeconds(0.03);
    faults.duplication = 0.1;
    faults.blackouts = {{FromSeconds(5), FromSeconds(10)}, {FromSeconds(14), FromSeconds(19)}};
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
    {
        SCOPED_TRACE(seed);
        ExpectStream(faults, seed, 300000, 300);
    }
}

/// Within two probe timeouts, which is 128 times srtt + 4 var + 25 ms at the most.
TEST(TransportEndpointTest, ABlackoutOfAMinuteEndsWithARecovery)
{
    PathFaults faults;
    faults.blackouts = {{FromSeconds(1), FromSeconds(61)}};
    TransportWorld world(faults);
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 50000000);
    world.Run(1);
    const Time timeout = a.endpoint->Sender(link)->Path().ProbeTimeout();
    world.Run(60);
    const std::uint64_t before = world.BytesRead(b);
    EXPECT_LT(before, 50000000u);
    EXPECT_GT(before, 0u);
    world.Run(2 * 64 * ToSeconds(timeout));
    EXPECT_GT(world.BytesRead(b), before + 10000);
    EXPECT_EQ(world.CountOf(a, Kind::kSilent), 2u) << "told at once, and after 31 s";
    EXPECT_TRUE(world.RunUntil(300, [&] { return world.CountOf(a, Kind::kClosed) == 1; }));
    EXPECT_EQ(world.wrongBytes, 0u);
    EXPECT_EQ(world.broken, 0u);
}

/// Probes were far apart at the end of the first blackout. In the next one they are not.
TEST(TransportEndpointTest, AnyAckEndsTheDoublingOfTimeouts)
{
    TransportWorld world;
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 1000000000);
    world.Run(1);
    std::vector<Time> probes;
    world.tap = [&](const Endpoint& from, const Endpoint& /* to */, auto& /* bytes */) {
        if (from.port == 1000 && world.faults.loss == 1)
        {
            probes.push_back(world.Now());
        }
        return true;
    };
    for (int blackout = 0; blackout < 3; ++blackout)
    {
        world.faults.loss = 1;
        world.Run(0.1);
        probes.clear();
        const Time timeout = a.endpoint->Sender(link)->Path().ProbeTimeout();
        world.Run(60);
        EXPECT_GE(probes.size(), 2 * 8u) << "8 doublings would take longer than a minute";
        EXPECT_LE(probes.size(), 2 * 30u);
        EXPECT_LE(probes.at(0) - world.Now() + FromSeconds(60), 2 * timeout);
        EXPECT_GE(probes.back() - probes.at(probes.size() - 3), 64 * timeout);
        EXPECT_LE(probes.back() - probes.at(probes.size() - 3), 65 * timeout);
        world.faults.loss = 0;
        world.Run(15);
    }
}

TEST(TransportEndpointTest, ALongBlackoutIsPersistentCongestion)
{
    PathFaults faults;
    faults.blackouts = {{FromSeconds(1), FromSeconds(6)}};
    TransportWorld world(faults);
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 50000000);
    world.Run(1);
    const auto* const window = dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(link));
    EXPECT_EQ(window->losses, 0);
    world.Run(4.9);
    EXPECT_EQ(window->losses, 0) << "timeouts alone reduce nothing";
    world.RunUntil(20, [&] { return window->losses > 0; });
    EXPECT_EQ(window->losses, 1);
    EXPECT_EQ(window->persistent, 1);
}

TEST(TransportEndpointTest, LossesOfOneRoundTripReduceTheWindowOnce)
{
    TransportWorld world;
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 50000000);
    world.Run(1);
    const auto* const window = dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(link));
    int count = 0;
    world.tap = [&](const Endpoint& from, const Endpoint& /* to */, auto& /* bytes */) {
        return from.port != 1000 || ++count > 40 || count % 4 != 0;
    };
    world.Run(0.3);
    EXPECT_EQ(a.endpoint->Counts().packetsLost, 10u);
    EXPECT_EQ(window->losses, 1);
    EXPECT_EQ(a.endpoint->Counts().probesSent, 0u) << "every hole is found without a timeout";
}

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

TEST(TransportEndpointTest, TheReceiverMayWishForAPriority)
{
    TransportWorld world;
    TransportOptions options;
    options.wishLimit = 2;
    auto& a = world.Add(options);
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 0.25);
    const auto* const window = dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(link));
    world.Pump(a);
    world.Run(1);
    EXPECT_EQ(window->priority, 0.25);
    const TransportLink accepted = b.events[0].link;
    const auto wish = [&](std::optional<double> priority) {
        b.endpoint->Wish(world.Now(), accepted, priority);
        world.Pump(b);
        world.Run(1);
        return window->priority;
    };
    EXPECT_EQ(wish(1.5), 1.5);
    EXPECT_EQ(wish(100), 2) << "the limit";
    EXPECT_EQ(wish(0), 0);
    a.endpoint->SetPriority(world.Now(), link, 5);
    EXPECT_EQ(window->priority, 0) << "a wish counts as long as there is one";
    EXPECT_EQ(wish(std::nullopt), 5) << "the sender's own choice";
    a.endpoint->SetPriority(world.Now(), link, 3);
    EXPECT_EQ(window->priority, 3);
}

TEST(TransportEndpointTest, AWishCountsInASharedWindow)
{
    TransportWorld world;
    TransportOptions options;
    options.scope = WindowScope::kNode;
    options.wishLimit = 2;
    auto& a = world.Add(options);
    auto& b = world.Add();
    b.isConsuming = false; // so that something is always waiting
    const std::vector<std::uint8_t> bytes(60000);
    std::vector<TransportLink> links;
    for (const double priority : {0.1, 0.2})
    {
        links.push_back(a.endpoint->Open(world.Now(), b.address, priority));
        a.endpoint->Write(world.Now(), links.back(), bytes.data(), bytes.size());
    }
    const auto* const window =
        dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(links[0]));
    world.faults.delay = FromSeconds(1); // all is in flight for long
    world.Pump(a);
    world.Run(4.5);
    EXPECT_DOUBLE_EQ(window->priority, 0.3);
    b.endpoint->Wish(world.Now(), b.events[0].link, 2);
    world.Pump(b);
    world.Run(1.2);
    EXPECT_DOUBLE_EQ(window->priority, 2.2) << "one wishes, the other does not";
    a.endpoint->Abort(world.Now(), links[1]);
    EXPECT_EQ(window->priority, 2);
    a.endpoint->SetPriority(world.Now(), links[0], 0);
    b.endpoint->Wish(world.Now(), b.events[0].link, std::nullopt);
    world.Pump(b);
    world.Run(1.2);
    EXPECT_EQ(window->priority, 0) << "exactly, whatever was added and taken away";
}

/// An ack that was overtaken by a later one says nothing of the window and the wish.
TEST(TransportEndpointTest, AnOlderAckChangesNoWish)
{
    TransportWorld world;
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 0);
    const auto* const window = dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(link));
    std::vector<std::vector<std::uint8_t>> acks;
    world.tap = [&](const Endpoint& from, const Endpoint& /* to */, auto& bytes) {
        if (from.port == 1001 && bytes[1] == 4)
        {
            acks.push_back(bytes);
        }
        return true;
    };
    world.Pump(a);
    world.Run(1);
    for (const double priority : {0.25, 0.75})
    {
        b.endpoint->Wish(world.Now(), b.events[0].link, priority);
        world.Pump(b);
        world.Run(1);
    }
    ASSERT_EQ(acks.size(), 3u);
    EXPECT_EQ(window->priority, 0.75);
    a.endpoint->OnDatagram(world.Now(), b.address, acks[1].data(), acks[1].size());
    EXPECT_EQ(window->priority, 0.75);
    EXPECT_EQ(a.endpoint->Counts().TotalRejected(), 0u) << "it may be late";
}

/// Links that share a window get what their priorities say.
TEST(TransportEndpointTest, LinksShareAWindowByPriority)
{
    TransportWorld world;
    TransportOptions options;
    options.scope = WindowScope::kNode;
    const auto fixed = [] { return std::make_unique<test::SimpleWindow>(28000, 28000, INFINITY); };
    auto& a = world.Add(options, fixed);
    auto& b = world.Add();
    std::vector<TransportLink> links;
    for (const double priority : {1.0, 1.0, 2.0, 4.0})
    {
        links.push_back(a.endpoint->Open(world.Now(), b.address, priority));
        world.Stream(a, links.back(), 1000000000);
    }
    world.Run(20);
    EXPECT_EQ(dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(links[0]))->priority, 8);
    const auto sent = [&](std::size_t i) {
        return static_cast<double>(a.endpoint->Sender(links[i])->Source().AckedBytes());
    };
    EXPECT_GT(sent(0), 100000);
    EXPECT_NEAR(sent(1) / sent(0), 1, 0.1);
    EXPECT_NEAR(sent(2) / sent(0), 2, 0.2);
    EXPECT_NEAR(sent(3) / sent(0), 4, 0.4);
    EXPECT_LE(a.endpoint->Now().bytesInFlight, 28000u);
    a.endpoint->Abort(world.Now(), links[3]);
    world.Pump(a);
    EXPECT_EQ(dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(links[0]))->priority, 4);
    const double before = sent(0);
    world.Run(5);
    EXPECT_GT(sent(0), before + 100000) << "what was in flight of it fills the window no more";
    EXPECT_EQ(world.broken, 0u);
}

/// A link that has nothing to send does not make bulk impolite.
TEST(TransportEndpointTest, LinksThatAreIdleDoNotCountInASharedWindow)
{
    TransportWorld world;
    TransportOptions options;
    options.scope = WindowScope::kNode;
    auto& a = world.Add(options);
    auto& b = world.Add();
    const TransportLink requests = a.endpoint->Open(world.Now(), b.address, 1);
    const auto* const window =
        dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(requests));
    const auto ask = [&] {
        const std::uint64_t written = a.endpoint->Sender(requests)->Source().Written();
        const std::uint8_t byte = TransportWorld::ByteAt(written);
        EXPECT_TRUE(a.endpoint->Write(world.Now(), requests, &byte, 1));
        world.Pump(a);
    };
    ask();
    world.Run(1);
    EXPECT_EQ(window->priority, 1) << "as long as nobody sends, it stays";
    const TransportLink bulk = a.endpoint->Open(world.Now(), b.address, 0);
    world.Stream(a, bulk, 1000000000);
    world.Run(1);
    EXPECT_EQ(window->priority, 0);
    ask();
    EXPECT_EQ(window->priority, 1);
    world.Run(1);
    EXPECT_EQ(window->priority, 0);
    a.endpoint->SetPriority(world.Now(), bulk, 2);
    EXPECT_EQ(window->priority, 2);
    EXPECT_EQ(world.wrongBytes, 0u);
}

TEST(TransportEndpointTest, APriorityIsANumberThatIsNotNegative)
{
    TransportWorld world;
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    for (const double bad : {-0.5, static_cast<double>(NAN), static_cast<double>(INFINITY)})
    {
        EXPECT_THROW(a.endpoint->Open(world.Now(), b.address, bad), std::invalid_argument);
        EXPECT_THROW(a.endpoint->SetPriority(world.Now(), link, bad), std::invalid_argument);
        EXPECT_THROW(a.endpoint->Wish(world.Now(), link, bad), std::invalid_argument);
    }
    EXPECT_EQ(a.endpoint->Now().links, 1u);
    EXPECT_EQ(dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(link))->priority, 1);
}

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

/// What is in flight to a peer that is gone fills the window of the others for a short time only.
TEST(TransportEndpointTest, APeerThatVanishesStopsNoOtherLink)
{
    TransportWorld world;
    TransportOptions options;
    options.scope = WindowScope::kNode;
    const auto fixed = [] { return std::make_unique<test::SimpleWindow>(28000, 28000, INFINITY); };
    auto& a = world.Add(options, fixed);
    auto& b = world.Add();
    auto& c = world.Add();
    const TransportLink toB = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, toB, 1000000000);
    world.Stream(a, a.endpoint->Open(world.Now(), c.address, 1), 1000000000);
    const auto reads = [&](double seconds) {
        const std::uint64_t before = world.BytesRead(c);
        world.Run(seconds);
        return static_cast<double>(world.BytesRead(c) - before) / seconds;
    };
    reads(2);
    const double rate = reads(3);
    EXPECT_GT(rate, 100000);
    world.tap = [gone = b.address](const Endpoint& from, const Endpoint& to, auto& /* bytes */) {
        return !(from == gone) && !(to == gone);
    };
    EXPECT_GT(reads(60), 0.8 * rate);
    EXPECT_EQ(world.CountOf(a, Kind::kSilent), 2u);
    world.tap = {};
    const std::uint64_t before = a.endpoint->Sender(toB)->Source().AckedBytes();
    world.Run(100);
    EXPECT_GT(a.endpoint->Sender(toB)->Source().AckedBytes(), before + 1000000) << "it is back";
    EXPECT_GT(reads(3), 0.8 * rate);
    a.endpoint->Abort(world.Now(), toB);
    world.Pump(a);
    EXPECT_GT(reads(3), 1.6 * rate) << "nothing is left of it in the window";
    EXPECT_EQ(world.broken, 0u);
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

/// @param seed Of random numbers. @return What was sent, and when, in a run over a bad path.
std::vector<std::uint8_t>
RecordOf(std::uint64_t seed)
{
    PathFaults faults;
    faults.loss = 0.1;
    faults.jitter = FromSeconds(0.01);
    TransportWorld world(faults, seed);
    std::vector<std::uint8_t> record;
    world.tap = [&](const Endpoint& /* from */, const Endpoint& /* to */, auto& bytes) {
        const auto time = world.Now().count();
        record.insert(record.end(), bytes.begin(), bytes.end());
        record.push_back(static_cast<std::uint8_t>(time % 251));
        return true;
    };
    auto& a = world.Add();
    auto& b = world.Add();
    for (int i = 0; i < 3; ++i)
    {
        world.Stream(a, a.endpoint->Open(world.Now(), b.address, i), 30000);
    }
    world.Run(30);
    return record;
}

TEST(TransportEndpointTest, TheSameRunGivesTheSameBytes)
{
    const auto record = RecordOf(1);
    EXPECT_GT(record.size(), 90000u);
    EXPECT_EQ(RecordOf(1), record);
    EXPECT_NE(RecordOf(2), record);
}

TEST(TransportEndpointTest, IdentitiesHoldAfterEveryStep)
{
    PathFaults faults;
    faults.loss = 0.05;
    faults.jitter = FromSeconds(0.01);
    faults.duplication = 0.05;
    TransportWorld world(faults, 5);
    test::MersenneRandom dice(7);
    auto& a = world.Add();
    auto& b = world.Add();
    std::vector<std::pair<TransportLink, std::uint64_t>> links;
    while (world.checks < 1000000)
    {
        const std::uint64_t what = DrawBelow(dice, 100);
        const std::size_t which = DrawBelow(dice, links.size() + 1);
        if (what == 0 && links.size() < 10)
        {
            links.emplace_back(a.endpoint->Open(world.Now(), b.address, 1), 0);
        }
        else if (which < links.size() && what < 3)
        {
            what == 1 ? a.endpoint->Close(world.Now(), links[which].first)
                      : a.endpoint->Abort(world.Now(), links[which].first);
            links.erase(links.begin() + static_cast<std::ptrdiff_t>(which));
        }
        else if (which < links.size())
        {
            auto& [link, written] = links[which];
            written = world.WriteSome(a, link, written, written + DrawBelow(dice, 20000));
        }
        world.Pump(a);
        world.Pump(b);
        world.Run(0.01);
        ASSERT_EQ(world.broken, 0u);
    }
    EXPECT_EQ(world.wrongBytes, 0u);
    EXPECT_GT(a.endpoint->Counts().packetsLost, 1000u);
    EXPECT_GT(a.endpoint->Counts().packetsLate, 0u);
    EXPECT_GT(a.endpoint->Counts().packetsAbandoned, 10u);
    EXPECT_EQ(b.endpoint->Counts().Rejected(TransportError::kConflict), 0u);
}

} // namespace
} // namespace dht
