/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-matrix.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <stdexcept>
#include <system_error>

namespace dht
{

namespace
{

constexpr double kLeastNanoseconds = 1e3;
/// The greatest delay of a matrix, which has 32 bits for each.
constexpr double kMostNanoseconds = 4e9;

/// Units, and how many nanoseconds they are.
const std::map<std::string, double> kUnits{{"ms", 1e6},
                                           {"us", 1e3},
                                           {"rtt-ms", 5e5},
                                           {"rtt-us", 5e2}};

/// @param text A number, perhaps with blanks around it. @return Its value.
double
ParseDelay(const std::string& text)
{
    const char* const blanks = " \t\r";
    const auto begin = std::min(text.find_first_not_of(blanks), text.size());
    const auto end = text.find_last_not_of(blanks) + 1;
    double value = 0;
    const auto parsed = std::from_chars(text.data() + begin, text.data() + end, value);
    if (begin >= end || parsed.ec != std::errc{} || parsed.ptr != text.data() + end)
    {
        throw std::invalid_argument("not a number: " + text);
    }
    return value;
}

} // namespace

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

const std::vector<std::string>&
DelayUnit::Names()
{
    static const std::vector<std::string> names{"ms", "us", "rtt-ms", "rtt-us"};
    return names;
}

DelayUnit::DelayUnit(const std::string& name)
    : m_name(name),
      m_nanoseconds(0)
{
    const auto found = kUnits.find(name);
    if (found == kUnits.end())
    {
        throw std::invalid_argument("not a unit of delays: " + name);
    }
    m_nanoseconds = found->second;
}

Time
DelayUnit::Parse(const std::string& text) const
{
    const double delay = ParseDelay(text) * m_nanoseconds;
    // written so that what is no number is refused, too
    if (!(delay >= kLeastNanoseconds && delay <= kMostNanoseconds))
    {
        throw std::invalid_argument("a delay is from 0.001 to 4000 ms, one way, not " + text + " " +
                                    m_name);
    }
    return Time(static_cast<Time::rep>(delay));
}

std::string
WrongLine(std::size_t number, const std::string& why)
{
    return "line " + std::to_string(number) + ": " + why;
}

} // namespace dht
