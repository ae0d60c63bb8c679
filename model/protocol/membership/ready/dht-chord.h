/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CHORD_H
#define DHT_CHORD_H

#include "dht-clockwise-overlay.h"

/**
 * @file
 * @ingroup dht-protocol
 * Chord routing over a given set of peers (Stoica et al., SIGCOMM 2001; NCA06, section 2.2.3).
 *
 * A peer is responsible for the keys from its own id up to, and without, the next peer's id.
 * (Stoica et al. give a key to the first peer at or after it; mirrored like this, the greedy rule
 * of both congestion control papers ends at the responsible peer, and evenly spaced peers are as
 * many hops apart as their distance has one bits, as COMSNETS09's equations 6 and 8 count them.)
 */

namespace dht
{

/// A ring whose peers know the first peers at or after id + 2^i, for i = 0..159.
class ChordOverlay : public ClockwiseOverlay
{
  public:
    using ClockwiseOverlay::ClockwiseOverlay;

    /// @param peer The peer's number. @return Its distinct fingers, nearest first, without itself.
    std::vector<std::size_t> Neighbours(std::size_t peer) const override;

    /// @param peer The peer's number. @return Its table, which knows other hops than the next one
    /// unless peers are evenly spaced and not 2^k.
    std::unique_ptr<Membership> MakeTable(std::size_t peer) const override;
};

} // namespace dht

#endif // DHT_CHORD_H
