/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"

namespace dht
{

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

} // namespace dht
