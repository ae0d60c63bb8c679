/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FRAME_STORM_H
#define DHT_EMU_FRAME_STORM_H

#include "dht-maintenance-message.h"
#include "dht-message.h"
#include "dht-storage-message.h"

#include <cstdint>
#include <random>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Bytes that no sensible peer sends.
 */

namespace dht
{

/// Random, mutated, cut and well-formed frames, in no order.
class FrameStorm
{
  public:
    /// Some bytes.
    using Bytes = std::vector<std::uint8_t>;

    /// @param seed Which bytes.
    explicit FrameStorm(std::uint64_t seed);

    /// @return Something for a connection, often no frame at all.
    Bytes NextStreamed();
    /// @return Something for a datagram.
    Bytes NextDatagram();

  private:
    /// @param bound At least 1. @return A number below it.
    std::size_t Below(std::size_t bound);
    /// @return Any endpoint.
    Endpoint AnyEndpoint();
    /// @return Extensions that are right, wrong, or none.
    Extensions AnyExtensions();
    /// @return A request, lookup or routed overlay-ack.
    Bytes WellFormedRequest();
    /// @return An overlay-ack or redirect.
    Bytes WellFormedAck();
    /// @return A maintenance message.
    Bytes WellFormedMaintenance();
    /// @return A message of the store.
    Bytes WellFormedStorage();
    /// @return A fragment of a small block.
    Fragment AnyFragment();
    /// @return Some random bytes.
    Bytes Noise();
    /// @param bytes A frame. @return It with some of its bits changed, cut or stretched.
    Bytes Mutate(Bytes bytes);
    /// @param bytes A well-formed frame. @return What becomes of it.
    Bytes Treat(Bytes bytes);

    std::mt19937_64 m_random; ///< Decides everything.
};

} // namespace dht

#endif // DHT_EMU_FRAME_STORM_H
