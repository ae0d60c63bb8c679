/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-frame-ends.h"

#include <algorithm>

namespace dht
{

FrameEnds::FrameEnds(std::uint64_t begin)
    : m_begin(begin)
{
}

void
FrameEnds::Add(std::uint64_t end)
{
    m_ends.Push(end);
}

void
FrameEnds::Drop(std::uint64_t begin)
{
    while (!m_ends.IsEmpty() && m_ends.Front() <= begin)
    {
        m_begin = m_ends.Front();
        m_ends.Pop();
    }
}

bool
FrameEnds::Cut(std::uint64_t begin, std::uint64_t& end) const
{
    const std::size_t first = At(begin);
    if (first == m_ends.Size())
    {
        return false;
    }
    if (begin != (first == 0 ? m_begin : m_ends[first - 1]))
    {
        end = std::min(end, m_ends[first]);
        return false;
    }
    const std::size_t behind = At(end);
    if (behind == first)
    {
        return false;
    }
    end = m_ends[behind - 1];
    return true;
}

void
FrameEnds::Shrink()
{
    m_ends.Shrink();
}

std::size_t
FrameEnds::At(std::uint64_t offset) const
{
    std::size_t low = 0;
    for (std::size_t high = m_ends.Size(); low < high;)
    {
        const std::size_t middle = low + (high - low) / 2;
        if (m_ends[middle] <= offset)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return low;
}

} // namespace dht
