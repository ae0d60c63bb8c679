/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_RING_CHECK_H
#define DHT_CC_DHT_RING_CHECK_H

#include "dht-chord.h"
#include "joining-peers.h"

#include "ns3/application-container.h"
#include "ns3/event-id.h"

#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * How many peers of a ring have the neighbours that the true ring would give them.
 */
struct DhtRingState
{
    std::size_t up{0};           //!< Peers that are up.
    std::size_t members{0};      //!< Of these, peers that have a place in the ring.
    std::size_t predecessors{0}; //!< Members whose predecessor is right.
    std::size_t successors{0};   //!< Members whose successor list is right, to its end.
    std::size_t fingers{0};      //!< Members whose fingers are all right.

    /**
     * @return Whether every peer that is up is a member and has only right neighbours.
     */
    bool IsComplete() const;
};

/**
 * @ingroup dht-cc
 * Compares the neighbours that the peers of a ring know with those of the true ring, as it knows
 * all peers.
 */
class DhtRingCheck
{
  public:
    /**
     * @param peers DhtPeerApplications that join a ring.
     */
    explicit DhtRingCheck(const ApplicationContainer& peers);

    /// @param peers Any peers that join a ring.
    explicit DhtRingCheck(std::shared_ptr<JoiningPeers> peers);

    /**
     * @return The present state of the ring.
     */
    DhtRingState Look();

    /**
     * @param key A key.
     * @return The member that is responsible for the key now; nothing if there is no member.
     */
    std::optional<std::size_t> FindResponsible(const dht::Key& key) const;

    /// @return The peers.
    const JoiningPeers& GetPeers() const;

  private:
    /// The right neighbours of a member.
    struct Ideal
    {
        std::vector<dht::Endpoint> successors; //!< Nearest first, as many as the member keeps.
        std::vector<dht::Endpoint> fingers;    //!< Nearest first.
    };

    /// Find the members.
    void Update();
    /// Compute the members' right neighbours.
    void MakeIdeal();

    std::shared_ptr<JoiningPeers> m_peers; //!< All peers.
    std::vector<std::size_t> m_order;      //!< They, in the order of their ids.
    std::vector<dht::Key> m_ids;           //!< Their ids, in this order.
    std::vector<std::size_t> m_members;    //!< The members at the last look, in this order.
    std::optional<dht::Ring> m_ring;       //!< The ring of the members, if there is any.
    std::vector<Ideal> m_ideal;            //!< By member; empty if not yet made.
};

/**
 * @ingroup dht-cc
 * Checks a ring periodically, and knows since when it has been complete.
 */
class DhtRingWatch
{
  public:
    /**
     * @param check Checks the ring; must outlive this object.
     * @param period How often it does: a large ring takes long.
     */
    explicit DhtRingWatch(DhtRingCheck& check, Time period = MilliSeconds(500));

    /// Stops checking.
    ~DhtRingWatch();

    DhtRingWatch(const DhtRingWatch&) = delete;
    DhtRingWatch& operator=(const DhtRingWatch&) = delete;

    /**
     * @return The present state of the ring.
     */
    DhtRingState Look() const;

    /**
     * @return Since when the ring has been complete; nothing if it was not complete at the last
     * check.
     */
    std::optional<Time> GetCompleteSince() const;

  private:
    /// Check whether the ring is complete, and again later.
    void Tick();

    DhtRingCheck& m_check;       //!< Checks the ring.
    Time m_period;               //!< How often.
    std::optional<Time> m_since; //!< Since when the ring has been complete.
    EventId m_tick;              //!< The next Tick().
};

} // namespace ns3

#endif // DHT_CC_DHT_RING_CHECK_H
