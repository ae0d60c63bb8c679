/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_DECAYING_BLOCK_STORE_H
#define DHT_CC_TEST_DECAYING_BLOCK_STORE_H

#include "dht-memory-block-store.h"

#include <functional>

/**
 * @file
 * @ingroup dht-cc-tests
 * A store whose fragments decay.
 */

namespace dht
{
namespace test
{

/// A store in memory, in which something happens to fragments.
class DecayingBlockStore : public MemoryBlockStore
{
  public:
    using MemoryBlockStore::MemoryBlockStore;

    /// @param key The key of a fragment that is here. @param change What happens to it.
    void Decay(const Key& key, const std::function<void(Fragment&)>& change)
    {
        change(m_entries.at(key).fragment);
    }
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_DECAYING_BLOCK_STORE_H
