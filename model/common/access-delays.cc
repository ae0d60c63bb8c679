/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-delays.h"

namespace dht
{

AccessDelays::AccessDelays(std::size_t peers, Time least, Time most, Random& random)
    : m_least(2 * least)
{
    m_delays.reserve(peers);
    const auto span = static_cast<double>((most - least).count());
    for (std::size_t i = 0; i < peers; ++i)
    {
        m_delays.push_back(static_cast<std::uint32_t>(static_cast<double>(least.count()) +
                                                      span * random.Uniform()));
    }
}

Time
AccessDelays::Get(std::uint32_t from, std::uint32_t to) const
{
    return Time(std::int64_t{m_delays[from]} + m_delays[to]);
}

Time
AccessDelays::Least() const
{
    return m_least;
}

} // namespace dht
