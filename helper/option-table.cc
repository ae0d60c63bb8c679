/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-table.h"

#include "ns3/abort.h"
#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// What ns-3's CommandLine knows by itself.
const std::vector<std::string> GENERAL{"help",
                                       "version",
                                       "PrintHelp",
                                       "PrintVersion",
                                       "PrintGlobals",
                                       "PrintGroups",
                                       "PrintGroup",
                                       "PrintTypeIds",
                                       "PrintAttributes"};

/// @param number A number. @return It, as short as possible.
std::string
ToText(double number)
{
    std::ostringstream text;
    text << number;
    return text.str();
}

[[noreturn]] void
Reject(const std::string& name, const std::string& text, const std::string& allowed)
{
    throw OptionError("--" + name + "=" + text + ": " + allowed);
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
        // ns-3 counts nanoseconds in 64 bits
        if (suffix == unit && !text.empty() && std::isfinite(number) && number * seconds < 9e9)
        {
            return number * seconds;
        }
    }
    Reject(name, text, "allowed is a duration such as 1.5s or 20ms (h, min, s, ms, us, ns)");
}

double
ParseBitRate(const std::string& name, const std::string& text)
{
    DataRateValue rate;
    double number = 0;
    const std::string unit = SplitNumber(text, number);
    if (unit == text || !(number > 0) || !rate.DeserializeFromString(text, MakeDataRateChecker()) ||
        rate.Get().GetBitRate() == 0)
    {
        Reject(name, text, "allowed is a data rate above 0, such as 600kbps or 1Mbps");
    }
    return static_cast<double>(rate.Get().GetBitRate());
}

OptionTable::Range
ParseRange(const std::string& name,
           const std::string& text,
           double (*parse)(const std::string&, const std::string&))
{
    const std::size_t dots = text.find("..");
    const double low = parse(name, text.substr(0, dots));
    const double high = dots == std::string::npos ? low : parse(name, text.substr(dots + 2));
    if (high < low)
    {
        Reject(name, text, "the first value must not be above the second");
    }
    return {low, high};
}

/// @param checker Knows what is allowed. @param text A value. @return Whether it is allowed.
bool
IsAllowed(const AttributeChecker& checker, const std::string& text)
{
    // ns-3 aborts on some texts that it cannot read: a child process finds out which
    const pid_t child = fork();
    if (child == 0)
    {
        std::freopen("/dev/null", "w", stderr);
        _exit(checker.CreateValidValue(StringValue(text)) ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Check an attribute's default. @param name Such as ns3::TcpSocket::SegmentSize. @param text
/// Value.
void
CheckAttribute(const std::string& name, const std::string& text)
{
    const std::size_t colons = name.rfind("::");
    TypeId tid;
    TypeId::AttributeInformation attribute;
    if (!TypeId::LookupByNameFailSafe(name.substr(0, colons), &tid))
    {
        throw OptionError("--" + name + ": ns-3 has no type " + name.substr(0, colons) +
                          "; --PrintTypeIds lists all");
    }
    if (!tid.LookupAttributeByName(name.substr(colons + 2), &attribute))
    {
        throw OptionError("--" + name + ": no such attribute; --PrintAttributes=" + tid.GetName() +
                          " lists all");
    }
    if (!IsAllowed(*attribute.checker, text))
    {
        Reject(name, text, "allowed is " + attribute.checker->GetUnderlyingTypeInformation());
    }
}

/// @param name A name. @param text A value. @return Whether it is a global value's.
bool
CheckGlobal(const std::string& name, const std::string& text)
{
    const auto global = std::find_if(GlobalValue::Begin(), GlobalValue::End(), [&](GlobalValue* g) {
        return g->GetName() == name;
    });
    if (global == GlobalValue::End())
    {
        return false;
    }
    if (!IsAllowed(*(*global)->GetChecker(), text))
    {
        Reject(name, text, "allowed is " + (*global)->GetChecker()->GetUnderlyingTypeInformation());
    }
    return true;
}

} // namespace

OptionTable::OptionTable(const std::string& usage)
    : m_usage(usage)
{
}

void
OptionTable::AddInteger(const std::string& name,
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
                                 Reject(name, text, "allowed is " + allowed);
                             }
                         }});
}

