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

namespace
{

/// A packet of a connection is sent again after this, or after three delays if that is longer; then
/// after twice as long each time.
constexpr Time kFirstWait = FromSeconds(0.2);
constexpr Time kLongestWait = FromSeconds(120);
/// The same of the first packet of a connection; and how long a peer waits for that in all.
constexpr Time kConnectWait = FromSeconds(1);
constexpr Time kConnectPatience = FromSeconds(5);

} // namespace

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
    m_links.at(link).inWindow.push_back(junk);
    SendNext(link, request, time);
}

void
LivePeer::SendNext(LinkIndex link, std::optional<Request> request, Time time)
{
    Link& out = m_links.at(link);
    const auto fail = [this, link, use = out.use] { Fail(link, use); };
    const auto arrive = [request = std::move(request),
                         connection = out.connection,
                         life = out.life,
                         number = out.sent++,
                         from = m_index,
                         own = m_life,
                         link,
                         use = out.use](LivePeer& peer) {
        if (peer.m_life == life && peer.m_connections.count(connection) > 0)
        {
            peer.Take(connection, number, request);
            return;
        }
        peer.AtPeer(from, peer.m_network.Now(), [own, link, use](LivePeer& sender) {
            if (sender.m_life == own)
            {
                sender.Fail(link, use);
            }
        });
    };
    const std::size_t to = LiveRing::IndexOf(out.to);
    SendOnLink({true, to, arrive, fail}, time, FirstWait(to));
}

Time
LivePeer::FirstWait(std::size_t to) const
{
    return std::max(kFirstWait, 3 * DelayTo(to));
}

void
LivePeer::SendOnLink(const LinkPacket& packet, Time time, Time wait)
{
    LiveRing& network = m_network;
    const auto arrive = [&network, packet, from = m_index, life = m_life, time, wait] {
        LiveFaults& faults = network.m_faults;
        const auto links = packet.isOwn ? faults.LinksBetween(from, packet.to)
                                        : faults.LinksBetween(packet.to, from);
        const bool isLost = links == LiveFaults::Links::kDropped || faults.IsLost();
        LivePeer* const to = network.Find(packet.to);
        const bool isHeard = to || !network.m_options.silentCrashes;
        if (!isLost && links == LiveFaults::Links::kPass && to)
        {
            packet.arrive(*to);
            return;
        }
        LivePeer* const sender = network.Find(from);
        if (!sender || sender->m_life != life)
        {
            return;
        }
        if ((!isLost && isHeard) || wait > kLongestWait)
        {
            packet.giveUp();
            return;
        }
        sender->SendOnLink(packet, time + wait, 2 * wait);
    };
    network.m_events.At(time + DelayTo(packet.to), arrive);
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
    out.sent = 0;
    out.inWindow.clear();
    const auto to = LiveRing::IndexOf(out.to);
    const auto links = m_network.m_faults.LinksBetween(m_index, to);
    const bool isThere = m_network.Find(to) || m_network.m_options.silentCrashes;
    if (links == LiveFaults::Links::kRefused || (links == LiveFaults::Links::kPass && !isThere))
    {
        At(m_network.Now() + 2 * DelayTo(to), [this, link, use = out.use] { Fail(link, use); });
        return;
    }
    Knock(link, out.use, kConnectWait, kConnectPatience);
}

void
LivePeer::Knock(LinkIndex link, std::uint64_t use, Time wait, Time patience)
{
    const Time now = m_network.Now();
    const auto to = LiveRing::IndexOf(m_links.at(link).to);
    if (m_network.m_faults.LinksBetween(m_index, to) == LiveFaults::Links::kPass &&
        !m_network.m_faults.IsLost())
    {
        AtPeer(to, now, [from = m_index, life = m_life, link, use](LivePeer& peer) {
            peer.OnOpened(from, life, link, use);
        });
    }
    At(now + std::min(wait, patience), [this, link, use, wait, patience] {
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

void
LivePeer::Fail(LinkIndex link, std::uint64_t use)
{
    Link& out = m_links.at(link);
    if (!out.used || out.use != use)
    {
        return;
    }
    if (std::exchange(out.open, false))
    {
        SendNext(link, std::nullopt, m_network.Now()); // the other end may not know
    }
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
        SendNext(link, std::nullopt, std::max(m_uplinkFree, m_network.Now()));
    }
    out = Link();
    out.use = ++m_uses;
}

} // namespace test
} // namespace dht
