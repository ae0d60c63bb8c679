/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-format.h"
#include "dht-storage-format.h"
#include "random-messages.h"
#include "same-request.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace dht
{
namespace
{

using namespace test;
using Bytes = std::vector<std::uint8_t>;

TEST(WireFormatTest, RequestsSurviveARoundTrip)
{
    RandomMessages messages(1);
    for (int i = 0; i < 5000; ++i)
    {
        const Request sent = messages.NextRequest();
        const Bytes frame = Encoded(sent);
        Request received = messages.NextRequest(); // what it held before does not matter
        ASSERT_EQ(Decode(frame.data(), frame.size(), received), WireError::kNone);
        ExpectSame(sent, received);
        ASSERT_FALSE(HasFailure()) << i;
    }
}

TEST(WireFormatTest, AcksSurviveARoundTrip)
{
    RandomMessages messages(2);
    for (int i = 0; i < 5000; ++i)
    {
        const OverlayAck sent = messages.NextAck();
        const Bytes frame = EncodeDatagram(sent);
        OverlayAck received = messages.NextAck();
        ASSERT_EQ(Decode(frame.data(), frame.size(), received), WireError::kNone);
        ASSERT_EQ(received.id, sent.id);
        ASSERT_EQ(received.attempt, sent.attempt);
        ASSERT_EQ(received.hopLimit, sent.hopLimit);
        ASSERT_EQ(received.marked, sent.marked);
        ASSERT_TRUE(received.responsible == sent.responsible);
        ASSERT_EQ(received.extras->further, sent.extras->further);
        ASSERT_EQ(received.redirect, sent.redirect);
    }
}

TEST(WireFormatTest, MaintenanceSurvivesARoundTrip)
{
    RandomMessages messages(7);
    for (int i = 0; i < 5000; ++i)
    {
        const MaintenanceMessage sent = messages.NextMaintenance();
        const Bytes frame = EncodeDatagram(sent);
        MaintenanceMessage received = messages.NextMaintenance();
        ASSERT_EQ(Decode(frame.data(), frame.size(), received), WireError::kNone);
        ASSERT_EQ(received.kind, sent.kind);
        ASSERT_EQ(received.id, sent.id);
        ASSERT_EQ(received.attempt, sent.attempt);
        ASSERT_EQ(received.key, sent.key);
        ASSERT_EQ(received.responsible, sent.responsible);
        ASSERT_TRUE(received.predecessor == sent.predecessor);
        ASSERT_TRUE(received.peers == sent.peers);
    }
}

TEST(WireFormatTest, MessagesOfTheStoreSurviveARoundTrip)
{
    RandomMessages messages(9);
    std::set<std::size_t> kinds;
    for (int i = 0; i < 5000; ++i)
    {
        const StorageMessage sent = messages.NextStorage();
        const Bytes frame = EncodeDatagram(sent);
        StorageMessage received = messages.NextStorage();
        ASSERT_EQ(Decode(frame.data(), frame.size(), received), WireError::kNone);
        ASSERT_EQ(received.body->index(), sent.body->index());
        ASSERT_EQ(received.id, sent.id);
        ASSERT_EQ(received.attempt, sent.attempt);
        ASSERT_EQ(received.hopLimit, sent.hopLimit);
        ASSERT_TRUE(received.coordinate == sent.coordinate);
        ASSERT_EQ(EncodeDatagram(received), frame);
        kinds.insert(sent.body->index());
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<StorageBody>);
}

/// Of random bytes that are rejected, nothing of another version is answered but queries.
TEST(WireFormatTest, NothingIsAnsweredTwiceBetweenTwoVersions)
{
    RandomMessages messages(8);
    std::size_t answered = 0;
    for (int i = 0; i < 20000; ++i)
    {
        Bytes frame = EncodeDatagram(messages.NextMaintenance());
        frame[2] = messages.Byte();
        auto answer = AnswerToOtherVersion(frame.data(), frame.size());
        ASSERT_EQ(answer.has_value(), frame[2] != kWireVersion && frame[3] == 6);
        if (answer)
        {
            ++answered;
            ASSERT_LE(answer->size(), frame.size());
            (*answer)[2] = frame[2]; // as the one who asked sees it
            ASSERT_FALSE(AnswerToOtherVersion(answer->data(), answer->size()));
        }
    }
    EXPECT_GT(answered, 4000u);
}

TEST(WireFormatTest, OfDatagramsOnlyLookupsWaitForRoom)
{
    EXPECT_TRUE(WaitsForRoom(Request()));
    EXPECT_FALSE(WaitsForRoom(OverlayAck()));
    EXPECT_FALSE(WaitsForRoom(MaintenanceMessage()));
    EXPECT_FALSE(WaitsForRoom(StorageMessage()));
}

TEST(WireFormatTest, TheLongestFrameSurvivesARoundTrip)
{
    Request request;
    request.extras.Write().payload = Payload::Zeros(kMaximumFrameSize - HeaderSize(request));
    const Bytes frame = Encoded(request);
    ASSERT_EQ(frame.size(), 65535u);
    Request received;
    ASSERT_EQ(Decode(frame.data(), frame.size(), received), WireError::kNone);
    EXPECT_EQ(received.extras->payload.size, 65535u - 46);
}

TEST(WireFormatTest, EveryTruncatedFrameIsRejected)
{
    RandomMessages messages(3);
    for (int i = 0; i < 300; ++i)
    {
        for (const Bytes& frame : messages.NextFrames())
        {
            for (std::size_t size = 0; size < frame.size(); ++size)
            {
                ASSERT_FALSE(DecodesFaithfully(Bytes(frame.begin(), frame.begin() + size)));
            }
        }
    }
}

/// As before, but the length field tells the truth: a request loses bytes of its payload only.
TEST(WireFormatTest, ATruncatedFrameWithTheRightLengthDecodesOnlyIfItsHeaderIsWhole)
{
    RandomMessages messages(4);
    for (int i = 0; i < 300; ++i)
    {
        const Request request = messages.NextRequest();
        Bytes frame = Encoded(request);
        while (frame.size() > 2)
        {
            frame.pop_back();
            frame[0] = static_cast<std::uint8_t>(frame.size() >> 8);
            frame[1] = static_cast<std::uint8_t>(frame.size());
            ASSERT_EQ(DecodesFaithfully(frame), frame.size() >= HeaderSize(request));
        }
    }
}

TEST(WireFormatTest, EveryFlippedBitIsSeenOrRejected)
{
    RandomMessages messages(5);
    std::size_t rejected = 0;
    std::size_t seen = 0;
    for (int i = 0; i < 100; ++i)
    {
        for (Bytes frame : messages.NextFrames())
        {
            for (std::size_t bit = 0; bit < 8 * frame.size(); ++bit)
            {
                frame[bit / 8] ^= 1 << bit % 8;
                ++(DecodesFaithfully(frame) ? seen : rejected);
                frame[bit / 8] ^= 1 << bit % 8;
            }
        }
    }
    // at least the bits of length, version, reserved flags and the reserved byte
    EXPECT_GE(rejected, 400u * (16 + 8 + 3 + 8));
    EXPECT_GT(seen, rejected);
}

TEST(WireFormatTest, RandomBytesNeverDecodeToWhatTheyDoNotSay)
{
    RandomMessages messages(6);
    std::size_t decoded = 0;
    for (int i = 0; i < 200000; ++i)
    {
        Bytes frame(messages.Byte() % 90);
        std::generate(frame.begin(), frame.end(), [&] { return messages.Byte(); });
        // without a header that is nearly right, none would get far
        const Bytes header{0,
                           std::uint8_t(frame.size()),
                           kWireVersion,
                           std::uint8_t(1 + messages.Byte() % 17)};
        std::copy_n(header.begin(), std::min(header.size(), frame.size()), frame.begin());
        if (frame.size() > 7 && messages.Byte() % 2)
        {
            frame[4] &= 0x1f;
            frame[5] &= messages.Byte() % 2 ? 0xff : 0;
            frame[7] = 0;
        }
        decoded += DecodesFaithfully(frame);
    }
    EXPECT_GT(decoded, 1000u);
}

} // namespace
} // namespace dht
