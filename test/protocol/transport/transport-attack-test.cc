/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-bytes.h"
#include "transport-world.h"

#include <gtest/gtest.h>
#include <set>

/// Others who do not keep to the transport's rules.

namespace dht
{
namespace
{

using test::BytesOfPacket;
using test::TransportWorld;
using Bytes = std::vector<std::uint8_t>;
using Error = TransportError;
using Kind = TransportEvent::Kind;

/// Whoever sends from here is not there.
const Endpoint kStranger = Endpoint::Ipv4(0x0a000002, 9);

/// @param connection What it is called. @param number Of the packet. @param cookie To be repeated,
/// or none. @param payload What is in it. @return A data packet from offset 0 on.
DataPacket
DataOf(std::uint64_t connection,
       std::uint32_t number,
       std::optional<std::uint64_t> cookie,
       const Bytes& payload)
{
    DataPacket data;
    data.header = {TransportKind::kData, number, connection};
    data.cookie = cookie;
    data.payload = payload.data();
    data.size = payload.size();
    return data;
}

/// One endpoint, and somebody who sends it what he likes.
class TransportAttackTest : public testing::Test
{
  protected:
    /// @param from In whose name. @param bytes What is sent to the endpoint.
    void Hit(const Endpoint& from, const Bytes& bytes)
    {
        bytesIn += bytes.size();
        endpoint.OnDatagram(now, from, bytes.data(), bytes.size());
    }

    /// @return What the endpoint sends, one datagram after the other.
    std::vector<Bytes> Answers()
    {
        std::vector<Bytes> answers;
        Bytes buffer(kMostDataSize);
        while (const auto sent = endpoint.PollTransmit(now, buffer.data(), buffer.size()))
        {
            answers.emplace_back(buffer.begin(),
                                 buffer.begin() + static_cast<std::ptrdiff_t>(sent->size));
            bytesOut += sent->size;
        }
        return answers;
    }

    /// @param from In whose name. @param connection What it is to be called. @return Its cookie.
    std::uint64_t CookieFor(const Endpoint& from, std::uint64_t connection)
    {
        Answers(); // to what was before
        Hit(from, BytesOfPacket(OpenPacket{{TransportKind::kOpen, 1, connection}}));
        const auto answers = Answers();
        TransportPacket packet;
        Decode(answers.at(0).data(), answers.at(0).size(), packet);
        return std::get<CookiePacket>(packet).cookie;
    }

    /// @param error A reason. @return Datagrams rejected for it.
    std::uint64_t Rejected(Error error) const
    {
        return endpoint.Counts().Rejected(error);
    }

    /// @return The kind of what the endpoint answers; nothing if it is silent.
    std::optional<TransportKind> KindOfAnswer()
    {
        const auto answers = Answers();
        return answers.empty() ? std::nullopt
                               : std::optional(static_cast<TransportKind>(answers[0][1]));
    }

