/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STREAM_ASSEMBLY_H
#define DHT_STREAM_ASSEMBLY_H

#include "dht-byte-ring.h"
#include "dht-transport-error.h"

#include <cstddef>
#include <cstdint>
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

    /// Give memory back, if it holds no byte.
    void Release();

  private:
    /// @param piece A piece in the window. @return Whether it contradicts what has arrived.
    bool IsConflict(const Piece& piece) const;
    /// @param from An offset, not below Arrived(). @param to Another, behind it. @param isThere
    /// What to look for. @return The first byte in between that has arrived, or has not; the second
    /// offset if there is none.
    std::uint64_t Find(std::uint64_t from, std::uint64_t to, bool isThere) const;
    /// @param from An offset, not below Arrived(). @param to Another. @param isThere Whether the
    /// bytes in between count as arrived ahead of others.
    void Mark(std::uint64_t from, std::uint64_t to, bool isThere);
    /// Bits for more bytes. @param size How many bytes from BytesRead() on.
    void GrowBits(std::size_t size);

    ByteRing m_bytes;                   ///< What has arrived.
    std::vector<std::uint64_t> m_bits;  ///< Which of them: a ring; bits from Arrived() on count.
    std::uint64_t m_arrived{0};         ///< All bytes before have arrived.
    std::uint64_t m_furthest{0};        ///< No byte from here on has.
    std::optional<std::uint64_t> m_end; ///< Where the stream ends.
};

} // namespace dht

#endif // DHT_STREAM_ASSEMBLY_H
