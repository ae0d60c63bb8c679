/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PARAMETER_OPTIONS_H
#define DHT_PARAMETER_OPTIONS_H

#include "dht-options.h"
#include "dht-parameter.h"

#include <functional>
#include <string>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * From the tables of ParameterOf to options of a program.
 */

namespace dht
{

/// @param parameter A parameter. @param value A value of it. @return It, as users write it.
std::string ParameterToText(const ParameterInfo& parameter, const ParameterValue& value);

/**
 * @param parameter A parameter.
 * @param text A value of it, as users write it.
 * @return The value.
 * @throws OptionError It is none, or not allowed.
 */
ParameterValue ParameterFromText(const ParameterInfo& parameter, const std::string& text);

/**
 * @param parameter A parameter.
 * @param more What the program has to add to its help; empty for nothing.
 * @param value The program's default.
 * @param set Where values go.
 * @return Its option.
 */
Option MakeParameterOption(const ParameterInfo& parameter,
                           const std::string& more,
                           const ParameterValue& value,
                           const std::function<void(const ParameterValue&)>& set);

/**
 * Add an option for a parameter: name, help and range are those of its table.
 *
 * @tparam S A struct of options with a table.
 * @param options Where to.
 * @param values The default, and where the value goes.
 * @param name The parameter, such as "QueueCapacity".
 * @param more What the program has to add to its help; empty for nothing.
 */
template <typename S>
void
AddParameter(Options& options, S& values, const std::string& name, const std::string& more = "")
{
    const ParameterOf<S>& parameter = GetParameter<S>(name);
    const auto set = [&parameter, &values](const ParameterValue& value) {
        parameter.set(values, value);
    };
    options.Add(MakeParameterOption(parameter, more, parameter.get(values), set));
}

} // namespace dht

#endif // DHT_PARAMETER_OPTIONS_H
