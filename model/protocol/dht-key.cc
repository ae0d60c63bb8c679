/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-key.h"

#include <openssl/evp.h>
#include <stdexcept>

namespace dht
{

namespace
{

/// @param bytes Bytes of a whole number, most significant first. @return The number.
template <typename Number>
Number
Read(const std::uint8_t* bytes)
{
    Number number = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
    {
        number = static_cast<Number>(number << 8 | bytes[i]);
    }
    return number;
}

/// @param number A whole number. @param bytes Where its bytes go, most significant first.
template <typename Number>
void
Write(Number number, std::uint8_t* bytes)
{
    for (std::size_t i = 0; i < sizeof(Number); ++i)
    {
        bytes[i] = static_cast<std::uint8_t>(number >> 8 * (sizeof(Number) - 1 - i));
    }
}

} // namespace

// whole words are several times faster than import_bits and export_bits, and every hop needs them

Key
KeyFromBytes(const std::uint8_t* bytes)
{
    Key key = Read<std::uint64_t>(bytes);
    key <<= 64;
    key |= Read<std::uint64_t>(bytes + 8);
    key <<= 32;
    key |= Read<std::uint32_t>(bytes + 16);
    return key;
}

void
KeyToBytes(const Key& key, std::uint8_t* bytes)
{
    Write(static_cast<std::uint64_t>(key >> 96), bytes);
    Write(static_cast<std::uint64_t>(key >> 32), bytes + 8);
    Write(static_cast<std::uint32_t>(key), bytes + 16);
}

KeyBytes
DistanceBytes(const Key& from, const Key& to)
{
    KeyBytes bytes;
    KeyToBytes(Distance(from, to), bytes.data());
    return bytes;
}

std::string
KeyToHex(const Key& key)
{
    const std::string digits = key.str(0, std::ios_base::hex);
    return std::string(kKeyBits / 4 - digits.size(), '0') + digits;
}

Key
EvenKey(std::uint64_t index, std::uint64_t count)
{
    const boost::multiprecision::uint256_t numerator = boost::multiprecision::uint256_t(index)
                                                       << kKeyBits;
    return Key(numerator / count);
}

Key
HashKey(const std::string& text)
{
    KeyBytes digest;
    unsigned int size = 0;
    if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha1(), nullptr) != 1 ||
        size != digest.size())
    {
        throw std::runtime_error("SHA-1 is not available: OpenSSL refuses it");
    }
    return KeyFromBytes(digest.data());
}

} // namespace dht
