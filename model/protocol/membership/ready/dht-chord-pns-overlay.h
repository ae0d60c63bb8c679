/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CHORD_PNS_OVERLAY_H
#define DHT_CHORD_PNS_OVERLAY_H

#include "dht-clockwise-overlay.h"
#include "dht-peer-delays.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Chord with proximity neighbour selection (Gummadi et al., SIGCOMM 2003; NSDI04, section 4.3).
 */

namespace dht
{

/**
 * A ring on which a peer's finger i is the nearest, by round trip, of the first x peers in
 * [id + 2^i, id + 2^(i+1)): PNS(x). The next peer is a neighbour, too, so that every request
 * arrives. Requests and responsibility are as in Chord, and with x = 1 so are the neighbours.
 */
class ChordPnsOverlay : public ClockwiseOverlay
{
  public:
    /// @param ring All peers. @param delays Between them, by their places in the order of ids.
    /// @param candidates For a finger, at least 1; x.
    ChordPnsOverlay(Ring ring, const PeerDelays& delays, std::size_t candidates);

    /// @param peer The peer's number. @return Its neighbours, nearest on the ring first.
    std::vector<std::size_t> Neighbours(std::size_t peer) const override;

  private:
    std::vector<std::vector<std::size_t>> m_neighbours; ///< By peer.
};

} // namespace dht

#endif // DHT_CHORD_PNS_OVERLAY_H
