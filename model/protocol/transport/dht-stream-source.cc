/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-stream-source.h"

#include <algorithm>

namespace dht
{

StreamSource::StreamSource(std::size_t capacity)
    : m_capacity(capacity)
{
}

std::size_t
StreamSource::Room() const
{
    return m_isClosed ? 0 : m_capacity - (m_written - m_bytes.Begin());
}

void
StreamSource::Write(const std::uint8_t* bytes, std::size_t size)
{
    m_bytes.Put(m_written, bytes, size);
    m_written += size;
}

void
StreamSource::Close()
{
    m_isEndWaiting = m_isEndWaiting || !m_isClosed;
    m_isClosed = true;
}

std::optional<StreamChunk>
StreamSource::Next(std::uint64_t edge, std::size_t most) const
{
    if (!m_lost.IsEmpty())
    {
        const ByteRange first = m_lost.First();
        return ChunkOf(first.begin, std::min<std::uint64_t>(most, first.end - first.begin));
    }
    const std::uint64_t end = std::min({m_written, edge, m_next + most});
    if (end > m_next)
    {
        return ChunkOf(m_next, end - m_next);
    }
    return m_isEndWaiting && m_next == m_written ? std::optional(ChunkOf(m_written, 0))
                                                 : std::nullopt;
}

std::optional<StreamChunk>
StreamSource::Oldest(std::size_t most) const
{
    const std::uint64_t begin = m_bytes.Begin();
    const std::uint64_t gap = m_acked.IsEmpty() ? m_next : m_acked.First().begin;
    const std::uint64_t end = std::min<std::uint64_t>(gap, begin + most);
    if (begin == end && (!m_isClosed || m_isEndAcked || m_next < m_written))
    {
        return std::nullopt;
    }
    return ChunkOf(begin, end - begin);
}

void
StreamSource::Copy(const StreamChunk& chunk, std::uint8_t* to) const
{
    m_bytes.Get(chunk.offset, to, chunk.size);
}

void
StreamSource::OnSent(const StreamChunk& chunk)
{
    m_lost.Remove({chunk.offset, chunk.offset + chunk.size});
    m_next = std::max(m_next, chunk.offset + chunk.size);
    m_isEndWaiting = m_isEndWaiting && !chunk.isEnd;
}

void
StreamSource::OnAcked(const StreamChunk& chunk)
{
    const ByteRange range{std::max(chunk.offset, m_bytes.Begin()), chunk.offset + chunk.size};
    m_lost.Remove(range);
    if (range.begin == m_bytes.Begin() && m_acked.IsEmpty())
    {
        m_bytes.SetBegin(std::max(range.begin, range.end));
    }
    else
    {
        m_acked.Add(range);
        if (!m_acked.IsEmpty() && m_acked.First().begin == m_bytes.Begin())
        {
            const ByteRange arrived = m_acked.First();
            m_acked.Remove(arrived);
            m_bytes.SetBegin(arrived.end);
        }
    }
    m_isEndAcked = m_isEndAcked || chunk.isEnd;
    m_isEndWaiting = m_isEndWaiting && !m_isEndAcked;
}

void
StreamSource::OnLost(const StreamChunk& chunk)
{
    m_lost.AddWithout({std::max(chunk.offset, m_bytes.Begin()), chunk.offset + chunk.size},
                      m_acked);
    m_isEndWaiting = m_isEndWaiting || (chunk.isEnd && !m_isEndAcked);
}

void
StreamSource::Shrink()
{
    m_acked.Release();
    m_lost.Release();
    if (m_bytes.Begin() == m_written)
    {
        m_bytes.Release();
    }
}

StreamChunk
StreamSource::ChunkOf(std::uint64_t offset, std::uint64_t size) const
{
    const bool isEnd = m_isClosed && !m_isEndAcked && offset + size == m_written;
    return {offset, static_cast<std::size_t>(size), isEnd};
}

} // namespace dht
