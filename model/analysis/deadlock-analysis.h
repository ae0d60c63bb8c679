/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DEADLOCK_ANALYSIS_H
#define DHT_DEADLOCK_ANALYSIS_H

#include "buffer-waiting-graph.h"
#include "dht-overlay.h"
#include "dht-relay-policy.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Can back-pressure lock up in an overlay? (NCA06, sections 2.2 and 3.3)
 */

namespace dht
{

/// How the answer of a responsible peer gets to the source.
enum class AckRoute : std::uint8_t
{
    kDirect,  ///< As a datagram, straight to the source: no relay queue is needed.
    kOverlay, ///< Routed to the source's id, through the relay queues.
};

/// What of a peer decides on who may wait for whom.
struct PeerModel
{
    QueueDiscipline discipline{QueueDiscipline::kPerNeighbour}; ///< The relay queues.
    AckRoute acks{AckRoute::kDirect};                           ///< How answers return.

    /// Messages take time to process. Those for the peer itself wait for their turn, too: in a
    /// queue of their own, or in the shared one.
    bool processing{false};
};

/// A relay queue.
struct RelayQueue
{
    std::size_t peer;              ///< The peer that has the queue.
    std::optional<std::size_t> to; ///< Whom it is for, maybe the peer itself; nothing: for all.
};

/// The head of one relay queue may have to wait for room in a relay queue of the next peer.
struct QueueWait
{
    RelayQueue queue;    ///< Which waits.
    RelayQueue full;     ///< What it waits for.
    WaitExample example; ///< A route that makes the wait.
};

/// What there is to say about an overlay.
struct DeadlockAnalysis
{
    std::size_t queues{0}; ///< Relay queues.
    std::size_t waits{0};  ///< Pairs of them of which one may wait for the other.

    /// A shortest circle of queues that wait for each other, in which each wait begins with what
    /// the one before waits for. If it is empty, no deadlock is possible.
    std::vector<QueueWait> cycle;

    std::size_t routes{0};          ///< Pairs of a source and a destination.
    std::size_t endless{0};         ///< Those whose requests go around until their hop limit.
    std::vector<std::size_t> loop;  ///< Peers of a smallest such circle, in order; empty if none.
    std::size_t loopDestination{0}; ///< Where those requests have to go.
};

/**
 * Look at every way that a request or answer can take, and at what it may have to wait for there.
 * Neighbours talk over connections that keep the order, so a message that a peer cannot take on
 * holds up everything behind it, and with that all of the queue it came from. Sources wait too, but
 * nobody waits for them.
 *
 * Takes O(n^2) steps for n peers: a fraction of a second for 1024.
 *
 * @param overlay Who knows whom; its tables treat all keys of one peer alike (see RouteFinder).
 * @param peers What every peer is like.
 * @param check Called now and then; what it throws ends the analysis.
 * @return What was found.
 */
DeadlockAnalysis AnalyseDeadlocks(
    const Overlay& overlay,
    const PeerModel& peers,
    const std::function<void()>& check = [] {});

/// @param queue A relay queue. @return It in words, such as "P0's queue to P4".
std::string ToText(const RelayQueue& queue);

/// @param wait A wait. @return It in words, with its example.
std::string ToText(const QueueWait& wait);

} // namespace dht

#endif // DHT_DEADLOCK_ANALYSIS_H
