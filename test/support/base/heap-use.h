/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_HEAP_USE_H
#define DHT_CC_HEAP_USE_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <malloc.h>

/**
 * @file
 * What checks of memory ask. A sanitizer's heap is not that of a peer, and not every C library
 * counts: such checks are between `#if DHT_CC_COUNTS_THE_HEAP` and `#endif`.
 */

/// Whether memory is watched by clang's or gcc's sanitizer of addresses.
#if defined(__SANITIZE_ADDRESS__)
#define DHT_CC_ADDRESSES_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DHT_CC_ADDRESSES_SANITIZED 1
#endif
#endif
#ifndef DHT_CC_ADDRESSES_SANITIZED
#define DHT_CC_ADDRESSES_SANITIZED 0
#endif

/// Whether HeapBytes() tells.
#if !DHT_CC_ADDRESSES_SANITIZED && defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
#define DHT_CC_COUNTS_THE_HEAP 1
#else
#define DHT_CC_COUNTS_THE_HEAP 0
#endif

#if DHT_CC_COUNTS_THE_HEAP

namespace dht::test
{

/// Have what the C library keeps of freed small blocks, which counts as in use, nearly the same
/// whatever ran before: seven of each size, as many as it keeps.
inline void
FillHeapCaches()
{
    constexpr std::size_t kLargest = 1032;
    for (std::size_t size = 24; size <= kLargest; size += 16)
    {
        std::array<void*, 7> blocks{};
        std::generate(blocks.begin(), blocks.end(), [size] { return std::malloc(size); });
        std::for_each(blocks.begin(), blocks.end(), std::free);
    }
}

/// @return Bytes of the heap that are in use, those of large blocks too.
inline std::size_t
HeapBytes()
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

} // namespace dht::test

#endif

#endif // DHT_CC_HEAP_USE_H
