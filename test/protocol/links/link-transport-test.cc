/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-wire-format.h"
#include "linked-peers.h"
#include "simple-window.h"

#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

/// Links of requests over the transport, without a host.

namespace dht
{
namespace test
{
namespace
{

class LinkTransportTest : public LinkedPeersTest
{
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
