/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_TREE_WALK_H
#define DHT_EMU_TREE_WALK_H

#include "dht-file-tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * All blocks of a file, whose root may lie.
 */

namespace dht
{

/// @param root Names a file. @param size Bytes that its root says it has. @param limit Bytes that
/// it may have. @throws PeerError These are more.
void CheckLimit(const Key& root, std::uint64_t size, std::uint64_t limit);

/**
 * Names each block of a file's tree, those in the same place of several equal subtrees once: five
 * blocks may be a valid tree of 227 TB. Bounded in memory: it goes down before it goes on, and it
 * forgets which blocks it has named when they are too many, and may name them once more.
 */
class TreeWalk
{
  public:
    /// Leaves that it remembers, and inner blocks.
    static constexpr std::size_t kMostKnown = std::size_t{1} << 18;

    /// @param root Names the file. @param limit Bytes that the file may have.
    TreeWalk(const Key& root, std::uint64_t limit);

    /// @return The next block to fetch or check; nothing if there is none before another one is
    /// given.
    std::optional<Key> Next();
    /// @param key That Next() has named, and that was not given yet. @return Whether something is
    /// below it, or it is the root.
    bool IsInner(const Key& key) const;
    /// @param key That Next() has named; once more, that does nothing. @param block Its block.
    /// @throws PeerError It cannot be where it is, or the file is larger than it may be.
    void Give(const Key& key, const Bytes& block);
    /// @param key That Next() has named, and that is not there: what is below it is left out.
    void Skip(const Key& key);
    /// @return Whether all blocks were given or left out, once Next() names no more.
    bool IsDone() const;

    /// @return Bytes of the file in leaves that were given.
    std::uint64_t Done() const;
    /// @return Bytes of the whole file, once the root was given.
    std::optional<std::uint64_t> Size() const;

  private:
    /// Where a block is.
    struct Place
    {
        Key key;            ///< Its key.
        unsigned level;     ///< How far it is above the leaves; of the root, kMostLevels at first.
        std::uint64_t size; ///< Bytes of the file in it or below it.

        /// @param other Another place. @return Whether this one comes first in some order.
        bool operator<(const Place& other) const
        {
            return std::tie(key, level, size) < std::tie(other.key, other.level, other.size);
        }
    };

    /// @param place Where a block is. @param block The block. @throws PeerError It cannot be there.
    void Open(Place place, const Bytes& block);

    Key m_root;                                ///< Names the file.
    std::uint64_t m_limit;                     ///< Bytes that it may have.
    std::optional<std::uint64_t> m_size;       ///< Bytes that it has.
    std::uint64_t m_done{0};                   ///< Of these, those in leaves that were given.
    std::vector<Place> m_ahead;                ///< What was not named yet, the next one last.
    std::map<Key, std::vector<Place>> m_asked; ///< What was, and was not given yet.
    std::array<std::set<Place>, 2> m_known;    ///< Leaves that were named, and inner blocks.
};

} // namespace dht

#endif // DHT_EMU_TREE_WALK_H
