/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_KEY_H
#define DHT_KEY_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
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

/**
 * A position on the ring: 20 bytes, with arithmetic modulo 2^160. Every file of the protocol
 * includes this one, so the class does not use a library of numbers, which would cost each file
 * seconds of compile time.
 */
class Key
{
  public:
    /// The key 0.
    constexpr Key() = default;

    /// @param value A number below 2^64.
    constexpr Key(std::uint64_t value)
        : m_words{0,
                  0,
                  0,
                  static_cast<std::uint32_t>(value >> 32),
                  static_cast<std::uint32_t>(value)}
    {
    }

    /// @param bytes 20 bytes, most significant first. @return The key.
    static Key FromBytes(const std::uint8_t* bytes);

    /// @param [out] bytes Takes the 20 bytes, most significant first.
    void ToBytes(std::uint8_t* bytes) const;

    /// @param words Five words, most significant first. @return The key.
    static constexpr Key FromWords(const std::array<std::uint32_t, kKeyBits / 32>& words)
    {
        Key key;
        key.m_words = words;
        return key;
    }

    /// @return The key modulo 2^64.
    constexpr std::uint64_t Low() const
    {
        return std::uint64_t{m_words[3]} << 32 | m_words[4];
    }

    /// @return The key divided by 2^160, 0 to 1.
    double Fraction() const;

    /// @param bit A bit, 0 to 159; 0 is the least significant one. @return Whether it is set.
    constexpr bool Bit(unsigned bit) const
    {
        return (m_words[kWords - 1 - bit / 32] >> bit % 32 & 1) != 0;
    }

    /// @return The highest bit that is set. The key must not be zero.
    unsigned HighestBit() const;

    /// @param bits How far to shift. @return The key times 2^bits, modulo 2^160.
    Key operator<<(unsigned bits) const;

    /// @param bits How far to shift. @return The key divided by 2^bits, rounded down.
    Key operator>>(unsigned bits) const;

    /// @param a A key. @param b Another key. @return Their sum, modulo 2^160.
    friend constexpr Key operator+(const Key& a, const Key& b)
    {
        Key sum;
        std::uint64_t carry = 0;
        for (unsigned i = kWords; i-- > 0;)
        {
            carry += std::uint64_t{a.m_words[i]} + b.m_words[i];
            sum.m_words[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        return sum;
    }

    /// @param a A key. @param b Another key. @return The distance from b to a, clockwise.
    friend constexpr Key operator-(const Key& a, const Key& b)
    {
        Key difference;
        std::uint64_t borrow = 0;
        for (unsigned i = kWords; i-- > 0;)
        {
            const std::uint64_t word = std::uint64_t{a.m_words[i]} - b.m_words[i] - borrow;
            difference.m_words[i] = static_cast<std::uint32_t>(word);
            borrow = word >> 63;
        }
        return difference;
    }

    /// @param a A key. @param b Another key. @return The bits in which they differ.
    friend constexpr Key operator^(const Key& a, const Key& b)
    {
        Key differing;
        for (unsigned i = 0; i < kWords; ++i)
        {
            differing.m_words[i] = a.m_words[i] ^ b.m_words[i];
        }
        return differing;
    }

    /// @param a A key. @param b Another key. @return Whether they are the same.
    friend bool operator==(const Key& a, const Key& b)
    {
        return a.m_words == b.m_words;
    }

    /// @param a A key. @param b Another key. @return Whether they differ.
    friend bool operator!=(const Key& a, const Key& b)
    {
        return a.m_words != b.m_words;
    }

    /// @param a A key. @param b Another key. @return Whether a is the smaller number.
    friend bool operator<(const Key& a, const Key& b)
    {
        for (unsigned i = 0; i < kWords - 1; ++i)
        {
            if (a.m_words[i] != b.m_words[i])
            {
                return a.m_words[i] < b.m_words[i];
            }
        }
        return a.m_words[kWords - 1] < b.m_words[kWords - 1];
    }

    /// @param a A key. @param b Another key. @return Whether a is the greater number.
    friend bool operator>(const Key& a, const Key& b)
    {
        return b < a;
    }

    /// @param a A key. @param b Another key. @return Whether a is at most b.
    friend bool operator<=(const Key& a, const Key& b)
    {
        return !(b < a);
    }

    /// @param a A key. @param b Another key. @return Whether a is at least b.
    friend bool operator>=(const Key& a, const Key& b)
    {
        return !(a < b);
    }

  private:
    static constexpr unsigned kWords = kKeyBits / 32; ///< Words of a key.

    std::array<std::uint32_t, kWords> m_words{}; ///< Most significant first.
};

/**
 * @param from Where to start.
 * @param to Where to end.
 * @return The distance from the first to the second, clockwise (towards growing keys).
 */
constexpr Key
Distance(const Key& from, const Key& to)
{
    return to - from;
}

/**
 * @param from Where to start.
 * @param a A key.
 * @param b Another key.
 * @return Whether b is farther than a, clockwise: Distance(from, a) < Distance(from, b), without
 *         their distances.
 */
inline bool
IsFarther(const Key& from, const Key& a, const Key& b)
{
    // what is below the start comes after the highest key
    const bool isAfterHighest = b < from;
    return (a < from) == isAfterHighest ? a < b : isAfterHighest;
}

/**
 * @param key A key.
 * @return Its 40 hexadecimal digits.
 */
std::string KeyToHex(const Key& key);

/// @param out Takes the key's 40 hexadecimal digits. @param key A key. @return out.
std::ostream& operator<<(std::ostream& out, const Key& key);

/**
 * The position of a peer among evenly spaced ones.
 *
 * @param index The peer's number, in [0, count).
 * @param count Number of peers.
 * @return floor(index 2^160 / count).
 */
Key EvenKey(std::uint64_t index, std::uint64_t count);

/**
 * The SHA-1 digest of some text, as Chord derives its keys.
 *
 * @param text Any bytes.
 * @return The digest.
 */
Key HashKey(const std::string& text);

/**
 * @param bytes Any bytes.
 * @param size Number of bytes.
 * @return Their SHA-1 digest.
 */
Key HashBytes(const std::uint8_t* bytes, std::size_t size);

} // namespace dht

#endif // DHT_KEY_H
