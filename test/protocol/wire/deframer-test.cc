/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-deframer.h"
#include "memory-ring.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using Bytes = std::vector<std::uint8_t>;
using Result = Deframer::Result;

Bytes
Frame(std::uint64_t id, std::size_t payloadSize = 0)
{
    Request request;
    request.id = id;
    request.source = Endpoint::Ipv4(0x0a000001, 7000);
    request.extras.Write().payload = Payload::Zeros(payloadSize);
    Bytes frame(FrameSize(request));
    Encode(request, frame.data());
    return frame;
}

Bytes
Joined(std::initializer_list<Bytes> frames)
{
    Bytes stream;
    for (const Bytes& frame : frames)
    {
        stream.insert(stream.end(), frame.begin(), frame.end());
    }
    return stream;
}

/// Takes out all requests that there are; what comes then is returned.
Result
TakeAll(Deframer& deframer, std::vector<std::uint64_t>& ids)
{
    Request request;
    Result result;
    while ((result = deframer.Next(request)) == Result::kRequest)
    {
        ids.push_back(request.id);
    }
    return result;
}

/// Feeds a stream in chunks of a given size.
Result
Feed(Deframer& deframer, const Bytes& stream, std::size_t chunk, std::vector<std::uint64_t>& ids)
{
    Result result = Result::kNeedMore;
    for (std::size_t begin = 0; begin < stream.size(); begin += chunk)
    {
        deframer.Append(stream.data() + begin, std::min(chunk, stream.size() - begin));
        result = TakeAll(deframer, ids);
    }
    return result;
}

std::uint64_t
Errors(const Deframer& deframer, WireError error)
{
    return deframer.Errors()[static_cast<std::size_t>(error)];
}

std::uint64_t
AllErrors(const Deframer& deframer)
{
    std::uint64_t sum = 0;
    for (const std::uint64_t count : deframer.Errors())
    {
        sum += count;
    }
    return sum;
}

TEST(DeframerTest, NothingComesOfNothing)
{
    Deframer deframer;
    Request request;
    EXPECT_EQ(deframer.Next(request), Result::kNeedMore);
    deframer.Append(nullptr, 0);
    EXPECT_EQ(deframer.Next(request), Result::kNeedMore);
    EXPECT_EQ(deframer.Buffered(), 0u);
}

TEST(DeframerTest, AnyChunkSizeGivesTheSameRequests)
{
    const Bytes stream = Joined({Frame(1), Frame(2, 1), Frame(3, 500), Frame(4), Frame(5, 30)});
    for (std::size_t chunk = 1; chunk <= stream.size(); ++chunk)
    {
        Deframer deframer;
        std::vector<std::uint64_t> ids;
        ASSERT_EQ(Feed(deframer, stream, chunk, ids), Result::kNeedMore);
        ASSERT_EQ(ids, (std::vector<std::uint64_t>{1, 2, 3, 4, 5})) << "chunks of " << chunk;
        ASSERT_EQ(deframer.Buffered(), 0u);
        ASSERT_EQ(AllErrors(deframer), 0u);
    }
}

TEST(DeframerTest, RandomSplitsGiveTheSameRequests)
{
    test::MersenneRandom random(1);
    for (int run = 0; run < 300; ++run)
    {
        Deframer deframer;
        std::vector<std::uint64_t> expected;
        std::vector<std::uint64_t> ids;
        Bytes stream;
        for (std::uint64_t id = 0; id < 30; ++id)
        {
            const Bytes frame = Frame(id, static_cast<std::size_t>(random.Uniform() * 100));
            stream.insert(stream.end(), frame.begin(), frame.end());
            expected.push_back(id);
        }
        for (std::size_t begin = 0; begin < stream.size();)
        {
            const auto wish = static_cast<std::size_t>(random.Uniform() * 300);
            const std::size_t size = std::min(wish, stream.size() - begin);
            deframer.Append(stream.data() + begin, size);
            begin += size;
            // not every chunk is read at once
            if (random.Uniform() < 0.5)
            {
                TakeAll(deframer, ids);
            }
        }
        TakeAll(deframer, ids);
        ASSERT_EQ(ids, expected);
    }
}

TEST(DeframerTest, MalformedFramesAreSkippedAndCounted)
{
    Bytes badType = Frame(10);
    badType[3] = 7;
    Bytes badFlags = Frame(11);
    badFlags[4] = 0x80;
    const Bytes shortBody{0, 16, kWireVersion, 1, 0, 64, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const Bytes stream =
        Joined({Frame(1), badType, badType, Frame(2), badFlags, shortBody, Frame(3)});
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{17}, stream.size()})
    {
        Deframer deframer;
        std::vector<std::uint64_t> ids;
        EXPECT_EQ(Feed(deframer, stream, chunk, ids), Result::kNeedMore);
        EXPECT_EQ(ids, (std::vector<std::uint64_t>{1, 2, 3}));
        EXPECT_EQ(Errors(deframer, WireError::kType), 2u);
        EXPECT_EQ(Errors(deframer, WireError::kField), 1u);
        EXPECT_EQ(Errors(deframer, WireError::kLength), 1u);
        EXPECT_EQ(AllErrors(deframer), 4u);
    }
}

