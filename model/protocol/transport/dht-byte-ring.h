/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BYTE_RING_H
#define DHT_BYTE_RING_H

#include <cstddef>
#include <cstdint>
#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A stretch of a stream in memory.
 */

namespace dht
{

/// Bytes of a stream, by their offsets: those from Begin() on, as far as somebody has put them.
class ByteRing
{
  public:
    /// @return The least offset that it has.
    std::uint64_t Begin() const
    {
        return m_begin;
    }

    /// Forget what lies before. @param begin An offset, not below Begin().
    void SetBegin(std::uint64_t begin)
    {
        m_begin = begin;
    }

    /// @param offset Not below Begin(). @param from Bytes. @param size How many. It grows if need
    /// be.
    void Put(std::uint64_t offset, const std::uint8_t* from, std::size_t size);
    /// @param offset Of bytes that were put. @param to Where they go. @param size How many.
    void Get(std::uint64_t offset, std::uint8_t* to, std::size_t size) const;
    /// @param offset Of bytes that were put. @param bytes Others. @param size How many. @return
    /// Whether they are the same.
    bool IsSame(std::uint64_t offset, const std::uint8_t* bytes, std::size_t size) const;

    /// @param offset Of a byte that was put. @return Where it is.
    const std::uint8_t* At(std::uint64_t offset) const
    {
        return m_bytes.get() + (offset & (m_capacity - 1));
    }

    /// @param offset Of a byte. @param size Bytes from there on. @return How many of them lie one
    /// behind the other.
    std::size_t StraightSize(std::uint64_t offset, std::size_t size) const;

    /// Give all memory back, and forget all bytes.
    void Release();

  private:
    /// @param size Bytes from Begin() on that it has to have room for.
    void Grow(std::size_t size);

    std::unique_ptr<std::uint8_t[]> m_bytes; ///< The ring.
    std::size_t m_capacity{0};               ///< Its bytes: a power of 2, or 0.
    std::uint64_t m_begin{0};                ///< The least offset that it has.
};

} // namespace dht

#endif // DHT_BYTE_RING_H
