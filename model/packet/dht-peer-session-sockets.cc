/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-node.h"
#include "dht-peer-session.h"
#include "dht-present-time.h"
#include "dht-store-links.h"
#include "dht-tcp-links.h"
#include "dht-transport-peer-links.h"

#include "ns3/simulator.h"

#include <utility>

/**
 * @file
 * @ingroup dht-cc
 * The sockets of DhtPeerSession: what carries its links, and how they end.
 */

namespace ns3
{

namespace
{

/// How long links may take to send what they hold when the session is over, and how often it is
/// looked whether they have.
const Time RELEASE_WITHIN = Seconds(7);
const Time RELEASE_POLL = MilliSeconds(100);

} // namespace

void
DhtPeerSession::Listen(dht::Random* random)
{
    const uint16_t port = m_options.peer.self.port;
    const bool isTcp = m_options.links.carrier == dht::LinkCarrier::kTcp;
    if (isTcp)
    {
        m_links = std::make_unique<DhtTcpLinks>(m_options.node,
                                                port,
                                                m_options.tcp,
                                                m_options.peer.Batch(),
                                                MakeListeners());
    }
    m_datagrams = std::make_unique<DhtDatagramSocket>(
        m_options.node,
        port,
        m_options.tcp.sendBuffer,
        [this](dht::Datagram&& datagram, const dht::Endpoint& from) {
            Receive(std::move(datagram), from);
        },
        [this] { m_node->GetPeer().OnDatagramsWritable(DhtPresent()); });
    if (!isTcp)
    {
        m_links = MakeTransportLinks(*random);
    }
    if (m_repair)
    {
        m_datagrams->SetPacketSink(
            [this](const dht::Endpoint& from, const uint8_t* bytes, std::size_t size) {
                if (!IsOver())
                {
                    m_repair->OnPacket(from, bytes, size);
                }
            },
            dht::MessageStreams::kLane);
    }
}

std::unique_ptr<DhtPeerLinks>
DhtPeerSession::MakeTransportLinks(dht::Random& random)
{
    const auto options = dht::LinkTransport::Options::Of(m_options.transport,
                                                         m_options.links,
                                                         m_options.tcp.sendBuffer,
                                                         m_options.tcp.receiveBuffer,
                                                         m_options.tcp.maintained);
    const Ptr<DhtWindow> polite =
        m_options.polite ? m_options.polite : DhtWindow::Create("multiplicative");
    const Ptr<DhtWindow> variable =
        m_options.variable ? m_options.variable : DhtWindow::Create("multcp");
    const auto makeWindow = [windows = polite->With(*variable),
                             priority = m_options.links.priority] { return windows(priority); };
    return std::make_unique<DhtTransportPeerLinks>(
        *m_datagrams,
        DhtTransportPeerLinks::Setup{m_options.peer.self, options, makeWindow, random},
        MakeListeners());
}

DhtPeerLinks::Listeners
DhtPeerSession::MakeListeners()
{
    return {[](dht::LinkIndex /* link */) {}, // which can be written to then
            [this](dht::LinkIndex link) { OnLinkWritable(link); },
            [this](dht::LinkIndex link) { m_node->GetPeer().OnLinkFailed(DhtPresent(), link); },
            [this](dht::LinkIndex link) { m_node->GetPeer().OnLinkSilent(DhtPresent(), link); },
            [this](dht::ConnectionId connection, dht::Request& request) {
                return m_node->OnRequest(DhtPresent(), connection, request);
            },
            [this](dht::ConnectionId connection) { m_node->OnClosed(DhtPresent(), connection); }};
}

void
DhtPeerSession::Close()
{
    if (!IsOver())
    {
        Finish();
        m_isOver = true;
        m_links->CloseAll();
        m_releaseBy = Simulator::Now() + RELEASE_WITHIN;
        ReleaseWhenClosed();
    }
}

void
DhtPeerSession::Abort()
{
    if (!IsOver())
    {
        m_links->Abort();
        if (m_repair)
        {
            m_repair->SetUp(false);
        }
        Close();
    }
    Release();
}

void
DhtPeerSession::ReleaseWhenClosed()
{
    if (m_links->IsClosed() || Simulator::Now() >= m_releaseBy)
    {
        Release();
        return;
    }
    m_release = Simulator::Schedule(RELEASE_POLL, &DhtPeerSession::ReleaseWhenClosed, this);
}

void
DhtPeerSession::Release()
{
    m_release.Cancel();
    m_transportCounters = GetTransportCounters();
    m_didTransportHold = TransportIdentitiesHold();
    m_links.reset();
    m_datagrams.reset();
}

dht::TransportCounters
DhtPeerSession::GetTransportCounters() const
{
    const dht::TransportEndpoint* const transport = m_links ? m_links->Transport() : nullptr;
    return transport ? transport->Counts() : m_transportCounters;
}

bool
DhtPeerSession::TransportIdentitiesHold() const
{
    const dht::TransportEndpoint* const transport = m_links ? m_links->Transport() : nullptr;
    return transport ? transport->IdentitiesHold() : m_didTransportHold;
}

} // namespace ns3
