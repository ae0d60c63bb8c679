/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A real peer and what comes in: who is told of it, what is refused, and whom to warn of it.

#include "dht-endpoint-name.h"
#include "dht-endpoint-site.h"
#include "dht-wire-errors.h"
#include "dht-wire-format.h"
#include "real-peer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dht
{

PeerLinks::Listeners
RealPeer::MakeListeners()
{
    return {ListenersFor(m_node, [this] { return m_clock->Now(); }),
            [this](const Endpoint& from) { WarnOfOtherTransport(from); },
            [this] { m_node.GetPeer().OnOwnFault(m_clock->Now()); }};
}

DatagramPort::Callbacks
RealPeer::MakeDatagramCallbacks()
{
    return {
        [this](Datagram&& datagram, const Endpoint& from) { Receive(std::move(datagram), from); },
        [this](const OtherVersion& other, const Endpoint& from) {
            const auto& asked = m_options.bootstrap;
            if (std::find(asked.begin(), asked.end(), from) == asked.end())
            {
                return; // somebody's invention
            }
            m_otherVersion = NameOf(from) + " speaks version " + std::to_string(other.version) +
                             " of the protocol, this peer " + std::to_string(kWireVersion);
        },
        [this] { m_node.GetPeer().OnDatagramsWritable(m_clock->Now()); },
        [this](std::size_t bytes, const Endpoint& to) { m_links->OnDatagram(bytes, to); },
        [this](const Endpoint& from, const std::uint8_t* bytes, std::size_t size, Time late) {
            return OnPacket(from, bytes, size, late);
        }};
}

bool
RealPeer::OnPacket(const Endpoint& from, const std::uint8_t* bytes, std::size_t size, Time late)
{
    if (LaneOf(bytes, size) != MessageStreams::kLane)
    {
        return m_links->OnPacket(from, bytes, size, late);
    }
    if (m_repair)
    {
        m_repair->OnPacket(from, bytes, size, late);
    }
    else
    {
        Refuse(from, bytes, size);
    }
    return true;
}

void
RealPeer::Refuse(const Endpoint& from, const std::uint8_t* bytes, std::size_t size)
{
    CountWireError(m_errors, WireError::kLength); // as the datagram that it is not
    m_refusals.Refuse(m_clock->Now(), from, bytes, size);
    while (!m_refusals.IsEmpty())
    {
        Transmission reset{};
        std::array<std::uint8_t, kCookieSize> packet{};
        reset.size = m_refusals.Take(reset.to, packet.data());
        reset.segment = reset.size;
        std::size_t sent = 0;
        m_datagrams.SendPackets(reset, packet.data(), sent, [] {}); // or it is lost
    }
}

void
RealPeer::Receive(Datagram&& datagram, const Endpoint& from)
{
    CountWireError(m_errors, m_node.OnDatagram(m_clock->Now(), from, std::move(datagram)));
}

void
RealPeer::WarnOfOtherTransport(const Endpoint& from)
{
    // who is not known may be anybody, such as a scanner of ports
    if (m_warned || GetKnownHosts().count(HostOf(from)) == 0)
    {
        return;
    }
    m_warned = true;
    const bool isTcp = m_options.links.carrier == LinkCarrier::kTcp;
    m_callbacks.onWarning(NameOf(from) +
                          " opens links with --transport=" + (isTcp ? "dtl" : "tcp") +
                          ", this peer with --transport=" + (isTcp ? "tcp" : "dtl") +
                          ": they are refused; all peers of a ring need the same");
}

} // namespace dht
