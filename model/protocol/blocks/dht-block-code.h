/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_CODE_H
#define DHT_BLOCK_CODE_H

#include "dht-block-key.h"
#include "dht-endpoint.h"
#include "dht-time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Erasure coding (Rabin's information dispersal): a block becomes l fragments, any m of which with
 * independent rows give it back.
 *
 * The block is m stripes of equal length, the last one filled up with zeros. A fragment is a sum of
 * the stripes, each times a number of GF(2^8). These numbers are the fragment's *row*, and travel
 * with it: so anybody can make a further fragment, and nobody has to know which ones there are.
 */

namespace dht
{

/// Fragments that a block needs (m), at the most.
constexpr std::size_t kMostNeeded = 7;
/// Fragments of a block (l), unless somebody wants others.
constexpr std::size_t kDefaultFragments = 14;
/// Bytes of a fragment, at the most, if m is chosen by FragmentsNeeded(): it goes into one packet.
constexpr std::size_t kPacketFragmentBytes = 1210;
/// Rows that CauchyRow() has.
constexpr std::size_t kCauchyRows = 64;

/// What of each stripe is in a fragment; what is beyond m is zero.
using FragmentRow = std::array<std::uint8_t, kMostNeeded>;

/// @param blockSize Bytes of a block. @return How many fragments it should need: so many that one
/// goes into a packet, but at least 1 and at most kMostNeeded. 1 is replication.
std::size_t FragmentsNeeded(std::size_t blockSize);

/// @param blockSize Bytes of a block. @param needed Fragments that it needs. @return Bytes of one.
std::size_t FragmentSize(std::size_t blockSize, std::size_t needed);

/**
 * A row that nobody else draws. Seven of them are dependent once in 255 times or so.
 *
 * @param needed Fragments that the block needs.
 * @param block The block's key.
 * @param holder Who holds the fragment, or will.
 * @param now The present; a later fragment of the same peer has another row.
 * @return The row.
 */
FragmentRow RandomRow(std::size_t needed, const Key& block, const Endpoint& holder, Time now);

/**
 * A row of the systematic code: the first m fragments are the stripes themselves, and any m rows
 * are independent.
 *
 * @param needed Fragments that the block needs.
 * @param number Which fragment, below kCauchyRows.
 * @return The row.
 */
FragmentRow CauchyRow(std::size_t needed, std::size_t number);

/// @param needed Fragments that the block needs. @param row A row. @return Whether it may be one:
/// something is in it, and nothing beyond m; that of replication is 1.
bool IsRow(std::size_t needed, const FragmentRow& row);

/// @param needed Fragments that the block needs. @param rows Any rows. @return How many of them are
/// independent.
std::size_t IndependentRows(std::size_t needed, std::vector<FragmentRow> rows);

/**
 * @param block A block.
 * @param needed Fragments that it will need.
 * @param rows A row for each fragment.
 * @return The fragments' bytes.
 */
std::vector<Bytes> EncodeBlock(const Bytes& block,
                               std::size_t needed,
                               const std::vector<FragmentRow>& rows);

/// A fragment as the decoder sees it.
struct CodedStripe
{
    FragmentRow row;    ///< What is in it.
    const Bytes* bytes; ///< Its FragmentSize() bytes.
};

/// What fragments give.
struct DecodedBlock
{
    Bytes bytes;         ///< The block, if they are right ones.
    bool isPaddingRight; ///< Whether zeros were behind it, as EncodeBlock() puts there.
};

/**
 * @param blockSize Bytes of the block.
 * @param stripes As many fragments as the block needs, from 1 to kMostNeeded.
 * @return What they give; nothing if their rows are dependent.
 */
std::optional<DecodedBlock> DecodeBlock(std::size_t blockSize,
                                        const std::vector<CodedStripe>& stripes);

} // namespace dht

#endif // DHT_BLOCK_CODE_H
