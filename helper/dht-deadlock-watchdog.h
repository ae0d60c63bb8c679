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
 * Once per simulated second it checks which queue waits for which. A relay queue waits for another
 * one if the neighbour of its first request does not read the connection, because the last request
 * on that connection waits for room in that other queue. Queues that wait for each other in a
 * circle, and whose heads have been the same for ten seconds (TCP's buffers are full by then),
 * never move again.
 */
class DhtDeadlockWatchdog
{
  public:
    /// A queue, and the next hop of its first request.
    struct Wait
    {
        std::size_t peer; //!< The queue's peer, as a number in the container.
        std::size_t next; //!< The peer that does not read; the same one if an answer has no room.
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

    /// Stops watching.
    ~DhtDeadlockWatchdog();

    DhtDeadlockWatchdog(const DhtDeadlockWatchdog&) = delete;
    DhtDeadlockWatchdog& operator=(const DhtDeadlockWatchdog&) = delete;

    /**
     * @return The first deadlock that was recognised, if any.
     */
    const std::optional<Deadlock>& GetDeadlock() const;

    /**
     * @param deadlock A deadlock.
     * @return Its description: "peer 0 waits for peer 4, ...".
     */
    static std::string Describe(const Deadlock& deadlock);

  private:
    /// A relay queue: a peer and the index of its queue.
    using Queue = std::pair<std::size_t, dht::QueueIndex>;

    /// The wait of a queue.
    struct Edge
    {
        Queue to;  //!< The full queue that it waits for.
        Wait wait; //!< The wait's cause.
    };

    /// Look for a deadlock, and again in a second if there is none.
    void Look();
    /// @return Which queue waits for which now; each waits for at most one other.
    std::map<Queue, Edge> FindWaits() const;
    /// @param peer A peer. @param link A neighbour's index. @return The neighbour's full queue
    /// because of which the neighbour does not read the connection; nothing if it reads.
    std::optional<Queue> FindUnread(std::size_t peer, dht::LinkIndex link) const;
    /// @param waits Which queue waits for which. @return A circle; empty if there is none.
    static std::vector<Wait> FindCycle(const std::map<Queue, Edge>& waits);

    std::vector<Ptr<DhtPeerApplication>> m_peers;                       //!< The peers.
    std::map<dht::Endpoint, std::size_t, dht::EndpointOrder> m_numbers; //!< The peers' numbers.
    std::optional<Deadlock> m_suspect;  //!< A circle that may be a deadlock.
    std::optional<Deadlock> m_deadlock; //!< The deadlock that was recognised.
    EventId m_look;                     //!< The next Look().
};

} // namespace ns3

#endif // DHT_CC_DHT_DEADLOCK_WATCHDOG_H
