/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "overlay-routes.h"

#include "route-finder.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace dht
{

namespace
{

using Peer = RoutesTo::Peer;

constexpr Peer kNobody = std::numeric_limits<Peer>::max();

/// @return The next hop of each peer; nobody for the destination itself.
std::vector<Peer>
FindNextHops(const RouteFinder& finder, std::size_t destination, std::size_t size)
{
    std::vector<Peer> next(size, kNobody);
    for (std::size_t peer = 0; peer < size; ++peer)
    {
        if (const auto hop = finder.Next(peer, destination))
        {
            next[peer] = static_cast<Peer>(hop->peer);
        }
    }
    return next;
}

/// The peers that forward to each peer, as linked lists.
class Feeders
{
  public:
    /// @param next The next hop of each peer.
    explicit Feeders(const std::vector<Peer>& next)
        : m_first(next.size(), kNobody),
          m_sibling(next.size(), kNobody)
    {
        for (std::size_t peer = 0; peer < next.size(); ++peer)
        {
            if (next[peer] != kNobody)
            {
                m_sibling[peer] = m_first[next[peer]];
                m_first[next[peer]] = static_cast<Peer>(peer);
            }
        }
    }

    /// @param peer A peer. @return The first one that forwards to it, or nobody.
    Peer First(Peer peer) const
    {
        return m_first[peer];
    }

    /// @param feeder One that forwards to a peer. @return The next one that does, or nobody.
    Peer After(Peer feeder) const
    {
        return m_sibling[feeder];
    }

  private:
    std::vector<Peer> m_first;   ///< By peer.
    std::vector<Peer> m_sibling; ///< By the peer that forwards.
};

/// @return The peers whose requests arrive, nearest first, and the destination before them.
std::vector<Peer>
FindArriving(Peer destination, const std::vector<Peer>& next, unsigned hopLimit)
{
    const Feeders feeders(next);
    std::vector<Peer> found{destination};
    std::size_t begin = 0;
    for (unsigned hops = 1; hops <= hopLimit && begin < found.size(); ++hops)
    {
        // the range of those that are one hop nearer
        const std::size_t end = found.size();
        for (; begin < end; ++begin)
        {
            for (Peer peer = feeders.First(found[begin]); peer != kNobody;
                 peer = feeders.After(peer))
            {
                found.push_back(peer);
            }
        }
    }
    return found;
}

RoutesTo
FindRoutesTo(Peer destination, double share, std::vector<Peer> next, unsigned hopLimit)
{
    const std::vector<Peer> arriving = FindArriving(destination, next, hopLimit);
    RoutesTo routes{share, {}, {}, {}};
    routes.hops.reserve(arriving.size() - 1);
    std::for_each(arriving.rbegin(), arriving.rend() - 1, [&](Peer peer) {
        routes.hops.push_back({peer, next[peer]});
    });
    if (arriving.size() < next.size())
    {
        std::vector<bool> arrives(next.size(), false);
        std::for_each(arriving.begin(), arriving.end(), [&](Peer peer) { arrives[peer] = true; });
        for (std::size_t peer = 0; peer < next.size(); ++peer)
        {
            if (!arrives[peer])
            {
                routes.strays.push_back(static_cast<Peer>(peer));
            }
        }
        routes.next = std::move(next);
    }
    return routes;
}

} // namespace

OverlayRoutes
FindRoutes(const Overlay& overlay, unsigned hopLimit)
{
    const std::size_t size = overlay.Peers().Size();
    if (size > kNobody)
    {
        throw std::invalid_argument("routes can be found among 65535 peers at most");
    }
    if (hopLimit < 1)
    {
        throw std::invalid_argument("requests must be allowed a hop");
    }
    const RouteFinder finder(overlay);
    OverlayRoutes routes{{}, hopLimit};
    routes.to.reserve(size);
    for (std::size_t peer = 0; peer < size; ++peer)
    {
        routes.to.push_back(FindRoutesTo(static_cast<Peer>(peer),
                                         overlay.Share(peer),
                                         FindNextHops(finder, peer, size),
                                         hopLimit));
    }
    return routes;
}

} // namespace dht
