/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FILE_READER_H
#define DHT_FILE_READER_H

#include "dht-file-tree.h"

#include <deque>
#include <functional>
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
 * its own order. What somebody has of the file already is compared with the tree's keys, leaf by
 * leaf, and only what is missing or wrong is wanted and handed out. Bounded in memory: what is
 * asked for lies within kAhead bytes of what is handed out next.
 */
class FileReader
{
  public:
    /// Blocks asked for and not given, at the most.
    static constexpr std::size_t kMostAsked = 64;
    /// Bytes of the file, from what is handed out next, in which blocks are asked for.
    static constexpr std::uint64_t kAhead = UINT64_C(256) * kLeafBytes;
    /// The same of inner blocks where something may be there already: what is below four of them is
    /// compared while the next ones are on their way.
    static constexpr std::uint64_t kAheadToCompare = UINT64_C(4) * kFanOut * kLeafBytes;

    /// What became of a block.
    enum class Answer : std::uint8_t
    {
        kTaken,    ///< It is a part of the file.
        kNotAsked, ///< Nobody has asked for it.
        kWrong,    ///< The bytes are not those of the key. It is wanted again.
        kDamaged,  ///< It is in the tree, and cannot be there: there is no such file. See Damage().
    };

    /// What a root key may name.
    enum class Names : std::uint8_t
    {
        kFile, ///< A file, by the root of its tree.
        kBlock ///< One block, which is all there is.
    };

    /// Reads what there is already. @param offset Where in the file. @param size How many bytes.
    /// @return These, or fewer where there are no more. They need not be right.
    using Former = std::function<Bytes(std::uint64_t offset, std::size_t size)>;

    /// Bytes of the file, and where they belong.
    struct Piece
    {
        std::uint64_t offset; ///< Their place in the file.
        Bytes bytes;          ///< A leaf.
    };

    /// @param root Names the file. @param former Reads what there is of it; null: nothing.
    /// @param names What the root is.
    explicit FileReader(const Key& root, Former former = nullptr, Names names = Names::kFile);

    /// @return Keys of blocks to get now. They count as asked for.
    std::vector<Key> Ask();

    /// @param key A key that was asked for. @param bytes Its block. @return What became of it.
    Answer Give(const Key& key, const Bytes& bytes);

    /// @param key A key that was asked for, in vain. It is wanted again.
    void Retry(const Key& key);

    /// @return The next leaf that was given, if those before it were handed out, or were there
    /// already. Each is handed out once.
    std::optional<Piece> Take();

    /// @return Bytes of the file that were there already, and right, as far as it was compared.
    std::uint64_t Kept() const;

    /// @return Bytes of the whole file, once the root is there.
    std::optional<std::uint64_t> Size() const;

    /// @return Whether all has been handed out.
    bool IsDone() const;

    /// Read all that there is, once everything that was handed out is there, too. @return Whether
    /// it is the file that the root names, every byte of it and none more.
    bool IsWhole() const;

    /// @return What is wrong with the tree; empty as long as nothing is known to be.
    const std::string& Damage() const;

  private:
    /// How far a block is.
    enum class State : std::uint8_t
    {
        kWanted, ///< It is to be asked for.
        kAsked,  ///< It was asked for.
        kHeld,   ///< A leaf that waits for those before it.
        kThere,  ///< A leaf that was there already.
    };

    /// A block of the tree, in the order of the file. An inner block gives way to those below it.
    struct Part
    {
        Key key;                     ///< Its key.
        unsigned level{0};           ///< How far above the leaves.
        std::uint64_t begin{0};      ///< Where it begins in the file.
        std::uint64_t size{0};       ///< Bytes of the file in it.
        State state{State::kWanted}; ///< How far it is.
        Bytes bytes;                 ///< Of a leaf that is held.
    };

    /// Take a block in. @param part The part that stands for the block. @param bytes Its bytes.
    /// @return What stands for it now. Empty, and damage, if it is wrong.
    std::vector<Part> Opened(const Part& part, const Bytes& bytes);
    /// @param part The root's part. @param bytes Its bytes. @return What stands for it now. Empty,
    /// and damage, if it is none.
    std::vector<Part> OpenedRoot(Part part, const Bytes& bytes);
    /// @param leaf A leaf's part. @param bytes Its bytes. @return The held part; none, and
    /// damage, if the bytes are too many or too few.
    std::vector<Part> Held(Part leaf, const Bytes& bytes);
    /// @param part An inner block's part. @param inner The block. @return What is below it.
    std::vector<Part> Below(const Part& part, const InnerBlock& inner);
    /// @param leaf A leaf's part. @return Whether its bytes are there already.
    bool IsThere(const Part& leaf) const;
    /// What is there already is done with.
    void PassOver();
    /// Nothing more comes of it. @param part The place in the file. @param why What is wrong.
    void SetDamage(const Part& part, const std::string& why);

    Key m_root;                          ///< Names the file.
    Former m_former;                     ///< Reads what there is already.
    Names m_names;                       ///< What the root is.
    std::uint64_t m_offset{0};           ///< Where the first part begins.
    std::uint64_t m_kept{0};             ///< Bytes that were there already.
    std::optional<std::uint64_t> m_size; ///< Of the file.
    std::deque<Part> m_parts;            ///< What is not handed out.
    std::string m_damage;                ///< What is wrong.
};

} // namespace dht

#endif // DHT_FILE_READER_H
