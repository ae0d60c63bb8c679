/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_STORE_RING_H
#define DHT_CC_DHT_STORE_RING_H

#include "dht-overlay.h"
#include "dht-peer-delays.h"
#include "dht-ready-ring.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A ready-made ring of store peers: who they are, where, and who knows whom. Peers are known by
 * their places in the order of ids.
 */
class DhtStoreRing
{
  public:
    /**
     * @param overlay Whose peers forward clockwise, such as chord.
     * @param endpoints Address and port of each peer, by place.
     * @param delays Between peers, by place, if all know them; null: they predict them by
     *               coordinates.
     * @throws std::invalid_argument There are not as many endpoints as peers, or two are the same.
     */
    DhtStoreRing(std::unique_ptr<const dht::Overlay> overlay,
                 std::vector<dht::Endpoint> endpoints,
                 std::shared_ptr<const dht::PeerDelays> delays);

    /// Who knows whom has changed. @param overlay The same peers.
    void SetOverlay(std::unique_ptr<const dht::Overlay> overlay);

    /// Not all peers are there, which everybody knows from now on. @param places Those that are, in
    /// rising order, at least one.
    void SetPresent(dht::ReadyRing::Places places);

    /// @return The ring.
    const dht::ReadyRing& Get() const;

    /// @return The delays between peers, by place; null if they predict them.
    const dht::PeerDelays* Delays() const;

  private:
    std::unique_ptr<const dht::Overlay> m_overlay;   //!< Who knows whom.
    dht::ReadyRing m_ring;                           //!< The ring.
    std::shared_ptr<const dht::PeerDelays> m_delays; //!< Or null.
};

} // namespace ns3

#endif // DHT_CC_DHT_STORE_RING_H
