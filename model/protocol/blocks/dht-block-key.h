/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_KEY_H
#define DHT_BLOCK_KEY_H

#include "dht-key.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Blocks: bytes that are named by their digest.
 */

namespace dht
{

/// Bytes of a block, a fragment or a file.
using Bytes = std::vector<std::uint8_t>;

/// Bytes of a block, at the most.
constexpr std::size_t kMostBlockBytes = 8192;

/// @param block Up to kMostBlockBytes bytes. @return Their key: the SHA-1 digest. @throws
/// std::invalid_argument There are more bytes.
Key BlockKey(const Bytes& block);

/// @param key A key. @param bytes Any bytes. @return Whether they are the block of that key.
bool IsBlockOf(const Key& key, const Bytes& bytes);

} // namespace dht

#endif // DHT_BLOCK_KEY_H
