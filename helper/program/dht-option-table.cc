/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-option-table.h"

#include "dht-attribute-check.h"
#include "dht-build-info.h"
#include "dht-option-pages.h"
#include "dht-option-values.h"
#include "dht-output-file.h"

#include "ns3/command-line.h"
#include "ns3/data-rate.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>

namespace ns3
{

namespace
{

/// The highest rate: with much more, a packet takes less than a nanosecond, and time stands still.
constexpr uint64_t MOST_BITS_PER_SECOND = 100'000'000'000;

/// What asks for help in another form.
const std::string HELP_AS = "--help=";

double
ParseBitRate(const std::string& name, const std::string& text)
{
    dht::CheckUnit(name, text, {"kbps", "bps"});
    DataRateValue rate;
    double number = 0;
    const std::string unit = dht::SplitNumber(text, number);
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
DhtOptionTable::AddNumberRange(const std::string& name,
                               const std::string& help,
                               const std::string& text,
                               Range& value,
                               double least,
                               double most)
{
    const auto parse = [=](const std::string& option, const std::string& number) {
        return dht::ParseNumber(option, number, least, most);
    };
    value = ParseRange(name, text, parse);
    Add({name, help, text, [=, &value](const std::string& given) {
             value = ParseRange(name, given, parse);
         }});
}

void
DhtOptionTable::AddTime(const std::string& name, const std::string& help, Time& value, Time least)
{
    Add({name,
         help,
         dht::NumberToText(value.GetSeconds()) + "s",
         [=, &value](const std::string& text) {
             value = Seconds(dht::ParseSeconds(name, text));
             if (value < least)
             {
                 throw DhtOptionError(name,
                                      text,
                                      "allowed is at least " +
                                          dht::NumberToText(least.GetSeconds()) + "s");
             }
         }});
}

void
DhtOptionTable::AddRate(const std::string& name,
                        const std::string& help,
                        const std::string& text,
                        double& value)
{
    value = ParseBitRate(name, text);
    Add({name, help, text, [=, &value](const std::string& given) {
             value = ParseBitRate(name, given);
         }});
}

void
DhtOptionTable::AddRateRange(const std::string& name,
                             const std::string& help,
                             const std::string& text,
                             Range& value)
{
    value = ParseRange(name, text, ParseBitRate);
    Add({name, help, text, [=, &value](const std::string& given) {
             value = ParseRange(name, given, ParseBitRate);
         }});
}

void
DhtOptionTable::AddTimeRange(const std::string& name,
                             const std::string& help,
                             const std::string& text,
                             Range& value)
{
    value = ParseRange(name, text, dht::ParseSeconds);
    Add({name, help, text, [=, &value](const std::string& given) {
             value = ParseRange(name, given, dht::ParseSeconds);
             if (value.first < 0)
             {
                 throw DhtOptionError(name, given, "allowed is 0s or more");
             }
         }});
}

void
DhtOptionTable::AddRefused(const std::string& attribute, const std::string& instead)
{
    m_refused[attribute] = instead;
}

void
DhtOptionTable::AddWords(const std::string& usage)
{
    m_takesWords = true;
    m_usage += "\n" + usage;
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
    if (Set(name, text))
    {
        return;
    }
    if (m_refused.count(name) > 0)
    {
        throw DhtOptionError("--" + name + ": use --" + m_refused.at(name) +
                             ", which sets it for every peer");
    }
    CheckNs3Option(name, text);
}

std::string
DhtOptionTable::Page(const std::string& form, const std::string& program, Options table) const
{
    table.Add({"RngRun", "Number of the repetition with the same seed", "1", {}});
    table.Add(
        {"PrintAttributes", "List the attributes of a class, such as ns3::DhtMarking", "", {}});
    return dht::OptionPage(form, {program, m_usage, {}}, table);
}

bool
DhtOptionTable::IsWord(const std::string& argument) const
{
    return m_takesWords && argument.compare(0, 1, "-") != 0;
}

std::vector<std::string>
DhtOptionTable::Parse(int argc, char* argv[])
{
    const std::string program = std::filesystem::path(argv[0]).filename().string();
    const Options defaults = *this;
    std::vector<std::string> options{program};
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i)
    {
        const std::string argument = argv[i] == std::string("-h") ? "--help" : argv[i];
        if (argument.compare(0, HELP_AS.size(), HELP_AS) == 0)
        {
            std::cout << Page(argument.substr(HELP_AS.size()), program, defaults) << std::flush;
            dht::FlushStandardOutput();
            std::exit(0);
        }
        (IsWord(argument) ? words : options).push_back(argument);
    }
    std::for_each(options.begin() + 1, options.end(), [this](const auto& a) { Check(a); });
    if (std::find(options.begin(), options.end(), "--version") != options.end())
    {
        std::cout << dht::BuildInfo::Get().Describe(program, true) << std::endl;
        dht::FlushStandardOutput();
        std::exit(0);
    }
    // CommandLine shows the options in its help and reads what is its own
    CommandLine line(program);
    line.Usage(m_usage);
    for (const dht::Option& option : All())
    {
        line.AddValue(option.name,
                      option.help,
                      Callback<bool, const std::string&>([](const std::string&) { return true; }),
                      option.value);
    }
    line.Parse(options);
    return words;
}

} // namespace ns3
