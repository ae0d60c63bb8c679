/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_DEADLOCK_WATCHDOG_H
#define DHT_CC_DHT_DEADLOCK_WATCHDOG_H

#include "dht-peer-application.h"

#include "ns3/application-container.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Recognises a deadlock of back-pressure while a simulation runs (NCA06, section 2.2.1).
 *
 * Once a simulated second it looks who waits for whom: a relay queue waits for another one if the
 * connection its head has to take is not read, because the request that came last on it has to wait
 * for room in that other queue. Queues that wait for each other in a circle, and whose heads have
 * been the same for ten seconds (what TCP's buffers still take is gone by then), never move again.
 */
class DhtDeadlockWatchdog
{
  public:
    /// A queue, and the neighbour its head has to go to.
    struct Wait
    {
        std::size_t peer; //!< Whose queue, as a number in the container.
        std::size_t next; //!< Which peer does not read; the same one if an answer has no room.
        uint64_t head;    //!< Id of the request at the head.
    };

    /// A deadlock.
    struct Deadlock
    {
        Time since;              //!< When the circle was first seen.
        std::vector<Wait> cycle; //!< Each waits for the next one, the last one for the first.
    };

    /**
     * @param peers DhtPeerApplications.
     */
    explicit DhtDeadlockWatchdog(const ApplicationContainer& peers);

    /// Stops looking.
    ~DhtDeadlockWatchdog();

    DhtDeadlockWatchdog(const DhtDeadlockWatchdog&) = delete;
    DhtDeadlockWatchdog& operator=(const DhtDeadlockWatchdog&) = delete;

    /**
     * @return The first deadlock that was recognised, if any.
     */
    const std::optional<Deadlock>& GetDeadlock() const;

    /**
     * @param deadlock A deadlock.
     * @return It, in words: "peer 0 waits for peer 4, ...".
     */
    static std::string Describe(const Deadlock& deadlock);

  private:
    /// A relay queue: a peer and the index of its queue.
    using Queue = std::pair<std::size_t, dht::QueueIndex>;

    /// What a queue waits for.
    struct Edge
    {
        Queue to;  //!< The full queue.
        Wait wait; //!< How that comes.
    };

    /// Look whether there is a deadlock, and again in a second if there is none.
    void Look();
    /// @return Who waits for whom now; each queue for one other at most.
    std::map<Queue, Edge> FindWaits() const;
    /// @param peer A peer. @param link A neighbour's index. @return The neighbour's queue for which
    /// the connection waits, if it is not read because that is full.
    std::optional<Queue> FindUnread(std::size_t peer, dht::LinkIndex link) const;
    /// @param waits Who waits for whom. @return A circle; empty if there is none.
    static std::vector<Wait> FindCycle(const std::map<Queue, Edge>& waits);

    std::vector<Ptr<DhtPeerApplication>> m_peers;                       //!< The peers.
    std::map<dht::Endpoint, std::size_t, dht::EndpointOrder> m_numbers; //!< Which peer is where.
    std::optional<Deadlock> m_suspect;  //!< A circle that has not moved so far.
    std::optional<Deadlock> m_deadlock; //!< What was recognised.
    EventId m_look;                     //!< Of Look().
};

} // namespace ns3

#endif // DHT_CC_DHT_DEADLOCK_WATCHDOG_H
