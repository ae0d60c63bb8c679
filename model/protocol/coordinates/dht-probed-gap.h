/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PROBED_GAP_H
#define DHT_PROBED_GAP_H

#include <cstddef>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Removal from hash tables with linear probing.
 */

namespace dht
{

/**
 * A row has left a hash table with linear probing: rows behind it move, so that none is searched
 * for beyond a free place (Knuth, "The Art of Computer Programming", volume 3, section 6.4,
 * algorithm R). Each is looked at once, whatever homes they have: others choose their names.
 *
 * @tparam HomeOf A function of a place.
 * @tparam Move A function of two places.
 * @param gap The place of the row that has left; homeOf() is not asked for it.
 * @param places How many there are: a power of two. At least one of the others must be free.
 * @param homeOf Where a search for the row in a place begins; nothing if the place is free.
 * @param move Moves the row in the first place to the second one.
 * @return The place that is free in the end.
 */
template <typename HomeOf, typename Move>
std::size_t
CloseGap(std::size_t gap, std::size_t places, const HomeOf& homeOf, const Move& move)
{
    const std::size_t last = places - 1;
    std::size_t at = (gap + 1) & last;
    while (const std::optional<std::size_t> home = homeOf(at))
    {
        const bool passesGap = ((at - *home) & last) >= ((at - gap) & last);
        if (passesGap)
        {
            move(at, gap);
            gap = at;
        }
        at = (at + 1) & last;
    }
    return gap;
}

} // namespace dht

#endif // DHT_PROBED_GAP_H
