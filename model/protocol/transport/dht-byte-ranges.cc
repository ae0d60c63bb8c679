/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-byte-ranges.h"

#include <algorithm>

namespace dht
{

void
ByteRanges::Add(ByteRange range)
{
    if (range.begin >= range.end)
    {
        return;
    }
    const auto from = std::lower_bound(m_ranges.begin(),
                                       m_ranges.end(),
                                       range.begin,
                                       [](const auto& other, auto at) { return other.end < at; });
    auto to = from;
    for (; to != m_ranges.end() && to->begin <= range.end; ++to)
    {
        range = {std::min(range.begin, to->begin), std::max(range.end, to->end)};
        m_total -= to->end - to->begin;
    }
    m_total += range.end - range.begin;
    if (from == to)
    {
        m_ranges.insert(from, range);
        return;
    }
    *from = range;
    m_ranges.erase(from + 1, to);
}

void
ByteRanges::Remove(ByteRange range)
{
    const auto from = std::lower_bound(m_ranges.begin(),
                                       m_ranges.end(),
                                       range.begin,
                                       [](const auto& other, auto at) { return other.end <= at; });
    if (range.begin >= range.end || from == m_ranges.end() || from->begin >= range.end)
    {
        return;
    }
    if (from->begin < range.begin && from->end > range.end)
    {
        m_total -= range.end - range.begin;
        const ByteRange behind{range.end, from->end};
        from->end = range.begin;
        m_ranges.insert(from + 1, behind);
        return;
    }
    auto gone = from;
    for (auto at = from; at != m_ranges.end() && at->begin < range.end; ++at)
    {
        const std::uint64_t begin = std::max(at->begin, range.begin);
        const std::uint64_t end = std::min(at->end, range.end);
        m_total -= end - begin;
        if (at->begin < begin)
        {
            at->end = begin;
            gone = at + 1;
        }
        else
        {
            at->begin = end;
        }
    }
    const auto isSome = [](const auto& other) { return other.begin < other.end; };
    m_ranges.erase(gone, std::find_if(gone, m_ranges.end(), isSome));
}

void
ByteRanges::AddWithout(ByteRange range, const ByteRanges& other)
{
    auto at = std::lower_bound(other.m_ranges.begin(),
                               other.m_ranges.end(),
                               range.begin,
                               [](const auto& taken, auto begin) { return taken.end <= begin; });
    for (; at != other.m_ranges.end() && at->begin < range.end; ++at)
    {
        Add({range.begin, at->begin});
        range.begin = at->end;
    }
    Add(range);
}

void
ByteRanges::Release()
{
    if (m_ranges.empty())
    {
        std::vector<ByteRange>().swap(m_ranges);
    }
}

} // namespace dht
