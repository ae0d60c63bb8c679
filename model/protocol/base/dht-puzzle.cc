/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-puzzle.h"

#include "dht-endpoint-name.h"

#include <boost/endian/conversion.hpp>
#include <string>

namespace dht
{

namespace
{

/// Bytes of the work.
constexpr std::size_t kWorkSize = 8;

/// @param text What is hashed. @param work What to write in front. @return The digest.
Key
DigestOf(std::vector<std::uint8_t>& text, std::uint64_t work)
{
    boost::endian::store_big_u64(text.data(), work);
    return HashBytes(text.data(), text.size());
}

} // namespace

Puzzle::Puzzle(const Endpoint& endpoint, std::uint8_t bits)
    : m_text(kWorkSize),
      m_limit(Key(1) << (kKeyBits - bits)) // 2^160 is 0: no bits, no limit
{
    const std::string name = NameOf(endpoint);
    m_text.insert(m_text.end(), name.begin(), name.end());
}

bool
Puzzle::IsSolvedBy(std::uint64_t work) const
{
    if (m_limit == Key(0))
    {
        return true;
    }
    std::vector<std::uint8_t> text = m_text;
    return DigestOf(text, work) < m_limit;
}

bool
Puzzle::Solve(std::uint64_t tries)
{
    for (; tries > 0; --tries, ++m_work)
    {
        if (m_limit == Key(0) || DigestOf(m_text, m_work) < m_limit)
        {
            return true;
        }
    }
    return false;
}

} // namespace dht
