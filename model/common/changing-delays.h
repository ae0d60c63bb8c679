/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_CHANGING_DELAYS_H
#define DHT_CC_CHANGING_DELAYS_H

#include "dht-peer-delays.h"

#include <memory>

/**
 * @file
 * @internal
 */

namespace dht
{

/**
 * @ingroup dht-cc
 * Delays on the way from some to others, of the same peers.
 */
class ChangingDelays : public PeerDelays
{
  public:
    /// @param before The delays at first. @param after Those in the end.
    ChangingDelays(std::unique_ptr<const PeerDelays> before,
                   std::unique_ptr<const PeerDelays> after);

    /// @param share How far they are on the way, 0 to 1: each delay is that much of the later one,
    /// and the rest of the earlier.
    void SetShare(double share);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

  private:
    std::unique_ptr<const PeerDelays> m_before; ///< The delays at first.
    std::unique_ptr<const PeerDelays> m_after;  ///< Those in the end.
    double m_share{0};                          ///< How far they are.
};

} // namespace dht

#endif // DHT_CC_CHANGING_DELAYS_H
