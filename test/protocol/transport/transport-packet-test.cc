/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-packet.h"
#include "packet-bytes.h"

#include <array>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace dht
{
namespace
{

using test::BytesOfPacket;
using Bytes = std::vector<std::uint8_t>;

/// @param bytes A datagram. @return What is wrong with it.
TransportError
ErrorOf(const Bytes& bytes)
{
    TransportPacket packet;
    return Decode(bytes.data(), bytes.size(), packet);
}

/// @param bytes A datagram. @param at A position. @param value What stands there instead. @return
/// What is wrong with it then.
TransportError
ErrorWith(Bytes bytes, std::size_t at, std::uint8_t value)
{
    bytes.at(at) = value;
    return ErrorOf(bytes);
}

/// @param bytes A datagram. @return The packet in it. @tparam Packet What it is.
template <typename Packet>
Packet
PacketIn(const Bytes& bytes)
{
    TransportPacket packet;
    EXPECT_EQ(Decode(bytes.data(), bytes.size(), packet), TransportError::kNone);
    return std::get<Packet>(packet);
}

AckPacket
SomeAck()
{
    AckPacket ack;
    ack.header = {TransportKind::kAck, 7, 0x0102030405060708};
    ack.timestamp = 0x11121314;
    ack.delay = 0x21222324;
    ack.hold = 0x00000102;
    ack.arrived = 0x0000000100000002;
    ack.window = 0x31323334;
    ack.wish = 0x0180;
    ack.rangeCount = 2;
    ack.ranges[0] = {20, 30};
    ack.ranges[1] = {10, 18};
    return ack;
}

DataPacket
SomeData(const Bytes& payload)
{
    DataPacket data;
    data.header = {TransportKind::kData, 0x41424344, 0x0102030405060708};
    data.cookie = 0x5152535455565758;
    data.isEnd = true;
    data.timestamp = 0x61626364;
    data.offset = 0x0000000100000002;
    data.payload = payload.data();
    data.size = payload.size();
    return data;
}

TEST(TransportPacketTest, EveryByteIsWhereThePageSays)
{
    EXPECT_EQ(BytesOfPacket(CookiePacket{{TransportKind::kCookie, 1, 2}, 3, 4}),
              (Bytes{0, 2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,
                     0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 4}));
    EXPECT_EQ(BytesOfPacket(SomeData({9, 8})),
              (Bytes{0, 3, 1,    3,    0x41, 0x42, 0x43, 0x44, 1,    2,    3, 4, 5,
                     6, 7, 8,    0x61, 0x62, 0x63, 0x64, 0,    0,    0,    1, 0, 0,
                     0, 2, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 9, 8}));
    EXPECT_EQ(BytesOfPacket(SomeAck()),
              (Bytes{0, 4,    1,    0,    0,    0,    0,    7,    1,    2,    3,  4, 5, 6,    7,
                     8, 0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0x23, 0x24, 0,    0,  1, 2, 0,    0,
                     0, 1,    0,    0,    0,    2,    0x31, 0x32, 0x33, 0x34, 0,  2, 1, 0x80, 0,
                     0, 0,    20,   0,    0,    0,    30,   0,    0,    0,    10, 0, 0, 0,    18}));
    EXPECT_EQ(BytesOfPacket(ResetPacket{{TransportKind::kReset, 5, 6}}),
              (Bytes{0, 5, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 6}));
    EXPECT_EQ(BytesOfPacket(OpenPacket{{TransportKind::kOpen, 5, 6}}).size(), 64u);
}

TEST(TransportPacketTest, WhatIsWrittenIsRead)
{
    const Bytes payload{1, 2, 3};
    const Bytes written = BytesOfPacket(SomeData(payload));
    const DataPacket data = PacketIn<DataPacket>(written);
    EXPECT_EQ(data.header.number, 0x41424344u);
    EXPECT_EQ(data.header.connection, 0x0102030405060708u);
    EXPECT_EQ(data.cookie, 0x5152535455565758u);
    EXPECT_TRUE(data.isEnd);
    EXPECT_FALSE(data.isProbe);
    EXPECT_EQ(data.timestamp, 0x61626364u);
    EXPECT_EQ(data.offset, 0x0000000100000002u);
    EXPECT_EQ(Bytes(data.payload, data.payload + data.size), payload);

    DataPacket probe;
    probe.header = {TransportKind::kData, 1, 1};
    probe.isProbe = true;
    EXPECT_TRUE(PacketIn<DataPacket>(BytesOfPacket(probe)).isProbe);
    EXPECT_FALSE(PacketIn<DataPacket>(BytesOfPacket(probe)).isWhole);
    probe.isWhole = true;
    EXPECT_TRUE(PacketIn<DataPacket>(BytesOfPacket(probe)).isWhole);
    EXPECT_FALSE(PacketIn<DataPacket>(BytesOfPacket(probe)).cookie);

    const Bytes bytes = BytesOfPacket(SomeAck());
    EXPECT_EQ(BytesOfPacket(PacketIn<AckPacket>(bytes)), bytes);
    EXPECT_EQ(
        PacketIn<CookiePacket>(BytesOfPacket(CookiePacket{{TransportKind::kCookie, 1, 2}, 3, 4}))
            .window,
        4u);
}

TEST(TransportPacketTest, CanBeNoFrame)
{
    const Bytes frame{0, 16};
    EXPECT_FALSE(IsTransportDatagram(frame.data(), frame.size()));
    const Bytes open = BytesOfPacket(OpenPacket{{TransportKind::kOpen, 5, 6}});
    EXPECT_TRUE(IsTransportDatagram(open.data(), open.size()));
    EXPECT_FALSE(IsTransportDatagram(open.data(), 1));
}

TEST(TransportPacketTest, TheLastBitOfTheConnectionIsItsLane)
{
    for (const std::uint64_t connection : {0x1234567812345678, 0x1234567812345679})
    {
        const auto lane = static_cast<std::uint8_t>(connection % 2);
        const Bytes open = BytesOfPacket(OpenPacket{{TransportKind::kOpen, 5, connection}});
        EXPECT_EQ(LaneOf(open.data(), open.size()), lane);
        EXPECT_EQ(LaneOf(open.data(), 15), 0) << "too short to be any";
        EXPECT_EQ(InLane(connection, lane), connection);
        EXPECT_EQ(InLane(connection, 1 - lane), connection ^ 1);
    }
}

TEST(TransportPacketTest, WhatIsWrongIsNamed)
{
    const Bytes open = BytesOfPacket(OpenPacket{{TransportKind::kOpen, 5, 6}});
    EXPECT_EQ(ErrorWith(open, 2, 2), TransportError::kVersion);
    EXPECT_EQ(ErrorWith(open, 1, 0), TransportError::kKind);
    EXPECT_EQ(ErrorWith(open, 1, 6), TransportError::kKind);
    EXPECT_EQ(ErrorWith(open, 0, 1), TransportError::kKind);
    EXPECT_EQ(ErrorWith(open, 3, 1), TransportError::kFlags);
    EXPECT_EQ(ErrorWith(open, 63, 1), TransportError::kPadding);
    const Bytes data = BytesOfPacket(SomeData({1}));
    EXPECT_EQ(ErrorWith(data, 3, 16), TransportError::kFlags);
    EXPECT_EQ(ErrorWith(data, 20, 0x80), TransportError::kWindow);
    const Bytes ack = BytesOfPacket(SomeAck());
    EXPECT_EQ(ErrorWith(ack, 3, 8), TransportError::kFlags);
    EXPECT_EQ(ErrorWith(ack, 28, 0x80), TransportError::kWindow);
    EXPECT_EQ(ErrorWith(ack, 24, 0x04), TransportError::kHold);
    EXPECT_EQ(ErrorWith(ack, 41, 0), TransportError::kRanges);
    EXPECT_EQ(ErrorWith(ack, 41, 33), TransportError::kRanges);
    EXPECT_EQ(ErrorWith(ack, 41, 3), TransportError::kLength);
    EXPECT_EQ(ErrorWith(ack, 47, 31), TransportError::kRanges)
        << "a range that ends before it begins";
    EXPECT_EQ(ErrorWith(ack, 59, 19), TransportError::kRanges) << "ranges that meet";
    EXPECT_EQ(ErrorWith(ack, 59, 25), TransportError::kRanges) << "ranges that overlap";
    EXPECT_EQ(ErrorWith(ack, 59, 40), TransportError::kRanges) << "ranges that rise";
}

TEST(TransportPacketTest, EveryKindHasItsLength)
{
    const std::vector<Bytes> packets{
        BytesOfPacket(OpenPacket{{TransportKind::kOpen, 5, 6}}),
        BytesOfPacket(CookiePacket{{TransportKind::kCookie, 1, 2}, 3, 4}),
        BytesOfPacket(SomeAck()),
        BytesOfPacket(ResetPacket{{TransportKind::kReset, 5, 6}})};
    for (Bytes bytes : packets)
    {
        bytes.push_back(0);
        EXPECT_EQ(ErrorOf(bytes), TransportError::kLength) << +bytes[1];
        for (bytes.resize(bytes.size() - 2);; bytes.pop_back())
        {
            EXPECT_EQ(ErrorOf(bytes), TransportError::kLength) << +bytes[1] << " " << bytes.size();
            if (bytes.size() == 2)
            {
                break;
            }
        }
    }
    Bytes data = BytesOfPacket(SomeData(Bytes(kMostPayload)));
    EXPECT_EQ(ErrorOf(data), TransportError::kNone);
    data.push_back(0);
    EXPECT_EQ(ErrorOf(data), TransportError::kLength);
    data.resize(kDataHeaderSize + kDataCookieSize);
    EXPECT_EQ(ErrorOf(data), TransportError::kNone);
    data.pop_back();
    EXPECT_EQ(ErrorOf(data), TransportError::kLength);
}

TEST(TransportPacketTest, WhatIsReadIsWrittenAsItWas)
{
    std::mt19937 random(1);
    std::size_t accepted = 0;
    for (int i = 0; i < 200000; ++i)
    {
        Bytes bytes(random() % 80);
        for (auto& byte : bytes)
        {
            byte = static_cast<std::uint8_t>(random() % 3);
        }
        if (bytes.size() > 3)
        {
            bytes[0] = 0;
            bytes[1] = static_cast<std::uint8_t>(1 + random() % 5);
            bytes[2] = 1;
        }
        TransportPacket packet;
        if (Decode(bytes.data(), bytes.size(), packet) == TransportError::kNone)
        {
            ++accepted;
            std::visit(
                [&](const auto& decoded) {
                    if constexpr (!std::is_same_v<std::decay_t<decltype(decoded)>, std::monostate>)
                    {
                        EXPECT_EQ(BytesOfPacket(decoded), bytes);
                    }
                },
                packet);
        }
    }
    EXPECT_GT(accepted, 1000u);
}

TEST(TransportPacketTest, ReasonsHaveNames)
{
    EXPECT_STREQ(ToString(TransportError::kNone), "none");
    EXPECT_STREQ(ToString(TransportError::kOptimistic), "optimistic");
    EXPECT_STREQ(ToString(TransportLoss::kExhausted), "exhausted");
}

} // namespace
} // namespace dht
