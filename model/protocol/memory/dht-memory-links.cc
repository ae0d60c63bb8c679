/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-links.h"

#include "dht-memory-connections.h"

#include <algorithm>
#include <utility>

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
/// Most injected requests on the way on one link.
constexpr std::size_t kInjectedWindow = 32;

} // namespace

std::size_t
MemoryLinks::Link::Count(bool injected) const
{
    return std::count(inWindow.begin(), inWindow.end(), injected);
}

MemoryLinks::MemoryLinks(MemoryParts& parts, MemoryPath& path, const MemoryHost& host, Peer& peer)
    : m_parts(parts),
      m_path(path),
      m_host(host),
      m_peer(peer),
      m_links(parts.options.maintenance.maximumLinks)
{
}

LinkState
MemoryLinks::StateOf(LinkIndex link)
{
    Link& out = m_links.at(link);
    m_parts.Expect(out.used);
    out.refused = !HasRoom(out);
    return out.refused ? LinkState::kBusy : LinkState::kReady;
}

bool
MemoryLinks::HasRoom(const Link& out) const
{
    return out.open && out.Count(false) < m_parts.options.window;
}

void
MemoryLinks::TellRoom(LinkIndex link)
{
    Link& out = m_links.at(link);
    if (out.refused && HasRoom(out))
    {
        out.refused = false;
        m_parts.Enter(m_peer, [&](Time now) { m_peer.OnWritable(now, link); });
    }
}

void
MemoryLinks::Send(LinkIndex link, const Request& request)
{
    m_links.at(link).inWindow.push_back(false);
    SendNext(link, request, m_path.TakeUplink());
}

bool
MemoryLinks::CanInject(LinkIndex link) const
{
    return m_links.at(link).open && m_links.at(link).Count(true) < kInjectedWindow;
}

void
MemoryLinks::Inject(LinkIndex link, const Request& request)
{
    m_links.at(link).inWindow.push_back(true);
    SendNext(link, request, m_parts.events.Now());
}

void
MemoryLinks::SendNext(LinkIndex link, std::optional<Request> request, Time time)
{
    Link& out = m_links.at(link);
    const auto fail = [this, link, use = out.use] { Fail(link, use); };
    const auto arrive = [&parts = m_parts,
                         request = std::move(request),
                         connection = out.connection,
                         life = out.life,
                         number = out.sent++,
                         from = m_host.Place(),
                         own = m_host.Life(),
                         link,
                         use = out.use](MemoryHost& host) {
        if (host.Life() == life && host.m_connections->Take(connection, number, request))
        {
            return;
        }
        host.m_path->AtHost(from, parts.events.Now(), [own, link, use](MemoryHost& sender) {
            if (sender.Life() == own)
            {
                sender.m_links->Fail(link, use);
            }
        });
    };
    m_path.SendOnLink({true, MemoryParts::PlaceOf(out.to), arrive, fail}, time);
}

const Endpoint&
MemoryLinks::EndpointOf(LinkIndex link) const
{
    return m_links.at(link).to;
}

void
MemoryLinks::OnWindow(LinkIndex link, std::uint64_t use)
{
    Link& out = m_links.at(link);
    if (out.use == use && out.open)
    {
        out.inWindow.pop_front();
        TellRoom(link);
    }
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
    const std::size_t to = MemoryParts::PlaceOf(out.to);
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
    const std::size_t to = MemoryParts::PlaceOf(m_links.at(link).to);
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
