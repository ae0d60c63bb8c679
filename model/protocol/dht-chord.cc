/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"

#include "dht-finger-table.h"

namespace dht
{

std::size_t
ChordOverlay::Responsible(const Key& key) const
{
    return Peers().LastUpTo(key);
}

double
ChordOverlay::Share(std::size_t peer) const
{
    return Peers().Arc(peer);
}

std::vector<std::size_t>
ChordOverlay::Neighbours(std::size_t peer) const
{
    std::vector<std::size_t> fingers;
    for (unsigned i = 0; i < kKeyBits; ++i)
    {
        const std::size_t finger = Peers().FirstFrom(Peers().Id(peer) + (Key(1) << i));
        if (finger != peer && (fingers.empty() || finger != fingers.back()))
        {
            fingers.push_back(finger);
        }
    }
    return fingers;
}

std::unique_ptr<RoutingTable>
ChordOverlay::MakeTable(std::size_t peer) const
{
    return std::make_unique<FingerTable>(Peers(), peer, Neighbours(peer));
}

} // namespace dht
