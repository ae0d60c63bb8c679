/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-graph.h"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <boost/property_map/property_map.hpp>
#include <limits>
#include <stdexcept>
#include <utility>

namespace dht
{

namespace
{

/// What a link has in the graph that is searched.
struct Edge
{
    std::int64_t delay{0}; ///< In ns.
    double kept{1};        ///< Share of the packets that it does not lose.
};

using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Edge>;

constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();

/// Keeps the share of packets of the best way to each node.
struct KeptAlongWay : boost::default_dijkstra_visitor
{
    std::vector<double>* kept; ///< By node.

    /// @param edge The edge on the best way so far. @param graph Where it is.
    void edge_relaxed(const Graph::edge_descriptor& edge, const Graph& graph) const
    {
        (*kept)[target(edge, graph)] = (*kept)[source(edge, graph)] * graph[edge].kept;
    }
};

/// @param nodes How many there are. @param links Between them. @return The graph.
Graph
MakeGraph(std::size_t nodes, const std::vector<LinkGraph::Link>& links)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
    std::vector<Edge> edges;
    for (const LinkGraph::Link& link : links)
    {
        ends.emplace_back(link.from, link.to);
        edges.push_back({link.delay.count(), 1 - link.loss});
    }
    return {boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(), edges.begin(), nodes};
}

} // namespace

std::uint32_t
LinkGraph::AddNode(const std::string& name, bool isHost)
{
    const auto node = static_cast<std::uint32_t>(m_names.size());
    if (!m_numbers.emplace(name, node).second)
    {
        throw std::invalid_argument("there are two nodes " + name);
    }
    m_names.push_back(name);
    if (isHost)
    {
        m_hosts.push_back(node);
    }
    return node;
}

std::uint32_t
LinkGraph::Find(const std::string& name) const
{
    const auto found = m_numbers.find(name);
    if (found == m_numbers.end())
    {
        throw std::invalid_argument("there is no node " + name);
    }
    return found->second;
}

std::size_t
LinkGraph::AddLink(const Link& link)
{
    m_links.push_back(link);
    return m_links.size() - 1;
}

LinkGraph::Link&
LinkGraph::At(std::size_t link)
{
    return m_links.at(link);
}

std::size_t
LinkGraph::CountLinks() const
{
    return m_links.size();
}

const std::vector<std::uint32_t>&
LinkGraph::Hosts() const
{
    return m_hosts;
}

const std::string&
LinkGraph::NameOf(std::uint32_t host) const
{
    return m_names.at(m_hosts.at(host));
}

LinkGraph::Ways
LinkGraph::FindWays() const
{
    Ways ways;
    ways.delays = std::make_unique<DelayMatrix>(m_hosts.size());
    const bool isLossy =
        std::any_of(m_links.begin(), m_links.end(), [](const Link& link) { return link.loss > 0; });
    ways.losses.resize(isLossy ? m_hosts.size() * m_hosts.size() : 0);
    const Graph graph = MakeGraph(m_names.size(), m_links);
    std::vector<std::int64_t> far(m_names.size());
    std::vector<double> kept(m_names.size());
    KeptAlongWay visitor;
    visitor.kept = &kept;
    const auto index = get(boost::vertex_index, graph);
    for (std::uint32_t from = 0; from < m_hosts.size(); ++from)
    {
        std::fill(kept.begin(), kept.end(), 1.0);
        boost::dijkstra_shortest_paths_no_color_map(
            graph,
            m_hosts[from],
            boost::weight_map(get(&Edge::delay, graph))
                .distance_map(boost::make_iterator_property_map(far.begin(), index))
                .distance_inf(kFar)
                .visitor(visitor));
        for (std::uint32_t to = 0; to < m_hosts.size(); ++to)
        {
            const std::int64_t delay = far[m_hosts[to]];
            if (from == to || delay == kFar)
            {
                continue;
            }
            if (delay > DelayMatrix::kLongest.count())
            {
                throw std::invalid_argument("the way from " + NameOf(from) + " to " + NameOf(to) +
                                            " takes longer than 4 s");
            }
            ways.delays->Set(from, to, Time(delay));
            if (isLossy)
            {
                ways.losses[from * m_hosts.size() + to] = static_cast<float>(1 - kept[m_hosts[to]]);
            }
        }
    }
    return ways;
}

} // namespace dht
