/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-live-peer.h"

#include <algorithm>

/// What comes to a live peer on connections, and what those send there who have no business with
/// it.

namespace dht
{
namespace test
{

namespace
{

/// Requests that nobody has business with, on the way on one link.
constexpr std::size_t kJunkWindow = 32;
/// The life of a connection's other end that was never a peer.
constexpr std::uint64_t kNobodysLife = ~std::uint64_t{0};

} // namespace

void
LivePeer::Flood(std::size_t links, double rate)
{
    std::vector<Endpoint> fingers = GetMaintenance().Fingers();
    fingers.erase(fingers.begin(), fingers.end() - std::min(links, fingers.size()));
    for (LinkIndex link = 0; link < m_links.size(); ++link)
    {
        const Link& out = m_links[link];
        if (out.open && std::find(fingers.begin(), fingers.end(), out.to) != fingers.end() &&
            out.Count(true) < kJunkWindow)
        {
            Transmit(link, Junk(m_self), m_network.Now(), true);
        }
    }
    At(m_network.Now() + FromSeconds(1 / rate), [this, links, rate] { Flood(links, rate); });
}

void
LivePeer::TakeFlood(const Endpoint& source, double rate)
{
    const ConnectionId connection = m_nextConnection;
    OnOpened(LiveRing::IndexOf(source), kNobodysLife, 0, 0);
    TakeJunk(connection, source, rate);
}

void
LivePeer::TakeJunk(ConnectionId connection, const Endpoint& source, double rate)
{
    auto& waiting = m_connections.at(connection).requests;
    if (waiting.size() < kJunkWindow)
    {
        waiting.push_back(Junk(source));
        Read(connection);
    }
    At(m_network.Now() + FromSeconds(1 / rate),
       [this, connection, source, rate] { TakeJunk(connection, source, rate); });
}

Request
LivePeer::Junk(const Endpoint& source)
{
    Request junk;
    junk.id = DrawBits(m_keys);
    junk.key = DrawKey(m_keys);
    junk.source = source;
    junk.hopLimit = m_network.m_options.ring.peer.hopLimit;
    return junk;
}

void
LivePeer::Resume(ConnectionId connection)
{
    At(m_network.Now(), [this, connection] {
        const auto found = m_connections.find(connection);
        if (found != m_connections.end())
        {
            found->second.blocked = false;
            Read(connection);
        }
    });
}

void
LivePeer::Read(ConnectionId connection)
{
    Connection& from = m_connections.at(connection);
    while (!from.requests.empty() && !from.blocked)
    {
        Enter([&](Time now) {
            from.blocked = !m_conduct.OnRequest(now, connection, from.requests.front());
        });
        if (!from.blocked)
        {
            from.requests.pop_front();
            if (from.life == kNobodysLife)
            {
                continue;
            }
            const auto room = [life = from.life, link = from.link, use = from.use](LivePeer& peer) {
                if (peer.m_life == life)
                {
                    peer.OnWindow(link, use);
                }
            };
            SendOnLink({false, from.from, room, [this, connection] { Drop(connection); }},
                       m_network.Now(),
                       FirstWait(from.from));
        }
    }
    if (from.closed && from.requests.empty())
    {
        Drop(connection);
    }
}

void
LivePeer::Drop(ConnectionId connection)
{
    if (m_connections.erase(connection) > 0)
    {
        Enter([&](Time now) { m_conduct.OnClosed(now, connection); });
    }
}

void
LivePeer::Take(ConnectionId connection, std::uint64_t number, std::optional<Request> request)
{
    Connection& from = m_connections.at(connection);
    from.early.emplace(number, std::move(request));
    for (auto first = from.early.begin();
         first != from.early.end() && first->first == from.next && !from.closed;
         first = from.early.erase(first))
    {
        ++from.next;
        if (first->second)
        {
            from.requests.push_back(*first->second);
        }
        else
        {
            from.closed = true;
        }
    }
    Read(connection);
}

void
LivePeer::OnOpened(std::size_t from, std::uint64_t life, LinkIndex link, std::uint64_t use)
{
    const ConnectionId connection = m_nextConnection++;
    Connection& incoming = m_connections[connection];
    incoming.from = from;
    incoming.life = life;
    incoming.link = link;
    incoming.use = use;
    if (life == kNobodysLife)
    {
        return;
    }
    const auto opened = [life, link, use, connection, own = m_life, to = m_index](LivePeer& peer) {
        if (peer.m_life != life || peer.m_links.at(link).use != use || peer.m_links.at(link).open)
        {
            // it has given up, or has got another answer
            peer.AtPeer(to, peer.m_network.Now(), [own, connection](LivePeer& other) {
                if (other.m_life == own)
                {
                    other.Drop(connection);
                }
            });
            return;
        }
        Link& out = peer.m_links.at(link);
        out.open = true;
        out.life = own;
        out.connection = connection;
        out.pause = FromSeconds(0.1);
        peer.Enter([&](Time now) { peer.m_peer.OnLinkConnected(now, link); });
        peer.Enter([&](Time now) { peer.m_peer.OnWritable(now, link); });
    };
    SendOnLink({false, from, opened, [this, connection] { Drop(connection); }},
               m_network.Now(),
               FirstWait(from));
}

void
LivePeer::OnReset(const LivePeer& who)
{
    for (LinkIndex link = 0; link < m_links.size(); ++link)
    {
        if (m_links[link].used && m_links[link].open && m_links[link].life == who.m_life)
        {
            Fail(link, m_links[link].use);
        }
    }
    std::vector<ConnectionId> gone;
    for (const auto& [connection, from] : m_connections)
    {
        if (from.life == who.m_life)
        {
            gone.push_back(connection);
        }
    }
    for (const ConnectionId connection : gone)
    {
        Drop(connection);
    }
}

std::size_t
LivePeer::OnTheWay() const
{
    std::size_t sum = 0;
    for (const auto& entry : m_connections)
    {
        sum += entry.second.requests.size();
    }
    return sum;
}

std::size_t
LivePeer::Blocked() const
{
    return std::count_if(m_connections.begin(), m_connections.end(), [](const auto& entry) {
        return entry.second.blocked;
    });
}

} // namespace test
} // namespace dht
