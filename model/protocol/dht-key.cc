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

Key
KeyFromBytes(const std::uint8_t* bytes)
{
    Key key;
    boost::multiprecision::import_bits(key, bytes, bytes + kKeyBits / 8);
    return key;
}

void
KeyToBytes(const Key& key, std::uint8_t* bytes)
{
    // export_bits leaves out leading zeros
    std::uint8_t digits[kKeyBits / 8];
    std::uint8_t* const end = boost::multiprecision::export_bits(key, digits, 8);
    std::uint8_t* const first = std::fill_n(bytes, kKeyBits / 8 - (end - digits), std::uint8_t{0});
    std::copy(digits, end, first);
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
