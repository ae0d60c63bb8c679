/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-peer.h"

#include "dht-scheme-registry.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

PeerOptions
OptionsOf(const MemoryRingOptions& ring, const Endpoint& self, const Key& id)
{
    PeerOptions options = ring.peer;
    options.self = self;
    if (ring.routedAcks)
    {
        options.replyTo = id;
    }
    return options;
}

} // namespace

MemoryPeer::MemoryPeer(MemoryRing& network, const Overlay& overlay, std::size_t index)
    : m_network(network),
      m_self(MemoryRing::EndpointOf(index)),
      m_random(network.m_options.seed, 3 * index),
      m_gaps(network.m_options.seed, 3 * index + 1),
      m_keys(network.m_options.seed, 3 * index + 2),
      m_workload(network.m_options.workload, m_gaps, m_keys),
      m_peer(OptionsOf(network.m_options, m_self, overlay.Peers().Id(index)),
             overlay.MakeTable(index),
             MakeScheme(network.m_options.scheme, network.m_options.parameters),
             *this,
             m_random)
{
}

void
MemoryPeer::Connect(MemoryPeer& to)
{
    const auto link = static_cast<LinkIndex>(m_links.size());
    m_links.push_back({&to, static_cast<ConnectionId>(to.m_connections.size())});
    to.m_connections.push_back({this, link, {}});
}

template <typename Call>
void
MemoryPeer::Enter(Call call)
{
    if (m_dead)
    {
        return;
    }
    call(m_network.m_events.Now());
    m_violations += !m_peer.IdentitiesHold();
}

void
MemoryPeer::Start()
{
    Enter([this](Time now) { m_peer.Start(now, m_workload); });
}

void
MemoryPeer::Stop()
{
    Enter([this](Time now) { m_peer.Stop(now); });
}

void
MemoryPeer::SetPaused(bool paused)
{
    Enter([&](Time now) { m_peer.SetPaused(now, paused); });
}

void
MemoryPeer::CallPeer(const std::function<void(Time, Peer&)>& call)
{
    Enter([&](Time now) { call(now, m_peer); });
}

void
MemoryPeer::Die()
{
    m_dead = true;
    for (const Connection& connection : m_connections)
    {
        // who waits for room finds out
        MemoryPeer& from = *connection.from;
        from.m_links[connection.link].refused = false;
        from.Enter([&](Time now) { from.m_peer.OnWritable(now, connection.link); });
    }
}

const Peer&
MemoryPeer::GetPeer() const
{
    return m_peer;
}

std::size_t
MemoryPeer::OnTheWay() const
{
    std::size_t sum = 0;
    for (const Connection& connection : m_connections)
    {
        sum += connection.requests.size();
    }
    return sum;
}

std::size_t
MemoryPeer::Violations() const
{
    return m_violations;
}

LinkState
MemoryPeer::StateOf(LinkIndex link, const Request& /* request */)
{
    if (m_links[link].to->m_dead)
    {
        return LinkState::kDown;
    }
    m_links[link].refused = m_links[link].inWindow >= m_network.m_options.window;
    return m_links[link].refused ? LinkState::kBusy : LinkState::kReady;
}

void
MemoryPeer::Send(LinkIndex link, const Request& request)
{
    EventQueue& events = m_network.m_events;
    MemoryPeer& to = *m_links[link].to;
    const ConnectionId connection = m_links[link].connection;
    ++m_links[link].inWindow;
    to.m_connections[connection].requests.push_back(request);
    events.At(TakeUplink() + m_network.m_options.delay, [&to, connection] {
        ++to.m_connections[connection].arrived;
        to.Read(connection);
    });
}

Time
MemoryPeer::TakeUplink()
{
    m_uplinkFree = std::max(m_uplinkFree, m_network.m_events.Now()) +
                   FromSeconds(1 / m_network.m_options.uplinkRate);
    return m_uplinkFree;
}

Endpoint
MemoryPeer::EndpointOf(LinkIndex link)
{
    return m_links[link].to->m_self;
}

LinkState
MemoryPeer::StateOfDatagrams(std::size_t /* size */)
{
    // the uplink holds as many datagrams as a link's window
    const double slot = 1 / m_network.m_options.uplinkRate;
    const double window = static_cast<double>(m_network.m_options.window);
    const Time now = m_network.m_events.Now();
    if (m_uplinkFree <= now + FromSeconds((window - 1) * slot))
    {
        return LinkState::kReady;
    }
    if (!std::exchange(m_datagramsRefused, true))
    {
        m_network.m_events.At(now + FromSeconds(slot), [this] {
            m_datagramsRefused = false;
            Enter([this](Time present) { m_peer.OnDatagramsWritable(present); });
        });
    }
    return LinkState::kBusy;
}

void
MemoryPeer::SendDatagram(const Endpoint& to, const Datagram& datagram)
{
    MemoryPeer& peer = m_network.At(to);
    const Time sent = WaitsForRoom(datagram) ? TakeUplink() : m_network.m_events.Now();
    m_network.m_events.At(sent + m_network.m_options.delay, [this, &peer, datagram] {
        peer.Enter([&](Time now) { peer.m_peer.OnDatagram(now, m_self, Datagram(datagram)); });
    });
}

void
MemoryPeer::Read(ConnectionId connection)
{
    Connection& from = m_connections[connection];
    while (from.arrived > 0 && !from.blocked && !m_dead)
    {
        Enter([&](Time now) {
            from.blocked = !m_peer.OnRequest(now, connection, from.requests.front());
        });
        if (!from.blocked)
        {
            from.requests.pop_front();
            --from.arrived;
            m_network.m_events.At(m_network.m_events.Now() + m_network.m_options.delay,
                                  [&from] { from.from->OnWindow(from.link); });
        }
    }
}

void
MemoryPeer::OnWindow(LinkIndex link)
{
    --m_links[link].inWindow;
    if (m_links[link].refused)
    {
        m_links[link].refused = false;
        Enter([&](Time now) { m_peer.OnWritable(now, link); });
    }
}

void
MemoryPeer::Resume(ConnectionId connection)
{
    m_network.m_events.At(m_network.m_events.Now(), [this, connection] {
        m_connections[connection].blocked = false;
        Read(connection);
    });
}

void
MemoryPeer::WakeAt(Time time)
{
    m_wanted = time;
    // a timer that fires earlier finds out then, and is set again
    if (time < m_timer)
    {
        m_timer = time;
        m_network.m_events.At(time, [this, time] {
            if (time == m_timer)
            {
                Wake();
            }
        });
    }
}

void
MemoryPeer::Wake()
{
    m_timer = kNever;
    if (m_wanted <= m_network.m_events.Now())
    {
        Enter([this](Time now) { m_peer.OnWake(now); });
    }
    else
    {
        WakeAt(m_wanted);
    }
}

} // namespace dht
