/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_ROUTING_H
#define DHT_RING_ROUTING_H

#include "dht-ring-view.h"

#include <functional>
#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What requests learn from what a peer knows of its ring.
 */

namespace dht
{

/// As RoutingTable::Believes().
using Belief = std::function<bool(Time now, const Key& key, const Endpoint& responsible)>;

/// @param view What a peer knows; must outlive the table. @param belief Whether to believe those
/// who answer; empty to believe all. @return A routing table that follows the view.
std::unique_ptr<RoutingTable> MakeRingRouting(const RingView& view, Belief belief = {});

} // namespace dht

#endif // DHT_RING_ROUTING_H
