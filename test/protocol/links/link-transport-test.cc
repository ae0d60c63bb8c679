/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-transport.h"
#include "dht-transport-packet.h"
#include "dht-wire-format.h"
#include "transport-world.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <vector>

/// Links of requests over the transport, without a host: two peers, a clock and a path.

namespace dht
{
namespace test
{
namespace
{

constexpr LinkIndex kLink = 5;
constexpr std::size_t kPayload = 100;

/// A peer that has links.
struct LinkedPeer
{
    Endpoint at;                              ///< Where it is.
    std::unique_ptr<MersenneRandom> random;   ///< What it is lent.
    std::unique_ptr<LinkTransport> transport; ///< Its links.
    std::vector<std::uint64_t> accepted;      ///< Ids of requests, in order.
    std::vector<ConnectionId> refused;        ///< Where requests were refused.
    std::vector<ConnectionId> closed;         ///< Connections that are gone.
    bool isAccepting{true};                   ///< Whether it accepts requests.
    int connected{0};                         ///< How often its link was opened.
    int writable{0};                          ///< How often it had room again.
    int lost{0};                              ///< How often it was lost.
    int silent{0};                            ///< How often it was silent.
};

/// Two peers with a path between them.
class LinkTransportTest : public testing::Test
{
  protected:
    LinkTransportTest()
    {
        Start(m_a, 1);
        Start(m_b, 2);
    }

    void Start(LinkedPeer& peer, std::uint16_t number)
    {
        peer.at = Endpoint::Ipv4(0x0a000000 + number, 7000);
        peer.random = std::make_unique<MersenneRandom>(number + m_starts++, 1);
        LinkTransport::Options options{{}, {4096, m_priority, m_isMaintained}};
        options.transport.sendBuffer = 4096;
        options.transport.receiveWindow = 4096;
        options.transport.unsent = m_unsent;
        options.transport.delivery = m_delivery;
        peer.transport = std::make_unique<LinkTransport>(
            options,
            [this] { return std::make_unique<SimpleWindow>(m_window, m_window, 1e9); },
            *peer.random,
            LinkTransport::Listeners{
                {[&peer](LinkIndex) { ++peer.connected; },
                 [&peer](LinkIndex) { ++peer.writable; },
                 [&peer](LinkIndex) { ++peer.lost; },
                 [&peer](LinkIndex) { ++peer.silent; }},
                [&peer](ConnectionId connection, Request& request) {
                    peer.isAccepting ? peer.accepted.push_back(request.id)
                                     : peer.refused.push_back(connection);
                    return peer.isAccepting;
                },
                [&peer](ConnectionId connection) { peer.closed.push_back(connection); }});
    }

    /// Let a peer do what it has to. @param peer The peer.
    void Pump(LinkedPeer& peer)
    {
        constexpr std::size_t kWishAt = 42; // in an ack
        constexpr std::uint8_t kWholeFrames = 8;
        std::vector<std::uint8_t> packet(kMostDataSize);
        peer.transport->Poll(m_now);
        while (const auto sent = peer.transport->PollTransmit(m_now, packet.data(), packet.size()))
        {
            EXPECT_TRUE(IsTransportDatagram(packet.data(), sent->size));
            if (m_wish && packet[1] == static_cast<std::uint8_t>(TransportKind::kAck))
            {
                packet[kWishAt] = static_cast<std::uint8_t>(*m_wish >> 8);
                packet[kWishAt + 1] = static_cast<std::uint8_t>(*m_wish);
            }
            const auto end = packet.begin() + static_cast<std::ptrdiff_t>(sent->size);
            const bool isData = packet[1] == static_cast<std::uint8_t>(TransportKind::kData);
            packet[3] =
                static_cast<std::uint8_t>(packet[3] | (m_isLying && isData ? kWholeFrames : 0));
            if (!m_isDark && !(isData && m_dropped > 0 && m_dropped-- > 0))
            {
                m_path.push_back({m_now + FromSeconds(0.01), &peer, {packet.begin(), end}});
            }
            peer.transport->Poll(m_now);
        }
    }

    /// @param seconds For which time passes.
    void Run(double seconds)
    {
        const Time end = m_now + FromSeconds(seconds);
        Pump(m_a);
        Pump(m_b);
        for (;;)
        {
            const Time arrival = m_path.empty() ? kNever : m_path.front().arrival;
            const Time timer = std::min(m_a.transport->NextTimer(), m_b.transport->NextTimer());
            if (std::min(arrival, timer) > end)
            {
                m_now = end;
                return;
            }
            m_now = std::max(m_now, std::min(arrival, timer));
            if (arrival <= timer)
            {
                const Flying flying = m_path.front();
                m_path.pop_front();
                LinkedPeer& to = flying.from == &m_a ? m_b : m_a;
                to.transport->OnDatagram(m_now,
                                         flying.from->at,
                                         flying.packet.data(),
                                         flying.packet.size());
            }
            m_a.transport->OnTimer(m_now);
            m_b.transport->OnTimer(m_now);
            Pump(m_a);
            Pump(m_b);
        }
    }

