/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-parameter-options.h"

#include "dht-option-values.h"

namespace dht
{

std::string
ParameterToText(const ParameterInfo& parameter, const ParameterValue& value)
{
    if (const Time* const time = std::get_if<Time>(&value))
    {
        return DurationToText(*time);
    }
    if (const double* const number = std::get_if<double>(&value))
    {
        return NumberToText(*number);
    }
    const std::uint64_t number = std::get<std::uint64_t>(value);
    return parameter.choices.empty() ? std::to_string(number) : parameter.choices[number];
}

ParameterValue
ParameterFromText(const ParameterInfo& parameter, const std::string& text)
{
    const std::string option = parameter.OptionName();
    if (!parameter.choices.empty())
    {
        return std::uint64_t{ParseChoice(option, text, parameter.choices)};
    }
    if (const Time* const least = std::get_if<Time>(&parameter.least))
    {
        return ParseDuration(option, text, *least, std::get<Time>(parameter.most));
    }
    if (const double* const least = std::get_if<double>(&parameter.least))
    {
        return ParseNumber(option, text, *least, std::get<double>(parameter.most));
    }
    return ParseInteger(option,
                        text,
                        std::get<std::uint64_t>(parameter.least),
                        std::get<std::uint64_t>(parameter.most));
}

Option
MakeParameterOption(const ParameterInfo& parameter,
                    const std::string& more,
                    const ParameterValue& value,
                    const std::function<void(const ParameterValue&)>& set)
{
    std::string help = parameter.help + (more.empty() ? "" : "; " + more);
    if (!parameter.choices.empty())
    {
        help += ": " + ListChoices(parameter.choices);
    }
    return {parameter.OptionName(),
            help,
            ParameterToText(parameter, value),
            [parameter, set](const std::string& text) { set(ParameterFromText(parameter, text)); }};
}

} // namespace dht
