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
    if (!m_body)
    {
        m_body = std::make_unique<Body>();
    }
    auto& [ranges, total] = *m_body;
    const auto from =
        std::lower_bound(ranges.begin(), ranges.end(), range.begin, [](const auto& other, auto at) {
            return other.end < at;
        });
    auto to = from;
    for (; to != ranges.end() && to->begin <= range.end; ++to)
    {
        range = {std::min(range.begin, to->begin), std::max(range.end, to->end)};
        total -= to->end - to->begin;
    }
    total += range.end - range.begin;
    if (from == to)
    {
        ranges.insert(from, range);
        return;
    }
    *from = range;
    ranges.erase(from + 1, to);
}

void
ByteRanges::Remove(ByteRange range)
{
    if (range.begin >= range.end || IsEmpty())
    {
        return;
    }
    auto& [ranges, total] = *m_body;
    const auto from =
        std::lower_bound(ranges.begin(), ranges.end(), range.begin, [](const auto& other, auto at) {
            return other.end <= at;
        });
    if (from == ranges.end() || from->begin >= range.end)
    {
        return;
    }
    if (from->begin < range.begin && from->end > range.end)
    {
        total -= range.end - range.begin;
        const ByteRange behind{range.end, from->end};
        from->end = range.begin;
        ranges.insert(from + 1, behind);
        return;
    }
    auto gone = from;
    for (auto at = from; at != ranges.end() && at->begin < range.end; ++at)
    {
        const std::uint64_t begin = std::max(at->begin, range.begin);
        const std::uint64_t end = std::min(at->end, range.end);
        total -= end - begin;
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
    ranges.erase(gone, std::find_if(gone, ranges.end(), isSome));
}

void
ByteRanges::AddWithout(ByteRange range, const ByteRanges& other)
{
    if (!other.IsEmpty())
    {
        const auto& taken = other.m_body->ranges;
        auto at = std::lower_bound(taken.begin(),
                                   taken.end(),
                                   range.begin,
                                   [](const auto& one, auto begin) { return one.end <= begin; });
        for (; at != taken.end() && at->begin < range.end; ++at)
        {
            Add({range.begin, at->begin});
            range.begin = at->end;
        }
    }
    Add(range);
}

void
ByteRanges::Release()
{
    if (IsEmpty())
    {
        m_body.reset();
    }
}

} // namespace dht
