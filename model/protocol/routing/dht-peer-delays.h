/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PEER_DELAYS_H
#define DHT_PEER_DELAYS_H

#include "dht-time.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * How long messages travel between two peers.
 */

namespace dht
{

/// One-way delays between peers, without what queues add.
class PeerDelays
{
  public:
    virtual ~PeerDelays() = default;

    /// @param from A peer. @param to Another. @return The delay from one to the other, above 0.
    virtual Time Get(std::uint32_t from, std::uint32_t to) const = 0;

    /// @return A delay that none is below, above 0.
    virtual Time Least() const = 0;
};

} // namespace dht

#endif // DHT_PEER_DELAYS_H
