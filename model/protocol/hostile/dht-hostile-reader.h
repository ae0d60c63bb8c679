/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HOSTILE_READER_H
#define DHT_HOSTILE_READER_H

#include "dht-behaviour.h"
#include "dht-message.h"
#include "dht-time.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * Requests that a peer reads and does not take on.
 */

namespace dht
{

class Peer;

/// Deals with requests that have been read, in an honest peer's place: loses them (kBlackHole,
/// kDropping) or answers them (kLying). Of other behaviours, it leaves all to the peer.
class HostileReader
{
  public:
    /// @param behaviour How the peer behaves.
    explicit HostileReader(Behaviour behaviour);

    /// A request was read. @param now The present. @param peer The honest peer. @param request The
    /// request. @return Whether that is all: the peer is not to see it.
    bool Keeps(Time now, Peer& peer, const Request& request);

    /// Answer a request as if the peer were responsible, if it has a place to lie from. @param now
    /// The present. @param peer The honest peer. @param request The request. @return Whether it was
    /// answered.
    static bool Lie(Time now, Peer& peer, const Request& request);

    /// @return How many requests the peer did not see.
    std::uint64_t Kept() const;

  private:
    /// @param now The present. @param peer The honest peer. @param request A request that was read.
    /// @return Whether the peer is not to see it.
    bool Handle(Time now, Peer& peer, const Request& request);

    Behaviour m_behaviour;   ///< How the peer behaves.
    bool m_losesNext{false}; ///< Whether a dropping peer loses the next request.
    std::uint64_t m_kept{0}; ///< How many requests the peer did not see.
};

} // namespace dht

#endif // DHT_HOSTILE_READER_H
