/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_FUZZ_INPUT_H
#define DHT_CC_FUZZ_INPUT_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * What the fuzzers share. They are in headers, so that the checks run what a fuzzer has found.
 */

namespace dht
{
namespace fuzz
{

using Bytes = std::vector<std::uint8_t>;

/// @param holds Whether some property holds; if not, the input is a finding. @param what The
/// property, in words.
inline void
Require(bool holds, const char* what)
{
    if (!holds)
    {
        throw std::logic_error(what);
    }
}

/// Takes an input apart; behind its end, all is zero.
class Input
{
  public:
    /// @param data The input. @param size Its bytes.
    Input(const std::uint8_t* data, std::size_t size)
        : m_next(data),
          m_left(size)
    {
    }

    /// @return Whether nothing is left.
    bool IsEmpty() const
    {
        return m_left == 0;
    }

    /// @return The next byte.
    std::uint8_t Byte()
    {
        if (m_left == 0)
        {
            return 0;
        }
        --m_left;
        return *m_next++;
    }

    /// @param bound A bound, at most 256. @return A number below it.
    std::size_t Below(std::size_t bound)
    {
        return Byte() % bound;
    }

    /// @param size How many at the most. @return The next bytes, at the very end of an allocation:
    /// who reads beyond them is caught.
    Bytes Take(std::size_t size)
    {
        const std::size_t taken = std::min(size, m_left);
        const Bytes bytes(m_next, m_next + taken);
        m_next += taken;
        m_left -= taken;
        return bytes;
    }

    /// @return All that is left.
    Bytes Rest()
    {
        return Take(m_left);
    }

  private:
    const std::uint8_t* m_next; ///< The next byte.
    std::size_t m_left;         ///< Bytes that are left.
};

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_FUZZ_INPUT_H
