/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-byte-ring.h"

#include <algorithm>
#include <cstring>

namespace dht
{

void
ByteRing::Put(std::uint64_t offset, const std::uint8_t* from, std::size_t size)
{
    Grow(offset - m_begin + size);
    while (size > 0)
    {
        const std::size_t part = StraightSize(offset, size);
        std::memcpy(m_bytes.data() + (offset & (m_bytes.size() - 1)), from, part);
        offset += part;
        from += part;
        size -= part;
    }
}

void
ByteRing::Get(std::uint64_t offset, std::uint8_t* to, std::size_t size) const
{
    while (size > 0)
    {
        const std::size_t part = StraightSize(offset, size);
        std::memcpy(to, At(offset), part);
        offset += part;
        to += part;
        size -= part;
    }
}

bool
ByteRing::IsSame(std::uint64_t offset, const std::uint8_t* bytes, std::size_t size) const
{
    while (size > 0)
    {
        const std::size_t part = StraightSize(offset, size);
        if (std::memcmp(At(offset), bytes, part) != 0)
        {
            return false;
        }
        offset += part;
        bytes += part;
        size -= part;
    }
    return true;
}

std::size_t
ByteRing::StraightSize(std::uint64_t offset, std::size_t size) const
{
    return std::min(size, m_bytes.size() - (offset & (m_bytes.size() - 1)));
}

void
ByteRing::Release()
{
    std::vector<std::uint8_t>().swap(m_bytes);
}

void
ByteRing::Grow(std::size_t size)
{
    if (size <= m_bytes.size())
    {
        return;
    }
    std::size_t capacity = std::max<std::size_t>(m_bytes.size(), 2048);
    while (capacity < size)
    {
        capacity *= 2;
    }
    std::vector<std::uint8_t> bytes(capacity);
    std::uint64_t offset = m_begin;
    for (std::size_t left = m_bytes.size(); left > 0;)
    {
        const std::size_t straight =
            std::min<std::size_t>(StraightSize(offset, left), capacity - (offset & (capacity - 1)));
        std::memcpy(bytes.data() + (offset & (capacity - 1)), At(offset), straight);
        offset += straight;
        left -= straight;
    }
    m_bytes.swap(bytes);
}

} // namespace dht
