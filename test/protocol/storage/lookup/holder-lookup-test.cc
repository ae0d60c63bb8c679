/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lone-storage.h"

#include <gtest/gtest.h>

/// How far a lookup of a block's holders goes.

namespace dht
{
namespace
{

using test::AtId;
using test::kHere;

class HolderLookupTest : public test::LoneStorage
{
};

TEST_F(HolderLookupTest, AGetGoesOnBehindThoseThatSomebodyNamesWhoKnowsFew)
{
    const std::uint32_t key = kHere + 5000;
    // as a peer does that has just come
    followers = {key + 10, key + 20, key + 30};
    store.Get().Get(events.Now(), Key(key));
    events.RunUntil(events.Now() + FromSeconds(120));
    ASSERT_TRUE(store.fetched);
    EXPECT_FALSE(store.fetched->ok);
    EXPECT_EQ(store.fetched->asked, 3u);
    EXPECT_EQ(lookedUp, (std::set<Key>{Key(key), Key(key + 30)}));
}

} // namespace
} // namespace dht
