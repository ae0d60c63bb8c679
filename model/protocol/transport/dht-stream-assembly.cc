/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-stream-assembly.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

constexpr std::uint64_t kBitsAWord = 64;
/// Ranges behind holes that may be read, and that were read: with so many, no more are offered.
constexpr std::size_t kMostAhead = 32;

/// @param from The first bit, below 64. @param count How many, 1 to 64 - from. @return A word with
/// these bits set.
std::uint64_t
BitMask(std::uint64_t from, std::uint64_t count)
{
    return (~std::uint64_t{0} >> (kBitsAWord - count)) << from;
}

} // namespace

TransportError
StreamAssembly::Take(const Piece& piece, std::uint64_t edge)
{
    const std::uint64_t end = piece.offset + piece.size;
    if (end > edge)
    {
        return TransportError::kWindow;
    }
    if (IsConflict(piece))
    {
        return TransportError::kConflict;
    }
    if (piece.isEnd)
    {
        m_end = end;
    }
    const std::uint64_t begin = std::max(piece.offset, m_arrived);
    if (begin >= end)
    {
        return TransportError::kNone;
    }
    m_bytes.Put(begin, piece.bytes + (begin - piece.offset), end - begin);
    if (begin > m_arrived)
    {
        GrowBits(end - m_bytes.Begin());
        Mark(begin, end, true);
        if (piece.isWhole)
        {
            Offer(begin, end);
        }
    }
    else
    {
        const std::uint64_t known = std::max(m_furthest, m_arrived);
        const std::uint64_t arrived = end < known ? Find(end, known, false) : end;
        Mark(m_arrived, std::min(arrived, known), false);
        m_arrived = arrived;
        if (m_ahead)
        {
            m_ahead->ready.Remove({0, m_arrived});
        }
    }
    m_furthest = std::max(m_furthest, end);
    return TransportError::kNone;
}

bool
StreamAssembly::IsConflict(const Piece& piece) const
{
    const std::uint64_t end = piece.offset + piece.size;
    const bool isOtherEnd = m_end && (end > *m_end || (piece.isEnd && end != *m_end));
    if (isOtherEnd || (piece.isEnd && end < m_furthest))
    {
        return true;
    }
    const auto differs = [&](std::uint64_t from, std::uint64_t to) {
        return from < to && !m_bytes.IsSame(from, piece.bytes + (from - piece.offset), to - from);
    };
    if (differs(std::max(piece.offset, m_bytes.Begin()), std::min(end, m_arrived)))
    {
        return true;
    }
    const std::uint64_t known = std::min(end, m_furthest);
    for (std::uint64_t at = std::max(piece.offset, m_arrived); at < known;)
    {
        const std::uint64_t from = Find(at, known, true);
        at = Find(from, known, false);
        if (differs(from, at))
        {
            return true;
        }
    }
    return false;
}

const std::uint8_t*
StreamAssembly::Look(std::size_t& size) const
{
    const bool isRead = m_ahead && !m_ahead->read.IsEmpty();
    size =
        (isRead ? std::min(m_ahead->read.First().begin, m_arrived) : m_arrived) - m_bytes.Begin();
    if (size == 0)
    {
        return nullptr;
    }
    size = m_bytes.StraightSize(m_bytes.Begin(), size);
    return m_bytes.At(m_bytes.Begin());
}

void
StreamAssembly::Skip(std::size_t size)
{
    m_bytes.SetBegin(m_bytes.Begin() + size);
    if (m_ahead && !m_ahead->read.IsEmpty() && m_ahead->read.First().begin == m_bytes.Begin())
    {
        const ByteRange gone = m_ahead->read.First();
        m_ahead->read.Remove(gone);
        m_bytes.SetBegin(gone.end);
    }
}

const std::uint8_t*
StreamAssembly::LookAhead(std::size_t& size) const
{
    size = 0;
    if (!IsReadableAhead())
    {
        return nullptr;
    }
    const ByteRange first = m_ahead->ready.First();
    size = m_bytes.StraightSize(first.begin, first.end - first.begin);
    return m_bytes.At(first.begin);
}

void
StreamAssembly::SkipAhead(std::size_t size)
{
    if (IsReadableAhead())
    {
        const ByteRange first = m_ahead->ready.First();
        const ByteRange read{first.begin, std::min(first.end, first.begin + size)};
        m_ahead->ready.Remove(read);
        m_ahead->read.Add(read);
    }
}

void
StreamAssembly::Release()
{
    if (m_bytes.Begin() == m_furthest)
    {
        m_bytes.Release();
        std::vector<std::uint64_t>().swap(m_bits);
        m_ahead.reset();
    }
}

std::uint64_t
StreamAssembly::Find(std::uint64_t from, std::uint64_t to, bool isThere) const
{
    while (from < to)
    {
        const std::uint64_t bit = from % kBitsAWord;
        const std::uint64_t word = m_bits[from / kBitsAWord & (m_bits.size() - 1)];
        const std::uint64_t wanted = (isThere ? word : ~word) >> bit;
        if (wanted != 0)
        {
            return std::min<std::uint64_t>(to,
                                           from + static_cast<unsigned>(__builtin_ctzll(wanted)));
        }
        from += kBitsAWord - bit;
    }
    return to;
}

void
StreamAssembly::Mark(std::uint64_t from, std::uint64_t to, bool isThere)
{
    while (from < to)
    {
        const std::uint64_t bit = from % kBitsAWord;
        const std::uint64_t count = std::min(kBitsAWord - bit, to - from);
        std::uint64_t& word = m_bits[from / kBitsAWord & (m_bits.size() - 1)];
        word = isThere ? word | BitMask(bit, count) : word & ~BitMask(bit, count);
        from += count;
    }
}

void
StreamAssembly::Offer(std::uint64_t from, std::uint64_t to)
{
    m_ahead = m_ahead ? std::move(m_ahead) : std::make_unique<Ahead>();
    if (m_ahead->ready.Count() < kMostAhead && m_ahead->read.Count() < kMostAhead)
    {
        m_ahead->ready.AddWithout({from, to}, m_ahead->read);
    }
}

void
StreamAssembly::GrowBits(std::size_t size)
{
    // one word more, as the first and the last byte may share one
    const std::size_t words = size / kBitsAWord + 2;
    if (words <= m_bits.size())
    {
        return;
    }
    std::size_t capacity = std::max<std::size_t>(m_bits.size(), 32);
    while (capacity < words)
    {
        capacity *= 2;
    }
    const std::uint64_t from = m_arrived / kBitsAWord;
    std::vector<std::uint64_t> bits(capacity);
    for (std::uint64_t i = 0; i < m_bits.size(); ++i)
    {
        bits[(from + i) & (capacity - 1)] = m_bits[(from + i) & (m_bits.size() - 1)];
    }
    m_bits.swap(bits);
}

} // namespace dht
