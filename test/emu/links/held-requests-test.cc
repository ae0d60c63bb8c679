/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-port.h"
#include "held-requests.h"
#include "peer-endpoint.h"
#include "tcp-neighbour.h"

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <chrono>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

/// What a peer that holds hands to Linux, as the segments show that come at the other end.

namespace dht
{
namespace
{

namespace asio = boost::asio;
using asio::ip::tcp;

/// Place of tcpi_data_segs_in in Linux' tcp_info, in words: the C library's is older.
constexpr std::size_t kDataSegmentsIn = 38;

const Endpoint kIpv4 = Endpoint::Ipv4(0x7F000001, 7000);
const Endpoint kIpv6 = EndpointOf(asio::ip::address_v6::loopback(), 7000);

/// A link that holds, to a neighbour who acknowledges late, as across a long way.
class HeldRequestsTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        Connect(tcp::v4());
    }

    /// @param family Of the neighbour's address.
    void Connect(const tcp& family)
    {
        const auto local = family == tcp::v4()
                               ? asio::ip::address(asio::ip::address_v4::loopback())
                               : asio::ip::address(asio::ip::address_v6::loopback());
        m_listener = tcp::acceptor(m_context, {local, 0});
        m_connected = false;
        m_links = {std::make_shared<OutgoingLink>(
            m_context,
            EndpointOf(local, 0),
            EndpointOf(local, m_listener.local_endpoint().port()),
            TcpOptions(),
            true,
            OutgoingLink::Callbacks{[this] { m_connected = true; }, [] {}, [](const auto&) {}})};
        m_links[0]->Open();
        m_neighbour = m_listener.accept();
        DelayAcknowledgements(m_neighbour);
        while (!m_connected)
        {
            m_context.run_one_for(std::chrono::seconds(10));
        }
    }

    void TearDown() override
    {
        m_links[0]->Close();
        m_neighbour.close();
    }

    /// @param rate Of the uplink in bytes/s. @param bytes Of each request, at the least. @return
    /// What holds, two at a time.
    HeldRequests Holding(double rate, std::uint32_t bytes = 0)
    {
        return {m_context, m_clock, {{2, bytes}, rate}, m_links};
    }

    /// @param held What holds. @param payload Bytes of a request beside its header.
    void Write(HeldRequests& held, std::size_t payload = 100)
    {
        Request request;
        request.extras.Write().payload = Payload::Zeros(payload);
        m_written += FrameSize(request);
        ASSERT_EQ(m_links[0]->StateFor(FrameSize(request)), LinkState::kReady);
        m_links[0]->Send(request);
        held.OnWritten(0);
    }

    /// Let time pass. @param time How long.
    void Run(std::chrono::milliseconds time)
    {
        m_context.run_for(time);
        m_context.restart();
    }

    /// @return Whether all that the link holds crosses, within a minute.
    bool RunUntilNothingIsHeld()
    {
        const Time before = m_clock.Now();
        while (m_links[0]->Held().Count() > 0 && m_clock.Now() - before < FromSeconds(60))
        {
            m_context.run_one_for(std::chrono::seconds(1));
        }
        return m_links[0]->Held().Count() == 0;
    }

    /// @return Segments with data that have come.
    unsigned Segments()
    {
        std::array<std::uint32_t, 64> info{};
        socklen_t size = sizeof(info);
        getsockopt(m_neighbour.native_handle(), IPPROTO_TCP, TCP_INFO, info.data(), &size);
        return info[kDataSegmentsIn];
    }

    asio::io_context m_context;          ///< Runs all.
    PeerClock m_clock;                   ///< Real time.
    tcp::acceptor m_listener{m_context}; ///< The neighbour's.
    tcp::socket m_neighbour{m_context};  ///< The neighbour's end.
    HeldRequests::Links m_links;         ///< The one link.
    bool m_connected{false};             ///< Whether it is.
    std::size_t m_written{0};            ///< Bytes of requests.
};

TEST_F(HeldRequestsTest, NothingWaitsWhileTheUplinkIdles)
{
    HeldRequests held = Holding(1e9);
    Write(held);
    EXPECT_EQ(m_links[0]->Held().Count(), 0);
    Run(std::chrono::milliseconds(1));
    EXPECT_EQ(Segments(), 1);
}

