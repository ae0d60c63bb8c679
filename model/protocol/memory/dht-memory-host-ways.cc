/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-connections.h"
#include "dht-memory-host.h"
#include "dht-memory-links.h"
#include "dht-memory-transport.h"
#include "dht-node.h"

#include <algorithm>
#include <utility>

/// What goes out of a host in memory and what comes in.

namespace dht
{

namespace
{

/// Bytes of datagrams that wait while a process is paused; what comes beyond is lost.
constexpr std::size_t kSocketBytes = 128 * 1024;

} // namespace

LinkState
MemoryHost::StateOf(LinkIndex link, const Request& request)
{
    return m_transport ? m_transport->StateFor(link, FrameSize(request)) : m_links->StateOf(link);
}

void
MemoryHost::Send(LinkIndex link, const Request& request)
{
    m_transport ? m_transport->Send(link, request) : m_links->Send(link, request);
}

Endpoint
MemoryHost::EndpointOf(LinkIndex link)
{
    return m_transport ? m_transport->EndpointOf(link) : m_links->EndpointOf(link);
}

void
MemoryHost::Connect(LinkIndex link, const Endpoint& neighbour)
{
    m_transport ? m_transport->Open(link, neighbour) : m_links->Connect(link, neighbour);
}

void
MemoryHost::Disconnect(LinkIndex link)
{
    m_transport ? m_transport->Close(link) : m_links->Disconnect(link);
}

void
MemoryHost::Resume(ConnectionId connection)
{
    m_transport ? m_transport->Resume(connection) : m_connections->Resume(connection);
}

bool
MemoryHost::CanInject(LinkIndex link) const
{
    return !m_transport && m_links->CanInject(link);
}

void
MemoryHost::Inject(LinkIndex link, const Request& request)
{
    m_links->Inject(link, request);
}

ConnectionId
MemoryHost::AcceptStranger()
{
    return m_connections->OpenToStranger();
}

void
MemoryHost::Push(ConnectionId connection, const Request& request)
{
    m_connections->Push(connection, request);
}

LinkState
MemoryHost::StateOfDatagrams(std::size_t /* size */)
{
    // the uplink holds as many datagrams as a link's window
    const double slot = 1 / m_parts.options.uplinkRate;
    const double window = static_cast<double>(m_parts.options.window);
    if (m_path->UplinkFree() <= Now() + FromSeconds((window - 1) * slot))
    {
        return LinkState::kReady;
    }
    if (!std::exchange(m_datagramsRefused, true))
    {
        At(Now() + FromSeconds(slot), [this] {
            m_datagramsRefused = false;
            Call([](Time now, Peer& peer) { peer.OnDatagramsWritable(now); });
        });
    }
    return LinkState::kBusy;
}

void
MemoryHost::SendDatagram(const Endpoint& to, const Datagram& datagram)
{
    const Time time = WaitsForRoom(datagram) ? m_path->TakeUplink() : Now();
    const std::size_t place = m_parts.PlaceOf(to);
    if (!m_parts.Find(place))
    {
        const std::size_t size = FrameSize(datagram);
        MemoryTraffic& lost = m_parts.toNobody[place];
        ++lost.datagrams;
        lost.bytes += size;
        lost.longest = std::max(lost.longest, size);
    }
    Datagram sent = datagram;
    if (m_parts.tap && !m_parts.tap->OnSent(m_place, place, sent))
    {
        return;
    }
    m_path->SendUnreliably(place, time, [from = m_self, sent = std::move(sent)](MemoryHost& host) {
        host.Receive(from, sent);
    });
}

void
MemoryHost::Receive(const Endpoint& from, const Datagram& datagram)
{
    if (m_asleep)
    {
        ReadLater(FrameSize(datagram), [this, from, datagram] { Receive(from, datagram); });
        return;
    }
    if (m_parts.tap && !m_parts.tap->OnArrived(m_parts.PlaceOf(from), m_place, datagram))
    {
        return;
    }
    m_node->OnDatagram(Now(), from, Datagram(datagram));
    m_parts.Expect(m_node->IdentitiesHold());
}

void
MemoryHost::ReceivePacket(const Endpoint& from, const std::vector<std::uint8_t>& packet)
{
    if (m_asleep)
    {
        ReadLater(packet.size(), [this, from, packet] { ReceivePacket(from, packet); });
        return;
    }
    m_transport->Pump().OnPacket(from, packet);
}

void
MemoryHost::ReadLater(std::size_t bytes, std::function<void()> read)
{
    if (m_unreadBytes + bytes <= kSocketBytes)
    {
        m_unread.push_back(std::move(read));
        m_unreadBytes += bytes;
    }
}

void
MemoryHost::WakeAt(Time time)
{
    m_timer.Set(time);
}

void
MemoryHost::WakeStorageAt(Time time)
{
    m_storageTimer.Set(time);
}

} // namespace dht
