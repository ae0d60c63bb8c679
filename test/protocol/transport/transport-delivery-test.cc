/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-stream-assembly.h"
#include "dht-stream-source.h"
#include "dht-window-registry.h"
#include "transport-world.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <vector>

/// Frames that are read as they arrive, whatever was lost before them.

namespace dht
{
namespace
{

using test::TransportWorld;

constexpr std::size_t kHeader = 4;

/// @param number Of a frame, from 0. @param size Its bytes, at least kHeader. @return Its length
/// and number, and bytes that follow from them.
std::vector<std::uint8_t>
FrameOf(std::size_t number, std::size_t size)
{
    std::vector<std::uint8_t> frame(size);
    for (std::size_t i = 0; i < size; ++i)
    {
        frame[i] = static_cast<std::uint8_t>(number * 7 + i);
    }
    frame[0] = static_cast<std::uint8_t>(size >> 8);
    frame[1] = static_cast<std::uint8_t>(size);
    frame[2] = static_cast<std::uint8_t>(number >> 8);
    frame[3] = static_cast<std::uint8_t>(number);
    return frame;
}

/// Bytes to the numbers of frames; fails if they are none.
class FrameReader
{
  public:
    /// @param bytes What was read. @param size How many. @param [out] numbers Gets frames that are
    /// whole now.
    void Append(const std::uint8_t* bytes, std::size_t size, std::vector<std::size_t>& numbers)
    {
        m_bytes.insert(m_bytes.end(), bytes, bytes + size);
        while (m_bytes.size() >= kHeader)
        {
            const std::size_t length = m_bytes[0] * 256u + m_bytes[1];
            ASSERT_GE(length, kHeader);
            if (m_bytes.size() < length)
            {
                return;
            }
            const std::size_t number = m_bytes[2] * 256u + m_bytes[3];
            const auto end = m_bytes.begin() + static_cast<std::ptrdiff_t>(length);
            ASSERT_EQ(std::vector<std::uint8_t>(m_bytes.begin(), end), FrameOf(number, length));
            m_bytes.erase(m_bytes.begin(), end);
            numbers.push_back(number);
        }
    }

    /// @return Whether it waits for the rest of a frame.
    bool IsWaiting() const
    {
        return !m_bytes.empty();
    }

