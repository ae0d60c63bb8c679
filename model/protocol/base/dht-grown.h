/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_GROWN_H
#define DHT_GROWN_H

#include <cstddef>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Arrays that have an element once it is asked for.
 */

namespace dht
{

/// @param [in,out] values Gets all elements up to the index. @param index An index. @param fresh
/// What new elements are, if not what they are by default. @return The element there.
template <typename Value, typename... Fresh>
Value&
GrownAt(std::vector<Value>& values, std::size_t index, const Fresh&... fresh)
{
    if (index >= values.size())
    {
        values.resize(index + 1, fresh...);
    }
    return values[index];
}

} // namespace dht

#endif // DHT_GROWN_H
