/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linked-peers.h"

#include "dht-transport-packet.h"
#include "dht-wire-format.h"
#include "simple-window.h"

#include <algorithm>
#include <utility>

namespace dht
{
namespace test
{

namespace
{

constexpr std::size_t kPayload = 100;

} // namespace

LinkedPeersTest::LinkedPeersTest()
{
    Start(m_a, 1);
    Start(m_b, 2);
}

void
LinkedPeersTest::Start(LinkedPeer& peer, std::uint16_t number)
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

void
LinkedPeersTest::Pump(LinkedPeer& peer)
{
    std::vector<std::uint8_t> buffer(kMostDataSize);
    peer.transport->Poll(m_now);
    while (const auto sent = peer.transport->PollTransmit(m_now, buffer.data(), buffer.size()))
    {
        EXPECT_TRUE(IsTransportDatagram(buffer.data(), sent->size));
        std::vector<std::uint8_t> packet(buffer.data(), buffer.data() + sent->size);
        if (!Tamper(packet))
        {
            m_path.push_back({m_now + FromSeconds(0.01), &peer, std::move(packet)});
        }
        peer.transport->Poll(m_now);
    }
}

bool
LinkedPeersTest::Tamper(std::vector<std::uint8_t>& packet)
{
    constexpr std::size_t kWishAt = 42; // in an ack
    constexpr std::uint8_t kWholeFrames = 8;
    if (m_wish && packet[1] == static_cast<std::uint8_t>(TransportKind::kAck))
    {
        packet[kWishAt] = static_cast<std::uint8_t>(*m_wish >> 8);
        packet[kWishAt + 1] = static_cast<std::uint8_t>(*m_wish);
    }
    const bool isData = packet[1] == static_cast<std::uint8_t>(TransportKind::kData);
    packet[3] = static_cast<std::uint8_t>(packet[3] | (m_isLying && isData ? kWholeFrames : 0));
    return m_isDark || (isData && m_dropped > 0 && m_dropped-- > 0);
}

void
LinkedPeersTest::Run(double seconds)
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
            Arrive();
        }
        m_a.transport->OnTimer(m_now);
        m_b.transport->OnTimer(m_now);
        Pump(m_a);
        Pump(m_b);
    }
}

void
LinkedPeersTest::Arrive()
{
    const Flying first = std::move(m_path.front());
    m_path.pop_front();
    LinkedPeer& to = first.from == &m_a ? m_b : m_a;
    to.transport->OnDatagram(m_now, first.from->at, first.packet.data(), first.packet.size());
}

std::size_t
LinkedPeersTest::Send(std::size_t most)
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

void
LinkedPeersTest::Open()
{
    m_a.transport->Links().Open(m_now, kLink, m_b.at);
    Run(0.5);
    ASSERT_EQ(m_a.connected, 1);
}

void
LinkedPeersTest::ExpectAccepted(std::size_t count) const
{
    ASSERT_EQ(m_b.accepted.size(), count);
    for (std::size_t i = 0; i < count; ++i)
    {
        ASSERT_EQ(m_b.accepted[i], i);
    }
}

} // namespace test
} // namespace dht
