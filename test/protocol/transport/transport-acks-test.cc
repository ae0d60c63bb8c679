/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-received-packets.h"
#include "dht-sent-packets.h"

#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

/// Packets that were received and sent, and what acks say of them.

namespace dht
{
namespace
{

TEST(ReceivedPacketsTest, AcksListWhatHasArrived)
{
    std::mt19937 random(1);
    ReceivedPackets packets;
    std::set<std::uint32_t> numbers;
    std::uint32_t newest = 100;
    for (int i = 0; i < 20000; ++i)
    {
        newest += random() % 3;
        const std::uint32_t number = newest - random() % 40;
        const bool isNext = numbers.empty() || number == *numbers.rbegin() + 1;
        ASSERT_EQ(packets.IsNewest(number), numbers.empty() || number > *numbers.rbegin());
        numbers.insert(number);
        ASSERT_EQ(packets.Add(number), isNext);
        ASSERT_EQ(packets.Newest(), *numbers.rbegin());
        AckPacket ack;
        packets.List(ack);
        ASSERT_GE(ack.rangeCount, 1u);
        ASSERT_EQ(ack.ranges[0].last, *numbers.rbegin());
        bool isListed = false;
        for (std::size_t r = 0; r < ack.rangeCount; ++r)
        {
            const PacketRange range = ack.ranges[r];
            ASSERT_LE(range.first, range.last);
            ASSERT_TRUE(r == 0 || range.last + 1 < ack.ranges[r - 1].first);
            isListed = isListed || (number >= range.first && number <= range.last);
            for (std::uint32_t at = range.first; at <= range.last && range.last - at < 100; ++at)
            {
                ASSERT_TRUE(numbers.count(at)) << at;
            }
        }
        ASSERT_TRUE(isListed) << number;
    }
}

/// A hole that stays, as where a number was skipped, costs eight bytes in eight acks.
TEST(ReceivedPacketsTest, WhatWasListedEightTimesIsForgotten)
{
    ReceivedPackets packets;
    packets.Add(1);
    packets.Add(3);
    AckPacket ack;
    for (int i = 0; i < 8; ++i)
    {
        packets.List(ack);
        EXPECT_EQ(ack.rangeCount, 2u) << i;
    }
    packets.List(ack);
    EXPECT_EQ(ack.rangeCount, 1u);
    EXPECT_EQ(ack.ranges[0].first, 3u);
}

/// @param ranges Newest first. @return An ack of them.
AckPacket
AckOf(std::initializer_list<PacketRange> ranges)
{
    AckPacket ack;
    for (const PacketRange& range : ranges)
    {
        ack.ranges[ack.rangeCount++] = range;
    }
    return ack;
}

/// Packets, and what is said of them.
class SentPacketsTest : public testing::Test
{
  protected:
    /// @param count How many packets leave, one a millisecond.
    void Send(int count)
    {
        for (int i = 0; i < count; ++i)
        {
            SentPacket packet;
            packet.sent = FromSeconds(0.001 * sent++);
            packets.OnSent(packet);
        }
    }

    /// @param ranges Newest first. @param seconds When they arrive. An ack comes.
    void Acknowledge(std::initializer_list<PacketRange> ranges, double seconds)
    {
        acked.clear();
        late.clear();
        lost.clear();
        packets.Acknowledge(
            AckOf(ranges),
            [&](const SentPacket& packet) { acked.push_back(packet.number); },
            [&](const SentPacket& packet) { late.push_back(packet.number); });
        Detect(seconds);
    }

    /// @param seconds The present.
    void Detect(double seconds)
    {
        packets.DetectLosses(FromSeconds(seconds), FromSeconds(0.1), [&](const SentPacket& packet) {
            lost.push_back(packet.number);
        });
    }

