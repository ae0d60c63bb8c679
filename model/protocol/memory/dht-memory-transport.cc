/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-transport.h"

#include "dht-node.h"
#include "dht-window-registry.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// The random numbers of transports are streams from here on, one for each life.
constexpr std::uint64_t kTransportStreams = 3000000;

/// @param parts What all hosts share. @return What links are made of.
LinkTransport::Options
OptionsOf(const MemoryParts& parts)
{
    const MemoryNetOptions& net = parts.options;
    return LinkTransport::Options::Of(net.transport,
                                      net.links,
                                      net.transport.sendBuffer,
                                      net.transport.receiveWindow,
                                      !parts.isReadyMade);
}

/// @param net What a net is made of. @return Makes the windows of its links.
TransportEndpoint::WindowMaker
WindowsOf(const MemoryNetOptions& net)
{
    const WindowKind& kind = WindowRegistry::Get().Find(net.linkWindow);
    return [&kind, priority = net.links.priority] {
        return MakeWindow(kind, kind.parameters, priority);
    };
}

/// @param parts What all hosts share. @param node A node. @return It is told what happens.
NeighbourLinks::Listeners
ListenersFor(MemoryParts& parts, Node& node)
{
    const auto tell = [&parts, &peer = node.GetPeer()](void (Peer::*call)(Time, LinkIndex)) {
        return [&parts, &peer, call](LinkIndex link) {
            parts.Enter(peer, [&](Time now) { (peer.*call)(now, link); });
        };
    };
    return {tell(&Peer::OnLinkConnected),
            tell(&Peer::OnWritable),
            tell(&Peer::OnLinkFailed),
            tell(&Peer::OnLinkSilent),
            [&parts, &node](ConnectionId connection, Request& request) {
                bool isAccepted = false;
                parts.Enter(node.GetPeer(), [&](Time now) {
                    isAccepted = node.OnRequest(now, connection, request);
                });
                return isAccepted;
            },
            [&parts, &node](ConnectionId connection) {
                parts.Enter(node.GetPeer(), [&](Time now) { node.OnClosed(now, connection); });
            }};
}

} // namespace

MemoryPump::MemoryPump(LinkTransport& transport,
                       MemoryParts& parts,
                       MemoryPath& path,
                       const MemoryHost& host)
    : m_transport(transport),
      m_parts(parts),
      m_path(path),
      m_host(host),
      m_timer(
          {[&parts] { return parts.events.Now(); },
           [&path](Time time, std::function<void()> action) { path.At(time, std::move(action)); }},
          [this](Time now) {
              m_transport.OnTimer(now);
              Poll();
          })
{
}

Time
MemoryPump::Now() const
{
    return m_parts.events.Now();
}

void
MemoryPump::PollSoon()
{
    if (!std::exchange(m_isPolling, true))
    {
        m_path.At(Now(), [this] {
            m_isPolling = false;
            Poll();
        });
    }
}

bool
MemoryPump::IsStopped() const
{
    return false; // it ends with its host
}

void
MemoryPump::OnPacket(const Endpoint& from, const std::vector<std::uint8_t>& packet)
{
    m_transport.OnDatagram(Now(), from, packet.data(), packet.size());
    PollSoon();
}

void
MemoryPump::Poll()
{
    if (m_host.m_asleep)
    {
        return;
    }
    do
    {
        m_transport.Poll(Now());
    } while (Transmit());
    m_timer.Set(m_transport.NextTimer());
}

bool
MemoryPump::Transmit()
{
    std::vector<std::uint8_t> packet(kMostDataSize);
    const auto sent = m_transport.PollTransmit(Now(), packet.data(), packet.size());
    if (!sent)
    {
        return false;
    }
    packet.resize(sent->size);
    const double seconds = static_cast<double>(packet.size()) / m_parts.options.uplinkBytes;
    const Time time = m_path.TakeUplink(FromSeconds(seconds));
    const std::size_t to = m_parts.PlaceOf(sent->to);
    if (!m_parts.tap || m_parts.tap->OnPacketSent(m_host.Place(), to, packet))
    {
        m_path.SendUnreliably(to,
                              time,
                              [from = m_host.Self(), packet = std::move(packet)](MemoryHost& host) {
                                  host.ReceivePacket(from, packet);
                              });
    }
    return true;
}

MemoryTransport::MemoryTransport(MemoryParts& parts,
                                 MemoryPath& path,
                                 const MemoryHost& host,
                                 Node& node)
    : MemoryTransportGround{MersenneRandom(parts.options.seed, kTransportStreams + host.Life())},
      LinksOverTransport(OptionsOf(parts),
                         WindowsOf(parts.options),
                         random,
                         ListenersFor(parts, node),
                         parts,
                         path,
                         host)
{
}

void
MemoryTransport::Open(LinkIndex link, const Endpoint& neighbour)
{
    m_neighbours.resize(std::max<std::size_t>(m_neighbours.size(), link + 1));
    m_neighbours[link] = neighbour;
    LinksOverTransport::Open(link, neighbour);
}

const Endpoint&
MemoryTransport::EndpointOf(LinkIndex link) const
{
    return m_neighbours.at(link);
}

MemoryPump&
MemoryTransport::Pump()
{
    return m_pump;
}

} // namespace dht
