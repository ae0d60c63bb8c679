/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_JOINING_PEERS_H
#define DHT_CC_JOINING_PEERS_H

#include "dht-life-totals.h"
#include "dht-membership.h"
#include "dht-observer.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Hears of lookups as they happen.
 */
class LookupListener
{
  public:
    virtual ~LookupListener() = default;

    /// A lookup was issued. @param peer Its source. @param request The lookup.
    virtual void OnIssued(std::size_t peer, const dht::Request& request) = 0;
    /// A lookup was answered. @param answer The answer.
    virtual void OnAnswered(const dht::Answer& answer) = 0;
    /// A lookup was given up. @param id Its id.
    virtual void OnGivenUp(uint64_t id) = 0;
};

/**
 * @ingroup dht-cc
 * Peers of a ring that they join and leave, whatever carries what they send: for those who let them
 * come and go, and those who watch them. Peers are known by their numbers, from 0 on. A peer has
 * one endpoint, and the id that belongs to it, in all of its lives.
 */
class JoiningPeers
{
  public:
    virtual ~JoiningPeers() = default;

    /// @return How many peers there are, whether they are there or not.
    virtual std::size_t Size() const = 0;
    /// @param peer A peer. @return Whether it is there.
    virtual bool IsUp(std::size_t peer) const = 0;
    /// @param peer A peer. @return Whether it is there, has a place in the ring, and means to keep
    /// it.
    virtual bool IsMember(std::size_t peer) const = 0;
    /// @param peer A peer. @return Whether it keeps to the protocol.
    virtual bool IsHonest(std::size_t peer) const = 0;
    /// @param peer A peer. @return How often it has come.
    virtual uint64_t GetSessions(std::size_t peer) const = 0;
    /// @param peer A peer. @return Its endpoint.
    virtual dht::Endpoint GetEndpoint(std::size_t peer) const = 0;
    /// @param peer A peer that was there. @return What it knows of its overlay.
    virtual const dht::Membership* GetMembership(std::size_t peer) const = 0;
    /// @param peer A peer. @return How many successors it keeps.
    virtual std::size_t CountSuccessors(std::size_t peer) const = 0;
    /// @param peer A peer. @return What it has counted in all of its lives.
    virtual dht::LifeTotals GetTotals(std::size_t peer) const = 0;

    /// @param peer A peer that has not come yet, and does not before Return().
    virtual void WaitForReturn(std::size_t peer) = 0;
    /// @param peer A peer that comes, if it is not there.
    virtual void Return(std::size_t peer) = 0;
    /// @param peer A peer that goes, and tells its neighbours, if it is there.
    virtual void Leave(std::size_t peer) = 0;
    /// @param peer A peer that is gone at once, if it is there.
    virtual void Crash(std::size_t peer) = 0;

    /// @param listener Hears of the lookups of honest peers from now on, if nobody does; null for
    /// nobody. It must outlive the simulation, or be replaced before.
    virtual void SetListener(LookupListener* listener) = 0;
};

} // namespace ns3

#endif // DHT_CC_JOINING_PEERS_H
