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
        std::memcpy(m_bytes.get() + (offset & (m_capacity - 1)), from, part);
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
    return std::min(size, m_capacity - (offset & (m_capacity - 1)));
}

void
ByteRing::Release()
{
    m_bytes.reset();
    m_capacity = 0;
}

void
ByteRing::Grow(std::size_t size)
{
    if (size <= m_capacity)
    {
        return;
    }
    std::size_t capacity = std::max<std::size_t>(m_capacity, 2048);
    while (capacity < size)
    {
        capacity *= 2;
    }
    auto bytes = std::make_unique<std::uint8_t[]>(capacity);
    std::uint64_t offset = m_begin;
    for (std::size_t left = m_capacity; left > 0;)
    {
        const std::size_t straight =
            std::min<std::size_t>(StraightSize(offset, left), capacity - (offset & (capacity - 1)));
        std::memcpy(bytes.get() + (offset & (capacity - 1)), At(offset), straight);
        offset += straight;
        left -= straight;
    }
    m_bytes = std::move(bytes);
    m_capacity = capacity;
}

} // namespace dht
