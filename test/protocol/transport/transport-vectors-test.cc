/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-packet.h"
#include "wire-vectors.h"

#include <gtest/gtest.h>
#include <set>

/// The transport's packets against test/vectors/packets.json, which other implementations read too.

namespace dht
{
namespace
{

using test::Json;

/// @param kind A member of the file. @return Its vectors.
Json
PacketVectors(const char* kind)
{
    return test::Vectors(kind, "packets.json");
}

/// @param vector A vector. @param name Of 64 bits in hexadecimal. @return The number.
std::uint64_t
Bits(const Json& vector, const char* name)
{
    return std::stoull(vector.at(name).get<std::string>(), nullptr, 16);
}

/// @param vector A vector. @param kind Of its packet. @return What all packets have.
TransportHeader
HeaderOf(const Json& vector, TransportKind kind)
{
    return {kind, vector.at("number"), Bits(vector, "connection")};
}

/// Decode a vector's packet, encode it again, and expect the same bytes. @param vector The vector.
/// @param expected What it says, which is encoded too. @tparam Packet What it is. @return What was
/// decoded.
template <typename Packet>
Packet
ExpectFaithfulPacket(const Json& vector, const Packet& expected)
{
    const test::Bytes bytes = test::Member(vector, "packet");
    TransportPacket decoded;
    EXPECT_EQ(Decode(bytes.data(), bytes.size(), decoded), TransportError::kNone);
    const Packet packet = std::get<Packet>(decoded);
    for (const Packet& one : {packet, expected})
    {
        test::Bytes encoded(kMostDataSize);
        encoded.resize(Encode(one, encoded.data()));
        EXPECT_EQ(encoded, bytes);
    }
    EXPECT_EQ(packet.header.kind, expected.header.kind);
    EXPECT_EQ(packet.header.number, expected.header.number);
    EXPECT_EQ(packet.header.connection, expected.header.connection);
    return packet;
}

TEST(TransportVectorsTest, OpensCookiesAndResets)
{
    for (const Json& vector : PacketVectors("opens"))
    {
        SCOPED_TRACE(vector.at("name"));
        ExpectFaithfulPacket(vector, OpenPacket{HeaderOf(vector, TransportKind::kOpen)});
    }
    for (const Json& vector : PacketVectors("cookies"))
    {
        SCOPED_TRACE(vector.at("name"));
        const CookiePacket expected{HeaderOf(vector, TransportKind::kCookie),
                                    Bits(vector, "cookie"),
                                    vector.at("window")};
        const CookiePacket packet = ExpectFaithfulPacket(vector, expected);
        EXPECT_EQ(packet.cookie, expected.cookie);
        EXPECT_EQ(packet.window, expected.window);
    }
    for (const Json& vector : PacketVectors("resets"))
    {
        SCOPED_TRACE(vector.at("name"));
        ExpectFaithfulPacket(vector, ResetPacket{HeaderOf(vector, TransportKind::kReset)});
    }
}

TEST(TransportVectorsTest, Data)
{
    for (const Json& vector : PacketVectors("data"))
    {
        SCOPED_TRACE(vector.at("name"));
        const test::Bytes payload = test::Member(vector, "payload");
        DataPacket expected;
        expected.header = HeaderOf(vector, TransportKind::kData);
        if (vector.contains("cookie"))
        {
            expected.cookie = Bits(vector, "cookie");
        }
        expected.isEnd = vector.at("end");
        expected.isProbe = vector.at("probe");
        expected.isWhole = vector.at("whole");
        expected.timestamp = vector.at("timestamp");
        expected.offset = vector.at("offset");
        expected.payload = payload.data();
        expected.size = payload.size();
        const DataPacket packet = ExpectFaithfulPacket(vector, expected);
        EXPECT_EQ(packet.cookie, expected.cookie);
        EXPECT_EQ(packet.isEnd, expected.isEnd);
        EXPECT_EQ(packet.isProbe, expected.isProbe);
        EXPECT_EQ(packet.isWhole, expected.isWhole);
        EXPECT_EQ(packet.timestamp, expected.timestamp);
        EXPECT_EQ(packet.offset, expected.offset);
        EXPECT_EQ(packet.size, expected.size);
    }
}

TEST(TransportVectorsTest, Acks)
{
    for (const Json& vector : PacketVectors("acks"))
    {
        SCOPED_TRACE(vector.at("name"));
        AckPacket expected;
        expected.header = HeaderOf(vector, TransportKind::kAck);
        expected.timestamp = vector.at("timestamp");
        expected.delay = vector.at("delay");
        expected.hold = vector.at("hold");
        expected.arrived = vector.at("arrived");
        expected.window = vector.at("window");
        expected.wish = vector.value("wish", kNoWish);
        for (const Json& range : vector.at("ranges"))
        {
            expected.ranges.at(expected.rangeCount++) = {range.at(0), range.at(1)};
        }
        const AckPacket packet = ExpectFaithfulPacket(vector, expected);
        EXPECT_EQ(packet.timestamp, expected.timestamp);
        EXPECT_EQ(packet.delay, expected.delay);
        EXPECT_EQ(packet.hold, expected.hold);
        EXPECT_EQ(packet.arrived, expected.arrived);
        EXPECT_EQ(packet.window, expected.window);
        EXPECT_EQ(packet.wish, expected.wish);
        EXPECT_EQ(packet.rangeCount, expected.rangeCount);
        EXPECT_EQ(packet.ranges[packet.rangeCount - 1u].last,
                  expected.ranges[expected.rangeCount - 1u].last);
    }
}

TEST(TransportVectorsTest, InvalidPacketsAreRejectedForTheReasonStated)
{
    std::set<std::string> reasons;
    for (const Json& vector : PacketVectors("invalid"))
    {
        SCOPED_TRACE(vector.at("name"));
        const test::Bytes bytes = test::Member(vector, "packet");
        TransportPacket packet;
        const TransportError error = Decode(bytes.data(), bytes.size(), packet);
        EXPECT_EQ(ToString(error), vector.at("error").get<std::string>());
        reasons.insert(ToString(error));
    }
    // all that can be said of a packet without its connection
    EXPECT_EQ(reasons,
              (std::set<std::string>{"length",
                                     "version",
                                     "kind",
                                     "flags",
                                     "padding",
                                     "ranges",
                                     "hold",
                                     "window"}));
}

} // namespace
} // namespace dht
