/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "storm-dice.h"

#include <algorithm>

namespace dht
{

namespace
{

constexpr std::size_t kLongestNoise = 100;

} // namespace

StormDice::StormDice(std::uint64_t seed)
    : m_random(seed)
{
}

std::uint64_t
StormDice::Draw()
{
    return m_random();
}

std::size_t
StormDice::Below(std::size_t bound)
{
    return m_random() % bound;
}

StormDice::Bytes
StormDice::Noise()
{
    Bytes bytes(Below(kLongestNoise));
    std::generate(bytes.begin(), bytes.end(), [this] {
        return static_cast<std::uint8_t>(m_random());
    });
    return bytes;
}

StormDice::Bytes
StormDice::Mutate(Bytes bytes)
{
    for (std::size_t i = Below(4); i > 0 && !bytes.empty(); --i)
    {
        bytes[Below(bytes.size())] ^= static_cast<std::uint8_t>(1 << Below(8));
    }
    if (Below(4) == 0)
    {
        bytes.resize(Below(bytes.size() + 16));
    }
    return bytes;
}

} // namespace dht
