/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-matrix.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace dht
{

DelayMatrix::DelayMatrix(std::size_t hosts)
    : m_hosts(hosts)
{
    if (hosts > kMostHosts)
    {
        throw std::invalid_argument("it has " + std::to_string(hosts) + " hosts, and allowed are " +
                                    std::to_string(kMostHosts));
    }
    m_delays.resize(hosts * hosts);
}

std::size_t
DelayMatrix::Size() const
{
    return m_hosts;
}

void
DelayMatrix::Set(std::uint32_t from, std::uint32_t to, Time delay)
{
    m_delays[from * m_hosts + to] = static_cast<std::uint32_t>(delay.count());
}

Time
DelayMatrix::Get(std::uint32_t from, std::uint32_t to) const
{
    return Time(m_delays[from * m_hosts + to]);
}

Time
DelayMatrix::Least() const
{
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (const std::uint32_t delay : m_delays)
    {
        least = delay == 0 ? least : std::min(least, delay);
    }
    return Time(least);
}

} // namespace dht
