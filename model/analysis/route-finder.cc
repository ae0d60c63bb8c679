/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "route-finder.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace dht
{

namespace
{

/// Finds out, for every peer, how its way to the destination ends. Each peer is looked at once.
class EndFinder
{
  public:
    /// @param routes Of which the steps are known.
    explicit EndFinder(Routes& routes)
        : m_routes(routes),
          m_seen(routes.next.size(), kNew)
    {
        m_routes.last.resize(routes.next.size());
        m_seen[routes.destination] = kDone;
    }

    /// Follow the way of one peer. @param source The peer's number.
    void Follow(std::size_t source)
    {
        std::vector<std::size_t> way;
        std::size_t peer = source;
        while (m_seen[peer] == kNew)
        {
            m_seen[peer] = kOnTheWay;
            way.push_back(peer);
            peer = m_routes.next[peer]->peer;
        }
        if (m_seen[peer] == kOnTheWay)
        {
            NoteLoop({std::find(way.begin(), way.end(), peer), way.end()});
        }
        for (auto passed = way.rbegin(); passed != way.rend(); ++passed)
        {
            const std::size_t next = m_routes.next[*passed]->peer;
            m_routes.last[*passed] =
                next == m_routes.destination ? std::optional(*passed) : m_routes.last[next];
            m_seen[*passed] = kDone;
        }
    }

  private:
    /// What is known of a peer.
    enum State : std::uint8_t
    {
        kNew,      ///< It was not met yet.
        kOnTheWay, ///< It is on the way that is being followed.
        kDone,     ///< How its way ends.
    };

    /// @param loop A circle; the smallest one is kept.
    void NoteLoop(std::vector<std::size_t> loop)
    {
        if (m_routes.loop.empty() || loop.size() < m_routes.loop.size())
        {
            m_routes.loop = std::move(loop);
        }
    }

    Routes& m_routes;          ///< What is being found out.
    std::vector<State> m_seen; ///< By peer.
};

} // namespace

RouteFinder::RouteFinder(const Overlay& overlay)
    : m_overlay(overlay)
{
    for (std::size_t peer = 0; peer < overlay.Peers().Size(); ++peer)
    {
        m_neighbours.push_back(overlay.Neighbours(peer));
        m_tables.push_back(overlay.MakeTable(peer));
    }
}

const std::vector<std::size_t>&
RouteFinder::Neighbours(std::size_t peer) const
{
    return m_neighbours.at(peer);
}

std::optional<Routes::Hop>
RouteFinder::Next(std::size_t peer, std::size_t destination) const
{
    const auto link = m_tables.at(peer)->NextHop(m_overlay.Peers().Id(destination));
    if (link.has_value() == (peer == destination))
    {
        throw std::invalid_argument("the routing table of peer " + std::to_string(peer) +
                                    " is wrong about who is responsible for the id of peer " +
                                    std::to_string(destination));
    }
    return link ? std::optional(Routes::Hop{*link, m_neighbours[peer].at(*link)}) : std::nullopt;
}

Routes
RouteFinder::To(std::size_t destination) const
{
    Routes routes{destination, {}, {}, {}};
    for (std::size_t peer = 0; peer < m_tables.size(); ++peer)
    {
        routes.next.push_back(Next(peer, destination));
    }
    EndFinder ends(routes);
    for (std::size_t peer = 0; peer < m_tables.size(); ++peer)
    {
        ends.Follow(peer);
    }
    return routes;
}

} // namespace dht