  private:
    std::deque<std::uint8_t> m_bytes; ///< Of frames that are not whole.
};

/// Chunks are whole frames, whatever was lost and however long a packet may be at the time.
TEST(TransportDeliveryTest, ChunksAreWholeFrames)
{
    std::mt19937 random(1);
    StreamSource source(8000, true);
    std::set<std::uint64_t> ends{0};
    std::vector<StreamChunk> flying;
    int whole = 0;
    int parts = 0;
    for (int i = 0; i < 100000; ++i)
    {
        const auto dice = random() % 5;
        const std::size_t size = kHeader + random() % (random() % 10 == 0 ? 3000 : 300);
        if (dice == 0 && size <= source.Room())
        {
            source.Write(FrameOf(1, size).data(), size);
            ends.insert(source.Written());
        }
        else if (dice == 1 || dice == 2)
        {
            const std::size_t most = random() % 50 == 0 ? 300 : 1400;
            const std::uint64_t edge = source.Written() - random() % 20 * (random() % 2);
            const auto chunk = random() % 9 ? source.Next(edge, most) : source.Oldest(most);
            if (!chunk)
            {
                continue;
            }
            const auto first = ends.upper_bound(chunk->offset);
            const std::uint64_t end = chunk->offset + chunk->size;
            ASSERT_LE(chunk->size, most);
            ASSERT_GT(chunk->size, 0u);
            ASSERT_EQ(chunk->isWhole, ends.count(chunk->offset) && ends.count(end));
            ASSERT_TRUE(chunk->isWhole || end <= *first) << "a part is of one frame";
            (chunk->isWhole ? whole : parts) += 1;
            source.OnSent(*chunk);
            flying.push_back(*chunk);
        }
        else if (!flying.empty())
        {
            const std::size_t which = random() % flying.size();
            random() % 3 ? source.OnAcked(flying[which]) : source.OnLost(flying[which]);
            flying.erase(flying.begin() + static_cast<std::ptrdiff_t>(which));
        }
    }
    EXPECT_GT(whole, 5000);
    EXPECT_GT(parts, 500);
}

/// Whatever the order, however often, and cut anew each time: each frame is read once.
TEST(TransportDeliveryTest, EachFrameIsReadOnce)
{
    constexpr std::size_t kFrames = 20000;
    std::mt19937 random(2);
    std::vector<std::uint8_t> stream;
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < kFrames; ++i)
    {
        begins.push_back(stream.size());
        const auto frame = FrameOf(i, kHeader + random() % 200);
        stream.insert(stream.end(), frame.begin(), frame.end());
    }
    begins.push_back(stream.size());
    StreamAssembly assembly;
    FrameReader ordered;
    std::vector<std::size_t> read;
    std::size_t aheads = 0;
    while (assembly.BytesRead() < stream.size())
    {
        const auto next = std::upper_bound(begins.begin(), begins.end(), assembly.Arrived()) - 1;
        const std::size_t hop = random() % 5 == 0 ? 0 : random() % 60;
        const std::size_t first = std::min<std::size_t>(next - begins.begin() + hop, kFrames - 1);
        const std::size_t last = std::min(first + 1 + random() % 8, kFrames);
        const std::uint64_t offset = begins[first];
        ASSERT_EQ(assembly.Take({offset,
                                 stream.data() + offset,
                                 begins[last] - begins[first],
                                 false,
                                 random() % 4 > 0},
                                assembly.BytesRead() + 16384),
                  begins[last] > assembly.BytesRead() + 16384 ? TransportError::kWindow
                                                              : TransportError::kNone);
        if (random() % 3 == 0)
        {
            continue;
        }
        std::size_t size = 0;
        while (const std::uint8_t* const bytes = assembly.Look(size))
        {
            ordered.Append(bytes, size, read);
            assembly.Skip(size);
        }
        FrameReader ahead;
        while (const std::uint8_t* const bytes = assembly.LookAhead(size))
        {
            ahead.Append(bytes, size, read);
            assembly.SkipAhead(size);
            aheads += size;
        }
        ASSERT_FALSE(ahead.IsWaiting());
    }
    EXPECT_GT(aheads, stream.size() / 5);
    EXPECT_EQ(read.size(), kFrames);
    EXPECT_FALSE(std::is_sorted(read.begin(), read.end()));
    EXPECT_EQ(std::set<std::size_t>(read.begin(), read.end()).size(), kFrames);
    EXPECT_EQ(assembly.BytesReadAhead(), 0u);
}

/// What was read already is still compared with what comes again.
TEST(TransportDeliveryTest, TheFirstByteWinsAfterItWasRead)
{
    StreamAssembly assembly;
    const std::uint8_t bytes[] = {1, 2, 3, 4};
    const std::uint8_t others[] = {1, 2, 3, 5};
    ASSERT_EQ(assembly.Take({10, bytes, 4, false, true}, 100), TransportError::kNone);
    std::size_t size = 0;
    EXPECT_EQ(assembly.Look(size), nullptr);
    ASSERT_NE(assembly.LookAhead(size), nullptr);
    EXPECT_EQ(size, 4u);
    assembly.SkipAhead(4);
    EXPECT_EQ(assembly.Take({10, others, 4, false, true}, 100), TransportError::kConflict);
    EXPECT_EQ(assembly.Take({10, bytes, 4, false, true}, 100), TransportError::kNone);
    EXPECT_EQ(assembly.LookAhead(size), nullptr) << "once";
}

/// Two peers, of which the first sends frames that the second reads as they arrive.
class FramedStreamTest : public testing::Test
{
  protected:
    FramedStreamTest()
        : a(&world.Add()),
          b(&world.Add())
    {
        b->isReading = false;
        Start(StreamDelivery::kAsArrived, 8192);
    }

    /// Let both begin anew. @param delivery Of frames. @param window Of the reader, in bytes.
    void Start(StreamDelivery delivery, std::size_t window)
    {
        TransportOptions options;
        options.delivery = delivery;
        options.receiveWindow = window;
        const auto makeWindow = [] {
            const WindowKind& kind = WindowRegistry::Get().Find("fixed");
            return MakeWindow(kind, kind.parameters);
        };
        world.Restart(*a, options, makeWindow);
        world.Restart(*b, options, makeWindow);
        link = a->endpoint->Open(world.Now(), b->address, 1);
        from = 0;
        world.Pump(*a);
    }

    /// Write a frame every 5 ms, read whenever something has arrived. @param frames How many.
    void Send(std::size_t frames)
    {
        const std::size_t end = written.size() + frames;
        while (written.size() < end)
        {
            const std::size_t size = kHeader + written.size() * 37 % 1300;
            const auto frame = FrameOf(written.size(), size);
            if (a->endpoint->Write(world.Now(), link, frame.data(), frame.size()))
            {
                written.push_back(world.Now());
                world.Pump(*a);
            }
            Read(0.005);
        }
        Read(20);
    }

    /// Read for a while. @param seconds For how long.
    void Read(double seconds)
    {
        const Time end = world.Now() + FromSeconds(seconds);
        while (world.Now() < end)
        {
            world.Run(0.001);
            ReadNow();
        }
    }

