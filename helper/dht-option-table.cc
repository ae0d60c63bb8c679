/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-option-table.h"

#include "dht-attribute-check.h"

#include "ns3/command-line.h"
#include "ns3/data-rate.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <sstream>

namespace ns3
{

namespace
{

/// The longest duration: ns-3 counts nanoseconds in 64 bits, and durations are added.
constexpr double MOST_SECONDS = 1e6;
/// The highest rate: with much more, a packet takes less than a nanosecond, and time stands still.
constexpr uint64_t MOST_BITS_PER_SECOND = 100'000'000'000;

/// @param number A number. @return It, as short as possible.
std::string
ToText(double number)
{
    std::ostringstream text;
    text << number;
    return text.str();
}

/// @param text A number and a unit. @param [out] number The number. @return The unit; nothing
/// parsed leaves the whole text.
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

/// @param name An option. @param text Its value. @param least The least allowed. @param most The
/// greatest. @return The number.
double
ParseNumber(const std::string& name, const std::string& text, double least, double most)
{
    double number = 0;
    if (text.empty() || !SplitNumber(text, number).empty() || !(number >= least && number <= most))
    {
        throw DhtOptionError(name,
                             text,
                             "allowed is a number from " + ToText(least) + " to " + ToText(most));
    }
    return number;
}

double
ParseSeconds(const std::string& name, const std::string& text)
{
    static const std::vector<std::pair<std::string, double>> units{{"", 1},
                                                                   {"s", 1},
                                                                   {"ms", 1e-3},
                                                                   {"us", 1e-6},
                                                                   {"ns", 1e-9},
                                                                   {"min", 60},
                                                                   {"h", 3600}};
    double number = 0;
    const std::string suffix = SplitNumber(text, number);
    for (const auto& [unit, seconds] : units)
    {
        if (suffix == unit && !text.empty() && std::abs(number * seconds) <= MOST_SECONDS)
        {
            return number * seconds;
        }
    }
    throw DhtOptionError(name,
                         text,
                         "allowed is a duration such as 1.5s or 20ms (h, min, s, ms, us, ns), "
                         "at most 277 h");
}

double
ParseBitRate(const std::string& name, const std::string& text)
{
    DataRateValue rate;
    double number = 0;
    const std::string unit = SplitNumber(text, number);
    if (unit == text || !(number > 0) || !rate.DeserializeFromString(text, MakeDataRateChecker()) ||
        rate.Get().GetBitRate() == 0 || rate.Get().GetBitRate() > MOST_BITS_PER_SECOND)
    {
        throw DhtOptionError(name,
                             text,
                             "allowed is a data rate such as 600kbps or 1Mbps, above 0 and up to "
                             "100Gbps");
    }
    return static_cast<double>(rate.Get().GetBitRate());
}

DhtOptionTable::Range
ParseRange(const std::string& name,
           const std::string& text,
           const std::function<double(const std::string&, const std::string&)>& parse)
{
    const std::size_t dots = text.find("..");
    const double low = parse(name, text.substr(0, dots));
    const double high = dots == std::string::npos ? low : parse(name, text.substr(dots + 2));
    if (high < low)
    {
        throw DhtOptionError(name, text, "the first value must not be above the second");
    }
    return {low, high};
}

} // namespace

DhtOptionTable::DhtOptionTable(const std::string& usage)
    : m_usage(usage)
{
}

void
DhtOptionTable::AddInteger(const std::string& name,
                           const std::string& help,
                           uint64_t& value,
                           uint64_t least,
                           uint64_t most)
{
    const std::string allowed =
        "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    m_options.push_back({name, help, std::to_string(value), [=, &value](const std::string& text) {
                             const char* const end = text.data() + text.size();
                             const auto parsed = std::from_chars(text.data(), end, value);
                             if (parsed.ec != std::errc{} || parsed.ptr != end || value < least ||
                                 value > most)
                             {
                                 throw DhtOptionError(name, text, "allowed is " + allowed);
                             }
                         }});
}

void
DhtOptionTable::AddNumber(const std::string& name,
                          const std::string& help,
                          double& value,
                          double least,
                          double most)
{
    m_options.push_back({name, help, ToText(value), [=, &value](const std::string& text) {
                             value = ParseNumber(name, text, least, most);
                         }});
}

void
DhtOptionTable::AddNumberRange(const std::string& name,
                               const std::string& help,
                               const std::string& text,
                               Range& value,
                               double least,
                               double most)
{
    const auto parse = [=](const std::string& option, const std::string& number) {
        return ParseNumber(option, number, least, most);
    };
    value = ParseRange(name, text, parse);
    m_options.push_back({name, help, text, [=, &value](const std::string& given) {
                             value = ParseRange(name, given, parse);
                         }});
}

