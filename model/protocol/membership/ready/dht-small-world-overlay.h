/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SMALL_WORLD_OVERLAY_H
#define DHT_SMALL_WORLD_OVERLAY_H

#include "dht-clockwise-overlay.h"
#include "dht-random.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A randomised small world (Kleinberg, STOC 2000; COMSNETS09, section VI).
 */

namespace dht
{

/**
 * A ring on which each peer knows the next peer, and as many others as it takes to make ceil(log2
 * n) neighbours in all. A distance d, counted in peers, is drawn with a probability proportional to
 * log(1 + 1/d): that of a density of 1/x between d and d + 1, which soon is as good as 1/d (a
 * neighbour at distance 1 is 1.71 times as likely as one at 2). Twins are drawn again. Requests and
 * responsibility are as in Chord.
 */
class SmallWorldOverlay : public ClockwiseOverlay
{
  public:
    /// @param ring All peers. @param random Chooses the neighbours.
    SmallWorldOverlay(Ring ring, Random& random);

    /// @param peer The peer's number. @return Its neighbours, nearest first.
    std::vector<std::size_t> Neighbours(std::size_t peer) const override;

  private:
    std::vector<std::vector<std::size_t>> m_neighbours; ///< By peer.
};

} // namespace dht

#endif // DHT_SMALL_WORLD_OVERLAY_H
