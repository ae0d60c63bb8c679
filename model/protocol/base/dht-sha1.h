/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SHA1_H
#define DHT_SHA1_H

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * SHA-1 (FIPS 180-4, section 6.1). Boost has one as well, which takes twice as many instructions
 * and is a detail of its library: each get compares a block with its key.
 */

namespace dht
{

/// A digest: five words, the first one first.
using Sha1Digest = std::array<std::uint32_t, 5>;

/// @param bytes Any bytes. @param size How many. @return Their digest.
Sha1Digest Sha1(const std::uint8_t* bytes, std::size_t size);

} // namespace dht

#endif // DHT_SHA1_H
