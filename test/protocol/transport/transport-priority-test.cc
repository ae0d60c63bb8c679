/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport-world.h"

#include <gtest/gtest.h>

/// Priorities of links, wishes for them, and windows that links share.

namespace dht
{
namespace
{

using test::TransportWorld;
using Kind = TransportEvent::Kind;

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

} // namespace
} // namespace dht
