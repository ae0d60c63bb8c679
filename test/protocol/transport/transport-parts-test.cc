/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-byte-ranges.h"
#include "dht-fifo.h"
#include "dht-received-packets.h"
#include "dht-sent-packets.h"
#include "dht-stream-assembly.h"
#include "dht-stream-source.h"

#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

/// The transport's parts, each compared with the same in its simplest form.

namespace dht
{
namespace
{

TEST(TransportPartsTest, AFifoIsADeque)
{
    std::mt19937 random(1);
    Fifo<int> fifo;
    std::deque<int> deque;
    for (int i = 0; i < 100000; ++i)
    {
        const auto dice = random() % 100;
        if (dice < 50 || deque.empty())
        {
            fifo.Push(i);
            deque.push_back(i);
        }
        else if (dice < 99)
        {
            fifo.Pop();
            deque.pop_front();
        }
        else
        {
            fifo.Shrink();
        }
        ASSERT_EQ(fifo.Size(), deque.size());
        if (!deque.empty())
        {
            const std::size_t at = random() % deque.size();
            ASSERT_EQ(fifo[at], deque[at]);
            ASSERT_EQ(fifo.Back(), deque.back());
        }
    }
}

TEST(TransportPartsTest, ByteRangesAreASet)
{
    std::mt19937 random(1);
    ByteRanges ranges;
    ByteRanges others;
    std::set<std::uint64_t> bytes;
    std::set<std::uint64_t> otherBytes;
    for (int i = 0; i < 20000; ++i)
    {
        const std::uint64_t begin = random() % 100;
        const std::uint64_t end = begin + random() % 12;
        const auto dice = random() % 4;
        for (std::uint64_t at = begin; at < end; ++at)
        {
            if (dice == 0 || (dice == 3 && !otherBytes.count(at)))
            {
                bytes.insert(at);
            }
            else if (dice == 1)
            {
                bytes.erase(at);
            }
            else if (dice == 2 && i % 3 != 0)
            {
                otherBytes.insert(at);
            }
            else if (dice == 2)
            {
                otherBytes.erase(at);
            }
        }
        dice == 0    ? ranges.Add({begin, end})
        : dice == 1  ? ranges.Remove({begin, end})
        : dice == 3  ? ranges.AddWithout({begin, end}, others)
        : i % 3 != 0 ? others.Add({begin, end})
                     : others.Remove({begin, end});
        ASSERT_EQ(ranges.Total(), bytes.size()) << i;
        ASSERT_EQ(others.Total(), otherBytes.size()) << i;
        ASSERT_EQ(ranges.IsEmpty(), bytes.empty());
        if (!bytes.empty())
        {
            const ByteRange first = ranges.First();
            ASSERT_EQ(first.begin, *bytes.begin());
            ASSERT_TRUE(bytes.count(first.end - 1));
            ASSERT_FALSE(bytes.count(first.end));
        }
    }
}

/// @param at An offset. @return The byte of the stream there.
std::uint8_t
StreamByte(std::uint64_t at)
{
    return static_cast<std::uint8_t>(at * 31 + at / 256);
}

/// @param begin An offset. @param size Bytes. @return The bytes of the stream there.
std::vector<std::uint8_t>
StreamBytes(std::uint64_t begin, std::size_t size)
{
    std::vector<std::uint8_t> bytes(size);
    for (std::size_t i = 0; i < size; ++i)
    {
        bytes[i] = StreamByte(begin + i);
    }
    return bytes;
}

TEST(TransportPartsTest, PiecesBecomeTheStream)
{
    std::mt19937 random(1);
    StreamAssembly assembly;
    std::set<std::uint64_t> ahead;
    std::uint64_t arrived = 0;
    std::uint64_t read = 0;
    for (int i = 0; i < 50000; ++i)
    {
        const std::uint64_t offset = read - std::min<std::uint64_t>(read, 200) + random() % 3000;
        const auto bytes = StreamBytes(offset, random() % 400);
        const std::uint64_t edge = read + 2500;
        const bool fits = offset + bytes.size() <= edge;
        ASSERT_EQ(assembly.Take({offset, bytes.data(), bytes.size(), false}, edge),
                  fits ? TransportError::kNone : TransportError::kWindow);
        for (std::uint64_t at = offset; fits && at < offset + bytes.size(); ++at)
        {
            ahead.insert(at);
        }
        while (ahead.count(arrived))
        {
            ahead.erase(arrived++);
        }
        ahead.erase(ahead.begin(), ahead.lower_bound(arrived));
        ASSERT_EQ(assembly.Arrived(), arrived);
        ASSERT_EQ(assembly.Furthest(), ahead.empty() ? arrived : *ahead.rbegin() + 1);
        std::size_t size = 0;
        while (const std::uint8_t* const at = assembly.Look(size))
        {
            size = std::min<std::size_t>(size, 1 + random() % 700);
            ASSERT_EQ(std::vector<std::uint8_t>(at, at + size), StreamBytes(read, size));
            assembly.Skip(size);
            read += size;
            if (random() % 3 == 0)
            {
                break;
            }
        }
        if (random() % 50 == 0)
        {
            assembly.Release();
        }
    }
    EXPECT_GT(read, 1000000u);
}

TEST(TransportPartsTest, TheFirstByteWins)
{
    StreamAssembly assembly;
    const auto take =
        [&](std::uint64_t offset, std::vector<std::uint8_t> bytes, bool isEnd = false) {
            return assembly.Take({offset, bytes.data(), bytes.size(), isEnd}, 100);
        };
    EXPECT_EQ(take(4, {4, 5}), TransportError::kNone);
    EXPECT_EQ(take(3, {3, 9}), TransportError::kConflict);
    EXPECT_EQ(take(0, {0, 1, 2, 3, 4, 9}), TransportError::kConflict);
    EXPECT_EQ(assembly.Arrived(), 0u) << "nothing of it is taken";
    EXPECT_EQ(take(0, {0, 1, 2, 3, 4}), TransportError::kNone);
    EXPECT_EQ(assembly.Arrived(), 6u);
    EXPECT_EQ(take(1, {9}), TransportError::kConflict);
    EXPECT_EQ(take(2, {2, 3}, true), TransportError::kConflict) << "it goes on";
    EXPECT_EQ(take(6, {6}, true), TransportError::kNone);
    EXPECT_EQ(take(6, {6, 7}), TransportError::kConflict) << "it has ended";
    EXPECT_EQ(take(5, {5}, true), TransportError::kConflict) << "it has ended elsewhere";
    EXPECT_EQ(take(5, {5, 6}, true), TransportError::kNone);
    EXPECT_EQ(assembly.End(), 7u);
}

TEST(TransportPartsTest, AcksListWhatHasArrived)
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
TEST(TransportPartsTest, WhatWasListedEightTimesIsForgotten)
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

TEST(TransportPartsTest, AStreamKnowsWhereItsBytesAre)
{
    std::mt19937 random(1);
    StreamSource source(5000);
    std::vector<StreamChunk> flying;
    for (int i = 0; i < 50000; ++i)
    {
        const auto dice = random() % 4;
        if (dice == 0)
        {
            const auto bytes = StreamBytes(source.Written(), random() % (source.Room() + 1));
            source.Write(bytes.data(), bytes.size());
        }
        else if (dice == 1)
        {
            if (const auto chunk = source.Next(source.Written(), 1 + random() % 300))
            {
                std::vector<std::uint8_t> bytes(chunk->size);
                source.Copy(*chunk, bytes.data());
                ASSERT_EQ(bytes, StreamBytes(chunk->offset, chunk->size));
                source.OnSent(*chunk);
                flying.push_back(*chunk);
            }
        }
        else if (!flying.empty())
        {
            const std::size_t which = random() % flying.size();
            dice == 2 ? source.OnAcked(flying[which]) : source.OnLost(flying[which]);
            flying.erase(flying.begin() + static_cast<std::ptrdiff_t>(which));
        }
        std::uint64_t bytes = 0;
        for (const StreamChunk& chunk : flying)
        {
            bytes += chunk.size;
        }
        ASSERT_EQ(source.FlyingBytes(), bytes);
        ASSERT_EQ(source.Written(),
                  source.AckedBytes() + source.FlyingBytes() + source.WaitingBytes());
    }
    EXPECT_GT(source.AckedBytes(), 500000u);
}

} // namespace
} // namespace dht
