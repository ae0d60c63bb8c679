/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FILE_BUILDER_H
#define DHT_FILE_BUILDER_H

#include "dht-file-tree.h"

#include <functional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * From a file to its blocks.
 */

namespace dht
{

/// Is fed with a file, and hands out its blocks, each before those above it. It remembers two
/// leaves and the keys of at most 408 blocks of each level.
class FileBuilder
{
  public:
    /// Takes a block and its key.
    using Emit = std::function<void(const Key& key, const Bytes& block)>;

    /// @param emit Takes the blocks. The same one may come again.
    explicit FileBuilder(Emit emit);

    /// @param bytes The next bytes of the file. @param size How many. @throws std::length_error The
    /// file is longer than kMostFileBytes.
    void Append(const std::uint8_t* bytes, std::size_t size);

    /// The file has ended. @return The root's key, which names it.
    Key Finish();

    /// @return Bytes of the file so far.
    std::uint64_t Size() const;

  private:
    /// Hand out a block. @param block The block. @return Its key.
    Key Hand(const Bytes& block);
    /// Hand out the leaf.
    void EndLeaf();
    /// A block is complete. @param level Where it is. @param key Its key. @param size Bytes of the
    /// file in it.
    void Place(unsigned level, const Key& key, std::uint64_t size);
    /// Hand out the inner block of what waits. @param level Where it is.
    void EndInner(unsigned level);

    Emit m_emit;                      ///< Takes the blocks.
    Bytes m_leaf;                     ///< The leaf that is not full.
    Bytes m_former;                   ///< The leaf before it.
    Key m_formerKey;                  ///< That one's key.
    std::vector<InnerBlock> m_levels; ///< The inner blocks that are not handed out; first those of
                                      ///< level 1.
    std::uint64_t m_size{0};          ///< Bytes so far.
};

} // namespace dht

#endif // DHT_FILE_BUILDER_H
