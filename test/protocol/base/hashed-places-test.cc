/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-hashed-places.h"
#include "memory-ring.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <vector>

/// Elements of an array by their keys' hashes, beside a map.

namespace dht
{
namespace
{

/// How many keys have the same hash, so that searches begin in the same slot.
class HashedPlacesTest : public testing::TestWithParam<std::uint64_t>
{
  protected:
    static constexpr std::size_t kElements = 200;

    /// @param key A key. @return Its hash.
    static std::uint64_t HashOf(std::uint64_t key)
    {
        return key / GetParam();
    }

    /// An element has another key. @param place Where it is. @param key The key.
    void Set(std::size_t place, std::uint64_t key)
    {
        const auto hashAt = [&](std::size_t at) { return HashOf(keys[at]); };
        if (const auto known = places.find(keys[place]); known != places.end())
        {
            found.Remove(place, hashAt);
            places.erase(known);
        }
        keys[place] = key;
        found.Add(place, hashAt);
        places[key] = place;
    }

    /// @param key A key. @return Where it is found.
    std::optional<std::size_t> Find(std::uint64_t key) const
    {
        return found.Find(HashOf(key), [&](std::size_t place) { return keys[place] == key; });
    }

    std::vector<std::uint64_t> keys = std::vector<std::uint64_t>(kElements); ///< Of elements; or 0.
    std::map<std::uint64_t, std::size_t> places;                             ///< By key.
    HashedPlaces found;                                                      ///< Likewise.
};

TEST_P(HashedPlacesTest, WhatIsThereIsFoundAndNothingElse)
{
    EXPECT_FALSE(Find(1));
    test::MersenneRandom random(1);
    for (int i = 0; i < 5000; ++i)
    {
        const std::uint64_t key = 1 + DrawBelow(random, 1000);
        if (places.count(key) == 0)
        {
            Set(DrawBelow(random, kElements), key);
        }
        const std::uint64_t other = 1 + DrawBelow(random, 1000);
        const auto known = places.find(other);
        ASSERT_EQ(Find(other), known == places.end() ? std::nullopt : std::optional(known->second))
            << i;
    }
    EXPECT_EQ(places.size(), kElements);
}

INSTANTIATE_TEST_SUITE_P(KeysOfAHash, HashedPlacesTest, testing::Values(1, 3, 50, 1001));

} // namespace
} // namespace dht
