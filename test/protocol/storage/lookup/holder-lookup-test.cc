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

/// Notes what comes of the last get.
class LastFetch : public StorageObserver
{
  public:
    void OnFetched(Time /* now */, const FetchReport& report) override
    {
        fetched = report;
    }

    std::optional<FetchReport> fetched; ///< The last get that has ended.
};

using HolderLookupTest = test::LoneStorage;

TEST_F(HolderLookupTest, AGetGoesOnBehindThoseThatSomebodyNamesWhoKnowsFew)
{
    const std::uint32_t key = kHere + 5000;
    // as a peer does that has just come
    followers = {key + 10, key + 20, key + 30};
    LastFetch last;
    storage.SetObserver(&last);
    storage.Get(events.Now(), Key(key));
    events.RunUntil(events.Now() + FromSeconds(120));
    ASSERT_TRUE(last.fetched);
    EXPECT_FALSE(last.fetched->ok);
    EXPECT_EQ(last.fetched->asked, 3u);
    EXPECT_EQ(lookedUp, (std::set<Key>{Key(key), Key(key + 30)}));
}

} // namespace
} // namespace dht
