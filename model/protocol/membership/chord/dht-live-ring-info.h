/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LIVE_RING_INFO_H
#define DHT_LIVE_RING_INFO_H

#include "dht-joiner.h"
#include "dht-ring-info.h"

#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a store learns from what a peer knows of its ring.
 */

namespace dht
{

/// @param view What a peer knows; must outlive the result. @param joiner How it comes and goes;
/// likewise. @return The same, as a store sees it.
std::unique_ptr<RingInfo> MakeLiveRingInfo(const RingView& view, const Joiner& joiner);

} // namespace dht

#endif // DHT_LIVE_RING_INFO_H
