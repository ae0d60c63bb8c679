/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_KEY_RANGE_H
#define DHT_KEY_RANGE_H

#include "dht-key.h"
#include "dht-storage-message.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Ranges of keys, and how two peers find out in which of them they hold different ones: they
 * compare digests, and where these differ, those of 64 parts. A part is a 64th of its range, not of
 * the ring: an arc is compared from its own size down, wherever it lies.
 */

namespace dht
{

/// Keys from one to another, clockwise.
struct KeyRange
{
    Key from{0}; ///< The first one.
    Key to{0};   ///< The first one behind it; the same: all keys.
};

/// @param range A range. @param key A key. @return Whether the key lies in it.
bool IsIn(const KeyRange& range, const Key& key);

/// @param range A range. @return Its kSyncParts parts, clockwise, the last one with what is left
/// over; none if it has fewer keys than that.
std::vector<KeyRange> PartsOf(const KeyRange& range);

/// @param keys Some, in order. @return Their digest; 0 for none.
std::uint64_t DigestOf(const std::vector<Key>& keys);

/// @param parts Of a range. @param keys The range's keys, clockwise. @return The digest of each
/// part.
SyncDigests DigestsOf(const std::vector<KeyRange>& parts, const std::vector<Key>& keys);

} // namespace dht

#endif // DHT_KEY_RANGE_H