    using Numbers = std::vector<std::uint32_t>;
    SentPackets packets{100}; ///< What is looked at.
    int sent{0};              ///< Packets.
    Numbers acked;            ///< By the last ack.
    Numbers late;             ///< By the last ack, after all.
    Numbers lost;             ///< Since the last ack.
};

TEST_F(SentPacketsTest, ThreeLaterOnesMakeALoss)
{
    Send(10);
    Acknowledge({{101, 102}}, 0.02);
    EXPECT_EQ(acked, (Numbers{101, 102}));
    EXPECT_EQ(lost, Numbers{});
    Acknowledge({{101, 103}}, 0.02);
    EXPECT_EQ(acked, Numbers{103});
    EXPECT_EQ(lost, Numbers{100});
    EXPECT_EQ(packets.InFlight(), 6u);
}

TEST_F(SentPacketsTest, EveryHoleIsFoundAtOnce)
{
    Send(20);
    Acknowledge({{119, 119}, {110, 112}, {105, 105}, {101, 102}}, 0.03);
    EXPECT_EQ(acked, (Numbers{101, 102, 105, 110, 111, 112, 119}));
    EXPECT_EQ(lost, (Numbers{100, 103, 104, 106, 107, 108, 109, 113, 114, 115, 116}));
    EXPECT_EQ(packets.InFlight(), 2u) << "117 and 118 may be late";
}

TEST_F(SentPacketsTest, TimeMakesALoss)
{
    Send(3);
    Acknowledge({{101, 101}}, 0.05);
    EXPECT_EQ(lost, Numbers{});
    EXPECT_EQ(packets.SuspectSince(), FromSeconds(0));
    Detect(0.0999);
    EXPECT_EQ(lost, Numbers{});
    Detect(0.1);
    EXPECT_EQ(lost, Numbers{100});
    EXPECT_EQ(packets.SuspectSince(), kNever) << "nothing later than 102 has arrived";
}

TEST_F(SentPacketsTest, ASkippedNumberIsNoPacketInBetween)
{
    Send(1);
    packets.Skip(FromSeconds(0.001 * sent));
    Send(3);
    Acknowledge({{102, 103}}, 0.02);
    EXPECT_EQ(lost, Numbers{});
    Acknowledge({{102, 104}}, 0.02);
    EXPECT_EQ(lost, Numbers{100});
    EXPECT_EQ(packets.Listed(), 0u);
}

TEST_F(SentPacketsTest, WhatWasNeverSentIsALie)
{
    Send(2);
    packets.Skip(FromSeconds(0.001 * sent));
    Send(2);
    EXPECT_FALSE(packets.IsLie(AckOf({{103, 104}, {100, 101}})));
    EXPECT_TRUE(packets.IsLie(AckOf({{100, 103}})));
    EXPECT_TRUE(packets.IsLie(AckOf({{102, 102}})));
    EXPECT_TRUE(packets.IsLie(AckOf({{103, 105}})));
    EXPECT_TRUE(packets.IsLie(AckOf({{103, 104}, {99, 101}})));
    EXPECT_TRUE(packets.IsLie(AckOf({{103, 104}, {1, 1}})));
}

/// A liar who waits until what it claims lies below what it has acknowledged.
TEST_F(SentPacketsTest, ASkippedNumberIsALieAsLongAsALostOneMayArrive)
{
    Send(2);
    packets.Skip(FromSeconds(0.001 * sent));
    Send(6);
    Acknowledge({{103, 108}, {101, 101}}, 0.02);
    EXPECT_EQ(lost, Numbers{100});
    EXPECT_EQ(packets.Listed(), 0u);
    EXPECT_FALSE(packets.IsOpen(102));
    EXPECT_FALSE(packets.IsLie(AckOf({{103, 108}, {100, 101}})));
    EXPECT_TRUE(packets.IsLie(AckOf({{100, 108}})));
    packets.ForgetLost(FromSeconds(1));
    EXPECT_FALSE(packets.IsLie(AckOf({{100, 108}})));
}

/// Who is late once may be late again (RFC 9002, section 6.1.1).
TEST_F(SentPacketsTest, MoreMayOvertakeAPacketOnceOneWasLate)
{
    Send(10);
    Acknowledge({{101, 106}}, 0.02);
    EXPECT_EQ(lost, Numbers{100});
    Acknowledge({{100, 106}}, 0.02);
    EXPECT_EQ(late, Numbers{100});
    Send(10);
    Acknowledge({{108, 113}, {100, 106}}, 0.03);
    EXPECT_EQ(lost, Numbers{}) << "six have overtaken 107, as many as 100";
    Acknowledge({{108, 114}, {100, 106}}, 0.03);
    EXPECT_EQ(lost, Numbers{107});
}

TEST_F(SentPacketsTest, WhatWasTakenForLostMayArrive)
{
    Send(5);
    Acknowledge({{103, 104}}, 0.02);
    EXPECT_EQ(lost, (Numbers{100, 101}));
    EXPECT_TRUE(packets.IsOpen(100));
    Acknowledge({{103, 104}, {100, 100}}, 0.03);
    EXPECT_EQ(late, Numbers{100});
    EXPECT_EQ(acked, Numbers{});
    EXPECT_FALSE(packets.IsOpen(100));
    Acknowledge({{103, 104}, {100, 100}}, 0.03);
    EXPECT_EQ(late, Numbers{}) << "once";
    packets.ForgetLost(FromSeconds(1));
    EXPECT_FALSE(packets.IsOpen(101));
}

} // namespace
} // namespace dht
