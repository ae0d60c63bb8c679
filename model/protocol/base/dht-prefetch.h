/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PREFETCH_H
#define DHT_PREFETCH_H

#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * Memory that will be needed soon.
 */

namespace dht
{

/**
 * Have memory brought into the cache, all of it at once, while something else is at work. Of very
 * many peers and events, none is there, and what is needed of one would be waited for part by part.
 *
 * @param begin Where it begins; may be invalid.
 * @param bytes How much.
 */
inline void
Prefetch(const void* begin, std::size_t bytes)
{
    constexpr std::uintptr_t line = 64;
    // as numbers: an address beyond what there is may be fetched, but not computed
    const auto first = reinterpret_cast<std::uintptr_t>(begin);
#pragma GCC unroll 8
    for (std::uintptr_t place = first / line * line; place < first + bytes; place += line)
    {
        __builtin_prefetch(reinterpret_cast<const void*>(place));
    }
    // GCC takes a function that does nothing else for one without effect, and leaves out its calls
    asm volatile("");
}

/**
 * Have a node of a map brought into the cache: of many peers, most have one thing under way, or
 * none.
 *
 * @tparam Map A map.
 * @param map A map; its first element, if there is any.
 * @param spare Memory for the next element, if there is any.
 */
template <typename Map>
void
ExpectNext(const Map& map, const typename Map::node_type& spare)
{
    if (!map.empty())
    {
        Prefetch(&*map.begin(), sizeof(typename Map::value_type));
    }
    if (!spare.empty())
    {
        Prefetch(&spare.mapped(), sizeof(typename Map::mapped_type));
    }
}

} // namespace dht

#endif // DHT_PREFETCH_H
