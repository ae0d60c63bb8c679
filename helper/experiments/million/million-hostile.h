/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MILLION_HOSTILE_H
#define DHT_CC_MILLION_HOSTILE_H

#include "hostile-choice.h"
#include "message-level-ring.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * The hostile peers among message-level ones, and what they leave the others.
 */
class MillionHostile
{
  public:
    /**
     * Draw them. The first peer is always honest, the same peers are drawn for every kind, and a
     * greater share adds peers to them.
     *
     * @param choice Kind and share.
     * @param peers Number of peers, at least 2.
     * @param seed Of the random numbers.
     */
    MillionHostile(const HostileChoice& choice, uint32_t peers, uint64_t seed);

    /// @return Whether there are any.
    bool AreThere() const;

    /// @param peer A peer. @return How it treats the others.
    dht::Behaviour Of(uint32_t peer) const;

    /// Begin to count answers. @param ring All peers.
    void Begin(MessageLevelRing& ring);

    /// @param ring All peers. @param window Since Begin(), in seconds. @return The mean rates of
    /// answers to honest and to hostile peers, and the least to an honest one. Where hostile ones
    /// keep requests, also the mean rates of requests that others give to both kinds, and of those
    /// that are kept.
    nlohmann::ordered_json ToJson(MessageLevelRing& ring, double window) const;

  private:
    /// What has become of requests at a peer so far.
    struct Fate
    {
        uint64_t answered{0}; //!< Own ones that were answered.
        uint64_t given{0};    //!< Those that others have given it.
        uint64_t kept{0};     //!< Those of them that it has not taken on.
    };

    /// @param peer A peer. @return What it has counted.
    static Fate FateAt(const MessageLevelPeer& peer);

    dht::Behaviour m_behaviour;    //!< Of the hostile ones.
    std::vector<bool> m_isHostile; //!< By peer; empty if none is.
    std::vector<Fate> m_begin;     //!< By peer, at the begin of the window.
};

} // namespace ns3

#endif // DHT_CC_MILLION_HOSTILE_H
