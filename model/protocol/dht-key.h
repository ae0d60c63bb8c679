/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_KEY_H
#define DHT_KEY_H

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup dht-protocol
 * Keys: the points of the ring of 2^160 positions.
 */

namespace dht
{

/// Bits of a key.
constexpr unsigned kKeyBits = 160;

/// A position on the ring. Its arithmetic is modulo 2^160.
using Key = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<kKeyBits,
                                           kKeyBits,
                                           boost::multiprecision::unsigned_magnitude,
                                           boost::multiprecision::unchecked,
                                           void>,
    boost::multiprecision::et_off>;

/// A key on the wire, most significant byte first.
using KeyBytes = std::array<std::uint8_t, kKeyBits / 8>;

/**
 * @param from Where to start.
 * @param to Where to end.
 * @return The way from one to the other, clockwise (towards growing keys).
 */
inline Key
Distance(const Key& from, const Key& to)
{
    return to - from;
}

/**
 * @param bytes 20 bytes, most significant first.
 * @return The key.
 */
Key KeyFromBytes(const std::uint8_t* bytes);

/**
 * @param key A key.
 * @param bytes Where its 20 bytes go, most significant first.
 */
void KeyToBytes(const Key& key, std::uint8_t* bytes);

/**
 * @param from Where to start.
 * @param to Where to end.
 * @return The way from one to the other, clockwise. Such bytes compare like the numbers they are,
 *         and faster.
 */
KeyBytes DistanceBytes(const Key& from, const Key& to);

/// A key where very many are kept: 20 bytes, of which a Key takes 48.
class StoredKey
{
  public:
    /// Zero.
    StoredKey() = default;

    /// @param key A key.
    StoredKey(const Key& key)
    {
        KeyToBytes(key, m_bytes.data());
    }

    /// @return The key.
    operator Key() const
    {
        return KeyFromBytes(m_bytes.data());
    }

    /// @param other Another key. @return Whether both are the same.
    bool operator==(const StoredKey& other) const
    {
        return m_bytes == other.m_bytes;
    }

  private:
    KeyBytes m_bytes{}; ///< Most significant first.
};

/**
 * @param key A key.
 * @return Its 40 hexadecimal digits.
 */
std::string KeyToHex(const Key& key);

/**
 * The position of a peer among evenly spaced ones.
 *
 * @param index Which peer, in [0, count).
 * @param count How many peers.
 * @return floor(index 2^160 / count).
 */
Key EvenKey(std::uint64_t index, std::uint64_t count);

/**
 * The SHA-1 digest of some text, as Chord derives its keys.
 *
 * @param text Any bytes.
 * @return The digest.
 * @throws std::runtime_error The cryptographic library refuses SHA-1.
 */
Key HashKey(const std::string& text);

} // namespace dht

#endif // DHT_KEY_H
