/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-file-builder.h"
#include "dht-file-reader.h"
#include "random-block.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <stdexcept>

namespace dht
{
namespace
{

using test::RandomBlock;
using Given = FileReader::Answer;

/// A file's blocks, by their keys.
struct Tree
{
    Key root;                    ///< Names the file.
    std::map<Key, Bytes> blocks; ///< The blocks.
    std::size_t handed{0};       ///< How often one was handed out.
};

/// @param file Its bytes. @param step Bytes that the builder is fed with at a time. @return Its
/// tree.
Tree
Build(const Bytes& file, std::size_t step = 100000)
{
    Tree tree;
    FileBuilder builder([&](const Key& key, const Bytes& block) {
        tree.blocks[key] = block;
        ++tree.handed;
    });
    for (std::size_t i = 0; i < file.size(); i += step)
    {
        builder.Append(file.data() + i, std::min(step, file.size() - i));
    }
    EXPECT_EQ(builder.Size(), file.size());
    tree.root = builder.Finish();
    return tree;
}

/// @param disk Bytes that somebody has. @return Reads from there, as they are then.
FileReader::Former
ReadsFrom(const Bytes& disk)
{
    return [&disk](std::uint64_t offset, std::size_t size) {
        const std::size_t begin = std::min<std::size_t>(offset, disk.size());
        const std::size_t end = std::min(begin + size, disk.size());
        return Bytes(disk.begin() + static_cast<std::ptrdiff_t>(begin),
                     disk.begin() + static_cast<std::ptrdiff_t>(end));
    };
}

/// @param [in,out] disk Bytes that somebody has. @param piece Is written over them.
void
WriteTo(Bytes& disk, const FileReader::Piece& piece)
{
    disk.resize(std::max(disk.size(), piece.offset + piece.bytes.size()));
    std::copy(piece.bytes.begin(),
              piece.bytes.end(),
              disk.begin() + static_cast<std::ptrdiff_t>(piece.offset));
}

/// @param reader Reads a file. @param tree Its blocks. @param take Takes what comes of the file.
/// @param seed For the order in which blocks come.
void
ReadAll(FileReader& reader,
        const Tree& tree,
        const std::function<void(const FileReader::Piece&)>& take,
        unsigned seed = 1)
{
    std::vector<Key> asked;
    std::mt19937 random(seed);
    while (!reader.IsDone())
    {
        const auto more = reader.Ask();
        asked.insert(asked.end(), more.begin(), more.end());
        EXPECT_LE(asked.size(), FileReader::kMostAsked);
        if (asked.empty())
        {
            ADD_FAILURE() << "nothing is asked for, and it is not done: " << reader.Damage();
            break;
        }
        std::swap(asked[random() % asked.size()], asked.back());
        EXPECT_EQ(reader.Give(asked.back(), tree.blocks.at(asked.back())), Given::kTaken);
        asked.pop_back();
        while (const auto piece = reader.Take())
        {
            take(*piece);
        }
    }
    EXPECT_TRUE(asked.empty());
    EXPECT_TRUE(reader.Ask().empty());
}

/// @param reader As above. @param tree As above. @param seed As above. @return What the reader
/// gave, which is the whole file.
Bytes
ReadAll(FileReader& reader, const Tree& tree, unsigned seed = 1)
{
    Bytes file;
    const auto take = [&](const FileReader::Piece& piece) {
        EXPECT_EQ(piece.offset, file.size());
        file.insert(file.end(), piece.bytes.begin(), piece.bytes.end());
    };
    ReadAll(reader, tree, take, seed);
    return file;
}

struct Shape
{
    std::size_t size;   ///< Bytes of a file.
    std::size_t blocks; ///< Blocks of its tree.
};

class FileTreeTest : public testing::TestWithParam<Shape>
{
};

INSTANTIATE_TEST_SUITE_P(Sizes,
                         FileTreeTest,
                         testing::Values(Shape{0, 1},
                                         Shape{1, 1 + 1},
                                         Shape{8191, 1 + 1},
                                         Shape{8192, 1 + 1},
                                         Shape{8193, 2 + 1},
                                         Shape{408 * 8192, 408 + 1},
                                         Shape{408 * 8192 + 1, 409 + 2 + 1},
                                         Shape{409 * 8192, 409 + 2 + 1},
                                         Shape{2 * 408 * 8192, 2 * 408 + 2 + 1},
                                         Shape{2 * 408 * 8192 + 5000, 2 * 408 + 1 + 3 + 1}),
                         [](const auto& info) { return std::to_string(info.param.size); });

TEST_P(FileTreeTest, IsTheFile)
{
    const Bytes file = RandomBlock(GetParam().size, 1);
    const Tree tree = Build(file);
    EXPECT_EQ(tree.blocks.size(), GetParam().blocks);
    EXPECT_EQ(tree.handed, GetParam().blocks);
    for (const auto& [key, block] : tree.blocks)
    {
        EXPECT_TRUE(IsBlockOf(key, block));
    }
    for (const unsigned seed : {1, 2})
    {
        FileReader reader(tree.root);
        EXPECT_FALSE(reader.Size());
        EXPECT_TRUE(ReadAll(reader, tree, seed) == file);
        EXPECT_EQ(reader.Size(), file.size());
        EXPECT_EQ(reader.Damage(), "");
    }
}

TEST_P(FileTreeTest, IsTheSameHoweverItIsFed)
{
    const Bytes file = RandomBlock(GetParam().size, 1);
    const Key root = Build(file).root;
    for (const std::size_t step : {8192, 8191, 3000000, 777})
    {
        EXPECT_EQ(Build(file, step).root, root);
    }
}

TEST_P(FileTreeTest, OnlyWhatIsMissingOrWrongIsAskedFor)
{
    const std::size_t size = GetParam().size;
    const Bytes file = RandomBlock(size, 1);
    const Tree tree = Build(file);
    std::set<std::size_t> offsets{0, size};
    for (const std::size_t offset : {1, 8191, 8192, 8193, 408 * 8192 - 1, 408 * 8192})
    {
        offsets.insert(std::min(offset, size));
        offsets.insert(size - std::min(offset, size));
    }
    for (const std::size_t offset : offsets)
    {
        // some bytes are there, and one byte more, which is wrong
        Bytes disk(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(offset));
        disk.push_back(offset < size ? file[offset] ^ 1 : 0);
        const std::size_t right = offset == size ? size : offset / kLeafBytes * kLeafBytes;
        FileReader reader(tree.root, ReadsFrom(disk));
        EXPECT_EQ(reader.IsWhole(), false);
        std::size_t next = right;
        ReadAll(reader, tree, [&](const FileReader::Piece& piece) {
            EXPECT_EQ(piece.offset, next);
            next += piece.bytes.size();
            WriteTo(disk, piece);
        });
        EXPECT_EQ(next, size);
        EXPECT_EQ(reader.Kept(), right);
        EXPECT_EQ(reader.IsWhole(), offset < size) << "what is too long is not cut off here";
        disk.resize(size);
        EXPECT_TRUE(reader.IsWhole());
        EXPECT_TRUE(disk == file);
    }
}

/// Three levels of inner blocks: 1.3 GB of zeros and a bit, whose tree has few different blocks.
TEST(FileTreeDepthTest, ThreeLevelsAreRead)
{
    const Bytes zeros(408 * kLeafBytes);
    Tree tree;
    FileBuilder builder([&](const Key& key, const Bytes& block) { tree.blocks[key] = block; });
    for (std::size_t i = 0; i < kFanOut; ++i)
    {
        builder.Append(zeros.data(), zeros.size());
    }
    const Bytes end = RandomBlock(10000, 1);
    builder.Append(end.data(), end.size());
    tree.root = builder.Finish();
    // leaves: zeros and the last two; of each level a full one and the last one; the root
    EXPECT_EQ(tree.blocks.size(), 3 + 2 + 2 + 1u);
    EXPECT_EQ(LevelOfRoot(builder.Size()), 3u);
    FileReader reader(tree.root);
    std::uint64_t next = 0;
    Bytes last;
    ReadAll(reader, tree, [&](const FileReader::Piece& piece) {
        EXPECT_EQ(piece.offset, next);
        next += piece.bytes.size();
        const bool isZeros = piece.bytes.size() == kLeafBytes && piece.bytes == Bytes(kLeafBytes);
        if (!isZeros)
        {
            last.insert(last.end(), piece.bytes.begin(), piece.bytes.end());
        }
    });
    EXPECT_EQ(next, builder.Size());
    EXPECT_TRUE(last == end);
}

TEST(FileTreeDepthTest, TheSizeSaysHowHighTheTreeIs)
{
    EXPECT_EQ(LevelOfRoot(0), 1u);
    EXPECT_EQ(LevelOfRoot(408 * 8192), 1u);
    EXPECT_EQ(LevelOfRoot(408 * 8192 + 1), 2u);
    EXPECT_EQ(LevelOfRoot(UINT64_C(408) * 408 * 8192 + 1), 3u);
    EXPECT_EQ(LevelOfRoot(kMostFileBytes), kMostLevels);
    EXPECT_EQ(BytesBelow(kMostLevels), kMostFileBytes);
}

TEST(FileReaderTest, AtMost64AreAskedForAndNoneTwice)
{
    const Bytes file = RandomBlock(1000 * kLeafBytes, 1);
    const Tree tree = Build(file);
    FileReader reader(tree.root);
    EXPECT_EQ(reader.Ask(), std::vector<Key>{tree.root});
    EXPECT_TRUE(reader.Ask().empty());
    reader.Give(tree.root, tree.blocks.at(tree.root));
    // the first inner block: what is below it is more than what may be read ahead
    const auto inner = reader.Ask();
    ASSERT_EQ(inner.size(), 1u);
    reader.Give(inner[0], tree.blocks.at(inner[0]));
    const auto leaves = reader.Ask();
    ASSERT_EQ(leaves.size(), 64u);
    EXPECT_TRUE(reader.Ask().empty());
    reader.Give(leaves[5], tree.blocks.at(leaves[5]));
    const auto next = reader.Ask();
    ASSERT_EQ(next.size(), 1u);
    EXPECT_EQ(std::count(leaves.begin(), leaves.end(), next[0]), 0);
    EXPECT_FALSE(reader.Take());
}

TEST(FileReaderTest, ItDoesNotReadAheadForEver)
{
    const Bytes file = RandomBlock(1000 * kLeafBytes, 1);
    const Tree tree = Build(file);
    FileReader reader(tree.root);
    reader.Give(reader.Ask().at(0), tree.blocks.at(tree.root));
    const Key inner = reader.Ask().at(0);
    reader.Give(inner, tree.blocks.at(inner));
    // the first leaf never comes
    std::size_t given = 0;
    Key first;
    for (auto asked = reader.Ask(); !asked.empty(); asked = reader.Ask())
    {
        for (const Key& key : asked)
        {
            if (given++ == 0)
            {
                first = key;
            }
            else
            {
                EXPECT_EQ(reader.Give(key, tree.blocks.at(key)), Given::kTaken);
            }
        }
        ASSERT_LE(given, 300u);
    }
    EXPECT_EQ(given, 256u);
    EXPECT_FALSE(reader.Take());
    reader.Give(first, tree.blocks.at(first));
    std::size_t taken = 0;
    while (reader.Take())
    {
        ++taken;
    }
    EXPECT_EQ(taken, 256u);
    EXPECT_EQ(reader.Ask().size(), 64u);
}

TEST(FileReaderTest, WrongBytesAreWantedAgain)
{
    const Tree tree = Build(RandomBlock(100, 1));
    FileReader reader(tree.root);
    reader.Ask();
    EXPECT_EQ(reader.Give(tree.root, {1, 2, 3}), Given::kWrong);
    EXPECT_EQ(reader.Ask(), std::vector<Key>{tree.root});
    EXPECT_EQ(reader.Give(Key(5), {}), Given::kNotAsked);
    reader.Retry(tree.root);
    EXPECT_EQ(reader.Ask(), std::vector<Key>{tree.root});
    EXPECT_EQ(reader.Give(tree.root, tree.blocks.at(tree.root)), Given::kTaken);
    EXPECT_EQ(reader.Give(tree.root, tree.blocks.at(tree.root)), Given::kNotAsked);
}

TEST(FileReaderTest, OneBlockIsNoTree)
{
    for (const std::size_t size : {0, 1, 8192})
    {
        const Bytes block = RandomBlock(size, 1);
        const Key key = BlockKey(block);
        Bytes disk;
        FileReader reader(key, ReadsFrom(disk), FileReader::Names::kBlock);
        EXPECT_EQ(reader.Ask(), std::vector<Key>{key});
        EXPECT_EQ(reader.Give(key, block), Given::kTaken);
        EXPECT_EQ(reader.Size(), size);
        const auto piece = reader.Take();
        ASSERT_TRUE(piece);
        EXPECT_EQ(piece->offset, 0u);
        EXPECT_TRUE(piece->bytes == block);
        EXPECT_TRUE(reader.IsDone());
        EXPECT_EQ(reader.IsWhole(), size == 0);
        disk = block;
        EXPECT_TRUE(reader.IsWhole());
        disk.push_back(0);
        EXPECT_FALSE(reader.IsWhole());
    }
}

/// Expect that a root, whose digest is right, is refused. @param block The root block. @param
/// blocks What it may name.
void
ExpectDamaged(const Bytes& block, const std::map<Key, Bytes>& blocks = {})
{
    const Key root = BlockKey(block);
    FileReader reader(root);
    reader.Ask();
    Given answer = reader.Give(root, block);
    for (auto asked = reader.Ask(); answer == Given::kTaken && !asked.empty(); asked = reader.Ask())
    {
        answer = reader.Give(asked[0], blocks.at(asked[0]));
    }
    EXPECT_EQ(answer, Given::kDamaged);
    EXPECT_NE(reader.Damage(), "");
    EXPECT_FALSE(reader.IsDone());
    EXPECT_FALSE(reader.Take());
    EXPECT_TRUE(reader.Ask().empty());
}

TEST(FileReaderTest, WhatIsNoTreeIsRefused)
{
    ExpectDamaged({});
    ExpectDamaged({1, 2, 3});
    ExpectDamaged(RandomBlock(8192, 1));
    ExpectDamaged(EncodeInnerBlock({kMostFileBytes + 1, {Key(1)}}));
    ExpectDamaged(EncodeInnerBlock({UINT64_MAX, {Key(1)}}));
    ExpectDamaged(EncodeInnerBlock({0, {Key(1)}}));
    ExpectDamaged(EncodeInnerBlock({1, {}}));
    ExpectDamaged(EncodeInnerBlock({8193, {Key(1)}}));
    ExpectDamaged(EncodeInnerBlock({8192, {Key(1), Key(2)}}));
    Bytes more = EncodeInnerBlock({8192, {Key(1)}});
    more.push_back(0);
    ExpectDamaged(more);
}

TEST(FileReaderTest, BlocksOfOtherSizesThanTheTreeSaysAreRefused)
{
    const Bytes leaf = RandomBlock(8192, 1);
    const Bytes shorter = RandomBlock(8191, 2);
    const std::map<Key, Bytes> blocks{{BlockKey(leaf), leaf}, {BlockKey(shorter), shorter}};
    ExpectDamaged(EncodeInnerBlock({8192, {BlockKey(shorter)}}), blocks);
    ExpectDamaged(EncodeInnerBlock({8191, {BlockKey(leaf)}}), blocks);
    ExpectDamaged(EncodeInnerBlock({16383, {BlockKey(shorter), BlockKey(leaf)}}), blocks);
}

TEST(FileReaderTest, InnerBlocksMustFitThoseAbove)
{
    const Tree tree = Build(RandomBlock(410 * 8192, 1));
    auto root = *DecodeRoot(tree.blocks.at(tree.root));
    std::swap(root.below[0], root.below[1]);
    ExpectDamaged(EncodeInnerBlock(root), tree.blocks);
    root = *DecodeRoot(tree.blocks.at(tree.root));
    root.size += 8192;
    ExpectDamaged(EncodeInnerBlock({root.size, {root.below[1], root.below[1]}}), tree.blocks);
    // a leaf in the place of an inner block
    const auto inner = *DecodeInnerBlock(tree.blocks.at(root.below[0]), 1);
    ExpectDamaged(EncodeInnerBlock({410 * 8192, {inner.below[0], root.below[1]}}), tree.blocks);
}

TEST(FileBuilderTest, RefusesWhatIsTooLong)
{
    FileBuilder builder([](const Key&, const Bytes&) {});
    const std::uint8_t byte = 0;
    EXPECT_THROW(builder.Append(&byte, kMostFileBytes + 1), std::length_error);
    builder.Append(&byte, 1);
    EXPECT_THROW(builder.Append(&byte, kMostFileBytes), std::length_error);
    EXPECT_EQ(builder.Size(), 1u);
}

} // namespace
} // namespace dht
