/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FIELD_CURSOR_H
#define DHT_FIELD_CURSOR_H

#include "dht-frame-header.h"
#include "dht-key.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Frames field by field, from the first to the last.
 */

namespace dht
{
namespace wire
{

/// Counts the bytes of fields.
class FieldCounter
{
  public:
    /// @param size Bytes of a field. @return Where it goes: nowhere.
    std::uint8_t* Next(std::size_t size)
    {
        m_size += size;
        return nullptr;
    }

    /// @return Bytes of all.
    std::size_t Size() const
    {
        return m_size;
    }

  private:
    std::size_t m_size{0}; ///< Of all.
};

/// Says where fields are written to.
class FieldWriter
{
  public:
    /// @param to Where the first one goes.
    explicit FieldWriter(std::uint8_t* to)
        : m_to(to)
    {
    }

    /// @param size Bytes of a field. @return Where it goes.
    std::uint8_t* Next(std::size_t size)
    {
        m_to += size;
        return m_to - size;
    }

  private:
    std::uint8_t* m_to; ///< Where the next one goes.
};

/// Writes or counts a whole number. @tparam Number Its type, which says how many bytes it has.
template <typename Number, typename Sink>
void
PutNumber(Sink& sink, Number number)
{
    if (std::uint8_t* const to = sink.Next(sizeof(Number)))
    {
        boost::endian::endian_store<Number, sizeof(Number), boost::endian::order::big>(to, number);
    }
}

/// Writes or counts a key.
template <typename Sink>
void
PutKey(Sink& sink, const Key& key)
{
    if (std::uint8_t* const to = sink.Next(kKeyBits / 8))
    {
        key.ToBytes(to);
    }
}

/// Writes or counts an endpoint.
template <typename Sink>
void
PutEndpoint(Sink& sink, const Endpoint& endpoint)
{
    if (std::uint8_t* const to = sink.Next(EndpointSize(endpoint.ipv6 ? kIpv6 : 0)))
    {
        EncodeEndpoint(endpoint, to);
    }
}

/// Writes or counts bytes. @param from The first one. @param size How many.
template <typename Sink>
void
PutBytes(Sink& sink, const std::uint8_t* from, std::size_t size)
{
    if (std::uint8_t* const to = sink.Next(size))
    {
        std::copy_n(from, size, to);
    }
}

/// Reads fields. Beyond the end, all are zero, and IsWhole() says so.
class FieldReader
{
  public:
    /// @param from The first one. @param size Bytes of all.
    FieldReader(const std::uint8_t* from, std::size_t size)
        : m_from(from),
          m_left(size)
    {
    }

    /// @tparam Number Its type, which says how many bytes it has. @return A whole number.
    template <typename Number>
    Number TakeNumber()
    {
        const std::uint8_t* const at = Take(sizeof(Number));
        return at ? boost::endian::endian_load<Number, sizeof(Number), boost::endian::order::big>(
                        at)
                  : Number{0};
    }

    /// @return A key.
    Key TakeKey()
    {
        const std::uint8_t* const at = Take(kKeyBits / 8);
        return at ? Key::FromBytes(at) : Key(0);
    }

    /// @param flags Of the frame. @return An endpoint.
    Endpoint TakeEndpoint(std::uint8_t flags)
    {
        const std::uint8_t* const at = Take(EndpointSize(flags));
        return at ? DecodeEndpoint(at, flags) : Endpoint{};
    }

    /// @param size How many bytes. @return The first of them; null if there are not as many.
    const std::uint8_t* Take(std::size_t size)
    {
        if (size > m_left)
        {
            m_isShort = true;
            m_left = 0;
            return nullptr;
        }
        m_left -= size;
        m_from += size;
        return m_from - size;
    }

    /// @return Bytes that were not read yet.
    std::size_t Left() const
    {
        return m_left;
    }

    /// @return Whether something was missing.
    bool IsShort() const
    {
        return m_isShort;
    }

    /// @return Whether all fields were there, and nothing is left.
    bool IsWhole() const
    {
        return !m_isShort && m_left == 0;
    }

  private:
    const std::uint8_t* m_from; ///< The next one.
    std::size_t m_left;         ///< Bytes from there on.
    bool m_isShort{false};      ///< Whether something was missing.
};

} // namespace wire
} // namespace dht

#endif // DHT_FIELD_CURSOR_H
