/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-connections.h"
#include "dht-memory-links.h"

#include <algorithm>
#include <utility>

/// How links of a host in memory come to be there, and come to their end.

namespace dht
{

namespace
{

/// How long a host waits for the answer to the first packet of a connection, before it sends it
/// again; then twice as long each time.
constexpr Time kConnectWait = FromSeconds(1);
/// How long it waits for that in all.
constexpr Time kConnectPatience = FromSeconds(5);
/// How long it waits before it tries again; then twice as long each time.
constexpr Time kFirstPause = FromSeconds(0.1);

} // namespace

void
MemoryLinks::Add(MemoryHost& neighbour)
{
    const auto link = static_cast<LinkIndex>(m_links.size());
    Link& out = m_links.emplace_back();
    out.used = true;
    out.open = true;
    out.to = neighbour.Self();
    out.use = ++m_uses;
    out.life = neighbour.Life();
    out.connection = neighbour.m_connections->Accept(m_host.Place(), m_host.Life(), link, out.use);
}

void
MemoryLinks::Connect(LinkIndex link, const Endpoint& neighbour)
{
    Link& out = m_links.at(link);
    m_parts.Expect(!out.used && !(neighbour == m_host.Self()));
    out.used = true;
    out.to = neighbour;
    out.pause = kFirstPause;
    Open(link);
}

void
MemoryLinks::Open(LinkIndex link)
{
    Link& out = m_links.at(link);
    out.use = ++m_uses;
    out.open = false;
    out.sent = 0;
    out.inWindow.clear();
    const std::size_t to = m_parts.PlaceOf(out.to);
    const auto links = m_parts.faults.LinksBetween(m_host.Place(), to);
    const bool isThere = m_parts.Find(to) || m_parts.options.silentCrashes;
    if (links == MemoryFaults::Links::kRefused || (links == MemoryFaults::Links::kPass && !isThere))
    {
        m_path.At(m_parts.events.Now() + 2 * m_path.DelayTo(to),
                  [this, link, use = out.use] { Fail(link, use); });
        return;
    }
    Knock(link, out.use, kConnectWait, kConnectPatience);
}

void
MemoryLinks::Knock(LinkIndex link, std::uint64_t use, Time wait, Time patience)
{
    const Time now = m_parts.events.Now();
    const std::size_t from = m_host.Place();
    const std::size_t to = m_parts.PlaceOf(m_links.at(link).to);
    if (m_parts.faults.LinksBetween(from, to) == MemoryFaults::Links::kPass &&
        !m_parts.faults.IsLost())
    {
        m_path.AtHost(to, now, [from, life = m_host.Life(), link, use](MemoryHost& host) {
            host.m_connections->Open(from, life, link, use);
        });
    }
    m_path.At(now + std::min(wait, patience), [this, link, use, wait, patience] {
        const Link& out = m_links.at(link);
        if (!out.used || out.use != use || out.open)
        {
            return;
        }
        if (wait < patience)
        {
            Knock(link, use, 2 * wait, patience - wait);
            return;
        }
        Fail(link, use);
    });
}

bool
MemoryLinks::OnOpened(LinkIndex link,
                      std::uint64_t use,
                      std::uint64_t life,
                      ConnectionId connection)
{
    Link& out = m_links.at(link);
    if (out.use != use || out.open)
    {
        return false; // it has been given up, or there was another answer
    }
    out.open = true;
    out.life = life;
    out.connection = connection;
    out.pause = kFirstPause;
    m_parts.Enter(m_peer, [&](Time now) { m_peer.OnLinkConnected(now, link); });
    out.refused = false;
    m_parts.Enter(m_peer, [&](Time now) { m_peer.OnWritable(now, link); });
    return true;
}

void
MemoryLinks::Fail(LinkIndex link, std::uint64_t use)
{
    Link& out = m_links.at(link);
    if (!out.used || out.use != use)
    {
        return;
    }
    if (m_parts.isReadyMade)
    {
        out.use = ++m_uses;
        out.open = false;
        out.down = true;
        m_parts.Enter(m_peer, [&](Time now) { m_peer.OnWritable(now, link); });
        return;
    }
    if (std::exchange(out.open, false))
    {
        SendNext(link, std::nullopt, m_parts.events.Now()); // the other end may not know
    }
    out.use = ++m_uses;
    out.pause = 2 * out.pause;
    m_path.At(m_parts.events.Now() + out.pause, [this, link, mine = out.use] {
        if (m_links[link].used && m_links[link].use == mine)
        {
            Open(link);
        }
    });
    m_parts.Enter(m_peer, [&](Time now) { m_peer.OnLinkFailed(now, link); });
}

void
MemoryLinks::Disconnect(LinkIndex link)
{
    Link& out = m_links.at(link);
    m_parts.Expect(out.used);
    if (out.open)
    {
        SendNext(link, std::nullopt, m_path.UplinkFree());
    }
    out = Link();
    out.use = ++m_uses;
}

void
MemoryLinks::OnReset(std::uint64_t life)
{
    for (LinkIndex link = 0; link < m_links.size(); ++link)
    {
        if (m_links[link].used && m_links[link].open && m_links[link].life == life)
        {
            Fail(link, m_links[link].use);
        }
    }
}

} // namespace dht