/// @return One frame of each type, whole and right but for its payload.
std::vector<Bytes>
OneOfEachType()
{
    std::vector<Bytes> frames;
    for (const auto kind : {MessageKind::kRequest, MessageKind::kRoutedAck, MessageKind::kLookup})
    {
        Request message;
        message.kind = kind;
        frames.emplace_back(FrameSize(message));
        Encode(message, frames.back().data());
    }
    for (const bool redirect : {false, true})
    {
        OverlayAck ack;
        ack.redirect = redirect;
        frames.push_back(EncodeDatagram(ack));
    }
    return frames;
}

TEST(DeframerTest, WhatBelongsInDatagramsIsOfAWrongType)
{
    Bytes stream;
    for (const Bytes& frame : OneOfEachType())
    {
        stream.insert(stream.end(), frame.begin(), frame.end());
    }
    // wrong in every other way too: it is the type that counts
    Bytes lookup = OneOfEachType()[2];
    lookup[4] = 0xff;
    stream.insert(stream.end(), lookup.begin(), lookup.end());
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{17}, stream.size()})
    {
        Deframer deframer;
        std::vector<std::uint64_t> ids;
        EXPECT_EQ(Feed(deframer, stream, chunk, ids), Result::kNeedMore);
        EXPECT_EQ(ids.size(), 2u); // the request and the routed overlay-ack
        EXPECT_EQ(Errors(deframer, WireError::kType), 4u);
        EXPECT_EQ(AllErrors(deframer), 4u);
    }
}

/// Whatever happens to a frame behind its length and version, the next one is found.
TEST(DeframerTest, AnyFlippedBitLeavesTheNextFrameAlone)
{
    for (const Bytes& frame : OneOfEachType())
    {
        for (std::size_t bit = 3 * 8; bit < 8 * frame.size(); ++bit)
        {
            Bytes bad = frame;
            bad[bit / 8] ^= 1 << bit % 8;
            Deframer deframer;
            std::vector<std::uint64_t> ids;
            ASSERT_EQ(Feed(deframer, Joined({bad, Frame(77)}), 13, ids), Result::kNeedMore);
            ASSERT_EQ(ids.size() + AllErrors(deframer), 2u);
            ASSERT_EQ(ids.back(), 77u);
        }
    }
}

/// The stream breaks at the frame with this length and version, once and for all.
void
ExpectBroken(std::uint16_t length, std::uint8_t version, WireError error)
{
    Deframer deframer(100);
    std::vector<std::uint64_t> ids;
    Bytes bad = Frame(10);
    bad[0] = static_cast<std::uint8_t>(length >> 8);
    bad[1] = static_cast<std::uint8_t>(length);
    bad[2] = version;
    EXPECT_EQ(Feed(deframer, Joined({Frame(1), bad, Frame(2)}), 7, ids), Result::kBroken);
    EXPECT_EQ(Feed(deframer, Frame(3), 7, ids), Result::kBroken);
    EXPECT_EQ(ids, (std::vector<std::uint64_t>{1}));
    EXPECT_EQ(Errors(deframer, error), 1u);
    EXPECT_EQ(AllErrors(deframer), 1u);
}

TEST(DeframerTest, ALengthThatCannotBeRightBreaksTheStreamForGood)
{
    ExpectBroken(0, kWireVersion, WireError::kLength);
    ExpectBroken(15, kWireVersion, WireError::kLength);
    ExpectBroken(101, kWireVersion, WireError::kLength);
    ExpectBroken(65535, kWireVersion, WireError::kLength);
}

TEST(DeframerTest, AnotherVersionBreaksTheStreamForGood)
{
    ExpectBroken(46, 0, WireError::kVersion);
    ExpectBroken(46, kWireVersion + 1, WireError::kVersion);
}

TEST(DeframerTest, ABrokenStreamIsNotedWithoutWaitingForTheWholeFrame)
{
    Deframer deframer(100);
    const std::uint8_t start[] = {0, 101, kWireVersion};
    deframer.Append(start, 3);
    Request request;
    EXPECT_EQ(deframer.Next(request), Result::kBroken);
}

TEST(DeframerTest, TheLongestFrameAllowedPasses)
{
    Deframer deframer(100);
    std::vector<std::uint64_t> ids;
    EXPECT_EQ(Feed(deframer, Frame(1, 100 - 46), 100, ids), Result::kNeedMore);
    EXPECT_EQ(ids, (std::vector<std::uint64_t>{1}));
}

TEST(DeframerTest, TheBufferHoldsLessThanAFrameBetweenReads)
{
    Deframer deframer(200);
    std::vector<std::uint64_t> ids;
    for (std::uint64_t id = 0; id < 500; ++id)
    {
        const Bytes frame = Frame(id, id % 150);
        for (std::size_t begin = 0; begin < frame.size(); begin += 13)
        {
            deframer.Append(frame.data() + begin, std::min<std::size_t>(13, frame.size() - begin));
            TakeAll(deframer, ids);
            ASSERT_LT(deframer.Buffered(), 200u);
        }
    }
    EXPECT_EQ(ids.size(), 500u);
}

TEST(DeframerTest, ABrokenStreamTakesNothingMoreIn)
{
    Deframer deframer(100);
    std::vector<std::uint64_t> ids;
    Feed(deframer, Bytes(3, 0), 3, ids);
    const std::size_t buffered = deframer.Buffered();
    EXPECT_EQ(Feed(deframer, Bytes(100000, 1), 1000, ids), Result::kBroken);
    EXPECT_EQ(deframer.Buffered(), buffered);
}

} // namespace
} // namespace dht
