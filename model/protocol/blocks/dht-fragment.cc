/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-fragment.h"

#include <utility>

namespace dht
{

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
