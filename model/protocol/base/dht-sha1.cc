/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-sha1.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>

namespace dht
{

namespace
{

/// Bytes that are taken in at once.
constexpr std::size_t kChunk = 64;
/// Rounds that take them in, and those of them that are alike.
constexpr std::size_t kRounds = 80;
constexpr std::size_t kStage = 20;

/// What the digest of no chunk is.
constexpr Sha1Digest kBegin{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

/// A word of each round.
using Schedule = std::array<std::uint32_t, kRounds>;

/// @param word A word. @param bits How far, 1 to 31. @return The word, rotated to the left.
constexpr std::uint32_t
Rotated(std::uint32_t word, unsigned bits)
{
    return word << bits | word >> (32 - bits);
}

/// Of each bit, the one that the first word chooses of the two others. (Functions that stages could
/// share would be called in each round.)
constexpr auto kChoice = [](auto b, auto c, auto d) { return d ^ (b & (c ^ d)); };
/// Of each bit, whether it is set in an odd number of words.
constexpr auto kParity = [](auto b, auto c, auto d) { return b ^ c ^ d; };
/// Of each bit, what two words have, or three.
constexpr auto kMajority = [](auto b, auto c, auto d) { return (b & c) | (d & (b | c)); };

/// @param chunk kChunk bytes. @return What goes into each round.
Schedule
ScheduleOf(const std::uint8_t* chunk)
{
    Schedule words;
    for (std::size_t i = 0; i < kChunk / 4; ++i)
    {
        words[i] = boost::endian::load_big_u32(chunk + 4 * i);
    }
    for (std::size_t i = kChunk / 4; i < kRounds; ++i)
    {
        words[i] = Rotated(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    }
    return words;
}

/// The rounds of a stage. @tparam Mix Of three words. @param mix How they are mixed. @param
/// [in,out] state The working variables. @param words The stage's part of the schedule. @param
/// constant Its number.
template <typename Mix>
void
RunStage(const Mix& mix, Sha1Digest& state, const std::uint32_t* words, std::uint32_t constant)
{
    auto [a, b, c, d, e] = state;
    const auto round = [&](auto a, auto& b, auto c, auto d, auto& e, std::uint32_t word) {
        e += Rotated(a, 5) + mix(b, c, d) + constant + word;
        b = Rotated(b, 30);
    };
    // five rounds bring the variables back to their places, so none has to be moved
    for (std::size_t i = 0; i < kStage; i += state.size())
    {
        round(a, b, c, d, e, words[i]);
        round(e, a, b, c, d, words[i + 1]);
        round(d, e, a, b, c, words[i + 2]);
        round(c, d, e, a, b, words[i + 3]);
        round(b, c, d, e, a, words[i + 4]);
    }
    state = {a, b, c, d, e};
}

/// Take a chunk in. @param [in,out] digest Of what was before. @param chunk kChunk bytes.
void
TakeIn(Sha1Digest& digest, const std::uint8_t* chunk)
{
    const Schedule words = ScheduleOf(chunk);
    Sha1Digest state = digest;
    RunStage(kChoice, state, words.data(), 0x5a827999);
    RunStage(kParity, state, words.data() + kStage, 0x6ed9eba1);
    RunStage(kMajority, state, words.data() + 2 * kStage, 0x8f1bbcdc);
    RunStage(kParity, state, words.data() + 3 * kStage, 0xca62c1d6);
    for (std::size_t i = 0; i < digest.size(); ++i)
    {
        digest[i] += state[i];
    }
}

} // namespace

Sha1Digest
Sha1(const std::uint8_t* bytes, std::size_t size)
{
    Sha1Digest digest = kBegin;
    const std::uint8_t* const rest = bytes + size / kChunk * kChunk;
    for (; bytes != rest; bytes += kChunk)
    {
        TakeIn(digest, bytes);
    }
    // behind the bytes follow a one bit, zeros, and how many bits the bytes had
    std::array<std::uint8_t, 2 * kChunk> end{};
    std::uint64_t bits = 8 * static_cast<std::uint64_t>(size);
    const std::size_t left = size % kChunk;
    std::copy_n(rest, left, end.begin());
    end[left] = 0x80;
    const std::size_t chunks = left + 1 + sizeof(bits) <= kChunk ? 1 : 2;
    boost::endian::store_big_u64(end.data() + chunks * kChunk - sizeof(bits), bits);
    for (std::size_t i = 0; i < chunks; ++i)
    {
        TakeIn(digest, end.data() + i * kChunk);
    }
    return digest;
}

} // namespace dht
