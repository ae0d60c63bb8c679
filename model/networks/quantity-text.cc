/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "quantity-text.h"

#include "delay-matrix.h"
#include "text-lines.h"

#include <array>
#include <map>
#include <stdexcept>
#include <string_view>

namespace dht
{

namespace
{

/// @param text A number and perhaps a unit. @param [out] number The number. @return The unit;
/// the whole text if it does not begin with a number.
std::string
SplitUnit(const std::string& text, double& number)
{
    const auto end = text.find_first_not_of("+-.0123456789eE");
    const std::string_view begin = Trim(std::string_view(text).substr(0, end));
    if (!ReadNumber(begin, number))
    {
        return text;
    }
    return end == std::string::npos ? std::string() : std::string(Trim(text.substr(end)));
}

/// @param unit Such as "Mbit". @return How many bits it is; 0: it is none.
double
BitsOf(const std::string& unit)
{
    static const std::map<std::string, double> kPrefixes{{"", 1},
                                                         {"k", 1e3},
                                                         {"K", 1e3},
                                                         {"M", 1e6},
                                                         {"G", 1e9},
                                                         {"T", 1e12},
                                                         {"Ki", 1024.0},
                                                         {"Mi", 1024.0 * 1024},
                                                         {"Gi", 1024.0 * 1024 * 1024}};
    for (const std::string bits : {"bit/s", "bits", "bit", "bps", "b/s"})
    {
        if (unit.size() >= bits.size() &&
            unit.compare(unit.size() - bits.size(), bits.size(), bits) == 0)
        {
            const auto prefix = kPrefixes.find(unit.substr(0, unit.size() - bits.size()));
            return prefix == kPrefixes.end() ? 0 : prefix->second;
        }
    }
    return 0;
}

} // namespace

Time
ParseDelayText(const std::string& text)
{
    static const std::map<std::string, double> kUnits{{"s", 1e9},
                                                      {"ms", 1e6},
                                                      {"us", 1e3},
                                                      {"ns", 1}};
    double number = 0;
    const auto unit = kUnits.find(SplitUnit(text, number));
    const double delay = unit == kUnits.end() ? 0 : number * unit->second;
    if (!(delay >= 1 && delay <= static_cast<double>(DelayMatrix::kLongest.count())))
    {
        throw std::invalid_argument("not a delay up to 4 s, with its unit (s, ms, us, ns): " +
                                    text);
    }
    return Time(static_cast<Time::rep>(delay));
}

double
ParseRateText(const std::string& text)
{
    double number = 0;
    const double bits = BitsOf(SplitUnit(text, number));
    const double rate = number * bits;
    if (!(rate >= 1 && rate <= 1e15))
    {
        throw std::invalid_argument("not a rate with its unit, such as 10 Mbit or 600kbps: " +
                                    text);
    }
    return rate;
}

double
ParseShareText(const std::string& text)
{
    double share = 0;
    if (!ReadNumber(Trim(text), share) || !(share >= 0 && share <= 1))
    {
        throw std::invalid_argument("not a share from 0 to 1: " + text);
    }
    return share;
}

} // namespace dht
