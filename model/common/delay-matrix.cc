/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-matrix.h"

#include <algorithm>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

namespace dht
{

namespace
{

constexpr double kNanosecondsPerMillisecond = 1e6;
constexpr double kLeastMilliseconds = 0.001;
/// The greatest delay of a matrix, which has 32 bits for each.
constexpr double kMostMilliseconds = 4000;

} // namespace

DelayMatrix::DelayMatrix(std::istream& in, std::size_t peers)
    : m_peers(peers)
{
    m_delays.reserve(peers * peers);
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number)
    {
        if (!line.empty() && line.front() != '#')
        {
            AddLine(line, number);
        }
    }
    if (m_delays.size() != peers * peers)
    {
        throw std::invalid_argument("it has " + std::to_string(m_delays.size() / peers) +
                                    " lines, which have to be as many as the peers");
    }
}

void
DelayMatrix::AddLine(const std::string& line, std::size_t number)
{
    const auto wrong = [number](const std::string& why) {
        return std::invalid_argument("line " + std::to_string(number) + ": " + why);
    };
    const std::size_t source = m_delays.size() / m_peers;
    std::istringstream cells(line);
    std::string cell;
    std::size_t count = 0;
    for (; std::getline(cells, cell, ','); ++count)
    {
        std::istringstream text(cell);
        double delay = 0;
        if (!(text >> delay) || !(text >> std::ws).eof())
        {
            throw wrong("not a number: " + cell);
        }
        if (count != source && !(delay >= kLeastMilliseconds && delay <= kMostMilliseconds))
        {
            throw wrong("a delay is from 0.001 to 4000 ms, not " + cell);
        }
        m_delays.push_back(static_cast<std::uint32_t>(std::clamp(delay, 0.0, kMostMilliseconds) *
                                                      kNanosecondsPerMillisecond));
    }
    if (count != m_peers)
    {
        throw wrong("it has " + std::to_string(count) + " delays, not one for each of " +
                    std::to_string(m_peers) + " peers");
    }
}

Time
DelayMatrix::Get(std::uint32_t from, std::uint32_t to) const
{
    return Time(m_delays[from * m_peers + to]);
}

Time
DelayMatrix::Least() const
{
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (std::size_t i = 0; i < m_delays.size(); ++i)
    {
        const bool isDiagonal = i / m_peers == i % m_peers;
        least = isDiagonal ? least : std::min(least, m_delays[i]);
    }
    return Time(least);
}

} // namespace dht
