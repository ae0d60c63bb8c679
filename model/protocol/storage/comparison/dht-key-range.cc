/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-key-range.h"

#include <algorithm>

namespace dht
{

namespace
{

constexpr std::size_t kBytesOfKey = kKeyBits / 8;
/// Bits that a part has fewer than its range.
constexpr unsigned kBitsOfParts = 6;
static_assert(std::size_t{1} << kBitsOfParts == kSyncParts);

/// @param range A range. @return How far apart its parts begin.
Key
StepOf(const KeyRange& range)
{
    return range.from == range.to ? Key(1) << (kKeyBits - kBitsOfParts)
                                  : Distance(range.from, range.to) >> kBitsOfParts;
}

} // namespace

bool
IsIn(const KeyRange& range, const Key& key)
{
    return range.from == range.to || IsFarther(range.from, key, range.to);
}

std::vector<KeyRange>
PartsOf(const KeyRange& range)
{
    const Key step = StepOf(range);
    if (step == Key(0))
    {
        return {};
    }
    std::vector<KeyRange> parts(kSyncParts);
    Key from = range.from;
    for (KeyRange& part : parts)
    {
        part = {from, from + step};
        from = part.to;
    }
    parts.back().to = range.to;
    return parts;
}

std::uint64_t
DigestOf(const std::vector<Key>& keys)
{
    if (keys.empty())
    {
        return 0;
    }
    std::vector<std::uint8_t> bytes(kBytesOfKey * keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
    {
        keys[i].ToBytes(&bytes[kBytesOfKey * i]);
    }
    return HashBytes(bytes.data(), bytes.size()).Low();
}

SyncDigests
DigestsOf(const std::vector<KeyRange>& parts, const std::vector<Key>& keys)
{
    SyncDigests digests{};
    auto first = keys.begin();
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        const auto last =
            std::find_if(first, keys.end(), [&](const Key& key) { return !IsIn(parts[i], key); });
        digests[i] = DigestOf({first, last});
        first = last;
    }
    return digests;
}

} // namespace dht
