/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_BLOCK_STORE_SUITE_H
#define DHT_CC_TEST_BLOCK_STORE_SUITE_H

#include "dht-block-store.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <string>

/**
 * @file
 * @ingroup dht-cc-tests
 * What every store has to do: a file that has one instantiates these checks with it.
 */

namespace dht
{
namespace test
{

/// A store, and what has to outlive it.
struct StoreUnderTest
{
    std::shared_ptr<void> around;      ///< Such as a directory.
    std::unique_ptr<BlockStore> store; ///< The store.
};

/// A kind of store.
struct StoreKind
{
    std::string name;                                              ///< For the check's name.
    std::function<StoreUnderTest(const StoreLimits& limits)> make; ///< Makes an empty one.
    /// Lets a fragment of a store decay, which may be another object afterwards.
    std::function<
        void(StoreUnderTest& store, const Key& key, std::function<void(Fragment&)> change)>
        decay;
};

/// A fresh store for each check.
class BlockStoreSuite : public testing::TestWithParam<StoreKind>
{
  protected:
    /// Expect that nothing has vanished.
    ~BlockStoreSuite() override;

    /// @param limits How much it keeps. @return An empty store.
    BlockStore& Open(const StoreLimits& limits = {});

    /// @return The store, and what it lies in.
    StoreUnderTest& Opened()
    {
        return m_opened;
    }

  private:
    StoreUnderTest m_opened; ///< The store.
};

/// @param counters Of a store. @param held What it holds. Expects that nothing has vanished.
void ExpectNothingVanished(const StoreCounters& counters, std::uint64_t held);

/// @param info A kind. @return Its name.
inline std::string
NameOfKind(const testing::TestParamInfo<StoreKind>& info)
{
    return info.param.name;
}

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_BLOCK_STORE_SUITE_H
