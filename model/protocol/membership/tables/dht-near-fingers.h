/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_NEAR_FINGERS_H
#define DHT_NEAR_FINGERS_H

#include "dht-ring-node.h"
#include "dht-time.h"

#include <map>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Which peers stand in for fingers because they are nearer in the network.
 */

namespace dht
{

/**
 * Proximity neighbour selection, PNS(x): a request may go to any peer of a finger's octave, so it
 * goes to the one with the shortest round-trip time among the first x of them (Dabek et al.,
 * NSDI 2004, section 4.3). Round-trip times are measured, one candidate after the other. Whoever
 * stands in for a finger stays until another one is a fifth nearer: a connection hangs on it.
 */
class NearFingers
{
  public:
    /// @param self The key of the peer that has the fingers. @param most x: candidates of each
    /// octave, the finger among them; with 1, there are none.
    NearFingers(const Key& self, std::size_t most);

    /// A finger or a candidate has named who comes after it. @param node The peer that named them.
    /// @param next The peers it named, in the order of the ring. Those of other octaves are left
    /// out.
    void Learn(const RingNode& node, const RingNodes& next);
    /// Somebody answered. @param endpoint The peer that answered. @param rtt How long it took.
    void Measure(const Endpoint& endpoint, Time rtt);

    /// @param now The present. @return The candidate that was never taken, or else longest ago;
    /// nothing if there is none.
    std::optional<RingNode> TakeOldest(Time now);
    /// @return Whether there are candidates that were never taken.
    bool AreNew() const;
    /// @param finger A finger. @return Who stands in for it, maybe itself.
    const RingNode& InsteadOf(const RingNode& finger) const;
    /// @param endpoint Anybody. @return Whether it stands in for a finger.
    bool StandsIn(const Endpoint& endpoint) const;

    /// @param endpoint Who is gone.
    void Remove(const Endpoint& endpoint);
    /// Forget all.
    void Clear();

  private:
    /// Somebody who may stand in for a finger.
    struct Candidate
    {
        RingNode node;        ///< The candidate.
        Time rtt{kNever};     ///< How far away: a mean of the last measurements.
        Time asked{-1};       ///< When it was asked last; -1: never.
        bool standsIn{false}; ///< Whether it stands in.
    };

    /// Those of an octave, nearest on the ring first.
    using Candidates = std::vector<Candidate>;

    /// Somebody may belong to the candidates. @param node The peer.
    void Insert(const RingNode& node);
    /// Let the nearest of an octave stand in. @param candidates Those of the octave.
    static void Choose(Candidates& candidates);

    Key m_self;                               ///< The key of the peer that has the fingers.
    std::size_t m_most;                       ///< Candidates of each octave.
    std::map<unsigned, Candidates> m_octaves; ///< The candidates; bounded as octaves are.
};

} // namespace dht

#endif // DHT_NEAR_FINGERS_H
