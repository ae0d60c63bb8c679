/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-key.h"

#include <stdexcept>
#include <string>

namespace dht
{

Key
BlockKey(const Bytes& block)
{
    if (block.size() > kMostBlockBytes)
    {
        throw std::invalid_argument("a block of " + std::to_string(block.size()) +
                                    " bytes: at most " + std::to_string(kMostBlockBytes) +
                                    " are allowed");
    }
    return HashBytes(block.data(), block.size());
}

bool
IsBlockOf(const Key& key, const Bytes& bytes)
{
    return bytes.size() <= kMostBlockBytes && HashBytes(bytes.data(), bytes.size()) == key;
}

} // namespace dht
