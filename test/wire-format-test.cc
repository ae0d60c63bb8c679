/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-ring.h"

#include "ns3/dht-random.h"
#include "ns3/dht-wire-format.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using Bytes = std::vector<std::uint8_t>;

Bytes
Encoded(const Request& request)
{
    Bytes frame(FrameSize(request));
    Encode(request, frame.data());
    return frame;
}

/// Random messages of all shapes.
class Messages
{
  public:
    explicit Messages(std::uint64_t seed)
        : m_random(seed)
    {
    }

    std::uint8_t Byte()
    {
        return static_cast<std::uint8_t>(m_random.Uniform() * 256);
    }

    Endpoint NextEndpoint()
    {
        Endpoint endpoint;
        endpoint.ipv6 = m_random.Uniform() < 0.5;
        for (std::size_t i = 0; i < endpoint.AddressSize(); ++i)
        {
            endpoint.address[i] = Byte();
        }
        endpoint.port = static_cast<std::uint16_t>(m_random.Uniform() * 65536);
        return endpoint;
    }

    /// A request, a lookup or a routed overlay-ack.
    Request NextRequest()
    {
        Request request;
        request.kind = static_cast<MessageKind>(m_random.Uniform() * 3);
        request.id = DrawBits(m_random);
        request.key = DrawKey(m_random) >> static_cast<unsigned>(m_random.Uniform() * 161);
        request.source = NextEndpoint();
        request.milliRate = static_cast<std::uint32_t>(DrawBits(m_random));
        request.attempt = static_cast<std::uint8_t>(1 + m_random.Uniform() * 255);
        request.hopLimit = Byte();
        request.marked = m_random.Uniform() < 0.5;
        if (request.kind == MessageKind::kRoutedAck)
        {
            request.requestHopLimit = Byte();
            return request;
        }
        if (request.kind == MessageKind::kRequest && m_random.Uniform() < 0.5)
        {
            KeyToBytes(DrawKey(m_random), request.replyTo.emplace().data());
        }
        request.payload = NextPayload();
        return request;
    }

    /// An overlay-ack or a redirect.
    OverlayAck NextAck()
    {
        const auto attempt = static_cast<std::uint8_t>(1 + m_random.Uniform() * 255);
        return {DrawBits(m_random),
                attempt,
                Byte(),
                m_random.Uniform() < 0.5,
                NextEndpoint(),
                m_random.Uniform() < 0.5};
    }

  private:
    Payload NextPayload()
    {
        const auto size = static_cast<std::size_t>(m_random.Uniform() * 40) % 20;
        if (size == 0)
        {
            return {};
        }
        auto bytes = boost::make_shared<std::uint8_t[]>(size);
        std::generate_n(bytes.get(), size, [this] { return Byte(); });
        return {bytes, size};
    }

    test::MersenneRandom m_random;
};

/**
 * Every byte of a frame means something, so what decodes at all encodes to the same bytes again.
 * The bytes are at the very end of an allocation: reading beyond it shows under a sanitizer.
 *
 * @return Whether it decoded.
 */
bool
DecodesFaithfully(const Bytes& bytes)
{
    const Bytes frame(bytes);
    Request request;
    OverlayAck ack;
    const bool isRequest = Decode(frame.data(), frame.size(), request) == WireError::kNone;
    const bool isAck = Decode(frame.data(), frame.size(), ack) == WireError::kNone;
    EXPECT_FALSE(isRequest && isAck);
    // lookups and what answers them come in datagrams, everything else on connections
    const bool isLookup = isRequest && request.kind == MessageKind::kLookup;
    Datagram datagram;
    EXPECT_EQ(DecodeDatagram(frame.data(), frame.size(), datagram) == WireError::kNone,
              isAck || isLookup);
    Request streamed;
    EXPECT_EQ(DecodeStreamed(frame.data(), frame.size(), streamed) == WireError::kNone,
              isRequest && !isLookup);
    if (isRequest)
    {
        EXPECT_EQ(Encoded(request), frame);
    }
    if (isAck)
    {
        EXPECT_EQ(Encode(ack), frame);
    }
    return isRequest || isAck;
}

