/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-mersenne-random.h"

namespace dht
{

MersenneRandom::MersenneRandom(std::uint64_t seed, std::uint64_t stream)
    : m_engine(seed * 0x9e3779b97f4a7c15ULL + stream)
{
}

double
MersenneRandom::Uniform()
{
    // std::uniform_real_distribution differs from library to library
    return static_cast<double>(m_engine() >> 11) * 0x1p-53;
}

} // namespace dht