TEST_F(HeldRequestsTest, WhatWaitsCrossesInOneSegment)
{
    HeldRequests held = Holding(1000); // a frame of 146 bytes takes a fifth of a second
    Write(held);
    EXPECT_EQ(Segments(), 1);
    for (int i = 0; i < 5; ++i)
    {
        Write(held);
    }
    EXPECT_EQ(m_links[0]->Held().Count(), 5);
    EXPECT_EQ(Segments(), 1);
    EXPECT_TRUE(RunUntilNothingIsHeld());
    EXPECT_EQ(Segments(), 2) << "five requests have crossed together";
    EXPECT_EQ(m_neighbour.available(), m_written);
}

TEST_F(HeldRequestsTest, OneMoreRequestTakesNoTurnAway)
{
    HeldRequests held = Holding(20'000, 192);
    Write(held); // takes 11 ms, and is not acknowledged for 40
    Write(held, 500);
    Write(held, 500);
    Write(held, 0);
    EXPECT_EQ(m_links[0]->Held().Bytes(), m_written - 146);
    const Time before = m_clock.Now();
    bool isQuiet = false; // before they crossed
    while (m_links[0]->Held().Count() > 0 && m_clock.Now() - before < FromSeconds(10))
    {
        isQuiet = m_links[0]->IsQuiet();
        m_context.run_one_for(std::chrono::seconds(1));
    }
    EXPECT_FALSE(isQuiet) << "they crossed without an acknowledgement of what crossed first";
    EXPECT_EQ(Segments(), 2);
}

TEST_F(HeldRequestsTest, FullSegmentsWaitForNothing)
{
    HeldRequests held = Holding(1000);
    Write(held);
    Write(held, 1400);
    EXPECT_EQ(m_links[0]->Held().Count(), 1) << "its frame of 1446 bytes fills no segment";
    EXPECT_EQ(Segments(), 1);
    Write(held, 1400);
    // the rest may cross, too, as Linux acknowledges full segments sooner
    EXPECT_GE(m_neighbour.available(), 146 + 1448);
}

TEST_F(HeldRequestsTest, WhatIsHeldTakesRoomInTheSendBuffer)
{
    HeldRequests held = Holding(100);
    Write(held, 1000);
    Write(held, 1000);
    EXPECT_EQ(m_links[0]->StateFor(2 * 1046 + 100), LinkState::kBusy);
}

TEST_F(HeldRequestsTest, ALinkThatClosesSendsWhatItHolds)
{
    HeldRequests held = Holding(100);
    Write(held);
    Write(held);
    m_links[0]->Close();
    std::vector<std::uint8_t> read(m_written);
    EXPECT_EQ(asio::read(m_neighbour, asio::buffer(read)), m_written);
}

TEST_F(HeldRequestsTest, ADatagramKeepsTheUplinkBusyThoughNobodyAcknowledgesIt)
{
    for (const auto& [to, headers] :
         std::vector<std::pair<Endpoint, int>>{{kIpv4, 14 + 20 + 8}, {kIpv6, 14 + 40 + 8}})
    {
        HeldRequests held = Holding(1000);
        const Time before = m_clock.Now();
        held.OnDatagram(100, to);
        Write(held);
        EXPECT_TRUE(RunUntilNothingIsHeld());
        EXPECT_GE(m_clock.Now() - before, FromSeconds((100 + headers) / 1000.0));
        Run(std::chrono::milliseconds(200)); // until it is acknowledged
    }
}

TEST_F(HeldRequestsTest, ASegmentCostsWhatAnEthernetCarries)
{
    Request request;
    const auto size = static_cast<double>(FrameSize(request));
    for (const auto& [family, headers] :
         std::vector<std::pair<tcp, int>>{{tcp::v4(), 14 + 20 + 32}, {tcp::v6(), 14 + 40 + 32}})
    {
        TearDown();
        Connect(family);
        m_links[0]->Send(request);
        m_links[0]->Flush();
        EXPECT_EQ(m_links[0]->TakeCost(), size + headers);
    }
}

TEST(DatagramPortTest, WhateverIsSentIsToldOf)
{
    asio::io_context context;
    std::vector<std::pair<std::size_t, Endpoint>> sent;
    DatagramPort port(
        asio::ip::udp::socket(context, {asio::ip::address_v4::loopback(), 0}),
        2048,
        4096,
        {[](Datagram&&, const Endpoint&) {},
         [](const OtherVersion&, const Endpoint&) {},
         [] {},
         [&sent](std::size_t bytes, const Endpoint& to) { sent.emplace_back(bytes, to); }});
    const Datagram message = OverlayAck();
    port.Send(kIpv4, message);
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].first, FrameSize(message));
    EXPECT_EQ(sent[0].second, kIpv4);
    port.Send(kIpv6, message);
    EXPECT_EQ(sent.size(), 1u) << "the system has no way there";
}

} // namespace
} // namespace dht
