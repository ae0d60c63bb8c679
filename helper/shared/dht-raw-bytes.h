/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RAW_BYTES_H
#define DHT_RAW_BYTES_H

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * Values as their bytes in memory, for another process of the same program.
 */

namespace dht
{

/// Writes values, one after the other.
class RawWriter
{
  public:
    /// @param value A value.
    template <typename T>
    void Put(const T& value)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
    }

    /// @param values Values.
    template <typename T>
    void Put(const std::vector<T>& values)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        Put(values.size());
        m_bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }

    /// @return All bytes written.
    const std::string& Bytes() const
    {
        return m_bytes;
    }

  private:
    std::string m_bytes; ///< The bytes written.
};

/// Reads the values that a RawWriter has written, in the same order.
class RawReader
{
  public:
    /// @param bytes The RawWriter's bytes; must outlive the reader.
    explicit RawReader(const std::string& bytes)
        : m_bytes(bytes)
    {
    }

    /// @param [out] value The next value.
    template <typename T>
    void Get(T& value)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        Read(&value, sizeof(T));
    }

    /// @param [out] values The next values.
    template <typename T>
    void Get(std::vector<T>& values)
    {
        std::size_t size = 0;
        Get(size);
        if (size > (m_bytes.size() - m_place) / sizeof(T))
        {
            throw std::runtime_error("another process's results are too short");
        }
        values.resize(size);
        Read(values.data(), size * sizeof(T));
    }

  private:
    /// @param [out] to Takes the next bytes. @param size Their number.
    void Read(void* to, std::size_t size)
    {
        if (size > m_bytes.size() - m_place)
        {
            throw std::runtime_error("another process's results are too short");
        }
        if (size > 0)
        {
            std::memcpy(to, m_bytes.data() + m_place, size);
        }
        m_place += size;
    }

    const std::string& m_bytes; ///< The bytes.
    std::size_t m_place{0};     ///< Where the next value begins.
};

} // namespace dht

#endif // DHT_RAW_BYTES_H
