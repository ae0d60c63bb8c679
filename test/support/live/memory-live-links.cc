/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-live-peer.h"

#include <algorithm>
#include <gtest/gtest.h>

/// The links of a live peer, and its uplink.

namespace dht
{
namespace test
{

std::size_t
LivePeer::Link::Count(bool junk) const
{
    return std::count(inWindow.begin(), inWindow.end(), junk);
}

LinkState
LivePeer::StateOf(LinkIndex link, const Request& /* request */)
{
    const Link& out = m_links.at(link);
    EXPECT_TRUE(out.used) << "a link that leads nowhere is asked";
    return out.open && out.Count(false) < m_network.m_options.ring.window ? LinkState::kReady
                                                                          : LinkState::kBusy;
}

void
LivePeer::Send(LinkIndex link, const Request& request)
{
    Transmit(link, request, TakeUplink(), false);
}

void
LivePeer::Transmit(LinkIndex link, const Request& request, Time time, bool junk)
{
    Link& out = m_links.at(link);
    out.inWindow.push_back(junk);
    const auto to = LiveRing::IndexOf(out.to);
    AtPeer(to, time, [request, connection = out.connection, life = out.life](LivePeer& peer) {
        const auto found = peer.m_connections.find(connection);
        if (peer.m_life == life && found != peer.m_connections.end())
        {
            found->second.requests.push_back(request);
            peer.Read(connection);
        }
    });
}

Time
LivePeer::TakeUplink()
{
    m_uplinkFree = std::max(m_uplinkFree, m_network.Now()) +
                   FromSeconds(1 / m_network.m_options.ring.uplinkRate);
    return m_uplinkFree;
}

Endpoint
LivePeer::EndpointOf(LinkIndex link)
{
    return m_links.at(link).to;
}

void
LivePeer::OnWindow(LinkIndex link, std::uint64_t use)
{
    Link& out = m_links.at(link);
    if (out.use == use && out.open)
    {
        out.inWindow.pop_front();
        Enter([&](Time now) { m_peer.OnWritable(now, link); });
    }
}

void
LivePeer::Connect(LinkIndex link, const Endpoint& neighbour)
{
    Link& out = m_links.at(link);
    EXPECT_FALSE(out.used) << "a link is used twice";
    EXPECT_FALSE(neighbour == m_self) << "a link leads back";
    out.used = true;
    out.to = neighbour;
    out.pause = FromSeconds(0.1);
    Open(link);
}

void
LivePeer::Open(LinkIndex link)
{
    Link& out = m_links.at(link);
    out.use = ++m_uses;
    out.open = false;
    out.inWindow.clear();
    const Time now = m_network.Now();
    const auto to = LiveRing::IndexOf(out.to);
    if (!m_network.Reach(m_index, to))
    {
        // refused at once, unless nobody is there to refuse
        const bool silent = m_network.m_options.silentCrashes || m_network.m_groups > 1;
        At(now + (silent ? FromSeconds(5) : 2 * m_network.m_options.ring.delay),
           [this, link, use = out.use] { Fail(link, use); });
        return;
    }
    AtPeer(to, now, [from = m_index, life = m_life, link, use = out.use](LivePeer& peer) {
        peer.OnOpened(from, life, link, use);
    });
}

void
LivePeer::Fail(LinkIndex link, std::uint64_t use)
{
    Link& out = m_links.at(link);
    if (!out.used || out.use != use)
    {
        return;
    }
    out.open = false;
    out.use = ++m_uses;
    out.pause = 2 * out.pause;
    At(m_network.Now() + out.pause, [this, link, mine = out.use] {
        if (m_links[link].used && m_links[link].use == mine)
        {
            Open(link);
        }
    });
    Enter([&](Time now) { m_peer.OnLinkFailed(now, link); });
}

void
LivePeer::Disconnect(LinkIndex link)
{
    Link& out = m_links.at(link);
    EXPECT_TRUE(out.used) << "a link is closed twice";
    if (out.open)
    {
        const auto to = LiveRing::IndexOf(out.to);
        AtPeer(to,
               std::max(m_uplinkFree, m_network.Now()),
               [connection = out.connection, life = out.life](LivePeer& peer) {
                   const auto found = peer.m_connections.find(connection);
                   if (peer.m_life == life && found != peer.m_connections.end())
                   {
                       found->second.closed = true;
                       peer.Read(connection);
                   }
               });
    }
    out = Link();
    out.use = ++m_uses;
}

} // namespace test
} // namespace dht
