/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-random.h"

#include <cerrno>
#include <sys/random.h>
#include <system_error>

namespace dht
{

namespace
{

/// @param bits 64 random bits. @return As many of them as a double takes, in [0, 1).
double
ToUniform(std::uint64_t bits)
{
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

} // namespace

SeededRandom::SeededRandom(std::uint64_t seed, std::uint64_t run, std::uint32_t stream)
{
    std::seed_seq sequence{static_cast<std::uint32_t>(seed),
                           static_cast<std::uint32_t>(seed >> 32),
                           static_cast<std::uint32_t>(run),
                           static_cast<std::uint32_t>(run >> 32),
                           stream};
    m_engine.seed(sequence);
}

double
SeededRandom::Uniform()
{
    return ToUniform(m_engine());
}

double
SecretRandom::Uniform()
{
    if (m_used == m_drawn.size())
    {
        if (getentropy(m_drawn.data(), sizeof(m_drawn)) != 0)
        {
            throw std::system_error(errno,
                                    std::generic_category(),
                                    "the system has no random numbers");
        }
        m_used = 0;
    }
    return ToUniform(m_drawn[m_used++]);
}

} // namespace dht