void
DhtOptionTable::AddTime(const std::string& name, const std::string& help, Time& value, Time least)
{
    m_options.push_back(
        {name, help, ToText(value.GetSeconds()) + "s", [=, &value](const std::string& text) {
             value = Seconds(ParseSeconds(name, text));
             if (value < least)
             {
                 throw DhtOptionError(name,
                                      text,
                                      "allowed is at least " + ToText(least.GetSeconds()) + "s");
             }
         }});
}

void
DhtOptionTable::AddRateRange(const std::string& name,
                             const std::string& help,
                             const std::string& text,
                             Range& value)
{
    value = ParseRange(name, text, ParseBitRate);
    m_options.push_back({name, help, text, [=, &value](const std::string& given) {
                             value = ParseRange(name, given, ParseBitRate);
                         }});
}

void
DhtOptionTable::AddTimeRange(const std::string& name,
                             const std::string& help,
                             const std::string& text,
                             Range& value)
{
    value = ParseRange(name, text, ParseSeconds);
    m_options.push_back({name, help, text, [=, &value](const std::string& given) {
                             value = ParseRange(name, given, ParseSeconds);
                             if (value.first < 0)
                             {
                                 throw DhtOptionError(name, given, "allowed is 0s or more");
                             }
                         }});
}

void
DhtOptionTable::AddChoice(const std::string& name,
                          const std::string& help,
                          std::string& value,
                          const std::vector<std::string>& choices)
{
    std::string list;
    for (const std::string& choice : choices)
    {
        list += (list.empty() ? "" : ", ") + choice;
    }
    m_options.push_back({name, help + ": " + list, value, [=, &value](const std::string& text) {
                             if (std::find(choices.begin(), choices.end(), text) == choices.end())
                             {
                                 throw DhtOptionError(name, text, "known are " + list);
                             }
                             value = text;
                         }});
}

void
DhtOptionTable::AddText(const std::string& name, const std::string& help, std::string& value)
{
    m_options.push_back({name, help, value, [=, &value](const std::string& text) {
                             if (text.empty())
                             {
                                 throw DhtOptionError(name, text, "a value is missing");
                             }
                             value = text;
                         }});
}

void
DhtOptionTable::AddSwitch(const std::string& name, const std::string& help, bool& value)
{
    m_options.push_back(
        {name, help, value ? "true" : "false", [=, &value](const std::string& text) {
             if (text != "" && text != "true" && text != "false")
             {
                 throw DhtOptionError(name, text, "allowed is true or false, or no value at all");
             }
             value = text != "false";
         }});
}

void
DhtOptionTable::AddRefused(const std::string& attribute, const std::string& instead)
{
    m_refused[attribute] = instead;
}

DhtOptionTable::Option*
DhtOptionTable::Find(const std::string& name)
{
    const auto found = std::find_if(m_options.begin(), m_options.end(), [&](const Option& option) {
        return option.name == name;
    });
    return found == m_options.end() ? nullptr : &*found;
}

void
DhtOptionTable::Check(const std::string& argument)
{
    if (argument.compare(0, 2, "--") != 0)
    {
        throw DhtOptionError(argument + ": options begin with --; --help lists all");
    }
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(2, equals - 2);
    const std::string text = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (Option* const option = Find(name))
    {
        option->set(text);
        option->value = text;
        option->given = true;
    }
    else if (m_refused.count(name) > 0)
    {
        throw DhtOptionError("--" + name + ": use --" + m_refused.at(name) +
                             ", which sets it for every peer");
    }
    else
    {
        CheckNs3Option(name, text);
    }
}

void
DhtOptionTable::Parse(int argc, char* argv[])
{
    const std::vector<std::string> arguments(argv, argv + argc);
    std::for_each(arguments.begin() + 1, arguments.end(), [this](const auto& a) { Check(a); });
    // CommandLine shows the options in its help and reads what is its own
    CommandLine line(std::filesystem::path(arguments.at(0)).filename().string());
    line.Usage(m_usage);
    for (const Option& option : m_options)
    {
        line.AddValue(option.name,
                      option.help,
                      Callback<bool, const std::string&>([](const std::string&) { return true; }),
                      option.value);
    }
    line.Parse(arguments);
}

bool
DhtOptionTable::WasGiven(const std::string& name) const
{
    return std::any_of(m_options.begin(), m_options.end(), [&](const Option& option) {
        return option.name == name && option.given;
    });
}

void
DhtOptionTable::CheckEffect(bool effect,
                            const std::vector<std::string>& names,
                            const std::string& needed) const
{
    for (const std::string& name : names)
    {
        if (!effect && WasGiven(name))
        {
            throw DhtOptionError("--" + name + ": has an effect only with " + needed);
        }
    }
}

void
DhtOptionTable::Show(const std::string& name, const std::string& text)
{
    Find(name)->value = text;
}

std::vector<std::pair<std::string, std::string>>
DhtOptionTable::GetValues() const
{
    std::vector<std::pair<std::string, std::string>> values;
    for (const Option& option : m_options)
    {
        values.emplace_back(option.name, option.value);
    }
    return values;
}

} // namespace ns3
