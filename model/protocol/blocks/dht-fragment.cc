/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-fragment.h"

#include <algorithm>
#include <array>
#include <isa-l/crc64.h>
#include <utility>

namespace dht
{

namespace
{

/// @param number A number. @param size Its last bytes. @param to Where they go, the most
/// significant one first. @return What is behind them.
std::uint8_t*
PutNumber(std::uint64_t number, std::size_t size, std::uint8_t* to)
{
    for (std::size_t i = size; i > 0; --i, number >>= 8)
    {
        to[i - 1] = static_cast<std::uint8_t>(number);
    }
    return to + size;
}

} // namespace

bool
IsWellFormed(const Fragment& fragment)
{
    return fragment.status == FragmentStatus::kHeld && fragment.needed >= 1 &&
           fragment.needed <= kMostNeeded && fragment.blockSize <= kMostBlockBytes &&
           IsRow(fragment.needed, fragment.row) && fragment.left >= Time(0) &&
           fragment.bytes.size() == FragmentSize(fragment.blockSize, fragment.needed);
}

bool
IsFragmentOf(const Fragment& fragment, const Bytes& block)
{
    return fragment.blockSize == block.size() &&
           EncodeBlock(block, fragment.needed, {fragment.row}).front() == fragment.bytes;
}

FragmentMark
MarkOf(const Fragment& fragment)
{
    Bytes all(3 + fragment.needed + fragment.bytes.size());
    std::uint8_t* to = PutNumber(fragment.needed, 1, all.data());
    to = PutNumber(fragment.blockSize, 2, to);
    to = std::copy_n(fragment.row.begin(), fragment.needed, to);
    std::copy(fragment.bytes.begin(), fragment.bytes.end(), to);
    return {fragment.needed, fragment.row, HashBytes(all.data(), all.size()).Low()};
}

bool
IsMarkOf(const FragmentMark& mark, const Bytes& block)
{
    return MarkOf(MakeFragments(block, mark.needed, {mark.row}, Time(0)).front()) == mark;
}

std::uint64_t
Checksum(const Key& key, const Fragment& fragment)
{
    std::array<std::uint8_t, kKeyBits / 8 + 2 * 8 + kMostNeeded> head;
    key.ToBytes(head.data());
    std::uint8_t* to = PutNumber(fragment.needed, 8, head.data() + kKeyBits / 8);
    to = PutNumber(fragment.blockSize, 8, to);
    std::copy(fragment.row.begin(), fragment.row.end(), to);
    const std::uint64_t begun = crc64_ecma_refl(0, head.data(), head.size());
    return crc64_ecma_refl(begun, fragment.bytes.data(), fragment.bytes.size());
}

std::vector<Fragment>
MakeFragments(const Bytes& block,
              std::size_t needed,
              const std::vector<FragmentRow>& rows,
              Time left)
{
    std::vector<Fragment> fragments;
    auto row = rows.begin();
    for (Bytes& bytes : EncodeBlock(block, needed, rows))
    {
        fragments.push_back(
            {FragmentStatus::kHeld, needed, block.size(), *row++, left, std::move(bytes)});
    }
    return fragments;
}

} // namespace dht