    /// Send as many requests as the link takes. @param most At the most. @return How many.
    std::size_t Send(std::size_t most = 1000)
    {
        Request request;
        request.extras.Write().payload = Payload::Zeros(kPayload);
        request.source = m_a.at;
        m_frame = FrameSize(request);
        std::size_t sent = 0;
        while (sent < most && m_a.transport->Links().StateFor(kLink, m_frame) == LinkState::kReady)
        {
            request.id = m_sent++;
            m_a.transport->Links().Send(m_now, kLink, request);
            ++sent;
        }
        return sent;
    }

    /// Open the link of the first peer, and wait until it is there.
    void Open()
    {
        m_a.transport->Links().Open(m_now, kLink, m_b.at);
        Run(0.5);
        ASSERT_EQ(m_a.connected, 1);
    }

    void ExpectAccepted(std::size_t count) const
    {
        ASSERT_EQ(m_b.accepted.size(), count);
        for (std::size_t i = 0; i < count; ++i)
        {
            ASSERT_EQ(m_b.accepted[i], i);
        }
    }

    /// What is on its way.
    struct Flying
    {
        Time arrival;                     ///< When it arrives.
        LinkedPeer* from;                 ///< The sender.
        std::vector<std::uint8_t> packet; ///< Its bytes.
    };

