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
 * Makes options of a program from the tables of ParameterOf.
 */

namespace dht
{

/// @param parameter A parameter. @param value A value of it. @return Its text, as users write it.
std::string ParameterToText(const ParameterInfo& parameter, const ParameterValue& value);

/**
 * @param parameter A parameter.
 * @param text A value of it, as users write it.
 * @return The value.
 * @throws OptionError The text is no such value, or the value is not allowed.
 */
ParameterValue ParameterFromText(const ParameterInfo& parameter, const std::string& text);

/**
 * @param parameter A parameter.
 * @param more The program's addition to its help; empty for none.
 * @param value The program's default.
 * @param set Takes values.
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
 * @param options Get the option.
 * @param values The default, and take the value.
 * @param name The parameter, such as "QueueCapacity".
 * @param more The program's addition to its help; empty for none.
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
