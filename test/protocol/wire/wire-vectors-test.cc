/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "same-request.h"
#include "wire-vectors.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace dht
{
namespace
{

using namespace test;

Payload
MakePayload(const Bytes& bytes)
{
    auto copy = boost::make_shared<std::uint8_t[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), copy.get());
    return bytes.empty() ? Payload{} : Payload{copy, bytes.size()};
}

/// @return What vectors of all messages that travel from peer to peer have in common.
Request
MakeMessage(const Json& vector, MessageKind kind, const char* endpoint)
{
    Request message;
    message.kind = kind;
    message.id = Id(vector);
    message.key = Key::FromBytes(Member(vector, "key").data());
    message.source = MakeEndpoint(vector.at(endpoint));
    message.milliRate = vector.at("milliRate");
    message.attempt = vector.at("attempt");
    message.hopLimit = vector.at("hopLimit");
    message.marked = vector.at("marked");
    message.extras.Write().extensions = MakeExtensions(vector);
    message.extras.Write().payload = MakePayload(MemberIfAny(vector, "payload"));
    return message;
}

Request
MakeRequest(const Json& vector, MessageKind kind)
{
    Request request = MakeMessage(vector, kind, "source");
    if (vector.contains("replyTo"))
    {
        request.extras.Write().replyTo = Key::FromBytes(Member(vector, "replyTo").data());
    }
    request.extras.Write().isWithheld = vector.value("withheld", false);
    return request;
}

Request
MakeRoutedAck(const Json& vector)
{
    Request ack = MakeMessage(vector, MessageKind::kRoutedAck, "responsible");
    ack.extras.Write().requestHopLimit = vector.at("requestHopLimit");
    return ack;
}

OverlayAck
MakeAck(const Json& vector, bool redirect)
{
    OverlayAck ack{Id(vector),
                   vector.at("attempt"),
                   vector.at("hopLimit"),
                   vector.at("marked"),
                   MakeEndpoint(vector.at("responsible")),
                   redirect};
    ack.extras.Write() = {MakePayload(MemberIfAny(vector, "payload")), MakeExtensions(vector), {}};
    for (const Json& peer : vector.value("further", Json::array()))
    {
        ack.extras.Write().further.push_back(MakeEndpoint(peer));
    }
    return ack;
}

/// Decoding yields what is expected, and encoding that yields the frame.
void
ExpectSame(const Request& expected, const Request& decoded, const Bytes& frame)
{
    test::ExpectSame(expected, decoded);
    Bytes encoded(FrameSize(expected));
    Encode(expected, encoded.data());
    EXPECT_EQ(encoded, frame);
}

TEST(WireVectorsTest, Requests)
{
    for (const Json& vector : Vectors("requests"))
    {
        SCOPED_TRACE(vector.at("name"));
        const Bytes frame = Member(vector, "frame");
        Request request;
        ASSERT_EQ(DecodeStreamed(frame.data(), frame.size(), request), WireError::kNone);
        ExpectSame(MakeRequest(vector, MessageKind::kRequest), request, frame);
    }
}

TEST(WireVectorsTest, RoutedAcks)
{
    for (const Json& vector : Vectors("routedAcks"))
    {
        SCOPED_TRACE(vector.at("name"));
        const Bytes frame = Member(vector, "frame");
        Request ack;
        ASSERT_EQ(DecodeStreamed(frame.data(), frame.size(), ack), WireError::kNone);
        ExpectSame(MakeRoutedAck(vector), ack, frame);
    }
}

TEST(WireVectorsTest, Lookups)
{
    for (const Json& vector : Vectors("lookups"))
    {
        SCOPED_TRACE(vector.at("name"));
        const Bytes frame = Member(vector, "frame");
        Datagram datagram;
        ASSERT_EQ(DecodeDatagram(frame.data(), frame.size(), datagram), WireError::kNone);
        ExpectSame(MakeRequest(vector, MessageKind::kLookup), std::get<Request>(datagram), frame);
    }
}

TEST(WireVectorsTest, AcksAndRedirects)
{
    for (const char* kind : {"acks", "redirects"})
    {
        for (const Json& vector : Vectors(kind))
        {
            SCOPED_TRACE(vector.at("name"));
            const Bytes frame = Member(vector, "frame");
            const OverlayAck expected = MakeAck(vector, std::string(kind) == "redirects");
            Datagram datagram;
            ASSERT_EQ(DecodeDatagram(frame.data(), frame.size(), datagram), WireError::kNone);
            const auto& ack = std::get<OverlayAck>(datagram);
            EXPECT_EQ(ack.id, expected.id);
            EXPECT_EQ(ack.attempt, expected.attempt);
            EXPECT_EQ(ack.hopLimit, expected.hopLimit);
            EXPECT_EQ(ack.marked, expected.marked);
            EXPECT_EQ(ack.redirect, expected.redirect);
            EXPECT_TRUE(ack.responsible == expected.responsible);
            EXPECT_EQ(ack.extras->further, expected.extras->further);
            EXPECT_EQ(ack.extras->payload.size, expected.extras->payload.size);
            EXPECT_EQ(ack.extras->extensions.Area(), expected.extras->extensions.Area());
            EXPECT_EQ(EncodeDatagram(expected), frame);
        }
    }
}

TEST(WireVectorsTest, InvalidFramesAreRejectedForTheReasonStated)
{
    std::set<std::string> reasons;
    for (const Json& vector : Vectors("invalid"))
    {
        SCOPED_TRACE(vector.at("name"));
        const Bytes frame = Member(vector, "frame");
        Request message;
        Datagram datagram;
        const WireError error = vector.at("as") == "datagram"
                                    ? DecodeDatagram(frame.data(), frame.size(), datagram)
                                    : DecodeStreamed(frame.data(), frame.size(), message);
        EXPECT_EQ(ToString(error), vector.at("error").get<std::string>());
        reasons.insert(ToString(error));
    }
    // there is a vector for every kind of error
    EXPECT_EQ(reasons, (std::set<std::string>{"length", "version", "type", "field", "extension"}));
}

} // namespace
} // namespace dht
