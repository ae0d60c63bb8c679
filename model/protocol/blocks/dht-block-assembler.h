/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_ASSEMBLER_H
#define DHT_BLOCK_ASSEMBLER_H

#include "dht-endpoint.h"
#include "dht-fragment.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * A block from fragments of many holders, some of which may be wrong.
 */

namespace dht
{

/**
 * Takes fragments until some of them give the block. Every result is compared with the key, so
 * there is never a wrong block. Fragments that are wrong, or whose rows depend on others', cost
 * further fragments: with each new one, the sets that it makes possible are tried. Fragments of
 * different m may be mixed.
 */
class BlockAssembler
{
  public:
    /// Holders whose fragments are looked at, at the most.
    static constexpr std::size_t kMostHolders = 64;
    /// Sets of fragments that are tried, at the most: all sets of 7 out of 14.
    static constexpr std::size_t kMostSets = 3432;

    /// How far it is.
    enum class State : std::uint8_t
    {
        kNeedMore, ///< Further fragments may give the block.
        kDone,     ///< The block is there.
        kGivenUp,  ///< Too many holders, or too many sets, have given nothing.
    };

    /// @param key The block's key.
    explicit BlockAssembler(const Key& key);

    /**
     * @param from Who sent it; a second one of the same holder is passed over.
     * @param fragment What it sent.
     * @return How far that led.
     */
    State Add(const Endpoint& from, const Fragment& fragment);

    /// @return How far it is.
    State GetState() const;

    /// @return The fewest fragments that can help, if all are right and independent; 0 once it has
    /// ended.
    std::size_t MoreNeeded() const;

    /// @return The block. It must be done.
    const Bytes& Block() const;

    /// @return The block, which is not here afterwards. It must be done.
    Bytes TakeBlock();

    /// @return How many fragments it needed (m). Before it is done, how many it needs as most of
    /// those say whose fragment may be right; if none may be, as most say; 0 if none has come.
    std::size_t Needed() const;

    /**
     * @return Who sent what is no fragment of the block, in the order they came. Before the block
     * is there, these are only those whose fragment nobody could take for one.
     */
    std::vector<Endpoint> Liars() const;

    /// @return Sets of fragments that were tried.
    std::size_t SetsTried() const;

  private:
    /// What a holder sent.
    struct Part
    {
        Endpoint from;     ///< The holder.
        Fragment fragment; ///< What it sent.
        bool isCandidate;  ///< Whether it may be one of the block.
        bool isProved;     ///< Whether it is one: the block was made of it.
    };

    /// @param from A holder. @return Whether it has sent one.
    bool HasSent(const Endpoint& from) const;
    /// @return Parts that fit the last one: of the same m and size, without itself.
    std::vector<Part*> Companions();
    /// Try all sets that have the last part in them.
    void TryLast();
    /// Try one set. @param set The parts. @return Whether it gave the block.
    bool Try(const std::vector<Part*>& set);

    Key m_key;                       ///< The block's key.
    std::vector<Part> m_parts;       ///< What came.
    Bytes m_block;                   ///< The block, once it is there.
    std::size_t m_needed{0};         ///< Fragments that it needed, likewise.
    std::size_t m_sets{0};           ///< Sets tried.
    State m_state{State::kNeedMore}; ///< How far it is.
};

} // namespace dht

#endif // DHT_BLOCK_ASSEMBLER_H
