/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FILE_READER_H
#define DHT_FILE_READER_H

#include "dht-file-tree.h"

#include <deque>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * From blocks to their file.
 */

namespace dht
{

/**
 * Says which blocks it wants, is given them in whatever order they come, and hands out the file in
 * its own order. Bounded in memory: what is asked for lies within kAhead bytes of what is handed
 * out next.
 */
class FileReader
{
  public:
    /// Blocks asked for and not given, at the most.
    static constexpr std::size_t kMostAsked = 64;
    /// Bytes of the file, from what is handed out next, in which blocks are asked for.
    static constexpr std::uint64_t kAhead = UINT64_C(256) * kLeafBytes;

    /// What became of a block.
    enum class Answer : std::uint8_t
    {
        kTaken,    ///< It is a part of the file.
        kNotAsked, ///< Nobody has asked for it.
        kWrong,    ///< The bytes are not those of the key. It is wanted again.
        kDamaged,  ///< It is in the tree, and cannot be there: there is no such file. See Damage().
    };

    /// @param root Names the file. @param offset Where to begin, such as behind what is there
    /// already.
    explicit FileReader(const Key& root, std::uint64_t offset = 0);

    /// @return Keys of blocks to get now. They count as asked for.
    std::vector<Key> Ask();

    /// @param key A key that was asked for. @param bytes Its block. @return What became of it.
    Answer Give(const Key& key, const Bytes& bytes);

    /// @param key A key that was asked for, in vain. It is wanted again.
    void Retry(const Key& key);

    /// @return The next bytes of the file, as far as they are there. They are handed out once.
    Bytes Take();

    /// @return Bytes of the whole file, once the root is there.
    std::optional<std::uint64_t> Size() const;

    /// @return Whether all has been handed out.
    bool IsDone() const;

    /// @return What is wrong with the tree; empty as long as nothing is known to be.
    const std::string& Damage() const;

  private:
    /// How far a block is.
    enum class State : std::uint8_t
    {
        kWanted, ///< It is to be asked for.
        kAsked,  ///< It was asked for.
        kHeld,   ///< A leaf that waits for those before it.
    };

    /// A block of the tree, in the order of the file. An inner block gives way to those below it.
    struct Part
    {
        Key key;                     ///< Its key.
        unsigned storey{0};          ///< How far above the leaves.
        std::uint64_t begin{0};      ///< Where it begins in the file.
        std::uint64_t size{0};       ///< Bytes of the file in it.
        State state{State::kWanted}; ///< How far it is.
        Bytes bytes;                 ///< Of a leaf that is held.
    };

    /// Take a block in. @param part The part that stands for the block. @param bytes Its bytes.
    /// @return What stands for it now. Empty, and damage, if it is wrong.
    std::vector<Part> Opened(const Part& part, const Bytes& bytes);
    /// @param part An inner block's part. @param inner The block. @return What is below it, as far
    /// as it is wanted.
    std::vector<Part> Below(const Part& part, const InnerBlock& inner) const;
    /// Nothing more comes of it. @param part The place in the file. @param why What is wrong.
    void SetDamage(const Part& part, const std::string& why);

    std::uint64_t m_offset;              ///< Where to go on.
    std::optional<std::uint64_t> m_size; ///< Of the file.
    std::deque<Part> m_parts;            ///< What is not handed out.
    std::string m_damage;                ///< What is wrong.
};

} // namespace dht

#endif // DHT_FILE_READER_H
