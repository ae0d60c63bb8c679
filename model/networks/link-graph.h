/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_GRAPH_H
#define DHT_LINK_GRAPH_H

#include "delay-matrix.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * Nodes and links between them, from which delays between hosts follow.
 */

namespace dht
{

/// A directed graph whose links have delays; some of its nodes are hosts.
class LinkGraph
{
  public:
    /// A link in one direction.
    struct Link
    {
        std::uint32_t from; ///< The node where it begins.
        std::uint32_t to;   ///< The node where it ends.
        Time delay;         ///< Above 0.
        double loss;        ///< Share of the packets that it loses, 0 to 1.
    };

    /// @param name The name of a new node. @param isHost Whether it is a host. @return Its number.
    /// @throws std::invalid_argument There is one of that name.
    std::uint32_t AddNode(const std::string& name, bool isHost);

    /// @param name A name. @return The node. @throws std::invalid_argument There is none.
    std::uint32_t Find(const std::string& name) const;

    /// @param link A link, added to those that are there. @return Its number.
    std::size_t AddLink(const Link& link);

    /// @param link A link's number. @return The link.
    Link& At(std::size_t link);

    /// @return How many links there are.
    std::size_t CountLinks() const;

    /// @return The nodes that are hosts, in the order they were added.
    const std::vector<std::uint32_t>& Hosts() const;

    /// @param host A host, counted from 0. @return Its name.
    const std::string& NameOf(std::uint32_t host) const;

    /// What the ways of the least delay are like.
    struct Ways
    {
        std::unique_ptr<DelayMatrix> delays; ///< Between hosts; 0: there is no way.
        std::vector<float> losses;           ///< Shares, source by source; empty: no link loses.
    };

    /// @return The ways between hosts. @throws std::invalid_argument There are too many hosts, or a
    /// way takes longer than 4 s.
    Ways FindWays() const;

  private:
    std::vector<std::string> m_names;                         ///< Of the nodes.
    std::unordered_map<std::string, std::uint32_t> m_numbers; ///< Of the nodes, by name.
    std::vector<std::uint32_t> m_hosts;                       ///< Nodes that are hosts.
    std::vector<Link> m_links;                                ///< In the order they were added.
};

} // namespace dht

#endif // DHT_LINK_GRAPH_H
