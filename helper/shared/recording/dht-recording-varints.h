/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RECORDING_VARINTS_H
#define DHT_RECORDING_VARINTS_H

#include "dht-time.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * Integers in the payloads of a recording: seven bits a byte, the lowest first.
 */

namespace dht
{

/// @param [in,out] bytes What is written to. @param value Appended to it, in 1 to 10 bytes.
inline void
PutVarint(std::string& bytes, std::uint64_t value)
{
    while (value >= 0x80)
    {
        bytes.push_back(static_cast<char>(value | 0x80));
        value >>= 7;
    }
    bytes.push_back(static_cast<char>(value));
}

/// @param [in,out] bytes What is written to. @param value Appended to it, zigzag coded: n >= 0 as
/// 2n, n < 0 as -2n - 1.
inline void
PutSignedVarint(std::string& bytes, std::int64_t value)
{
    PutVarint(bytes,
              static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
}

/// @param [in,out] bytes What is written to. @param times Of samples, in order; their number, the
/// first and the differences are appended.
inline void
PutTimes(std::string& bytes, const std::vector<Time>& times)
{
    PutVarint(bytes, times.size());
    Time last{0};
    for (const Time time : times)
    {
        PutVarint(bytes, static_cast<std::uint64_t>((time - last).count()));
        last = time;
    }
}

} // namespace dht

#endif // DHT_RECORDING_VARINTS_H