TEST(WireFormatTest, RequestsSurviveARoundTrip)
{
    Messages messages(1);
    for (int i = 0; i < 5000; ++i)
    {
        const Request sent = messages.NextRequest();
        const Bytes frame = Encoded(sent);
        Request received = messages.NextRequest(); // what it held before does not matter
        ASSERT_EQ(Decode(frame.data(), frame.size(), received), WireError::kNone);
        ASSERT_EQ(received.id, sent.id);
        ASSERT_EQ(received.key, sent.key);
        ASSERT_TRUE(received.source == sent.source);
        ASSERT_EQ(received.milliRate, sent.milliRate);
        ASSERT_EQ(received.attempt, sent.attempt);
        ASSERT_EQ(received.hopLimit, sent.hopLimit);
        ASSERT_EQ(received.marked, sent.marked);
        ASSERT_EQ(received.kind, sent.kind);
        ASSERT_EQ(received.replyTo, sent.replyTo);
        ASSERT_EQ(received.requestHopLimit, sent.requestHopLimit);
        ASSERT_EQ(received.payload.size, sent.payload.size);
        ASSERT_TRUE(std::equal(sent.payload.bytes.get(),
                               sent.payload.bytes.get() + sent.payload.size,
                               received.payload.bytes.get()));
    }
}

TEST(WireFormatTest, AcksSurviveARoundTrip)
{
    Messages messages(2);
    for (int i = 0; i < 5000; ++i)
    {
        const OverlayAck sent = messages.NextAck();
        const Bytes frame = Encode(sent);
        OverlayAck received = messages.NextAck();
        ASSERT_EQ(Decode(frame.data(), frame.size(), received), WireError::kNone);
        ASSERT_EQ(received.id, sent.id);
        ASSERT_EQ(received.attempt, sent.attempt);
        ASSERT_EQ(received.hopLimit, sent.hopLimit);
        ASSERT_EQ(received.marked, sent.marked);
        ASSERT_TRUE(received.responsible == sent.responsible);
        ASSERT_EQ(received.redirect, sent.redirect);
    }
}

TEST(WireFormatTest, TheLongestFrameSurvivesARoundTrip)
{
    Request request;
    request.payload = Payload::Zeros(kMaximumFrameSize - HeaderSize(request));
    const Bytes frame = Encoded(request);
    ASSERT_EQ(frame.size(), 65535u);
    Request received;
    ASSERT_EQ(Decode(frame.data(), frame.size(), received), WireError::kNone);
    EXPECT_EQ(received.payload.size, 65535u - 46);
}

TEST(WireFormatTest, EveryTruncatedFrameIsRejected)
{
    Messages messages(3);
    for (int i = 0; i < 300; ++i)
    {
        for (const Bytes& frame : {Encoded(messages.NextRequest()), Encode(messages.NextAck())})
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
    Messages messages(4);
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
    Messages messages(5);
    std::size_t rejected = 0;
    std::size_t seen = 0;
    for (int i = 0; i < 100; ++i)
    {
        for (Bytes frame : {Encoded(messages.NextRequest()), Encode(messages.NextAck())})
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
    EXPECT_GE(rejected, 200u * (16 + 8 + 5 + 8));
    EXPECT_GT(seen, rejected);
}

TEST(WireFormatTest, RandomBytesNeverDecodeToWhatTheyDoNotSay)
{
    Messages messages(6);
    std::size_t decoded = 0;
    for (int i = 0; i < 200000; ++i)
    {
        Bytes frame(messages.Byte() % 90);
        std::generate(frame.begin(), frame.end(), [&] { return messages.Byte(); });
        // without a header that is nearly right, none would get far
        const Bytes header{0, std::uint8_t(frame.size()), 1, std::uint8_t(1 + messages.Byte() % 6)};
        std::copy_n(header.begin(), std::min(header.size(), frame.size()), frame.begin());
        if (frame.size() > 7 && messages.Byte() % 2)
        {
            frame[4] &= 7;
            frame[7] = 0;
        }
        decoded += DecodesFaithfully(frame);
    }
    EXPECT_GT(decoded, 1000u);
}

} // namespace
} // namespace dht
