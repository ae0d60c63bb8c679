/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MISROUTED_OVERLAY_H
#define DHT_MISROUTED_OVERLAY_H

#include "dht-overlay.h"
#include "dht-random.h"

/**
 * @file
 * @ingroup dht-protocol
 * An overlay with wrong routing tables.
 */

namespace dht
{

/// Sets a given share of all routing entries wrong: the table is as it was, but the neighbour it
/// names is another peer, as if an address had been reused (NCA06, section 3.3; COMSNETS09, V-C).
class MisroutedOverlay : public Overlay
{
  public:
    /**
     * @param overlay The correct one.
     * @param share Of the entries that are wrong, in [0, 1].
     * @param random Chooses them and the peers they name.
     */
    MisroutedOverlay(std::unique_ptr<Overlay> overlay, double share, Random& random);

    std::size_t Responsible(const Key& key) const override;
    double Share(std::size_t peer) const override;
    std::vector<std::size_t> Neighbours(std::size_t peer) const override;
    std::unique_ptr<Membership> MakeTable(std::size_t peer) const override;

  private:
    std::unique_ptr<Overlay> m_overlay;                 ///< The correct one.
    std::vector<std::vector<std::size_t>> m_neighbours; ///< By peer.
};

} // namespace dht

#endif // DHT_MISROUTED_OVERLAY_H
