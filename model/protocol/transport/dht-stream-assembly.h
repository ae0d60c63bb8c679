/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STREAM_ASSEMBLY_H
#define DHT_STREAM_ASSEMBLY_H

#include "dht-byte-ranges.h"
#include "dht-byte-ring.h"
#include "dht-transport-error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A stream as it arrives: in pieces, in any order, some of them several times.
 */

namespace dht
{

/// The bytes of a stream that have arrived and were not read yet. A bit for each byte tells which
/// they are, so that no order of arrival costs more memory than another.
class StreamAssembly
{
  public:
    /// A piece of the stream. It is taken as a whole, or not at all.
    struct Piece
    {
        std::uint64_t offset;      ///< Where it begins.
        const std::uint8_t* bytes; ///< What it is.
        std::size_t size;          ///< How many bytes.
        bool isEnd;                ///< The stream ends behind it.
        bool isWhole{false};       ///< It may be read before what precedes it.
    };

    /// @param piece What arrives. @param edge Offsets from here on do not fit. @return Why it is
    /// not taken: kWindow or kConflict.
    TransportError Take(const Piece& piece, std::uint64_t edge);

    /// @return All bytes before this offset have arrived.
    std::uint64_t Arrived() const
    {
        return m_arrived;
    }

    /// @return No byte from this offset on has arrived.
    std::uint64_t Furthest() const
    {
        return m_furthest;
    }

    /// @return Bytes before this offset were read.
    std::uint64_t BytesRead() const
    {
        return m_bytes.Begin();
    }

    /// @return Bytes behind it that were read.
    std::uint64_t BytesReadAhead() const
    {
        return m_ahead ? m_ahead->read.Total() : 0;
    }

    /// @return Whether LookAhead() offers any.
    bool IsReadableAhead() const
    {
        return m_ahead && !m_ahead->ready.IsEmpty();
    }

    /// @return Where the stream ends, if that is known.
    std::optional<std::uint64_t> End() const
    {
        return m_end;
    }

    /// @param [out] size How many bytes can be read that lie one behind the other; 0: none. @return
    /// The first of them.
    const std::uint8_t* Look(std::size_t& size) const;
    /// @param size How many of the bytes that Look() offered are needed no more.
    void Skip(std::size_t size);

    /// @param [out] size How many bytes behind a hole can be read that lie one behind the other; 0:
    /// none. @return The first of them.
    const std::uint8_t* LookAhead(std::size_t& size) const;
    /// @param size How many of the bytes that LookAhead() offered were read: Look() leaves them
    /// out.
    void SkipAhead(std::size_t size);

    /// Give memory back, if it holds no byte.
    void Release();

  private:
    /// What of the bytes behind holes may be read.
    struct Ahead
    {
        ByteRanges ready; ///< Behind Arrived(), may be read and were not.
        ByteRanges read;  ///< Behind BytesRead(), were read.
    };

    /// @param piece A piece in the window. @return Whether it contradicts what has arrived.
    bool IsConflict(const Piece& piece) const;
    /// @param from An offset, not below Arrived(). @param to Another, behind it. @param isThere
    /// What to look for. @return The first byte in between that has arrived, or has not; the second
    /// offset if there is none.
    std::uint64_t Find(std::uint64_t from, std::uint64_t to, bool isThere) const;
    /// @param from An offset, not below Arrived(). @param to Another. @param isThere Whether the
    /// bytes in between count as arrived ahead of others.
    void Mark(std::uint64_t from, std::uint64_t to, bool isThere);
    /// What is behind a hole may be read. @param from An offset, not below Arrived(). @param to
    /// Another. Where there are too many ranges already, it waits for the hole to close.
    void Offer(std::uint64_t from, std::uint64_t to);
    /// Bits for more bytes. @param size How many bytes from BytesRead() on.
    void GrowBits(std::size_t size);

    ByteRing m_bytes;                   ///< What has arrived.
    std::vector<std::uint64_t> m_bits;  ///< Which of them: a ring; bits from Arrived() on count.
    std::unique_ptr<Ahead> m_ahead;     ///< Null as long as nothing behind a hole may be read.
    std::uint64_t m_arrived{0};         ///< All bytes before have arrived.
    std::uint64_t m_furthest{0};        ///< No byte from here on has.
    std::optional<std::uint64_t> m_end; ///< Where the stream ends.
};

} // namespace dht

#endif // DHT_STREAM_ASSEMBLY_H
