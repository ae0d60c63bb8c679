/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-option-values.h"

#include "dht-option-error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

namespace dht
{

namespace
{

/// The longest duration: durations are nanoseconds in 64 bits, and are added.
constexpr double kMostSeconds = 1e6;

/// @param text A whole number. @return The number; nothing if it is none, or too large.
std::optional<std::uint64_t>
ReadInteger(const std::string& text)
{
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, value);
    return parsed.ec == std::errc{} && parsed.ptr == end ? std::optional(value) : std::nullopt;
}

/// @param text A whole number or a power of one, such as "2^20". @return The number; nothing if it
/// is none, or too large.
std::optional<std::uint64_t>
ReadPower(const std::string& text)
{
    const std::size_t hat = text.find('^');
    const auto base = ReadInteger(text.substr(0, hat));
    const auto exponent = hat == std::string::npos ? std::optional<std::uint64_t>(1)
                                                   : ReadInteger(text.substr(hat + 1));
    if (!base || !exponent)
    {
        return std::nullopt;
    }
    if (*base <= 1)
    {
        return *exponent == 0 ? 1 : *base;
    }
    std::uint64_t value = 1;
    for (std::uint64_t i = 0; i < *exponent; ++i)
    {
        if (value > std::numeric_limits<std::uint64_t>::max() / *base)
        {
            return std::nullopt;
        }
        value *= *base;
    }
    return value;
}

} // namespace

std::string
NumberToText(double number)
{
    std::ostringstream text;
    text << number;
    return text.str();
}

std::string
SplitNumber(const std::string& text, double& number)
{
    std::size_t used = 0;
    try
    {
        number = std::stod(text, &used);
    }
    catch (const std::logic_error&)
    {
        used = 0;
    }
    return text.substr(used);
}

double
ParseNumber(const std::string& name, const std::string& text, double least, double most)
{
    double number = 0;
    if (text.empty() || !SplitNumber(text, number).empty() || !(number >= least && number <= most))
    {
        throw OptionError(name,
                          text,
                          "allowed is a number from " + NumberToText(least) + " to " +
                              NumberToText(most));
    }
    return number;
}

std::uint64_t
ParseInteger(const std::string& name,
             const std::string& text,
             std::uint64_t least,
             std::uint64_t most)
{
    const auto value = ReadPower(text);
    if (!value || *value < least || *value > most)
    {
        throw OptionError(name,
                          text,
                          "allowed is a whole number from " + std::to_string(least) + " to " +
                              std::to_string(most));
    }
    return *value;
}

void
CheckUnit(const std::string& name,
          const std::string& text,
          const std::pair<std::string, std::string>& units)
{
    double number = 0;
    if (SplitNumber(text, number).empty() && std::isfinite(number) && number != 0)
    {
        throw OptionError(name,
                          text,
                          "has no unit: write " + text + units.first + " or " + text +
                              units.second);
    }
}

double
ParseSeconds(const std::string& name, const std::string& text)
{
    static const std::vector<std::pair<std::string, double>> units{{"s", 1},
                                                                   {"ms", 1e-3},
                                                                   {"us", 1e-6},
                                                                   {"ns", 1e-9},
                                                                   {"min", 60},
                                                                   {"h", 3600}};
    CheckUnit(name, text, {"s", "ms"});
    double number = 0;
    const std::string suffix = SplitNumber(text, number);
    const bool isNumber = suffix.size() < text.size();
    if (isNumber && suffix.empty() && number == 0)
    {
        return 0;
    }
    for (const auto& [unit, seconds] : units)
    {
        if (isNumber && suffix == unit && std::abs(number * seconds) <= kMostSeconds)
        {
            return number * seconds;
        }
    }
    throw OptionError(name,
                      text,
                      "allowed is a duration such as 1.5s or 20ms (h, min, s, ms, us, ns), "
                      "at most 277 h");
}

Time
ParseDuration(const std::string& name, const std::string& text, Time least, Time most)
{
    // rounded, as ns-3 does: 0.29 s are 290 ms
    const Time time(std::llround(ParseSeconds(name, text) * 1e9));
    if (time < least || time > most)
    {
        throw OptionError(name,
                          text,
                          "allowed is at least " + DurationToText(least) +
                              (most == kNever ? "" : ", at most " + DurationToText(most)));
    }
    return time;
}

std::string
DurationToText(Time time)
{
    return NumberToText(ToSeconds(time)) + "s";
}

std::string
ListChoices(const std::vector<std::string>& choices)
{
    std::string list;
    for (const std::string& choice : choices)
    {
        list += (list.empty() ? "" : ", ") + choice;
    }
    return list;
}

std::size_t
ParseChoice(const std::string& name,
            const std::string& text,
            const std::vector<std::string>& choices)
{
    const auto found = std::find(choices.begin(), choices.end(), text);
    if (found == choices.end())
    {
        throw OptionError(name, text, "known are " + ListChoices(choices));
    }
    return found - choices.begin();
}

} // namespace dht
