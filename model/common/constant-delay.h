/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CONSTANT_DELAY_H
#define DHT_CONSTANT_DELAY_H

#include "dht-peer-delays.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-cc
 * The same delay between all peers.
 */

namespace dht
{

/// The same delay between any two peers.
class ConstantDelay : public PeerDelays
{
  public:
    /// @param delay The delay, above 0.
    explicit ConstantDelay(Time delay);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

  private:
    Time m_delay; ///< Between any two peers.
};

} // namespace dht

#endif // DHT_CONSTANT_DELAY_H
