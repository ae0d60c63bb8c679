/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-connections.h"
#include "dht-memory-host.h"
#include "dht-memory-links.h"
#include "dht-node.h"

#include <algorithm>
#include <utility>

/// What goes out of a host in memory and what comes in.

namespace dht
{

LinkState
MemoryHost::StateOf(LinkIndex link, const Request& /* request */)
{
    return m_links->StateOf(link);
}

void
MemoryHost::Send(LinkIndex link, const Request& request)
{
    m_links->Send(link, request);
}

Endpoint
MemoryHost::EndpointOf(LinkIndex link)
{
    return m_links->EndpointOf(link);
}

void
MemoryHost::Connect(LinkIndex link, const Endpoint& neighbour)
{
    m_links->Connect(link, neighbour);
}

void
MemoryHost::Disconnect(LinkIndex link)
{
    m_links->Disconnect(link);
}

void
MemoryHost::Resume(ConnectionId connection)
{
    m_connections->Resume(connection);
}

bool
MemoryHost::CanInject(LinkIndex link) const
{
    return m_links->CanInject(link);
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
    const Time sent = WaitsForRoom(datagram) ? m_path->TakeUplink() : Now();
    const std::size_t place = MemoryParts::PlaceOf(to);
    if (!m_parts.Find(place))
    {
        const std::size_t size = FrameSize(datagram);
        MemoryTraffic& lost = m_parts.toNobody[place];
        ++lost.datagrams;
        lost.bytes += size;
        lost.longest = std::max(lost.longest, size);
    }
    if (m_parts.faults.IsLost())
    {
        return;
    }
    const auto arrive = [from = m_self, datagram](MemoryHost& host) {
        host.Receive(from, datagram);
    };
    m_path->AtHost(place, sent, arrive);
    if (m_parts.faults.IsDoubled())
    {
        m_path->AtHost(place, sent, arrive);
    }
}

void
MemoryHost::Receive(const Endpoint& from, const Datagram& datagram)
{
    if (m_extension && m_extension->OnDatagram(Now(), from, datagram))
    {
        m_parts.Expect(m_extension->IdentitiesHold());
        return;
    }
    m_parts.Enter(m_peer, [&](Time now) { m_node->OnDatagram(now, from, Datagram(datagram)); });
}

void
MemoryHost::WakeAt(Time time)
{
    m_timer.Set(time);
}

void
MemoryHost::WakeStorageAt(Time /* time */)
{
    // a store is an extension, which has a timer of its own
}

} // namespace dht
