/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STREAM_SOURCE_H
#define DHT_STREAM_SOURCE_H

#include "dht-byte-ranges.h"
#include "dht-byte-ring.h"
#include "dht-frame-ends.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A stream as it is sent.
 */

namespace dht
{

/// A part of a stream that goes into one packet.
struct StreamChunk
{
    std::uint64_t offset; ///< Where it begins.
    std::size_t size;     ///< How many bytes.
    bool isEnd;           ///< The stream ends behind it.
    bool isWhole{false};  ///< It is whole frames.
};

/// The bytes of a stream from when they are written until they have arrived. Each one was
/// acknowledged, is in flight, or waits: to be sent, or to be sent again.
class StreamSource
{
  public:
    /// @param capacity Bytes that may be written and not have arrived. @param hasFrames What is
    /// written at once is a frame: chunks are whole ones, but for frames that are longer than a
    /// chunk may be.
    explicit StreamSource(std::uint32_t capacity, bool hasFrames = false);

    /// @return Bytes that can be written.
    std::size_t Room() const;
    /// @param bytes What is written. @param size How many, at most Room().
    void Write(const std::uint8_t* bytes, std::size_t size);
    /// Nothing is written any more.
    void Close();

    /// @return Whether Close() was called.
    bool IsClosed() const
    {
        return m_isClosed;
    }

    /// @return Whether all has arrived, the end too.
    bool IsDone() const
    {
        return m_isEndAcked && AckedBytes() == m_written;
    }

    /// @param edge Offsets from here on may not be sent. @param most Bytes at the most. @return
    /// What waits and may be sent; what was lost comes first.
    std::optional<StreamChunk> Next(std::uint64_t edge, std::size_t most) const;
    /// @param most Bytes at the most. @return What is in flight for longest, as far as can be told
    /// from its place in the stream.
    std::optional<StreamChunk> Oldest(std::size_t most) const;
    /// @param chunk Part of the stream. @param to Where its bytes go.
    void Copy(const StreamChunk& chunk, std::uint8_t* to) const;

    /// A chunk leaves. @param chunk The chunk.
    void OnSent(const StreamChunk& chunk);
    /// A chunk has arrived. @param chunk The chunk.
    void OnAcked(const StreamChunk& chunk);
    /// A chunk was lost. @param chunk The chunk.
    void OnLost(const StreamChunk& chunk);

    /// @return Bytes that were written.
    std::uint64_t Written() const
    {
        return m_written;
    }

    /// @return Bytes that were sent, be it once or more often: the offset behind them.
    std::uint64_t Sent() const
    {
        return m_next;
    }

    /// @return Bytes that were written and never sent.
    std::uint64_t Unsent() const
    {
        return m_written - m_next;
    }

    /// @return Bytes that have arrived.
    std::uint64_t AckedBytes() const
    {
        return m_bytes.Begin() + m_acked.Total();
    }

    /// @return Bytes that wait.
    std::uint64_t WaitingBytes() const
    {
        return Unsent() + m_lost.Total();
    }

    /// @return Bytes in flight, each counted once.
    std::uint64_t FlyingBytes() const
    {
        return m_written - AckedBytes() - WaitingBytes();
    }

    /// @return Whether something waits: bytes, or the end.
    bool IsWaiting() const
    {
        return WaitingBytes() > 0 || m_isEndWaiting;
    }

    /// Give memory back that is not used.
    void Shrink();

  private:
    /// @param begin Of a chunk. @param end Where it ends at the latest. @param most Bytes at the
    /// most. @return The chunk.
    StreamChunk ChunkOf(std::uint64_t begin, std::uint64_t end, std::uint64_t most) const;
    /// What comes first has arrived. @param begin The first byte that has not.
    void Drop(std::uint64_t begin);

    ByteRing m_bytes;                    ///< From the first byte that has not arrived on.
    std::unique_ptr<FrameEnds> m_frames; ///< Those that have not arrived, if there are any.
    ByteRanges m_acked;                  ///< Bytes behind it that have.
    ByteRanges m_lost;                   ///< Bytes that are to be sent again.
    std::uint64_t m_next{0};             ///< The first byte that was never sent.
    std::uint64_t m_written{0};          ///< Bytes written.
    std::uint32_t m_capacity;            ///< Bytes that may be written and not have arrived.
    bool m_hasFrames;                    ///< Chunks are whole frames.
    bool m_isClosed{false};              ///< Nothing is written any more.
    bool m_isEndWaiting{false};          ///< The end is to be sent.
    bool m_isEndAcked{false};            ///< The end has arrived.
};

} // namespace dht

#endif // DHT_STREAM_SOURCE_H
