/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-stream-source.h"

#include <algorithm>
#include <utility>

namespace dht
{

StreamSource::StreamSource(std::uint32_t capacity, bool hasFrames)
    : m_capacity(capacity),
      m_hasFrames(hasFrames)
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
    if (m_hasFrames && size > 0)
    {
        if (!m_frames)
        {
            m_frames = std::make_unique<FrameEnds>(m_written);
        }
        m_frames->Add(m_written + size);
    }
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
        return ChunkOf(first.begin, first.end, most);
    }
    const std::uint64_t end = std::min(m_written, edge);
    if (end > m_next || (m_isEndWaiting && m_next == m_written))
    {
        return ChunkOf(m_next, std::max(end, m_next), most);
    }
    return std::nullopt;
}

std::optional<StreamChunk>
StreamSource::Oldest(std::size_t most) const
{
    const std::uint64_t begin = m_bytes.Begin();
    const std::uint64_t gap = m_acked.IsEmpty() ? m_next : m_acked.First().begin;
    if (begin == gap && (!m_isClosed || m_isEndAcked || m_next < m_written))
    {
        return std::nullopt;
    }
    return ChunkOf(begin, gap, most);
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
        Drop(std::max(range.begin, range.end));
    }
    else
    {
        m_acked.Add(range);
        if (!m_acked.IsEmpty() && m_acked.First().begin == m_bytes.Begin())
        {
            const ByteRange arrived = m_acked.First();
            m_acked.Remove(arrived);
            Drop(arrived.end);
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
    if (m_frames)
    {
        m_frames->Shrink();
        m_frames = m_frames->IsEmpty() ? nullptr : std::move(m_frames);
    }
    if (m_bytes.Begin() == m_written)
    {
        m_bytes.Release();
    }
}

StreamChunk
StreamSource::ChunkOf(std::uint64_t begin, std::uint64_t end, std::uint64_t most) const
{
    end = std::min(end, begin + most);
    const bool isWhole = m_frames && m_frames->Cut(begin, end);
    const bool isEnd = m_isClosed && !m_isEndAcked && end == m_written;
    return {begin, static_cast<std::size_t>(end - begin), isEnd, isWhole};
}

void
StreamSource::Drop(std::uint64_t begin)
{
    m_bytes.SetBegin(begin);
    if (m_frames)
    {
        m_frames->Drop(begin);
    }
}

} // namespace dht
