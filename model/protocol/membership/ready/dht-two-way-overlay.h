/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TWO_WAY_OVERLAY_H
#define DHT_TWO_WAY_OVERLAY_H

#include "dht-clockwise-overlay.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Rings whose connections go both ways (NSDI04, section 5.1).
 */

namespace dht
{

/**
 * A ring on which two peers are neighbours if one is a neighbour of the other in a given overlay,
 * or one of the 16 that follow it: answers can go back over the connection on which a question
 * came. Requests and responsibility are as in Chord; who knows more peers needs fewer hops.
 */
class TwoWayOverlay : public ClockwiseOverlay
{
  public:
    /// Peers that follow a peer and are its neighbours.
    static constexpr std::size_t kFollowers = 16;

    /// @param overlay Whose peers forward clockwise, such as chord.
    explicit TwoWayOverlay(const Overlay& overlay);

    /// @param peer The peer's number. @return Its neighbours, nearest on the ring first.
    std::vector<std::size_t> Neighbours(std::size_t peer) const override;

  private:
    std::vector<std::vector<std::size_t>> m_neighbours; ///< By peer.
};

} // namespace dht

#endif // DHT_TWO_WAY_OVERLAY_H
