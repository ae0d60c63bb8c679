/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-byte-ranges.h"
#include "dht-fifo.h"
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
