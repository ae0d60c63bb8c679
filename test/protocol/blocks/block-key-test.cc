/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-key.h"
#include "random-block.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace dht
{
namespace
{

TEST(BlockKeyTest, IsTheDigestOfItsBytes)
{
    // FIPS 180-4's example, and the empty block
    EXPECT_EQ(KeyToHex(BlockKey({'a', 'b', 'c'})), "a9993e364706816aba3e25717850c26c9cd0d89d");
    EXPECT_EQ(KeyToHex(BlockKey({})), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    EXPECT_EQ(BlockKey({0, 'a', 0}), HashKey(std::string("\0a\0", 3)));
}

TEST(BlockKeyTest, MoreThan8192BytesAreNoBlock)
{
    EXPECT_NO_THROW(BlockKey(Bytes(8192)));
    EXPECT_THROW(BlockKey(Bytes(8193)), std::invalid_argument);
    EXPECT_TRUE(IsBlockOf(BlockKey(Bytes(8192)), Bytes(8192)));
    const Bytes large(8193);
    EXPECT_FALSE(IsBlockOf(HashBytes(large.data(), large.size()), large));
}

TEST(BlockKeyTest, AnyFlippedBitIsSeen)
{
    Bytes block = test::RandomBlock(100, 1);
    const Key key = BlockKey(block);
    for (std::size_t bit = 0; bit < 8 * block.size(); ++bit)
    {
        block[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_FALSE(IsBlockOf(key, block)) << bit;
        block[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    }
    EXPECT_TRUE(IsBlockOf(key, block));
    block.push_back(0);
    EXPECT_FALSE(IsBlockOf(key, block));
}

} // namespace
} // namespace dht
