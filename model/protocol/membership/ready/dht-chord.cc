/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"

#include "dht-finger-table.h"

namespace dht
{

namespace
{

/// Evenly spaced peers that are not 2^k are all as far from the powers of two: a hop out of turn
/// leaves a rest that takes one hop more, and no peer is so much busier that this would pay.
/// @param ring The peers. @param peer One of them. @return In which order it may use its fingers.
FingerOrder
OrderIn(const Ring& ring, std::size_t peer)
{
    const std::size_t size = ring.Size();
    const Key gap = Distance(ring.Id(peer), ring.Id((peer + 1) % size));
    const Key even = EvenKey(1, size);
    const bool isEven = gap == even || gap == even + Key(1); // rounded
    const bool isPower = (size & (size - 1)) == 0;
    return isEven && !isPower ? FingerOrder::kFarthestFirst : FingerOrder::kAny;
}

} // namespace

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

std::unique_ptr<Membership>
ChordOverlay::MakeTable(std::size_t peer) const
{
    return std::make_unique<FingerTable>(Peers(), peer, Neighbours(peer), OrderIn(Peers(), peer));
}

} // namespace dht
