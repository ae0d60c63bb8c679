/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-connections.h"

#include "dht-memory-links.h"
#include "dht-node.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace dht
{

namespace
{

/// The life of a stranger, which is at no place.
constexpr std::uint64_t kNobodysLife = ~std::uint64_t{0};
/// Most requests that wait on a stranger's connection.
constexpr std::size_t kStrangersWindow = 32;

} // namespace

MemoryConnections::MemoryConnections(MemoryParts& parts,
                                     MemoryPath& path,
                                     const MemoryHost& host,
                                     Node& node)
    : m_parts(parts),
      m_path(path),
      m_host(host),
      m_node(node)
{
}

ConnectionId
MemoryConnections::Accept(std::size_t from, std::uint64_t life, LinkIndex link, std::uint64_t use)
{
    Connection& incoming = m_connections[m_next];
    incoming.from = from;
    incoming.life = life;
    incoming.link = link;
    incoming.use = use;
    return m_next++;
}

void
MemoryConnections::Open(std::size_t from, std::uint64_t life, LinkIndex link, std::uint64_t use)
{
    const ConnectionId connection = Accept(from, life, link, use);
    const auto opened =
        [&parts = m_parts, life, link, use, connection, own = m_host.Life(), to = m_host.Place()](
            MemoryHost& host) {
            if (host.Life() == life && host.m_links->OnOpened(link, use, own, connection))
            {
                return;
            }
            host.m_path->AtHost(to, parts.events.Now(), [own, connection](MemoryHost& other) {
                if (other.Life() == own)
                {
                    other.m_connections->Drop(connection);
                }
            });
        };
    m_path.SendOnLink({false, from, opened, [this, connection] { Drop(connection); }},
                      m_parts.events.Now());
}

ConnectionId
MemoryConnections::OpenToStranger()
{
    m_connections[m_next].life = kNobodysLife;
    return m_next++;
}

bool
MemoryConnections::Take(ConnectionId connection,
                        std::uint64_t number,
                        const std::optional<Request>& request)
{
    const auto found = m_connections.find(connection);
    if (found == m_connections.end())
    {
        return false;
    }
    Connection& from = found->second;
    if (number != from.next)
    {
        from.early.emplace(number, request);
        return true;
    }
    Append(from, request);
    for (auto first = from.early.begin();
         first != from.early.end() && first->first == from.next && !from.closed;
         first = from.early.erase(first))
    {
        Append(from, first->second);
    }
    Read(connection);
    return true;
}

void
MemoryConnections::Append(Connection& from, const std::optional<Request>& request)
{
    ++from.next;
    if (request)
    {
        from.requests.push_back(*request);
    }
    else
    {
        from.closed = true;
    }
}

void
MemoryConnections::Push(ConnectionId connection, const Request& request)
{
    auto& waiting = m_connections.at(connection).requests;
    if (waiting.size() < kStrangersWindow)
    {
        waiting.push_back(request);
        Read(connection);
    }
}

void
MemoryConnections::Resume(ConnectionId connection)
{
    m_path.At(m_parts.events.Now(), [this, connection] {
        const auto found = m_connections.find(connection);
        if (found != m_connections.end())
        {
            found->second.blocked = false;
            Read(connection);
        }
    });
}

void
MemoryConnections::Read(ConnectionId connection)
{
    Connection& from = m_connections.at(connection);
    while (!from.requests.empty() && !from.blocked)
    {
        m_parts.Enter(m_node.GetPeer(), [&](Time now) {
            from.blocked = !m_node.OnRequest(now, connection, from.requests.front());
        });
        if (!from.blocked)
        {
            from.requests.pop_front();
            TellRoom(connection);
        }
    }
    if (from.closed && from.requests.empty())
    {
        Drop(connection);
    }
}

void
MemoryConnections::TellRoom(ConnectionId connection)
{
    const Connection& from = m_connections.at(connection);
    if (from.life == kNobodysLife)
    {
        return;
    }
    auto room = [life = from.life, link = from.link, use = from.use](MemoryHost& host) {
        if (host.Life() == life)
        {
            host.m_links->OnWindow(link, use);
        }
    };
    m_path.SendOnLink({false, from.from, std::move(room), [this, connection] { Drop(connection); }},
                      m_parts.events.Now());
}

void
MemoryConnections::OnReset(std::uint64_t life)
{
    std::vector<ConnectionId> gone;
    for (const auto& [connection, from] : m_connections)
    {
        if (from.life == life)
        {
            gone.push_back(connection);
        }
    }
    for (const ConnectionId connection : gone)
    {
        Drop(connection);
    }
}

void
MemoryConnections::Drop(ConnectionId connection)
{
    if (m_connections.erase(connection) > 0)
    {
        m_parts.Enter(m_node.GetPeer(), [&](Time now) { m_node.OnClosed(now, connection); });
    }
}

std::size_t
MemoryConnections::Waiting() const
{
    std::size_t sum = 0;
    for (const auto& entry : m_connections)
    {
        const Connection& from = entry.second;
        sum += from.requests.size();
        sum += std::count_if(from.early.begin(), from.early.end(), [](const auto& early) {
            return early.second.has_value();
        });
    }
    return sum;
}

} // namespace dht
