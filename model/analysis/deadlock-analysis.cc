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
    /// @param routes Knows the neighbours. @param peers How many peers. @param model What they are
    /// like.
    QueueNumbers(const RouteFinder& routes, std::size_t peers, const PeerModel& model)
        : m_shared(model.discipline == QueueDiscipline::kShared)
    {
        for (std::size_t peer = 0; peer < peers; ++peer)
        {
            m_first.push_back(m_queues.size());
            if (m_shared)
            {
                m_queues.push_back({peer, std::nullopt});
                continue;
            }
            for (const std::size_t neighbour : routes.Neighbours(peer))
            {
                m_queues.push_back({peer, neighbour});
            }
            if (model.processing)
            {
                m_queues.push_back({peer, peer});
            }
        }
        m_first.push_back(m_queues.size());
    }

    /// @return How many there are.
    std::size_t Count() const
    {
        return m_queues.size();
    }

    /// @param peer The peer that has the queue. @param link For which neighbour. @return The
    /// queue's number.
    std::size_t Number(std::size_t peer, LinkIndex link) const
    {
        return m_first[peer] + (m_shared ? 0 : link);
    }

    /// @param peer The peer that has the queue. @return With processing, the number of the queue of
    /// what is for itself.
    std::size_t Here(std::size_t peer) const
    {
        return m_first[peer + 1] - 1;
    }

    /// @param number A queue's number. @return That queue.
    const RelayQueue& At(std::size_t number) const
    {
        return m_queues[number];
    }

  private:
    bool m_shared;                    ///< One queue a peer, not one a neighbour.
    std::vector<RelayQueue> m_queues; ///< By number.
    std::vector<std::size_t> m_first; ///< By peer, its first queue; and the end.
};

/// Adds up one analysis, destination by destination.
class Analyser
{
  public:
    Analyser(const Overlay& overlay, const PeerModel& model)
        : m_peers(overlay.Peers().Size()),
          m_model(model),
          m_finder(overlay),
          m_queues(m_finder, m_peers, model),
          m_graph(m_queues.Count())
    {
    }

    DeadlockAnalysis Run(const std::function<void()>& check)
    {
        for (std::size_t destination = 0; destination < m_peers; ++destination)
        {
            check();
            const Routes routes = m_finder.To(destination);
            AddRequests(routes);
            AddArrivals(routes);
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

    /// A request at its last hop waits for its turn to be processed, and then for the queue of its
    /// answer. Answers have no answers.
    void AddArrivals(const Routes& routes)
    {
        const std::size_t here = routes.destination;
        for (std::size_t source = 0; source < m_peers; ++source)
        {
            if (const auto last = routes.last[source])
            {
                std::size_t queue = m_queues.Number(*last, routes.next[*last]->link);
                if (m_model.processing)
                {
                    m_graph.Add({queue, m_queues.Here(here), {source, here, false}});
                    queue = m_queues.Here(here);
                }
                AddAnswer(queue, source, here);
            }
        }
    }

    void AddAnswer(std::size_t queue, std::size_t source, std::size_t destination)
    {
        if (m_model.acks == AckRoute::kDirect)
        {
            return;
        }
        const auto back = m_finder.Next(destination, source);
        const std::size_t full = m_queues.Number(destination, back->link);
        // a request that leaves makes room for its answer in the same queue
        if (full != queue)
        {
            m_graph.Add({queue, full, {source, destination, true}});
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

    std::size_t m_peers;        ///< Number of peers.
    PeerModel m_model;          ///< What they are like.
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
AnalyseDeadlocks(const Overlay& overlay, const PeerModel& peers, const std::function<void()>& check)
{
    return Analyser(overlay, peers).Run(check);
}

std::string
ToText(const RelayQueue& queue)
{
    const std::string to = queue.to == queue.peer ? "itself" : Name(queue.to.value_or(queue.peer));
    return Name(queue.peer) + "'s queue" + (queue.to ? " to " + to : "");
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
