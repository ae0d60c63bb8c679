/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-store-ring.h"

#include <utility>

namespace ns3
{

DhtStoreRing::DhtStoreRing(std::unique_ptr<const dht::Overlay> overlay,
                           std::vector<dht::Endpoint> endpoints,
                           std::shared_ptr<const dht::PeerDelays> delays)
    : m_overlay(std::move(overlay)),
      m_ring(*m_overlay, std::move(endpoints)),
      m_delays(std::move(delays))
{
}

void
DhtStoreRing::SetOverlay(std::unique_ptr<const dht::Overlay> overlay)
{
    m_ring.Rewire(*overlay);
    m_overlay = std::move(overlay);
}

void
DhtStoreRing::SetPresent(dht::ReadyRing::Places places)
{
    m_ring.SetPresent(std::move(places));
}

const dht::ReadyRing&
DhtStoreRing::Get() const
{
    return m_ring;
}

const dht::PeerDelays*
DhtStoreRing::Delays() const
{
    return m_delays.get();
}

} // namespace ns3
