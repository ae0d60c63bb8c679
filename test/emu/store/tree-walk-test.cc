/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-file-builder.h"
#include "peer-error.h"
#include "tree-walk.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>

/// All blocks of a file, whose root may lie.

namespace dht
{
namespace
{

using Blocks = std::map<Key, Bytes>;

/// @param block A block. @param [in,out] blocks Gets it. @return Its key.
Key
Add(const Bytes& block, Blocks& blocks)
{
    const Key key = BlockKey(block);
    blocks[key] = block;
    return key;
}

/// @param leaf What is in all leaves. @param levels Inner blocks above them, each with as many
/// children as there may be. @param [in,out] blocks Gets the blocks. @return The root's key.
Key
AddEqual(const Bytes& leaf, unsigned levels, Blocks& blocks)
{
    Key key = Add(leaf, blocks);
    for (unsigned level = 1; level <= levels; ++level)
    {
        key = Add(EncodeInnerBlock({BytesBelow(level), std::vector<Key>(kFanOut, key)}), blocks);
    }
    return key;
}

/// @param walk A walk. @param blocks All blocks. @param atOnce How many are under way. @return How
/// many it has named.
std::size_t
WalkAll(TreeWalk& walk, const Blocks& blocks, std::size_t atOnce)
{
    std::size_t named = 0;
    std::vector<Key> underWay;
    for (;;)
    {
        while (underWay.size() < atOnce)
        {
            const auto key = walk.Next();
            if (!key)
            {
                break;
            }
            ++named;
            underWay.push_back(*key);
        }
        if (underWay.empty())
        {
            EXPECT_TRUE(walk.IsDone());
            return named;
        }
        walk.Give(underWay.back(), blocks.at(underWay.back()));
        underWay.pop_back();
    }
}

/// @param root A file's key. @param blocks All blocks. @param limit Bytes that it may have. @return
/// Exit status and text of what ends a walk; 0 if nothing does.
std::pair<int, std::string>
WhyNot(const Key& root, const Blocks& blocks, std::uint64_t limit = kMostFileBytes)
{
    try
    {
        TreeWalk walk(root, limit);
        WalkAll(walk, blocks, 1);
    }
    catch (const PeerError& error)
    {
        return {error.GetStatus(), error.what()};
    }
    return {0, ""};
}

TEST(TreeWalkTest, EachBlockIsNamedOnce)
{
    for (const std::uint64_t size : {0, 1, 8192, 8193, 408 * 8192, 408 * 8192 + 1, 10'000'000})
    {
        Blocks blocks;
        FileBuilder builder([&](const Key& key, const Bytes& block) { blocks[key] = block; });
        Bytes bytes(size);
        for (std::size_t i = 0; i < size; ++i)
        {
            bytes[i] = static_cast<std::uint8_t>(i / 8192 + i % 251);
        }
        builder.Append(bytes.data(), bytes.size());
        const Key root = builder.Finish();
        for (const std::size_t atOnce : {1, 64})
        {
            TreeWalk walk(root, size);
            EXPECT_EQ(WalkAll(walk, blocks, atOnce), blocks.size());
            EXPECT_EQ(walk.Size(), size);
            EXPECT_EQ(walk.Done(), size);
        }
    }
}

TEST(TreeWalkTest, FiveBlocksThatClaimAllBytesAreFive)
{
    Blocks blocks;
    const Key root = AddEqual(Bytes(kLeafBytes), kMostLevels, blocks);
    TreeWalk walk(root, kMostFileBytes);
    EXPECT_EQ(WalkAll(walk, blocks, 64), 5u);
    EXPECT_EQ(walk.Done(), kMostFileBytes);
    EXPECT_EQ(WhyNot(root, blocks, kMostFileBytes - 1),
              std::pair(1, KeyToHex(root) + " has 227.0 TB, and --limit allows 227.0 TB"));
    EXPECT_EQ(WhyNot(root, blocks, 1'000'000'000'000),
              std::pair(1, KeyToHex(root) + " has 227.0 TB, and --limit allows 1.0 TB"));
}

TEST(TreeWalkTest, BlocksThatTakeTurnsAreNamedOnce)
{
    // two blocks of each level, each of which has both of the one below by turns
    Blocks blocks;
    std::array<Key, 2> below{Add(Bytes(kLeafBytes, 1), blocks), Add(Bytes(kLeafBytes, 2), blocks)};
    for (unsigned level = 1; level <= kMostLevels; ++level)
    {
        std::array<Key, 2> here;
        for (std::size_t first = 0; first < 2; ++first)
        {
            InnerBlock inner{BytesBelow(level), {}};
            for (std::size_t i = 0; i < kFanOut; ++i)
            {
                inner.below.push_back(below[(first + i) % 2]);
            }
            here[first] = Add(EncodeInnerBlock(inner), blocks);
        }
        below = here;
    }
    TreeWalk walk(below[0], kMostFileBytes);
    EXPECT_EQ(WalkAll(walk, blocks, 64), 9u);
}

TEST(TreeWalkTest, ALeafMaySayTheSameAsAnInnerBlock)
{
    // what a file of blocks has in it: the inner block above 408 leaves is one of these itself
    Blocks blocks;
    const Key inner = AddEqual(Bytes(kLeafBytes), 1, blocks);
    const std::uint64_t size = blocks.at(inner).size();
    const std::uint64_t all = BytesBelow(1) + size;
    const Key last = Add(EncodeInnerBlock({size, {inner}}), blocks);
    const Key root = Add(EncodeInnerBlock({all, {inner, last}}), blocks);
    for (const std::size_t atOnce : {1, 2, 64})
    {
        TreeWalk walk(root, all);
        EXPECT_GE(WalkAll(walk, blocks, atOnce), 4u);
        EXPECT_EQ(walk.Done(), all);
    }
}

TEST(TreeWalkTest, WhatCannotBeWhereItIsEndsIt)
{
    Blocks blocks;
    const Key leaf = Add(Bytes(100), blocks);
    const Key noRoot = Add(Bytes(3000, 0xFF), blocks);
    EXPECT_EQ(WhyNot(noRoot, blocks).first, 5);
    for (const std::uint64_t size : {99, 101})
    {
        const Key root = Add(EncodeInnerBlock({size, {leaf}}), blocks);
        const auto [status, why] = WhyNot(root, blocks);
        EXPECT_EQ(status, 5);
        EXPECT_EQ(why,
                  KeyToHex(root) + " names no file: block " + KeyToHex(leaf) +
                      " is not as its place in the tree asks for");
    }
    // an inner block that has less below it than its place asks for
    const Key less = Add(EncodeInnerBlock({100, {leaf}}), blocks);
    const Key root = Add(EncodeInnerBlock({BytesBelow(1) + 100, {less, less}}), blocks);
    EXPECT_EQ(WhyNot(root, blocks).first, 5);
}

TEST(TreeWalkTest, ItForgetsRatherThanGrows)
{
    // more leaves than it remembers, nobody has them: it is named all of them, and some twice
    Blocks blocks;
    std::vector<Key> inner;
    std::uint64_t number = 0;
    const std::size_t count = TreeWalk::kMostKnown / kFanOut + 2;
    for (std::size_t i = 0; i < count; ++i)
    {
        InnerBlock block{BytesBelow(1), {}};
        for (std::size_t k = 0; k < kFanOut; ++k)
        {
            block.below.emplace_back(++number);
        }
        inner.push_back(Add(EncodeInnerBlock(block), blocks));
    }
    const auto above = [&](std::uint64_t size, const std::vector<Key>& below) {
        return Add(EncodeInnerBlock({size, below}), blocks);
    };
    std::vector<Key> all;
    for (std::size_t i = 0; i < inner.size(); i += kFanOut)
    {
        const std::vector<Key> part(
            inner.begin() + static_cast<std::ptrdiff_t>(i),
            inner.begin() + static_cast<std::ptrdiff_t>(std::min(i + kFanOut, inner.size())));
        all.push_back(above(part.size() * BytesBelow(1), part));
    }
    const Key root = above(count * BytesBelow(1), all);
    TreeWalk walk(root, kMostFileBytes);
    std::size_t leaves = 0;
    while (const auto key = walk.Next())
    {
        const bool isInner = walk.IsInner(*key);
        EXPECT_EQ(isInner, blocks.count(*key) == 1);
        isInner ? walk.Give(*key, blocks.at(*key)) : walk.Skip(*key);
        leaves += isInner ? 0 : 1;
    }
    EXPECT_TRUE(walk.IsDone());
    EXPECT_EQ(leaves, number);
}

} // namespace
} // namespace dht
