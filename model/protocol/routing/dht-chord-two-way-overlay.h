/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CHORD_TWO_WAY_OVERLAY_H
#define DHT_CHORD_TWO_WAY_OVERLAY_H

#include "dht-clockwise-overlay.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Chord whose connections go both ways (NSDI04, section 5.1).
 */

namespace dht
{

/**
 * A ring on which two peers are neighbours if one is a finger of the other, or one of the 16 that
 * follow it: answers can go back over the connection on which a question came. Requests and
 * responsibility are as in Chord, but who knows more peers needs fewer hops.
 */
class ChordTwoWayOverlay : public ClockwiseOverlay
{
  public:
    /// Peers that follow a peer and are its neighbours.
    static constexpr std::size_t kFollowers = 16;

    /// @param ring All peers.
    explicit ChordTwoWayOverlay(Ring ring);

    /// @param peer Which. @return Its neighbours, nearest on the ring first.
    std::vector<std::size_t> Neighbours(std::size_t peer) const override;

  private:
    std::vector<std::vector<std::size_t>> m_neighbours; ///< By peer.
};

} // namespace dht

#endif // DHT_CHORD_TWO_WAY_OVERLAY_H
