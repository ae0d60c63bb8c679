/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-clockwise-overlay.h"

#include "dht-finger-table.h"

namespace dht
{

std::size_t
ClockwiseOverlay::Responsible(const Key& key) const
{
    return Peers().LastUpTo(key);
}

double
ClockwiseOverlay::Share(std::size_t peer) const
{
    return Peers().Arc(peer);
}

std::unique_ptr<Membership>
ClockwiseOverlay::MakeTable(std::size_t peer) const
{
    return std::make_unique<FingerTable>(Peers(), peer, Neighbours(peer));
}

} // namespace dht
