/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FRAGMENT_H
#define DHT_FRAGMENT_H

#include "dht-block-code.h"

/**
 * @file
 * @ingroup dht-protocol
 * A fragment of a block, with what one needs to know to make use of it.
 */

namespace dht
{

/// What a holder says of a fragment it was asked for.
enum class FragmentStatus : std::uint8_t
{
    kHeld,        ///< Here it is.
    kNotHere,     ///< It has none of that block.
    kTokenWanted, ///< It may have one, and sends it to who names the token of an earlier answer.
};

/// A part of a block. Nobody can tell alone whether the bytes are right, unless m is 1.
struct Fragment
{
    FragmentStatus status{FragmentStatus::kHeld}; ///< What follows matters if it is held.
    std::size_t needed{1};                        ///< Fragments that the block needs (m).
    std::size_t blockSize{0};                     ///< Bytes of the block.
    FragmentRow row{1};                           ///< What is in it.
    Time left{0};                                 ///< How long it is kept yet.
    Bytes bytes;                                  ///< FragmentSize() bytes.
};

/// What a holder says of its fragment instead of sending it: who has the block knows what the
/// fragment of that row must be.
struct FragmentMark
{
    std::size_t needed{1};   ///< Fragments that the block needs (m), by the holder's fragment.
    FragmentRow row{1};      ///< What is in it.
    std::uint64_t digest{0}; ///< Of all of it: nobody makes another one with the same.

    /// @param other Another one. @return Whether both are the same.
    bool operator==(const FragmentMark& other) const
    {
        return needed == other.needed && row == other.row && digest == other.digest;
    }
};

/// @param fragment What somebody sent. @return Whether it is held, and its parts fit each other.
bool IsWellFormed(const Fragment& fragment);

/// @param fragment A well-formed one. @param block A block. @return Whether the one is of the
/// other.
bool IsFragmentOf(const Fragment& fragment, const Bytes& block);

/// @param fragment A well-formed one. @return What is said of it: the digest is the last 8 bytes of
/// SHA-1 over m, the block's size, the row and the bytes, as they are in a frame.
FragmentMark MarkOf(const Fragment& fragment);

/// @param mark What a holder says. @param block A block. @return Whether it has a fragment of that
/// block, and no other one.
bool IsMarkOf(const FragmentMark& mark, const Bytes& block);

/// A checksum (CRC-64 of ECMA-182, reflected) against decay: it is cheap, and anybody can make
/// another fragment with the same. @param key The block's key. @param fragment Anything at all.
/// @return The checksum of all but the lifetime.
std::uint64_t Checksum(const Key& key, const Fragment& fragment);

/**
 * @param block A block.
 * @param needed Fragments that it will need.
 * @param rows A row for each fragment.
 * @param left How long they are to be kept.
 * @return The fragments.
 */
std::vector<Fragment> MakeFragments(const Bytes& block,
                                    std::size_t needed,
                                    const std::vector<FragmentRow>& rows,
                                    Time left);

} // namespace dht

#endif // DHT_FRAGMENT_H
