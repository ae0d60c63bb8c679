/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FILE_TREE_H
#define DHT_FILE_TREE_H

#include "dht-block-key.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * A file as a tree of blocks. Leaves are 8192 bytes of the file each, but for the last one; an
 * inner block is the size of what is below it and the keys of the blocks below. The root is always
 * an inner block, and its key names the file. The size alone says what shape the tree has: one size
 * and one content have one root.
 */

namespace dht
{

/// Bytes of a leaf, but for the last one.
constexpr std::size_t kLeafBytes = kMostBlockBytes;
/// Blocks below an inner block, at the most.
constexpr std::size_t kFanOut = 408;
/// Levels of inner blocks, at the most.
constexpr unsigned kMostLevels = 4;
/// Bytes of a file, at the most: 227 TB.
constexpr std::uint64_t kMostFileBytes = UINT64_C(408) * kFanOut * kFanOut * kFanOut * kLeafBytes;

/// An inner block.
struct InnerBlock
{
    std::uint64_t size{0};  ///< Bytes of the file below it.
    std::vector<Key> below; ///< The blocks below, in the order of the file.
};

/// @param inner An inner block. @return Its bytes: the size in 8 bytes, most significant first, and
/// 20 bytes for each key.
Bytes EncodeInnerBlock(const InnerBlock& inner);

/// @param block A block's bytes. @param level How far above the leaves it is, at least 1. @return
/// The inner block; nothing if there can be none like that: it has as many keys as its size asks
/// for.
std::optional<InnerBlock> DecodeInnerBlock(const Bytes& block, unsigned level);

/// @param block A block's bytes. @return The inner block, if it can be the root of a file.
std::optional<InnerBlock> DecodeRoot(const Bytes& block);

/// @param level How far above the leaves; a leaf's is 0. @return Bytes of the file that are below
/// a block there, if it is not among the last ones.
std::uint64_t BytesBelow(unsigned level);

/// @param size Bytes of a file, up to kMostFileBytes. @return How far its root is above the leaves.
unsigned LevelOfRoot(std::uint64_t size);

} // namespace dht

#endif // DHT_FILE_TREE_H
