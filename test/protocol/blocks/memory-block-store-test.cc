/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-store-suite.h"
#include "dht-memory-block-store.h"

namespace dht
{
namespace test
{
namespace
{

INSTANTIATE_TEST_SUITE_P(
    Memory,
    BlockStoreSuite,
    testing::Values(StoreKind{
        "InMemory",
        [](const StoreLimits& limits) {
            return StoreUnderTest{nullptr, std::make_unique<MemoryBlockStore>(limits)};
        },
        [](StoreUnderTest& store, const Key& key, const std::function<void(Fragment&)>& change) {
            static_cast<MemoryBlockStore&>(*store.store).Decay(key, change);
        }}),
    NameOfKind);

} // namespace
} // namespace test
} // namespace dht
