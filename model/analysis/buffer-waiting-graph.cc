/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "buffer-waiting-graph.h"

#include <algorithm>
#include <boost/graph/strong_components.hpp>
#include <boost/range/iterator_range.hpp>
#include <limits>

namespace dht
{

namespace
{

constexpr std::size_t kNoParent = std::numeric_limits<std::size_t>::max();

/// Searches cycles breadth first, and only within strongly connected components.
template <typename Graph>
class CycleSearch
{
  public:
    explicit CycleSearch(const Graph& graph)
        : m_graph(graph),
          m_component(num_vertices(graph))
    {
        const auto count = boost::strong_components(
            graph,
            boost::make_iterator_property_map(m_component.begin(),
                                              get(boost::vertex_index, graph)));
        m_size.resize(count);
        for (const std::size_t component : m_component)
        {
            ++m_size[component];
        }
    }

    /// @return The buffers of a shortest cycle; nothing if there is none.
    std::vector<std::size_t> Shortest()
    {
        std::vector<std::size_t> best;
        // nobody waits for itself, so that nothing is shorter than two
        for (std::size_t start = 0; start < m_component.size() && best.size() != 2; ++start)
        {
            if (m_size[m_component[start]] > 1)
            {
                auto cycle = Through(start, best.empty() ? kNoParent : best.size() - 1);
                best = cycle.empty() ? best : std::move(cycle);
            }
        }
        return best;
    }

  private:
    /// @param start A buffer. @param most The greatest length of interest.
    /// @return The buffers of a shortest cycle through it, in order; nothing if all are longer.
    std::vector<std::size_t> Through(std::size_t start, std::size_t most)
    {
        m_parent.assign(m_component.size(), kNoParent);
        std::vector<std::size_t> reached{start};
        for (std::size_t length = 1; length <= most && !reached.empty(); ++length)
        {
            std::vector<std::size_t> further;
            for (const std::size_t buffer : reached)
            {
                for (const auto edge : boost::make_iterator_range(out_edges(buffer, m_graph)))
                {
                    const std::size_t next = target(edge, m_graph);
                    if (next == start)
                    {
                        return WayTo(buffer, start);
                    }
                    if (m_component[next] == m_component[start] && m_parent[next] == kNoParent)
                    {
                        m_parent[next] = buffer;
                        further.push_back(next);
                    }
                }
            }
            reached = std::move(further);
        }
        return {};
    }

    /// @param end A buffer that was reached. @param start The buffer that the search began at.
    /// @return The way to it.
    std::vector<std::size_t> WayTo(std::size_t end, std::size_t start) const
    {
        std::vector<std::size_t> way{end};
        while (way.back() != start)
        {
            way.push_back(m_parent[way.back()]);
        }
        std::reverse(way.begin(), way.end());
        return way;
    }

    const Graph& m_graph;                 ///< The edges.
    std::vector<std::size_t> m_component; ///< By buffer.
    std::vector<std::size_t> m_size;      ///< By component, its buffers.
    std::vector<std::size_t> m_parent;    ///< By buffer, from where it was reached.
};

} // namespace

BufferWaitingGraph::BufferWaitingGraph(std::size_t buffers)
    : m_graph(buffers)
{
}

void
BufferWaitingGraph::Add(const Wait& wait)
{
    add_edge(wait.buffer, wait.full, wait.example, m_graph);
}

std::size_t
BufferWaitingGraph::BufferCount() const
{
    return num_vertices(m_graph);
}

std::size_t
BufferWaitingGraph::WaitCount() const
{
    return num_edges(m_graph);
}

std::vector<BufferWaitingGraph::Wait>
BufferWaitingGraph::ShortestCycle() const
{
    return WaitsOf(CycleSearch<Graph>(m_graph).Shortest());
}

std::vector<BufferWaitingGraph::Wait>
BufferWaitingGraph::WaitsOf(const std::vector<std::size_t>& cycle) const
{
    std::vector<Wait> waits;
    for (std::size_t i = 0; i < cycle.size(); ++i)
    {
        const std::size_t full = cycle[(i + 1) % cycle.size()];
        waits.push_back({cycle[i], full, m_graph[edge(cycle[i], full, m_graph).first]});
    }
    return waits;
}

} // namespace dht
