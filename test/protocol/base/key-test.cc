/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-key.h"
#include "dht-random.h"
#include "memory-ring.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <gtest/gtest.h>
#include <sstream>
#include <vector>

namespace dht
{
namespace
{

using Wide = boost::multiprecision::uint256_t;
using KeyBytes = std::array<std::uint8_t, kKeyBits / 8>;

/// @param key A key. @return The number that it is.
Wide
ToWide(const Key& key)
{
    KeyBytes bytes;
    key.ToBytes(bytes.data());
    Wide wide;
    import_bits(wide, bytes.begin(), bytes.end());
    return wide;
}

constexpr int kCases = 5000;

/// Random keys of every length: each number of leading zeros is about as likely as any other.
class Keys
{
  public:
    Key Next()
    {
        const auto shift = static_cast<unsigned>(m_random.Uniform() * (kKeyBits + 1));
        return DrawKey(m_random) >> shift;
    }

  private:
    test::MersenneRandom m_random{1};
};

TEST(KeyTest, DistanceIsTheDifferenceModulo2To160)
{
    const Wide modulus = Wide(1) << kKeyBits;
    Keys keys;
    for (int i = 0; i < kCases; ++i)
    {
        const Key a = keys.Next();
        const Key b = keys.Next();
        ASSERT_EQ(ToWide(Distance(a, b)), (modulus + ToWide(b) - ToWide(a)) % modulus)
            << a << " " << b;
    }
}

TEST(KeyTest, SumsWrapModulo2To160)
{
    const Wide modulus = Wide(1) << kKeyBits;
    Keys keys;
    for (int i = 0; i < kCases; ++i)
    {
        const Key a = keys.Next();
        const Key b = keys.Next();
        ASSERT_EQ(ToWide(a + b), (ToWide(a) + ToWide(b)) % modulus) << a << " " << b;
    }
}

TEST(KeyTest, ThereAndBackIsOnceAroundTheRing)
{
    Keys keys;
    for (int i = 0; i < kCases; ++i)
    {
        const Key a = keys.Next();
        const Key b = keys.Next();
        ASSERT_EQ(Distance(a, b) + Distance(b, a), Key(0));
        ASSERT_EQ(a + Distance(a, b), b);
        ASSERT_EQ(Distance(a, a), Key(0));
    }
}

TEST(KeyTest, DistancesAddUp)
{
    Keys keys;
    for (int i = 0; i < kCases; ++i)
    {
        const Key a = keys.Next();
        const Key b = keys.Next();
        const Key c = keys.Next();
        ASSERT_EQ(Distance(a, b) + Distance(b, c), Distance(a, c));
    }
}

TEST(KeyTest, ArithmeticWrapsAtTheEnds)
{
    const Key last = Key(0) - Key(1);
    EXPECT_EQ(KeyToHex(last), std::string(40, 'f'));
    EXPECT_EQ(last + Key(1), Key(0));
    EXPECT_EQ(Distance(last, Key(0)), Key(1));
    EXPECT_EQ(Distance(Key(0), last), last);
    EXPECT_EQ((Key(1) << 159) + (Key(1) << 159), Key(0));
    EXPECT_EQ(Key(1) << 160, Key(0));
}

TEST(KeyTest, WhoIsFartherHasTheGreaterDistance)
{
    Keys keys;
    for (int i = 0; i < kCases; ++i)
    {
        const Key from = keys.Next();
        const Key a = i % 4 == 0 ? from + Key(i % 3) - Key(1) : keys.Next();
        const Key b = i % 3 == 0 ? a + Key(i % 5) - Key(2) : keys.Next();
        ASSERT_EQ(IsFarther(from, a, b), Distance(from, a) < Distance(from, b))
            << from << " " << a << " " << b;
    }
}

TEST(KeyTest, ComparesLikeTheNumberItIs)
{
    Keys keys;
    for (int i = 0; i < kCases; ++i)
    {
        const Key a = keys.Next();
        const Key b = i % 4 == 0 ? a + Key(i % 3) - Key(1) : keys.Next();
        ASSERT_EQ(a < b, ToWide(a) < ToWide(b)) << a << " " << b;
        ASSERT_EQ(a > b, ToWide(a) > ToWide(b)) << a << " " << b;
        ASSERT_EQ(a <= b, ToWide(a) <= ToWide(b)) << a << " " << b;
        ASSERT_EQ(a >= b, ToWide(a) >= ToWide(b)) << a << " " << b;
        ASSERT_EQ(a == b, ToWide(a) == ToWide(b)) << a << " " << b;
        ASSERT_EQ(a != b, ToWide(a) != ToWide(b)) << a << " " << b;
    }
}

TEST(KeyTest, ShiftsAndBitsAreThoseOfTheNumber)
{
    const Wide modulus = Wide(1) << kKeyBits;
    Keys keys;
    for (int i = 0; i < kCases; ++i)
    {
        const Key key = keys.Next();
        const Wide wide = ToWide(key);
        const unsigned bits = i % (kKeyBits + 40);
        ASSERT_EQ(ToWide(key << bits), (wide << bits) % modulus) << key << " " << bits;
        ASSERT_EQ(ToWide(key >> bits), wide >> bits) << key << " " << bits;
        ASSERT_EQ(ToWide(key ^ Key(i)), wide ^ Wide(i)) << key << " " << i;
        ASSERT_DOUBLE_EQ(key.Fraction(), std::ldexp(wide.convert_to<double>(), -160)) << key;
        ASSERT_EQ(key.Low(), static_cast<std::uint64_t>(wide & 0xffffffffffffffff)) << key;
        const unsigned bit = i % kKeyBits;
        ASSERT_EQ(key.Bit(bit), bit_test(wide, bit)) << key << " " << bit;
        if (wide != 0)
        {
            ASSERT_EQ(key.HighestBit(), msb(wide)) << key;
        }
    }
}

TEST(KeyTest, IsPrintedAsItsDigits)
{
    std::ostringstream out;
    out << (Key(0xab) << 152);
    EXPECT_EQ(out.str(), "ab" + std::string(38, '0'));
}

TEST(KeyTest, BytesAreMostSignificantFirst)
{
    std::uint8_t bytes[20];
    for (int i = 0; i < 20; ++i)
    {
        bytes[i] = static_cast<std::uint8_t>(i + 1);
    }
    EXPECT_EQ(KeyToHex(Key::FromBytes(bytes)), "0102030405060708090a0b0c0d0e0f1011121314");
}

TEST(KeyTest, BytesSurviveARoundTrip)
{
    Keys keys;
    for (int i = 0; i < kCases; ++i)
    {
        const Key key = keys.Next();
        // guards on both sides: exactly 20 bytes are written
        std::array<std::uint8_t, 22> bytes;
        bytes.fill(0xa5);
        key.ToBytes(bytes.data() + 1);
        ASSERT_EQ(Key::FromBytes(bytes.data() + 1), key);
        ASSERT_EQ(bytes.front(), 0xa5);
        ASSERT_EQ(bytes.back(), 0xa5);
    }
}

TEST(KeyTest, LeadingZerosAreWritten)
{
    KeyBytes bytes;
    bytes.fill(0xa5);
    Key(0).ToBytes(bytes.data());
    EXPECT_EQ(bytes, KeyBytes{});
    bytes.fill(0xa5);
    Key(0x0102).ToBytes(bytes.data());
    KeyBytes expected{};
    expected[18] = 1;
    expected[19] = 2;
    EXPECT_EQ(bytes, expected);
}

TEST(KeyTest, HexIsTheBytesInFortyDigits)
{
    EXPECT_EQ(KeyToHex(Key(0)), std::string(40, '0'));
    EXPECT_EQ(KeyToHex(Key(0xabc)), std::string(37, '0') + "abc");
    Keys keys;
    for (int i = 0; i < kCases; ++i)
    {
        const Key key = keys.Next();
        const std::string hex = KeyToHex(key);
        ASSERT_EQ(hex.size(), 40u);
        ASSERT_EQ(Wide("0x" + hex), ToWide(key)) << hex;
        ASSERT_TRUE(std::all_of(hex.begin(), hex.end(), [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        })) << hex;
    }
}

TEST(KeyTest, EvenKeysOfAPowerOfTwoAreExact)
{
    for (std::uint64_t i = 0; i < 128; ++i)
    {
        EXPECT_EQ(EvenKey(i, 128), Key(i) << 153);
    }
    EXPECT_EQ(EvenKey(0, 1), Key(0));
}

TEST(KeyTest, EvenKeysAreRoundedDown)
{
    for (std::uint64_t i = 0; i < 100; ++i)
    {
        const Wide exact = Wide(i) << kKeyBits; // times 100
        const Wide key = ToWide(EvenKey(i, 100));
        EXPECT_LE(key * 100, exact);
        EXPECT_GT((key + 1) * 100, exact);
    }
}

TEST(KeyTest, HashIsSha1)
{
    // FIPS 180-4's examples, and the empty text
    EXPECT_EQ(KeyToHex(HashKey("")), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    EXPECT_EQ(KeyToHex(HashKey("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
    EXPECT_EQ(KeyToHex(HashKey("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    EXPECT_EQ(KeyToHex(HashKey(std::string(1000000, 'a'))),
              "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    // the digest of the digests of texts of all lengths around one and two of its chunks, by Python
    std::vector<std::uint8_t> digests;
    for (std::uint8_t size = 0; size < 200; ++size)
    {
        KeyBytes digest;
        HashKey(std::string(size, static_cast<char>(size))).ToBytes(digest.data());
        digests.insert(digests.end(), digest.begin(), digest.end());
    }
    EXPECT_EQ(KeyToHex(HashBytes(digests.data(), digests.size())),
              "3945425e01de26456751bc7df82ff27809984d08");
}

} // namespace
} // namespace dht
