/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SMALL_WORLD_OVERLAY_H
#define DHT_SMALL_WORLD_OVERLAY_H

#include "dht-overlay.h"

/**
 * @file
 * @ingroup dht-protocol
 * A randomised small world (Kleinberg, STOC 2000; COMSNETS09, section VI).
 */

namespace dht
{

/**
 * A ring on which each peer knows the next peer, and as many others as it takes to make ceil(log2
 * n) neighbours in all. Those are drawn with a probability that falls as 1/d with their distance d,
 * counted in peers; twins are drawn again. Requests go clockwise, greedily, as in Chord, and a peer
 * is responsible for the keys from its own id up to the next peer's.
 */
class SmallWorldOverlay : public Overlay
{
  public:
    /// @param ring All peers. @param random Chooses the neighbours.
    SmallWorldOverlay(Ring ring, Random& random);

    std::size_t Responsible(const Key& key) const override;
    double Share(std::size_t peer) const override;

    /// @param peer Which. @return Its neighbours, nearest first.
    std::vector<std::size_t> Neighbours(std::size_t peer) const override;

    std::unique_ptr<RoutingTable> MakeTable(std::size_t peer) const override;

  private:
    std::vector<std::vector<std::size_t>> m_neighbours; ///< By peer.
};

} // namespace dht

#endif // DHT_SMALL_WORLD_OVERLAY_H
