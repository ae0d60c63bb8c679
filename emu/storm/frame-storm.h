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
#include "storm-dice.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Bytes that no sensible peer sends.
 */

namespace dht
{

/// Random, mutated, cut and well-formed frames, in no order.
class FrameStorm : private StormDice
{
  public:
    /// Some bytes.
    using StormDice::Bytes;

    /// @param seed Which bytes.
    explicit FrameStorm(std::uint64_t seed);

    /// @return Something for a connection, often no frame at all.
    Bytes NextStreamed();
    /// @return Something for a datagram.
    Bytes NextDatagram();

  private:
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
    /// @param bytes A well-formed frame. @return What becomes of it.
    Bytes Treat(Bytes bytes);
};

} // namespace dht

#endif // DHT_EMU_FRAME_STORM_H
