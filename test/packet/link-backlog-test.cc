/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-net-device.h"
#include "dht-tcp-links.h"
#include "dht-wire-format.h"
#include "packet-ring.h"

#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <optional>

/// What a packet-level peer knows of its links and its uplink.

namespace ns3
{
namespace
{

constexpr uint16_t LISTENING = 7000;
constexpr uint32_t LINK_BUFFER = 4096;
constexpr double BYTE_S = 8.0 / 600000;            ///< A byte on the uplink, in seconds.
constexpr uint32_t SEGMENT_HEADERS = 14 + 20 + 20; ///< Of a segment without options.
const Time WRITE_AT = Seconds(1);          ///< When requests are written: connected for long.
const Time ALL_ACKED = MilliSeconds(500);  ///< After that, all is, even late.
const Time WRITTEN_SOON = NanoSeconds(10); ///< After that, TCP has sent what was written.

/// A link that holds, to a neighbour who accepts.
class LinkBacklogTest : public testing::Test
{
  protected:
    LinkBacklogTest()
    {
        m_nodes.Create(2);
        AccessNetworkHelper helper;
        helper.SetConstantDelay(MilliSeconds(20));
        const auto addresses = helper.Install(m_nodes).addresses;
        const DhtTcpOptions tcp{1448, LINK_BUFFER, 8192};
        m_listener = DhtTcpSocket::Create(m_nodes.Get(1));
        tcp.Apply(m_listener);
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), LISTENING));
        m_listener->Listen();
        m_links =
            std::make_unique<DhtTcpLinks>(m_nodes.Get(0),
                                          LISTENING,
                                          tcp,
                                          dht::LeastBatch{2, 0},
                                          DhtTcpLinks::Listeners{[](dht::LinkIndex) {},
                                                                 [](dht::LinkIndex) {},
                                                                 [](dht::LinkIndex) { FAIL(); },
                                                                 [](dht::LinkIndex) {},
                                                                 {},
                                                                 {}});
        Simulator::Schedule(Seconds(0), [this, to = addresses[1]] {
            m_links->Open(LINK, dht::Endpoint::Ipv4(to.Get(), LISTENING));
        });
    }

    ~LinkBacklogTest() override
    {
        m_links.reset();
        Simulator::Destroy();
    }

    /// Write a request. @return Bytes of its frame.
    uint32_t Write()
    {
        const dht::Request request;
        m_links->Send(LINK, request);
        return dht::FrameSize(request);
    }

    /// @return The present, as the core has it.
    static dht::Time Now()
    {
        return dht::Time(Simulator::Now().GetNanoSeconds());
    }

    static constexpr dht::LinkIndex LINK = 3; ///< The link's number.

    NodeContainer m_nodes;                ///< The peer's, and the neighbour's.
    Ptr<Socket> m_listener;               ///< The neighbour's.
    std::unique_ptr<DhtTcpLinks> m_links; ///< The peer's.
};

TEST_F(LinkBacklogTest, WhatIsHeldAndWhatIsNotAcknowledgedIsOnItsWay)
{
    std::size_t written = 0;
    Simulator::Schedule(WRITE_AT, [&] {
        EXPECT_EQ(m_links->Backlog(LINK), 0U);
        written = Write(); // crosses at once
        EXPECT_EQ(m_links->Backlog(LINK), written) << "held";
    });
    Simulator::Schedule(WRITE_AT + MilliSeconds(1), [&] {
        EXPECT_EQ(m_links->Backlog(LINK), written) << "not acknowledged";
        written += Write();
        EXPECT_EQ(m_links->Backlog(LINK), written) << "one of them is held";
        EXPECT_EQ(m_links->Backlog(LINK + 1), 0U) << "a free number";
    });
    Simulator::Schedule(WRITE_AT + ALL_ACKED, [&] { EXPECT_EQ(m_links->Backlog(LINK), 0U); });
    Simulator::Stop(WRITE_AT + ALL_ACKED);
    Simulator::Run();
    EXPECT_GT(written, 0U);
}

TEST_F(LinkBacklogTest, TheUplinkIdlesWhenAllHasLeftIt)
{
    Simulator::Schedule(WRITE_AT, [&] {
        EXPECT_LT(m_links->UplinkIdleAt(), Now()) << "since it has connected";
        const uint32_t bytes = SEGMENT_HEADERS + Write();
        Simulator::Schedule(WRITTEN_SOON, [this, bytes] {
            const dht::Time busy = m_links->UplinkIdleAt() - Now();
            EXPECT_NEAR(dht::ToSeconds(busy), bytes * BYTE_S, 2e-8);
        });
    });
    Simulator::Stop(WRITE_AT + MilliSeconds(1));
    Simulator::Run();
}

TEST(UplinkIdleTest, WithoutAnAccessNetworkNobodyKnows)
{
    const Ptr<Node> node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    std::optional<DhtTcpLinks> links;
    links.emplace(node,
                  LISTENING,
                  DhtTcpOptions{1448, LINK_BUFFER, 8192},
                  dht::LeastBatch{2, 0},
                  DhtTcpLinks::Listeners{});
    EXPECT_EQ(links->UplinkIdleAt(), dht::kNever);
    links.reset();
    Simulator::Destroy();
}

/// @param hops How peers choose. @return Requests that a peer with a slow link gets to relay, over
/// what the others get on average.
double
ShareOfTheSlow(const std::string& hops)
{
    constexpr uint32_t SLOW = 3;
    PacketRing ring(16);
    AccessNetDevice::Of(ring.nodes.Get(SLOW))->SetAttribute("UplinkRate", StringValue("150kbps"));
    ring.helper.SetAttribute("Hops", StringValue(hops));
    ring.Install("none", 40);
    ring.Run(Seconds(0), Seconds(6));
    double others = 0;
    for (uint32_t peer = 0; peer < 16; ++peer)
    {
        others += peer == SLOW ? 0 : ring.Peer(peer)->GetCounters().accepted / 15.0;
    }
    return ring.Peer(SLOW)->GetCounters().accepted / others;
}

TEST(PacketRingLinksTest, RequestsGoAroundAPeerWhoseLinksAreFull)
{
    EXPECT_LT(ShareOfTheSlow("Freest"), 0.8 * ShareOfTheSlow("Next"));
}

/// @param waiting Of ferry's WaitingIfIdle. @return The mean window in a ring that pauses.
double
WindowUnderPauses(double waiting)
{
    Config::SetDefault("ns3::DhtFerry::WaitingIfIdle", DoubleValue(waiting));
    PacketRing ring(8);
    ring.helper.SetAttribute("Hold", UintegerValue(2));
    ring.helper.SetAttribute("CrossLoad", DoubleValue(0.3));
    ring.Install("ferry", 0);
    return ring.Run(Seconds(5), Seconds(12)).levelMean;
}

TEST(PacketRingLinksTest, IdleUplinksLetFerrysWindowsGrow)
{
    EXPECT_GT(WindowUnderPauses(9), 1.1 * WindowUnderPauses(0));
}

} // namespace
} // namespace ns3
