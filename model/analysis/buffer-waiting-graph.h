/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BUFFER_WAITING_GRAPH_H
#define DHT_BUFFER_WAITING_GRAPH_H

#include <boost/graph/adjacency_list.hpp>
#include <cstddef>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Which buffers may wait for which (NCA06, section 2.2.2).
 */

namespace dht
{

/// An example of a message for which one buffer may wait for another.
struct WaitExample
{
    std::size_t source{0};      ///< The peer whose request it is.
    std::size_t destination{0}; ///< The peer that is responsible for its key.
    bool answer{false};         ///< Whether the source's answer needs the room, not the request.
};

/// A directed graph of buffers, numbered from 0. Where it has no cycle, no deadlock is possible.
class BufferWaitingGraph
{
  public:
    /// One edge: a buffer whose head may have to wait for room in another one.
    struct Wait
    {
        std::size_t buffer;  ///< Which waits.
        std::size_t full;    ///< What it waits for.
        WaitExample example; ///< A route that makes the wait.
    };

    /// @param buffers How many there are.
    explicit BufferWaitingGraph(std::size_t buffers);

    /// Add an edge; the first example of each is kept. @param wait The edge.
    void Add(const Wait& wait);

    /// @return How many buffers there are.
    std::size_t BufferCount() const;
    /// @return How many edges there are.
    std::size_t WaitCount() const;

    /**
     * Takes a moment for thousands of buffers: only those are looked at that are on some cycle, and
     * of these only the surroundings, once a short cycle is known.
     *
     * @return A shortest cycle, of which each edge begins where the one before ends, or nothing.
     */
    std::vector<Wait> ShortestCycle() const;

  private:
    /// Without parallel edges.
    using Graph = boost::
        adjacency_list<boost::setS, boost::vecS, boost::directedS, boost::no_property, WaitExample>;

    /// @param cycle The buffers of one, in order. @return Its edges.
    std::vector<Wait> WaitsOf(const std::vector<std::size_t>& cycle) const;

    Graph m_graph; ///< The edges.
};

} // namespace dht

#endif // DHT_BUFFER_WAITING_GRAPH_H
