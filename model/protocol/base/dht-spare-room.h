/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SPARE_ROOM_H
#define DHT_SPARE_ROOM_H

#include <cstddef>

/**
 * @file
 * @ingroup dht-protocol
 * When an array that has grown gives memory back.
 */

namespace dht
{

/**
 * Millions of peers have arrays that grew in some burst. An array that is mostly spare gives memory
 * back; one that will grow again soon keeps it.
 *
 * @param used Elements of an array. @param capacity How many it has room for.
 * @return Whether it should have less room.
 */
constexpr bool
IsMostlySpare(std::size_t used, std::size_t capacity)
{
    constexpr std::size_t worthIt = 8;
    return capacity > worthIt && used < capacity / 8;
}

/// Give memory back if an array is mostly spare. @tparam Array Such as a flat map. @param array The
/// array.
template <typename Array>
void
GiveBackSpare(Array& array)
{
    if (IsMostlySpare(array.size(), array.capacity()))
    {
        array.shrink_to_fit();
    }
}

} // namespace dht

#endif // DHT_SPARE_ROOM_H
