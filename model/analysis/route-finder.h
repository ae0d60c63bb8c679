/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_ROUTE_FINDER_H
#define DHT_ROUTE_FINDER_H

#include "dht-overlay.h"

#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * The ways that requests take through an overlay, without simulating them.
 */

namespace dht
{

/// The ways of all peers' requests to one destination.
struct Routes
{
    /// One step on the way.
    struct Hop
    {
        LinkIndex link;   ///< Which of the peer's neighbours.
        std::size_t peer; ///< Who that is.
    };

    std::size_t destination;              ///< The responsible peer.
    std::vector<std::optional<Hop>> next; ///< By peer; nothing for the destination alone.

    /// By peer, who hands its requests to the destination; nothing for the destination itself, and
    /// for those whose requests go around in circles.
    std::vector<std::optional<std::size_t>> last;

    /// Peers that send requests around in a circle, in the order of the way; empty if none do.
    std::vector<std::size_t> loop;
};

/**
 * Follows the routing tables and neighbours of an overlay, right or wrong.
 *
 * A destination stands for all of its keys: every routing table must treat the keys of one
 * responsible peer alike, as those do whose boundaries are peers' ids or subtrees.
 */
class RouteFinder
{
  public:
    /// @param overlay Who knows whom; must outlive this object.
    explicit RouteFinder(const Overlay& overlay);

    /// @param peer The peer's number. @return Its neighbours, by link.
    const std::vector<std::size_t>& Neighbours(std::size_t peer) const;

    /**
     * @param peer Who holds a request.
     * @param destination Where it has to go.
     * @return The step it takes; nothing if this is the destination.
     * @throws std::invalid_argument The peer's table is wrong about whose the destination's id is.
     */
    std::optional<Routes::Hop> Next(std::size_t peer, std::size_t destination) const;

    /**
     * @param destination A peer.
     * @return The ways of all requests to it.
     * @throws std::invalid_argument As Next().
     */
    Routes To(std::size_t destination) const;

  private:
    const Overlay& m_overlay;                           ///< Who knows whom.
    std::vector<std::vector<std::size_t>> m_neighbours; ///< By peer, then by link.
    std::vector<std::unique_ptr<Membership>> m_tables;  ///< By peer.
};

} // namespace dht

#endif // DHT_ROUTE_FINDER_H
