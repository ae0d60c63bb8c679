/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-ring.h"

#include <algorithm>

namespace dht
{
namespace test
{

LiveRing::LiveRing(const LiveRingOptions& options, std::size_t places)
    : MemoryNet(options, places),
      m_junk(options.seed, 1000004)
{
    for (std::size_t place = 0; place < places; ++place)
    {
        SetObserver(place, &m_watches.emplace_back(*this, place));
    }
}

void
LiveRing::Flood(std::size_t peer, std::size_t links, double rate)
{
    MemoryHost& host = At(peer);
    std::vector<Endpoint> fingers = host.GetMembership().Fingers();
    fingers.erase(fingers.begin(), fingers.end() - std::min(links, fingers.size()));
    for (LinkIndex link = 0; link < Options().maintenance.maximumLinks; ++link)
    {
        const Endpoint to = host.EndpointOf(link);
        if (host.CanInject(link) && std::find(fingers.begin(), fingers.end(), to) != fingers.end())
        {
            host.Inject(link, Junk(host.Self()));
        }
    }
    host.At(Now() + FromSeconds(1 / rate), [this, peer, links, rate] { Flood(peer, links, rate); });
}

void
LiveRing::FloodFromOutside(std::size_t peer, const Endpoint& source, double rate)
{
    MemoryHost& host = At(peer);
    PushJunk(host, host.AcceptStranger(), source, rate);
}

void
LiveRing::PushJunk(MemoryHost& host, ConnectionId connection, const Endpoint& source, double rate)
{
    host.Push(connection, Junk(source));
    host.At(Now() + FromSeconds(1 / rate),
            [this, &host, connection, source, rate] { PushJunk(host, connection, source, rate); });
}

Request
LiveRing::Junk(const Endpoint& source)
{
    Request junk;
    junk.id = DrawBits(m_junk);
    junk.key = DrawKey(m_junk);
    junk.source = source;
    junk.hopLimit = Options().peer.hopLimit;
    return junk;
}

} // namespace test
} // namespace dht
