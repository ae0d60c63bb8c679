/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-key.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <boost/integer/integer_log2.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/uuid/detail/sha1.hpp>
#include <numeric>
#include <ostream>

namespace dht
{

Key
Key::FromBytes(const std::uint8_t* bytes)
{
    Key key;
    for (std::uint32_t& word : key.m_words)
    {
        word = boost::endian::load_big_u32(bytes);
        bytes += sizeof(word);
    }
    return key;
}

void
Key::ToBytes(std::uint8_t* bytes) const
{
    for (const std::uint32_t word : m_words)
    {
        boost::endian::store_big_u32(bytes, word);
        bytes += sizeof(word);
    }
}

double
Key::Fraction() const
{
    // from the least significant word on, so that little is lost by rounding
    return std::accumulate(
        m_words.rbegin(),
        m_words.rend(),
        0.0,
        [](double below, std::uint32_t word) { return (below + word) * 0x1p-32; });
}

unsigned
Key::HighestBit() const
{
    const auto first =
        std::find_if(m_words.begin(), m_words.end() - 1, [](auto word) { return word != 0; });
    const auto below = static_cast<unsigned>(m_words.end() - first) - 1;
    return 32 * below + static_cast<unsigned>(boost::integer_log2(*first));
}

Key
Key::operator<<(unsigned bits) const
{
    Key shifted;
    const unsigned words = bits / 32;
    for (unsigned i = 0; i + words < kWords; ++i)
    {
        // the word that ends here, and the one below it, for the bits that come over from there
        const std::uint64_t low = i + words + 1 < kWords ? m_words[i + words + 1] : 0;
        const std::uint64_t both = std::uint64_t{m_words[i + words]} << 32 | low;
        shifted.m_words[i] = static_cast<std::uint32_t>(both << bits % 32 >> 32);
    }
    return shifted;
}

Key
Key::operator>>(unsigned bits) const
{
    Key shifted;
    const unsigned words = bits / 32;
    for (unsigned i = words; i < kWords; ++i)
    {
        const std::uint64_t high = i > words ? m_words[i - words - 1] : 0;
        const std::uint64_t both = high << 32 | m_words[i - words];
        shifted.m_words[i] = static_cast<std::uint32_t>(both >> bits % 32);
    }
    return shifted;
}

std::string
KeyToHex(const Key& key)
{
    std::array<std::uint8_t, kKeyBits / 8> bytes;
    key.ToBytes(bytes.data());
    std::string hex;
    hex.reserve(2 * bytes.size());
    for (const std::uint8_t byte : bytes)
    {
        hex += "0123456789abcdef"[byte >> 4];
        hex += "0123456789abcdef"[byte & 15];
    }
    return hex;
}

std::ostream&
operator<<(std::ostream& out, const Key& key)
{
    return out << KeyToHex(key);
}

Key
EvenKey(std::uint64_t index, std::uint64_t count)
{
    const boost::multiprecision::uint256_t numerator = boost::multiprecision::uint256_t(index)
                                                       << kKeyBits;
    const boost::multiprecision::uint256_t place = numerator / count;
    std::array<std::uint32_t, kKeyBits / 32> words;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        words[i] = static_cast<std::uint32_t>((place >> (kKeyBits - 32 * (i + 1))) & 0xffffffff);
    }
    return Key::FromWords(words);
}

Key
HashKey(const std::string& text)
{
    return HashBytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

Key
HashBytes(const std::uint8_t* bytes, std::size_t size)
{
    boost::uuids::detail::sha1 hash;
    hash.process_bytes(bytes, size);
    boost::uuids::detail::sha1::digest_type digest;
    hash.get_digest(digest);
    // words in older versions of Boost, bytes in newer ones
    if constexpr (sizeof(digest[0]) == sizeof(std::uint32_t))
    {
        std::array<std::uint32_t, kKeyBits / 32> words;
        std::copy(std::begin(digest), std::end(digest), words.begin());
        return Key::FromWords(words);
    }
    else
    {
        return Key::FromBytes(reinterpret_cast<const std::uint8_t*>(digest));
    }
}

} // namespace dht
