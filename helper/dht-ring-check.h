/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_RING_CHECK_H
#define DHT_CC_DHT_RING_CHECK_H

#include "dht-chord.h"
#include "dht-peer-application.h"

#include "ns3/application-container.h"
#include "ns3/event-id.h"

#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * How many peers of a ring have what they would have if everybody knew everything.
 */
struct DhtRingState
{
    std::size_t up{0};           //!< Peers that are there.
    std::size_t members{0};      //!< Of these, peers that have a place in the ring.
    std::size_t predecessors{0}; //!< Members whose predecessor is right.
    std::size_t successors{0};   //!< Members whose successor list is right, to its end.
    std::size_t fingers{0};      //!< Members whose fingers are all right.

    /**
     * @return Whether everybody who is there has all of it.
     */
    bool IsComplete() const;
};

/**
 * @ingroup dht-cc
 * Compares what the peers of a ring know with what they should know: it sees all of them at once.
 */
class DhtRingCheck
{
  public:
    /**
     * @param peers DhtPeerApplications that join a ring.
     */
    explicit DhtRingCheck(const ApplicationContainer& peers);

    /**
     * @return How the ring is now.
     */
    DhtRingState Look();

    /**
     * @param key A key.
     * @return Who of the members is responsible for it now; null if there is none.
     */
    const DhtPeerApplication* FindResponsible(const dht::Key& key);

  private:
    /// What a member should know.
    struct Ideal
    {
        std::vector<dht::Endpoint> successors; //!< Nearest first, as many as it keeps.
        std::vector<dht::Endpoint> fingers;    //!< Nearest first.
    };

    /// See who is a member.
    void Update();
    /// Find out what the members should know.
    void MakeIdeal();

    std::vector<Ptr<DhtPeerApplication>> m_peers;     //!< All peers, in the order of their ids.
    std::vector<const DhtPeerApplication*> m_members; //!< Of these, the members.
    std::optional<dht::Ring> m_ring;                  //!< Of the members, if there is any.
    std::vector<Ideal> m_ideal;                       //!< By member; empty if not yet made.
};

/**
 * @ingroup dht-cc
 * Looks at a ring now and then, and knows since when it has been complete.
 */
class DhtRingWatch
{
  public:
    /**
     * @param check Looks at the ring; must outlive this object.
     */
    explicit DhtRingWatch(DhtRingCheck& check);

    /// Stops looking.
    ~DhtRingWatch();

    DhtRingWatch(const DhtRingWatch&) = delete;
    DhtRingWatch& operator=(const DhtRingWatch&) = delete;

    /**
     * @return How the ring is now.
     */
    DhtRingState Look() const;

    /**
     * @return Since when the ring has been complete; nothing if it was not at the last look.
     */
    std::optional<Time> GetCompleteSince() const;

  private:
    /// Look whether it is complete, and again later.
    void Tick();

    DhtRingCheck& m_check;       //!< Looks at the ring.
    std::optional<Time> m_since; //!< Since when it has been complete.
    EventId m_tick;              //!< Of Tick().
};

} // namespace ns3

#endif // DHT_CC_DHT_RING_CHECK_H
