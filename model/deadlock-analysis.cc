/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "deadlock-analysis.h"

#include "route-finder.h"

#include <algorithm>

namespace dht
{

namespace
{

/// The relay queues of all peers, by number.
class QueueNumbers
{
  public:
    /// @param routes Knows the neighbours. @param peers How many peers. @param discipline Whether
    /// each neighbour has a queue of its own.
    QueueNumbers(const RouteFinder& routes, std::size_t peers, QueueDiscipline discipline)
        : m_discipline(discipline)
    {
        for (std::size_t peer = 0; peer < peers; ++peer)
        {
            m_first.push_back(m_queues.size());
            if (discipline == QueueDiscipline::kShared)
            {
                m_queues.push_back({peer, peer});
                continue;
            }
            for (const std::size_t neighbour : routes.Neighbours(peer))
            {
                m_queues.push_back({peer, neighbour});
            }
        }
    }

    /// @return How many there are.
    std::size_t Count() const
    {
        return m_queues.size();
    }

    /// @param peer Whose. @param link For which neighbour. @return The queue's number.
    std::size_t Number(std::size_t peer, LinkIndex link) const
    {
        return m_first[peer] + (m_discipline == QueueDiscipline::kShared ? 0 : link);
    }

    /// @param number A queue's number. @return That queue.
    const RelayQueue& At(std::size_t number) const
    {
        return m_queues[number];
    }

  private:
    QueueDiscipline m_discipline;     ///< One queue a peer, or one a neighbour.
    std::vector<RelayQueue> m_queues; ///< By number.
    std::vector<std::size_t> m_first; ///< By peer, its first queue.
};

/// Adds up one analysis, destination by destination.
class Analyser
{
  public:
    Analyser(const Overlay& overlay, QueueDiscipline discipline)
        : m_peers(overlay.Peers().Size()),
          m_finder(overlay),
          m_queues(m_finder, m_peers, discipline),
          m_graph(m_queues.Count())
    {
    }

    DeadlockAnalysis Run(AckRoute acks)
    {
        for (std::size_t destination = 0; destination < m_peers; ++destination)
        {
            const Routes routes = m_finder.To(destination);
            AddRequests(routes);
            if (acks == AckRoute::kOverlay)
            {
                AddAnswers(routes);
            }
            NoteLoop(routes);
        }
        m_result.queues = m_graph.BufferCount();
        m_result.waits = m_graph.WaitCount();
        for (const auto& wait : m_graph.ShortestCycle())
        {
            m_result.cycle.push_back(
                {m_queues.At(wait.buffer), m_queues.At(wait.full), wait.example});
        }
        return m_result;
    }

  private:
    /// A request that is neither at its last hop nor there waits for the queue of the hop after the
    /// next. As every peer is a source, it is enough to look at the first two hops of each way;
    /// answers take the same ways as requests do.
    void AddRequests(const Routes& routes)
    {
        for (std::size_t source = 0; source < m_peers; ++source)
        {
            const auto& first = routes.next[source];
            if (first && routes.next[first->peer])
            {
                m_graph.Add({m_queues.Number(source, first->link),
                             m_queues.Number(first->peer, routes.next[first->peer]->link),
                             {source, routes.destination, false}});
            }
        }
    }

    /// A request at its last hop waits for the queue of its answer.
    void AddAnswers(const Routes& routes)
    {
        const std::size_t answering = routes.destination;
        for (std::size_t source = 0; source < m_peers; ++source)
        {
            if (const auto last = routes.last[source])
            {
                m_graph.Add({m_queues.Number(*last, routes.next[*last]->link),
                             m_queues.Number(answering, m_finder.Next(answering, source)->link),
                             {source, answering, true}});
            }
        }
    }

    void NoteLoop(const Routes& routes)
    {
        m_result.routes += m_peers - 1;
        // the destination itself has no last hop either
        m_result.endless += std::count(routes.last.begin(), routes.last.end(), std::nullopt) - 1;
        const bool smaller = m_result.loop.empty() || routes.loop.size() < m_result.loop.size();
        if (!routes.loop.empty() && smaller)
        {
            m_result.loop = routes.loop;
            m_result.loopDestination = routes.destination;
        }
    }

    std::size_t m_peers;        ///< How many.
    RouteFinder m_finder;       ///< Follows the overlay.
    QueueNumbers m_queues;      ///< The relay queues.
    BufferWaitingGraph m_graph; ///< Which may wait for which.
    DeadlockAnalysis m_result;  ///< What is known so far.
};

std::string
Name(std::size_t peer)
{
    return "P" + std::to_string(peer);
}

} // namespace

DeadlockAnalysis
AnalyseDeadlocks(const Overlay& overlay, QueueDiscipline discipline, AckRoute acks)
{
    return Analyser(overlay, discipline).Run(acks);
}

std::string
ToText(const RelayQueue& queue)
{
    return Name(queue.peer) + "'s queue" + (queue.to == queue.peer ? "" : " to " + Name(queue.to));
}

std::string
ToText(const QueueWait& wait)
{
    const WaitExample& e = wait.example;
    return ToText(wait.queue) + " waits for " + ToText(wait.full) + ", where " +
           (e.answer ? "answers of " + Name(e.destination) + " to " + Name(e.source)
                     : "requests of " + Name(e.source) + " to " + Name(e.destination)) +
           " need room";
}

} // namespace dht
