/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BYTE_RANGES_H
#define DHT_BYTE_RANGES_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Which bytes of a stream something is true of.
 */

namespace dht
{

/// Bytes that follow each other in a stream.
struct ByteRange
{
    std::uint64_t begin; ///< Offset of the first one.
    std::uint64_t end;   ///< Offset behind the last one.
};

/// A set of bytes, as ranges that neither meet nor overlap.
class ByteRanges
{
  public:
    /// @param range More bytes.
    void Add(ByteRange range);
    /// @param range Bytes that are not in it any more.
    void Remove(ByteRange range);
    /// Add what lies in a range and is not in a set. @param range The range. @param other The set.
    void AddWithout(ByteRange range, const ByteRanges& other);

    /// @return How many bytes it has.
    std::uint64_t Total() const
    {
        return m_body ? m_body->total : 0;
    }

    /// @return How many ranges it has.
    std::size_t Count() const
    {
        return m_body ? m_body->ranges.size() : 0;
    }

    /// @return Whether it has none.
    bool IsEmpty() const
    {
        return Count() == 0;
    }

    /// @return The first bytes of it that follow each other. There must be some.
    ByteRange First() const
    {
        return m_body->ranges.front();
    }

    /// Give memory back, if it is empty.
    void Release();

  private:
    /// What a set has that is not empty, or was not before.
    struct Body
    {
        std::vector<ByteRange> ranges; ///< In their order.
        std::uint64_t total{0};        ///< Bytes in them.
    };

    std::unique_ptr<Body> m_body; ///< Null: no bytes, as in every idle link.
};

} // namespace dht

#endif // DHT_BYTE_RANGES_H