    LinkedPeer m_a;
    LinkedPeer m_b;
    std::deque<Flying> m_path;
    Time m_now{FromSeconds(1)};
    bool m_isDark{false};
    std::optional<std::uint16_t> m_wish; ///< What acks say, whoever sends them.
    int m_dropped{0};                    ///< Packets with data that are lost from now on.
    bool m_isLying{false};               ///< Packets say that their frames are whole.
    StreamDelivery m_delivery{StreamDelivery::kInOrder};
    bool m_isMaintained{true};
    std::size_t m_unsent{1 << 20};
    double m_priority{1};
    double m_window{65536};
    std::uint64_t m_starts{0};
    std::uint64_t m_sent{0};
    std::size_t m_frame{0};
};

TEST_F(LinkTransportTest, RequestsArriveInOrder)
{
    Open();
    const std::size_t fit = Send();
    EXPECT_EQ(fit, 4096 / m_frame);
    EXPECT_EQ(m_a.writable, 0);
    Run(1);
    EXPECT_EQ(m_a.writable, 1);
    ExpectAccepted(fit);
    EXPECT_TRUE(m_a.transport->Core().IdentitiesHold());
}

/// What was lost waits for itself alone, and each request is accepted once.
TEST_F(LinkTransportTest, RequestsAreAcceptedAsTheyArrive)
{
    m_delivery = StreamDelivery::kAsArrived;
    m_window = 100000;
    Start(m_a, 1);
    Open();
    m_dropped = 1;
    const std::size_t fit = Send();
    Pump(m_a);
    Run(0.015);
    const std::size_t first = 1400 / m_frame;
    ASSERT_EQ(m_b.accepted.size(), fit - first) << "all but those of the first packet";
    EXPECT_EQ(m_b.accepted.front(), first);
    Run(1);
    ASSERT_EQ(m_b.accepted.size(), fit);
    EXPECT_EQ(m_b.accepted.back(), first - 1);
    EXPECT_EQ(m_a.writable, 1);
}

TEST_F(LinkTransportTest, InOrderTheyWaitForEachOther)
{
    m_window = 100000;
    Start(m_a, 1);
    Open();
    m_dropped = 1;
    const std::size_t fit = Send();
    Pump(m_a);
    Run(0.015);
    EXPECT_TRUE(m_b.accepted.empty());
    Run(1);
    ExpectAccepted(fit);
}

/// A request behind a hole is refused while the hole is closed, and others wait behind it.
TEST_F(LinkTransportTest, WhatIsRefusedBehindAHoleIsAskedAgain)
{
    m_delivery = StreamDelivery::kAsArrived;
    m_window = 100000;
    Start(m_a, 1);
    Open();
    m_b.isAccepting = false;
    std::size_t sent = 0;
    for (int i = 0; i < 50; ++i)
    {
        m_dropped = i % 3 == 0 ? 1 : 0;
        sent += Send();
        Run(0.2);
    }
    EXPECT_LE(sent * m_frame, 2 * 4096u) << "the window is closed";
    EXPECT_EQ(m_b.refused.size(), 1u);
    m_b.isAccepting = true;
    m_b.transport->Connections().Resume(m_b.refused[0]);
    Run(3);
    std::sort(m_b.accepted.begin(), m_b.accepted.end());
    ExpectAccepted(sent);
}

/// Who says that frames are whole, and cuts one, is not listened to any more.
TEST_F(LinkTransportTest, APartOfAFrameThatIsCalledWholeEndsItsConnection)
{
    m_window = 100000;
    Start(m_a, 1);
    Open();
    m_isLying = true;
    m_dropped = 1;
    Send(1);
    Pump(m_a);
    Send();
    Pump(m_a);
    Run(0.015);
    EXPECT_EQ(m_b.accepted.size(), 1400 / m_frame);
    EXPECT_EQ(m_b.transport->Connections().Broken(), 1u);
    EXPECT_EQ(m_b.closed.size(), 1u);
    Run(0.015);
    EXPECT_EQ(m_a.lost, 1);
}

/// Acks are a neighbour's: it may yield for others, but not make bulk of this peer impolite.
TEST_F(LinkTransportTest, ANeighbourThatWishesGetsNoMoreThanLinksHave)
{
    const auto wished = [this](double own, std::optional<std::uint16_t> wish) {
        m_priority = own;
        m_wish = wish;
        m_a = {};
        m_b = {};
        Start(m_a, 1);
        Start(m_b, 2);
        m_path.clear();
        Open();
        Send(10);
        Run(1);
        return static_cast<const SimpleWindow*>(m_a.transport->Core().Window(1))->priority;
    };
    EXPECT_EQ(wished(0, {}), 0);
    EXPECT_EQ(wished(0, 256), 0);
    EXPECT_EQ(wished(0, 0xfffe), 0);
    EXPECT_EQ(wished(1, 512), 1);
    EXPECT_EQ(wished(1, 128), 0.5) << "less it gets";
    EXPECT_EQ(wished(4, 0xfffe), 1) << "the limit of the transport still holds";
}

TEST_F(LinkTransportTest, ALinkHasToBeReady)
{
    TransportLinks& links = m_a.transport->Links();
    EXPECT_EQ(links.StateFor(kLink, 100), LinkState::kDown);
    EXPECT_THROW(links.Send(m_now, kLink, Request{}), std::logic_error);
    links.Open(m_now, kLink, m_b.at);
    EXPECT_THROW(links.Open(m_now, kLink, m_b.at), std::logic_error);
    EXPECT_EQ(links.StateFor(kLink, 100), LinkState::kBusy);
    Run(0.5);
    EXPECT_EQ(links.StateFor(kLink, 4096), LinkState::kReady);
    EXPECT_EQ(links.StateFor(kLink, 4097), LinkState::kDown);
    links.Close(m_now, kLink);
    EXPECT_EQ(links.StateFor(kLink, 100), LinkState::kDown);
    Run(1);
    EXPECT_EQ(m_b.closed.size(), 1u);
    EXPECT_EQ(m_a.lost, 0);
}

/// What waits for the window is bounded, whatever the send buffer; what flies is not.
TEST_F(LinkTransportTest, WhatWaitsForTheWindowIsBounded)
{
    m_unsent = 500;
    m_window = 1000;
    Start(m_a, 1);
    Open();
    const std::size_t fit = Send();
    EXPECT_EQ(fit, 500 / m_frame);
    Pump(m_a); // they fly
    EXPECT_EQ(m_a.writable, 1) << "there is room as soon as they have left";
    Send();
    Pump(m_a);
    Send();
    const auto state = m_a.transport->Core().Now();
    EXPECT_LE(state.bytesWaiting, 500u);
    EXPECT_LE(state.bytesInFlight, 1000u);
    EXPECT_GT(state.bytesInFlight + state.bytesWaiting, 1000u);
    Run(1);
    ExpectAccepted(m_sent);
}

TEST_F(LinkTransportTest, AtLeastOneRequestMayWait)
{
    m_unsent = 0;
    Start(m_a, 1);
    Open();
    EXPECT_EQ(Send(), 1u);
    Run(1);
    EXPECT_EQ(Send(), 1u);
    Run(1);
    ExpectAccepted(2);
}

/// A refusal stops the other end within a window, and costs nothing.
TEST_F(LinkTransportTest, ARefusedRequestStaysAndStopsTheOtherEnd)
{
    Open();
    m_b.isAccepting = false;
    for (int i = 0; i < 50; ++i)
    {
        Send();
        Run(0.2);
    }
    EXPECT_LE(m_sent * m_frame, 2 * 4096u);
    EXPECT_EQ(m_b.refused.size(), 1u) << "it is not asked again before it is resumed";
    EXPECT_EQ(m_a.lost, 0);
    m_b.transport->Connections().Resume(m_b.refused[0]);
    Run(0.1);
    EXPECT_EQ(m_b.refused.size(), 2u);
    m_b.isAccepting = true;
    m_b.transport->Connections().Resume(m_b.refused[0]);
    Run(3);
    ExpectAccepted(m_sent);
}

TEST_F(LinkTransportTest, WhatWasRefusedSurvivesTheEndOfItsStream)
{
    Open();
    m_b.isAccepting = false;
    Send(3);
    m_a.transport->Links().Close(m_now, kLink);
    Run(10);
    EXPECT_TRUE(m_b.closed.empty());
    m_b.isAccepting = true;
    m_b.transport->Connections().Resume(m_b.refused.at(0));
    Run(0.1);
    ExpectAccepted(3);
    EXPECT_EQ(m_b.closed.size(), 1u);
}

/// What has arrived was acknowledged: whoever sent it will not send it again.
TEST_F(LinkTransportTest, WhatWasRefusedSurvivesTheLossOfItsStream)
{
    Open();
    m_b.isAccepting = false;
    Send(30);
    Run(1);
    Start(m_a, 1); // it has no connection any more, and says so
    m_b.isAccepting = true;
    Run(40);
    m_b.transport->Connections().Resume(m_b.refused.at(0));
    Run(0.1);
    EXPECT_GT(m_b.accepted.size(), 15u) << "all that the window had room for";
    ExpectAccepted(m_b.accepted.size());
}

/// Whether a neighbour that says nothing is still there is looked at soon enough.
TEST_F(LinkTransportTest, AnIdleLinkToANeighbourThatVanishesIsLostSoon)
{
    Open();
    m_isDark = true;
    Run(23);
    EXPECT_GT(m_a.lost, 0);
}

TEST_F(LinkTransportTest, AFrameThatIsTooLongEndsItsConnection)
{
    Open();
    Request request;
    request.extras.Write().payload = Payload::Zeros(3000);
    request.source = m_a.at;
    LinkTransport::Options options{{}, {1000, 1, true}};
    m_b.transport.reset();
    m_b.random = std::make_unique<MersenneRandom>(77, 1);
    int closed = 0;
    m_b.transport = std::make_unique<LinkTransport>(
        options,
        [] { return std::make_unique<SimpleWindow>(1e5, 1e5, 1e9); },
        *m_b.random,
        LinkTransport::Listeners{{},
                                 [](ConnectionId, Request&) {
                                     ADD_FAILURE();
                                     return true;
                                 },
                                 [&closed](ConnectionId) { ++closed; }});
    Run(20); // until the link that the peer does not know is probed, reset, and opened again
    ASSERT_EQ(m_a.connected, 2);
    m_a.transport->Links().Send(m_now, kLink, request);
    Run(0.5);
    EXPECT_EQ(closed, 1);
    EXPECT_EQ(m_b.transport->Connections().Errors()[static_cast<std::size_t>(WireError::kLength)],
              1u);
    EXPECT_EQ(m_b.transport->Connections().Broken(), 1u);
    EXPECT_EQ(m_a.lost, 2);
}

/// Unless somebody else can be found, a link that is lost is down until it is there again.
TEST_F(LinkTransportTest, ALinkOfAReadyMadeOverlayIsDownWhileItIsLost)
{
    m_isMaintained = false;
    Start(m_a, 1);
    Open();
    m_isDark = true;
    Send(1);
    Run(120);
    EXPECT_GT(m_a.silent, 0);
    EXPECT_EQ(m_a.lost, 0);
    EXPECT_EQ(m_a.transport->Links().StateFor(kLink, 4096), LinkState::kBusy);
    Run(10);
    EXPECT_EQ(m_a.lost, 1);
    EXPECT_EQ(m_a.transport->Links().StateFor(kLink, 100), LinkState::kDown);
    m_isDark = false;
    Run(20);
    EXPECT_EQ(m_a.connected, 2);
    EXPECT_EQ(m_a.transport->Links().StateFor(kLink, 100), LinkState::kReady);
}

TEST_F(LinkTransportTest, FramesAreNoPackets)
{
    Request request;
    std::vector<std::uint8_t> frame(FrameSize(request));
    Encode(request, frame.data());
    EXPECT_FALSE(IsTransportDatagram(frame.data(), frame.size()));
    EXPECT_FALSE(IsTransportDatagram(frame.data(), 1));
}

} // namespace
} // namespace test
} // namespace dht
