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
      m_links(parts.isReadyMade ? 0 : peer.GetMembership().LinkCount())
{
}

LinkState
MemoryLinks::StateOf(LinkIndex link)
{
    Link& out = m_links.at(link);
    m_parts.Expect(out.used);
    if (out.down)
    {
        return LinkState::kDown;
    }
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
MemoryLinks::SendNext(LinkIndex link, const std::optional<Request>& request, Time time)
{
    Link& out = m_links.at(link);
    auto fail = [this, link, use = out.use] { Fail(link, use); };
    auto arrive = [&parts = m_parts,
                   request,
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
    const bool isRequest = request.has_value();
    m_path.SendOnLink(
        {true, m_parts.PlaceOf(out.to), std::move(arrive), std::move(fail), isRequest},
        time);
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

} // namespace dht
