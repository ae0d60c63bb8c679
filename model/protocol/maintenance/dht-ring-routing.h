/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_ROUTING_H
#define DHT_RING_ROUTING_H

#include "dht-ring-view.h"

#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What requests learn from what a peer knows of its ring.
 */

namespace dht
{

/// @param view What a peer knows; must outlive the table. @return A routing table that follows it.
std::unique_ptr<RoutingTable> MakeRingRouting(const RingView& view);

} // namespace dht

#endif // DHT_RING_ROUTING_H
