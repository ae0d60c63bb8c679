/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-file-builder.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dht
{

FileBuilder::FileBuilder(Emit emit)
    : m_emit(std::move(emit)),
      m_levels(1)
{
}

void
FileBuilder::Append(const std::uint8_t* bytes, std::size_t size)
{
    if (size > kMostFileBytes - m_size)
    {
        throw std::length_error("the file is longer than " + std::to_string(kMostFileBytes) +
                                " bytes");
    }
    m_size += size;
    while (size > 0)
    {
        const std::size_t taken = std::min(size, kLeafBytes - m_leaf.size());
        m_leaf.insert(m_leaf.end(), bytes, bytes + taken);
        bytes += taken;
        size -= taken;
        if (m_leaf.size() == kLeafBytes)
        {
            EndLeaf();
        }
    }
}

Key
FileBuilder::Finish()
{
    if (!m_leaf.empty())
    {
        EndLeaf();
    }
    unsigned level = 1;
    for (; level < m_levels.size(); ++level)
    {
        EndInner(level);
    }
    return Hand(EncodeInnerBlock(m_levels.back()));
}

std::uint64_t
FileBuilder::Size() const
{
    return m_size;
}

Key
FileBuilder::Hand(const Bytes& block)
{
    const Key key = BlockKey(block);
    m_emit(key, block);
    return key;
}

void
FileBuilder::EndLeaf()
{
    // long runs of zeros are not rare, and a digest takes much longer than to compare
    if (m_leaf == m_former)
    {
        m_emit(m_formerKey, m_leaf);
    }
    else
    {
        m_formerKey = Hand(m_leaf);
        m_former = m_leaf;
    }
    Place(0, m_formerKey, m_leaf.size());
    m_leaf.clear();
}

void
FileBuilder::Place(unsigned level, const Key& key, std::uint64_t size)
{
    if (m_levels.size() == level)
    {
        m_levels.emplace_back();
    }
    // a full one waits for the next block: if there is none, it may be the root
    if (m_levels[level].below.size() == kFanOut)
    {
        EndInner(level + 1);
    }
    m_levels[level].size += size;
    m_levels[level].below.push_back(key);
}

void
FileBuilder::EndInner(unsigned level)
{
    const InnerBlock inner = std::exchange(m_levels[level - 1], {});
    Place(level, Hand(EncodeInnerBlock(inner)), inner.size);
}

} // namespace dht
