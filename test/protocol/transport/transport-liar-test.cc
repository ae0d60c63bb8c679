/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-bytes.h"
#include "transport-world.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <set>

/// Receivers who lie about what has arrived.

namespace dht
{
namespace
{

using test::BytesOfPacket;
using test::TransportWorld;
using Bytes = std::vector<std::uint8_t>;
using Error = TransportError;
using Kind = TransportEvent::Kind;

/// Who sees a stream of acks, and may change them.
class TransportLiarTest : public testing::Test
{
  protected:
    /// Changes an ack. It knows the greatest number that was sent.
    using Lie = std::function<void(AckPacket& ack, std::uint32_t newest)>;

    /// Streams for two seconds with a receiver who lies from the first second on. @param lie What
    /// the receiver makes of its acks.
    void RunWith(const Lie& lie)
    {
        link = a.endpoint->Open(world.Now(), b.address, 1);
        world.Stream(a, link, 1000000000);
        world.tap = [&](const Endpoint& from, const Endpoint& /* to */, Bytes& bytes) {
            TransportPacket packet;
            Decode(bytes.data(), bytes.size(), packet);
            if (from.port == 1000 && std::holds_alternative<DataPacket>(packet))
            {
                newest = std::get<DataPacket>(packet).header.number;
            }
            else if (std::holds_alternative<AckPacket>(packet) && world.Now() >= FromSeconds(1))
            {
                lie(std::get<AckPacket>(packet), newest);
                bytes = BytesOfPacket(std::get<AckPacket>(packet));
            }
            return true;
        };
        world.Run(2);
    }

    /// Expects that the liar was found out.
    void ExpectLost()
    {
        EXPECT_EQ(a.endpoint->Counts().Rejected(Error::kOptimistic), 1u);
        EXPECT_EQ(world.CountOf(a, Kind::kLost), 1u);
        EXPECT_EQ(a.events.back().loss, TransportLoss::kLie);
        EXPECT_EQ(a.endpoint->Now().links, 0u);
        EXPECT_EQ(world.CountOf(b, Kind::kLost), 1u) << "it was told";
        EXPECT_EQ(world.broken, 0u);
    }

    TransportWorld world;                 ///< The network of both.
    TransportWorld::Node& a{world.Add()}; ///< The sender.
    TransportWorld::Node& b{world.Add()}; ///< The receiver.
    TransportLink link{0};                ///< Its link.
    std::uint32_t newest{0};              ///< The greatest number that was sent.
};

TEST_F(TransportLiarTest, AnAckOfWhatWasNotSentEndsTheConnection)
{
    RunWith([](AckPacket& ack, std::uint32_t sent) { ack.ranges[0].last = sent + 1000; });
    ExpectLost();
}

TEST_F(TransportLiarTest, AnAckOfAllThatWasSentEndsTheConnection)
{
    RunWith([](AckPacket& ack, std::uint32_t sent) {
        ack.rangeCount = 1;
        ack.ranges[0] = {sent, sent};
    });
    EXPECT_EQ(a.endpoint->Counts().Rejected(Error::kOptimistic), 0u)
        << "its timestamp is wrong first";
    EXPECT_GT(a.endpoint->Counts().Rejected(Error::kEcho), 10u);
}

/// Its timestamp is right, as it has the newest packet; it claims those before that were lost.
TEST_F(TransportLiarTest, AnAckOfWhatWasSkippedEndsTheConnection)
{
    RunWith([](AckPacket& ack, std::uint32_t /* sent */) {
        ack.ranges[0].first = ack.ranges[ack.rangeCount - 1].first;
        ack.rangeCount = 1;
    });
    ExpectLost();
}

/// It acknowledges honestly first, and in the next ack all that was missing then.
TEST_F(TransportLiarTest, AnAckOfOlderHolesEndsTheConnection)
{
    world.faults.loss = 0.02;
    std::uint32_t before = 0;
    std::uint32_t first = 0;
    Time lastLie{0};
    RunWith([&](AckPacket& ack, std::uint32_t /* sent */) {
        lastLie = world.Now();
        first = first == 0 ? ack.ranges[ack.rangeCount - 1].first : first;
        const std::uint32_t filled = before > 12 ? before - 12 : 0;
        before = ack.ranges[0].last;
        std::size_t kept = 0;
        while (kept < ack.rangeCount && ack.ranges[kept].first > filled + 1)
        {
            ++kept;
        }
        if (filled <= first || kept == kMostRanges)
        {
            return;
        }
        const std::uint32_t end =
            kept < ack.rangeCount ? std::max(filled, ack.ranges[kept].last) : filled;
        ack.ranges[kept] = {first, end};
        ack.rangeCount = static_cast<std::uint16_t>(kept + 1);
    });
    EXPECT_EQ(a.endpoint->Counts().Rejected(Error::kOptimistic), 1u);
    EXPECT_EQ(world.CountOf(a, Kind::kLost), 1u);
    EXPECT_LT(lastLie, FromSeconds(1.4)) << "within ten round trips";
}

/// Who knew when a number is left out for the first time could lie until then.
TEST(TransportSkipTest, WhenTheFirstNumberIsLeftOutIsNotKnown)
{
    std::set<std::uint32_t> skipped;
    for (std::uint64_t seed = 1; seed <= 30; ++seed)
    {
        TransportWorld world({}, seed);
        auto& a = world.Add();
        auto& b = world.Add();
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::uint32_t gap = 0;
        world.tap = [&](const Endpoint& from, const Endpoint& /* to */, Bytes& bytes) {
            TransportPacket packet;
            Decode(bytes.data(), bytes.size(), packet);
            if (from == a.address && std::holds_alternative<DataPacket>(packet))
            {
                const std::uint32_t number = std::get<DataPacket>(packet).header.number;
                first = first == 0 ? number : first;
                gap = gap == 0 && last != 0 && number != last + 1 ? number - 1 - first : gap;
                last = number;
            }
            return true;
        };
        world.Stream(a, a.endpoint->Open(world.Now(), b.address, 1), 100000);
        world.Run(2);
        EXPECT_GE(gap, 7u);
        EXPECT_LT(gap, 32u);
        skipped.insert(gap);
    }
    EXPECT_GT(skipped.size(), 10u);
}

TEST_F(TransportLiarTest, AnAckOfBytesThatWereNotSentEndsTheConnection)
{
    RunWith([](AckPacket& ack, std::uint32_t /* sent */) { ack.arrived += 1 << 30; });
    ExpectLost();
}

TEST_F(TransportLiarTest, AHoldThatIsTooLongMakesNoRoundTripNegative)
{
    RunWith([](AckPacket& ack, std::uint32_t /* sent */) { ack.hold = kMostHold; });
    const auto* const window = dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(link));
    EXPECT_EQ(window->last.sample->roundTrip, Time(0));
    EXPECT_GE(a.endpoint->Sender(link)->Path().Smoothed(), FromSeconds(0.04));
}

} // namespace
} // namespace dht
