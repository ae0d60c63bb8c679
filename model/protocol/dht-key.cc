/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-key.h"

#include <boost/endian/conversion.hpp>
#include <openssl/evp.h>
#include <stdexcept>

namespace dht
{

// whole words are several times faster than import_bits and export_bits, and every hop needs them

Key
KeyFromBytes(const std::uint8_t* bytes)
{
    Key key = boost::endian::load_big_u64(bytes);
    key <<= 64;
    key |= boost::endian::load_big_u64(bytes + 8);
    key <<= 32;
    key |= boost::endian::load_big_u32(bytes + 16);
    return key;
}

void
KeyToBytes(const Key& key, std::uint8_t* bytes)
{
    boost::endian::store_big_u64(bytes, static_cast<std::uint64_t>(key >> 96));
    boost::endian::store_big_u64(bytes + 8, static_cast<std::uint64_t>(key >> 32));
    boost::endian::store_big_u32(bytes + 16, static_cast<std::uint32_t>(key));
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