    test::MersenneRandom random{1};                                     ///< The endpoint's.
    TransportEndpoint endpoint{{}, TransportWorld::MakeSimple, random}; ///< What is attacked.
    Time now{FromSeconds(100)};                                         ///< The present.
    std::uint64_t bytesIn{0};                                           ///< Sent to it.
    std::uint64_t bytesOut{0};                                          ///< That it has sent.
};

TEST_F(TransportAttackTest, WhoIsNotThereGetsNoMoreThanWasSentInItsName)
{
    test::MersenneRandom dice(3);
    for (int i = 0; i < 100000; ++i)
    {
        const Endpoint from = Endpoint::Ipv4(0x0b000000 + static_cast<std::uint32_t>(i), 5);
        const std::uint64_t id = DrawBits(dice);
        const TransportKind kinds[] = {TransportKind::kOpen,
                                       TransportKind::kCookie,
                                       TransportKind::kAck,
                                       TransportKind::kReset};
        const TransportHeader header{kinds[i % 4], 1, id};
        AckPacket ack;
        ack.header = header;
        ack.rangeCount = 1;
        ack.ranges[0] = {1, 1};
        const Bytes packets[] = {BytesOfPacket(OpenPacket{header}),
                                 BytesOfPacket(CookiePacket{header, id, 1000}),
                                 BytesOfPacket(ack),
                                 BytesOfPacket(ResetPacket{header}),
                                 BytesOfPacket(DataOf(id, 1, {}, {})),
                                 BytesOfPacket(DataOf(id, 1, id, {1, 2}))};
        const std::uint64_t in = bytesIn;
        const std::uint64_t out = bytesOut;
        Hit(from, packets[i % 6]);
        Answers();
        ASSERT_LE(bytesOut - out, bytesIn - in);
        now += FromSeconds(0.0001);
    }
    EXPECT_GT(bytesOut, 0u);
    EXPECT_LE(endpoint.Counts().resetsSent, 1100u) << "100 in each of 10 seconds";
    EXPECT_GT(endpoint.Counts().withheld, 10000u);
    EXPECT_EQ(endpoint.Now().accepted, 0u);
    EXPECT_FALSE(endpoint.PollEvent());
    EXPECT_EQ(endpoint.NextTimer(), kNever) << "it keeps nothing";
}

TEST_F(TransportAttackTest, ACookieIsGoodForOneConnectionOfOnePeerAndNotForLong)
{
    const std::uint64_t cookie = CookieFor(kStranger, 7);
    Hit(TransportWorld::AddressOf(3), BytesOfPacket(DataOf(7, 1, cookie, {1})));
    Hit(kStranger, BytesOfPacket(DataOf(8, 1, cookie, {1})));
    Hit(kStranger, BytesOfPacket(DataOf(7, 1, cookie + 1, {1})));
    EXPECT_EQ(Rejected(Error::kCookie), 3u);
    Hit(kStranger, BytesOfPacket(DataOf(7, 1, {}, {1})));
    EXPECT_EQ(Rejected(Error::kConnection), 1u);
    EXPECT_EQ(endpoint.Now().accepted, 0u);
    now += FromSeconds(20);
    Hit(kStranger, BytesOfPacket(DataOf(7, 1, cookie, {1})));
    EXPECT_EQ(Rejected(Error::kCookie), 4u);
    const std::uint64_t fresh = CookieFor(kStranger, 7);
    now += FromSeconds(9.9);
    Hit(kStranger, BytesOfPacket(DataOf(7, 1, fresh, {1})));
    EXPECT_EQ(endpoint.Now().accepted, 1u);
}

/// A packet that comes once more must not open once more what has ended.
TEST_F(TransportAttackTest, WhatHasEndedIsNotOpenedAgain)
{
    const Bytes payload{1, 2, 3};
    DataPacket data = DataOf(7, 1, CookieFor(kStranger, 7), payload);
    data.isEnd = true;
    const Bytes bytes = BytesOfPacket(data);
    Hit(kStranger, bytes);
    const TransportLink link = endpoint.PollEvent()->link;
    std::size_t size = 0;
    ASSERT_TRUE(endpoint.Look(link, size));
    EXPECT_EQ(size, 3u);
    endpoint.Read(now, link, size);
    EXPECT_EQ(KindOfAnswer(), TransportKind::kAck);
    while (endpoint.PollEvent())
    {
    }
    for (int i = 0; i < 100; ++i)
    {
        Hit(kStranger, bytes);
        const auto kind = KindOfAnswer();
        EXPECT_EQ(kind, i < 40 ? TransportKind::kAck : TransportKind::kReset) << i;
        EXPECT_FALSE(endpoint.PollEvent());
        now += FromSeconds(0.5);
        endpoint.OnTimer(now);
    }
    EXPECT_EQ(endpoint.Now().accepted, 0u);
}

TEST_F(TransportAttackTest, ThereAreOnlySoManyConnections)
{
    for (std::uint64_t id = 0; id < 1100; ++id)
    {
        Hit(kStranger, BytesOfPacket(DataOf(id, 1, CookieFor(kStranger, id), {1})));
        Answers();
    }
    EXPECT_EQ(endpoint.Now().accepted, 1024u);
    EXPECT_EQ(Rejected(Error::kFull), 76u);
    Hit(kStranger, BytesOfPacket(DataOf(1099, 2, CookieFor(kStranger, 1099), {1})));
    EXPECT_EQ(Rejected(Error::kFull), 77u);
    EXPECT_EQ(endpoint.Counts().connectionsRefused, 76u) << "each once";
}

/// What has ended is remembered, and bounded, but takes nobody's place.
TEST_F(TransportAttackTest, AConnectionThatHasEndedLeavesItsPlace)
{
    for (std::uint64_t id = 0; id < 1100; ++id)
    {
        Hit(kStranger, BytesOfPacket(DataOf(id, 1, CookieFor(kStranger, id), {1})));
        Answers();
        Hit(kStranger, BytesOfPacket(ResetPacket{{TransportKind::kReset, 1, id}}));
    }
    EXPECT_EQ(endpoint.Now().accepted, 0u);
    EXPECT_EQ(endpoint.Now().remembered, 1024u);
    EXPECT_EQ(Rejected(Error::kFull), 76u);
    now += FromSeconds(20);
    endpoint.OnTimer(now);
    EXPECT_EQ(endpoint.Now().remembered, 0u);
    Hit(kStranger, BytesOfPacket(DataOf(1, 1, CookieFor(kStranger, 1), {1})));
    EXPECT_EQ(endpoint.Now().accepted, 1u);
}

TEST_F(TransportAttackTest, DataThatDoesNotFitIsRejected)
{
    Hit(kStranger, BytesOfPacket(DataOf(7, 1, CookieFor(kStranger, 7), {1, 2, 3})));
    Answers();
    const Bytes payload{1};
    DataPacket beyond = DataOf(7, 2, {}, payload);
    beyond.offset = 1 << 20;
    Hit(kStranger, BytesOfPacket(beyond));
    EXPECT_EQ(Rejected(Error::kWindow), 1u);
    EXPECT_EQ(KindOfAnswer(), std::nullopt);
    beyond.offset -= 1;
    Hit(kStranger, BytesOfPacket(beyond));
    EXPECT_EQ(Rejected(Error::kWindow), 1u);
    Hit(kStranger, BytesOfPacket(DataOf(7, 3, {}, {1, 9})));
    EXPECT_EQ(Rejected(Error::kConflict), 1u);
}

TEST_F(TransportAttackTest, AResetMustNameAPacket)
{
    Hit(kStranger, BytesOfPacket(DataOf(7, 1, CookieFor(kStranger, 7), {1, 2, 3})));
    Answers();
    const auto reset = [&](std::uint64_t id, std::uint32_t number) {
        Hit(kStranger, BytesOfPacket(ResetPacket{{TransportKind::kReset, number, id}}));
    };
    reset(7, 2);
    reset(7, 0);
    EXPECT_EQ(Rejected(Error::kState), 2u);
    reset(8, 1);
    EXPECT_EQ(Rejected(Error::kConnection), 1u);
    EXPECT_EQ(KindOfAnswer(), std::nullopt) << "a reset is not answered";
    EXPECT_EQ(endpoint.Counts().TotalRejected(), 3u);
    reset(7, 1);
    EXPECT_EQ(endpoint.Counts().TotalRejected(), 3u);
    std::size_t size = 0;
    EXPECT_TRUE(endpoint.Look(endpoint.PollEvent()->link, size)) << "it was acknowledged";
    EXPECT_EQ(size, 3u);
    Hit(kStranger, BytesOfPacket(DataOf(7, 2, {}, {1})));
    EXPECT_EQ(KindOfAnswer(), TransportKind::kReset);
}

/// Whatever changes on the way is counted, and nothing of it is a crash or a hang.
TEST(TransportNoiseTest, DamagedDatagramsAreCounted)
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
    {
        TransportWorld world({}, seed);
        test::MersenneRandom dice(seed, 7);
        auto& a = world.Add();
        auto& b = world.Add();
        world.tap = [&](const Endpoint& /* from */, const Endpoint& /* to */, Bytes& bytes) {
            if (DrawBelow(dice, 20) == 0)
            {
                bytes[DrawBelow(dice, std::min<std::size_t>(bytes.size(), 60))] ^=
                    static_cast<std::uint8_t>(1u << DrawBelow(dice, 8));
            }
            else if (DrawBelow(dice, 50) == 0)
            {
                bytes.resize(DrawBelow(dice, bytes.size()));
            }
            return true;
        };
        for (int i = 0; i < 10; ++i)
        {
            world.Stream(a, a.endpoint->Open(world.Now(), b.address, 1), 100000);
            world.Run(5);
        }
        EXPECT_GT(a.endpoint->Counts().TotalRejected() + b.endpoint->Counts().TotalRejected(), 20u);
        EXPECT_EQ(world.broken, 0u);
    }
}

} // namespace
} // namespace dht
