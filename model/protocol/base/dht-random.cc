/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-random.h"

#include <cmath>

namespace dht
{

namespace
{

std::uint32_t
DrawWord(Random& random)
{
    return static_cast<std::uint32_t>(random.Uniform() * 4294967296.0);
}

} // namespace

double
DrawExponential(Random& random, double mean)
{
    return -mean * std::log1p(-random.Uniform());
}

std::uint64_t
DrawBelow(Random& random, std::uint64_t bound)
{
    return static_cast<std::uint64_t>(random.Uniform() * static_cast<double>(bound));
}

std::uint64_t
DrawBits(Random& random)
{
    const std::uint64_t high = DrawWord(random);
    return high << 32 | DrawWord(random);
}

Key
DrawKey(Random& random)
{
    std::array<std::uint32_t, kKeyBits / 32> words;
    for (std::uint32_t& word : words)
    {
        word = DrawWord(random);
    }
    return Key::FromWords(words);
}

} // namespace dht