void
OptionTable::AddNumber(const std::string& name,
                       const std::string& help,
                       double& value,
                       double least,
                       double most)
{
    m_options.push_back(
        {name, help, ToText(value), [=, &value](const std::string& text) {
             if (!SplitNumber(text, value).empty() || !(value >= least && value <= most))
             {
                 Reject(name,
                        text,
                        "allowed is a number from " + ToText(least) + " to " + ToText(most));
             }
         }});
}

void
OptionTable::AddTime(const std::string& name, const std::string& help, Time& value, Time least)
{
    m_options.push_back(
        {name, help, ToText(value.GetSeconds()) + "s", [=, &value](const std::string& text) {
             value = Seconds(ParseSeconds(name, text));
             if (value < least)
             {
                 Reject(name, text, "allowed is at least " + ToText(least.GetSeconds()) + "s");
             }
         }});
}

void
OptionTable::AddRateRange(const std::string& name,
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
OptionTable::AddTimeRange(const std::string& name,
                          const std::string& help,
                          const std::string& text,
                          Range& value)
{
    value = ParseRange(name, text, ParseSeconds);
    m_options.push_back({name, help, text, [=, &value](const std::string& given) {
                             value = ParseRange(name, given, ParseSeconds);
                             if (value.first < 0)
                             {
                                 Reject(name, given, "allowed is 0s or more");
                             }
                         }});
}

void
OptionTable::AddChoice(const std::string& name,
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
                                 Reject(name, text, "known are " + list);
                             }
                             value = text;
                         }});
}

void
OptionTable::AddText(const std::string& name, const std::string& help, std::string& value)
{
    m_options.push_back({name, help, value, [=, &value](const std::string& text) {
                             if (text.empty())
                             {
                                 Reject(name, text, "a value is missing");
                             }
                             value = text;
                         }});
}

void
OptionTable::AddSwitch(const std::string& name, const std::string& help, bool& value)
{
    m_options.push_back(
        {name, help, value ? "true" : "false", [=, &value](const std::string& text) {
             if (text != "" && text != "true" && text != "false")
             {
                 Reject(name, text, "allowed is true or false, or no value at all");
             }
             value = text != "false";
         }});
}

OptionTable::Option*
OptionTable::Find(const std::string& name)
{
    const auto found = std::find_if(m_options.begin(), m_options.end(), [&](const Option& option) {
        return option.name == name;
    });
    return found == m_options.end() ? nullptr : &*found;
}

void
OptionTable::Check(const std::string& argument)
{
    if (argument.compare(0, 2, "--") != 0)
    {
        throw OptionError(argument + ": options begin with --; --help lists all");
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
    else if (name.find("::") != std::string::npos)
    {
        CheckAttribute(name, text);
    }
    else if (std::find(GENERAL.begin(), GENERAL.end(), name) == GENERAL.end() &&
             !CheckGlobal(name, text))
    {
        throw OptionError("--" + name + ": no such option; --help lists all");
    }
}

void
OptionTable::Parse(int argc, char* argv[])
{
    const std::vector<std::string> arguments(argv, argv + argc);
    std::for_each(arguments.begin() + 1, arguments.end(), [this](const auto& a) { Check(a); });
    // CommandLine shows the options in its help and reads what is its own
    CommandLine line;
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
OptionTable::WasGiven(const std::string& name) const
{
    return std::any_of(m_options.begin(), m_options.end(), [&](const Option& option) {
        return option.name == name && option.given;
    });
}

void
OptionTable::Show(const std::string& name, const std::string& text)
{
    Find(name)->value = text;
}

std::vector<std::pair<std::string, std::string>>
OptionTable::GetValues() const
{
    std::vector<std::pair<std::string, std::string>> values;
    for (const Option& option : m_options)
    {
        values.emplace_back(option.name, option.value);
    }
    return values;
}

} // namespace ns3
