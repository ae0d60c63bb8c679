/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-cells.h"

#include "text-lines.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <stdexcept>

namespace dht
{

namespace
{

constexpr double kLeastNanoseconds = 1e3;
/// The greatest delay of a matrix, which has 32 bits for each.
constexpr double kMostNanoseconds = 4e9;

/// Units, and how many nanoseconds they are.
const std::map<std::string, double> kUnits{{"s", 1e9},
                                           {"ms", 1e6},
                                           {"us", 1e3},
                                           {"ns", 1},
                                           {"rtt-s", 5e8},
                                           {"rtt-ms", 5e5},
                                           {"rtt-us", 5e2},
                                           {"rtt-ns", 0.5}};

/// @param text A cell. @return Whether it is a word that says that nothing was measured.
bool
IsMissingWord(std::string_view text)
{
    constexpr std::array<std::string_view, 9>
        kWords{"", "-", "?", "*", "na", "n/a", "nan", "null", "none"};
    std::string low(text);
    std::transform(low.begin(), low.end(), low.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    return std::find(kWords.begin(), kWords.end(), low) != kWords.end();
}

} // namespace

const std::vector<std::string>&
DelayUnit::Names()
{
    static const std::vector<std::string>
        names{"s", "ms", "us", "ns", "rtt-s", "rtt-ms", "rtt-us", "rtt-ns"};
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

const std::string&
DelayUnit::Name() const
{
    return m_name;
}

double
DelayUnit::Nanoseconds(double number) const
{
    return number * m_nanoseconds;
}

DelayCells::DelayCells(const DelayUnit& unit, MissingDelays missing)
    : m_unit(unit),
      m_missing(missing)
{
}

Time
DelayCells::Read(std::string_view text) const
{
    double number = 0;
    if (!ReadNumber(text, number))
    {
        if (!IsMissingWord(text))
        {
            throw std::invalid_argument("not a number: " + std::string(text));
        }
        return Miss(text);
    }
    // written so that what is no number is missing, too
    if (!(number > 0) || std::isinf(number))
    {
        return Miss(text);
    }
    const double delay = m_unit.Nanoseconds(number);
    if (delay > kMostNanoseconds && m_missing != MissingDelays::kRefuse)
    {
        return Time(0);
    }
    if (delay < kLeastNanoseconds || delay > kMostNanoseconds)
    {
        throw std::invalid_argument("a delay is from 0.001 to 4000 ms, one way, not " +
                                    std::string(text) + " " + m_unit.Name());
    }
    return Time(static_cast<Time::rep>(delay));
}

bool
DelayCells::IsDelay(std::string_view text)
{
    double number = 0;
    return ReadNumber(text, number) || IsMissingWord(text);
}

MissingDelays
DelayCells::Missing() const
{
    return m_missing;
}

const DelayUnit&
DelayCells::Unit() const
{
    return m_unit;
}

Time
DelayCells::Miss(std::string_view text) const
{
    if (m_missing == MissingDelays::kRefuse)
    {
        throw std::invalid_argument("a delay is missing (\"" + std::string(text) +
                                    "\"): --delay-missing says what becomes of it");
    }
    return Time(0);
}

} // namespace dht
