/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CLOCKWISE_OVERLAY_H
#define DHT_CLOCKWISE_OVERLAY_H

#include "dht-overlay.h"

/**
 * @file
 * @ingroup dht-protocol
 * Rings on which requests go clockwise, greedily.
 */

namespace dht
{

/// A ring: a peer is responsible for the keys from its own id up to, and without, the next peer's,
/// and forwards to the farthest neighbour that is not beyond the key. Who the neighbours are is
/// left open; the next peer is among them, and they come nearest first.
class ClockwiseOverlay : public Overlay
{
  public:
    using Overlay::Overlay;

    std::size_t Responsible(const Key& key) const override;
    double Share(std::size_t peer) const override;
    std::unique_ptr<Membership> MakeTable(std::size_t peer) const override;
};

} // namespace dht

#endif // DHT_CLOCKWISE_OVERLAY_H