    /// Read what there is.
    void ReadNow()
    {
        for (const TransportEvent& event : b->events)
        {
            from = event.kind == TransportEvent::Kind::kAccepted ? event.link : from;
        }
        std::vector<std::size_t> numbers;
        std::size_t size = 0;
        while (const std::uint8_t* const bytes = b->endpoint->Look(from, size))
        {
            ordered.Append(bytes, size, numbers);
            b->endpoint->Read(world.Now(), from, size);
            b->endpoint->Consume(world.Now(), from, size);
        }
        FrameReader ahead;
        constexpr auto kDelivery = StreamDelivery::kAsArrived;
        while (const std::uint8_t* const bytes = b->endpoint->Look(from, size, kDelivery))
        {
            ahead.Append(bytes, size, numbers);
            b->endpoint->Read(world.Now(), from, size, kDelivery);
            b->endpoint->Consume(world.Now(), from, size);
        }
        EXPECT_FALSE(ahead.IsWaiting());
        for (const std::size_t number : numbers)
        {
            EXPECT_TRUE(delays.emplace(number, world.Now() - written[number]).second) << "once";
        }
        world.Pump(*b);
    }

    /// @return The mean delay from writing to reading [s].
    double MeanDelay() const
    {
        double sum = 0;
        for (const auto& [number, delay] : delays)
        {
            sum += ToSeconds(delay);
        }
        return sum / static_cast<double>(delays.size());
    }

    TransportWorld world;               ///< The path.
    TransportWorld::Node* a;            ///< Sends.
    TransportWorld::Node* b;            ///< Reads.
    TransportLink link{0};              ///< What the one calls it.
    TransportLink from{0};              ///< What the other one calls it.
    FrameReader ordered;                ///< What comes in order.
    std::vector<Time> written;          ///< When each frame was.
    std::map<std::size_t, Time> delays; ///< From there until it was read.
};

TEST_F(FramedStreamTest, EveryFrameArrivesOnceWhateverThePathDoes)
{
    world.faults.loss = 0.2;
    world.faults.duplication = 0.1;
    world.faults.jitter = FromSeconds(0.03);
    Send(2000);
    EXPECT_EQ(delays.size(), 2000u);
    EXPECT_GT(b->endpoint->Counts().bytesAhead, 100000u);
    EXPECT_EQ(b->endpoint->Counts().bytesRead, a->endpoint->Counts().bytesAcked);
    EXPECT_EQ(world.broken, 0u);
}

/// A lost frame delays itself alone: others take half a round trip, 20 ms.
TEST_F(FramedStreamTest, ALossDelaysNobodyElse)
{
    world.faults.loss = 0.05;
    Start(StreamDelivery::kAsArrived, 1 << 20);
    Send(2000);
    ASSERT_EQ(delays.size(), 2000u);
    const double free = MeanDelay();
    const auto late = std::count_if(delays.begin(), delays.end(), [](const auto& entry) {
        return entry.second > FromSeconds(0.03);
    });
    EXPECT_LT(late, 2000 * 0.07);
    EXPECT_GT(late, 2000 * 0.03);

    delays.clear();
    written.clear();
    Start(StreamDelivery::kInOrder, 1 << 20);
    Send(2000);
    ASSERT_EQ(delays.size(), 2000u);
    EXPECT_GT(MeanDelay(), free * 1.3);
}

/// What is read behind a hole makes no room: memory is bounded however long the hole stays.
TEST_F(FramedStreamTest, AHoleHoldsTheWindow)
{
    bool isHoled = false;
    std::uint64_t furthest = 0;
    world.tap =
        [&](const Endpoint& /* from */, const Endpoint& to, std::vector<std::uint8_t>& bytes) {
            TransportPacket packet;
            Decode(bytes.data(), bytes.size(), packet);
            const auto* const data = std::get_if<DataPacket>(&packet);
            if (!data || !(to == b->address))
            {
                return true;
            }
            furthest = std::max(furthest, data->offset + data->size);
            return !(isHoled && data->offset <= 4000 && data->offset + data->size > 4000);
        };
    isHoled = true;
    for (std::size_t i = 0; i < 100; ++i)
    {
        const auto frame = FrameOf(i, 500);
        a->endpoint->Write(world.Now(), link, frame.data(), frame.size());
        written.push_back(world.Now());
    }
    world.Pump(*a);
    Read(5);
    EXPECT_LE(furthest, 4000u + 8192);
    EXPECT_GE(furthest, 12000u);
    // all but the two of the hole, and one that a probe may have cut where the window ended
    EXPECT_GE(b->endpoint->Counts().bytesRead, 10500u);
    EXPECT_LE(b->endpoint->Counts().bytesRead, 11000u);
    isHoled = false;
    Read(5);
    EXPECT_EQ(delays.size(), 100u);
}

} // namespace
} // namespace dht
