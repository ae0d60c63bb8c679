/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OPTION_VALUES_H
#define DHT_OPTION_VALUES_H

#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * From the text of an option to its value. What cannot be parsed is an OptionError that names the
 * option and says what is allowed.
 */

namespace dht
{

/// @param number A number. @return It, as short as possible.
std::string NumberToText(double number);

/**
 * @param text A number and a unit.
 * @param [out] number The number.
 * @return The unit; the whole text where it does not begin with a number.
 */
std::string SplitNumber(const std::string& text, double& number);

/**
 * @param name An option.
 * @param text Its value.
 * @param least The least allowed.
 * @param most The greatest.
 * @return The number.
 * @throws OptionError It is none, or not allowed.
 */
double ParseNumber(const std::string& name, const std::string& text, double least, double most);

/**
 * @param name An option.
 * @param text Its value, such as "1024" or "2^10".
 * @param least The least allowed.
 * @param most The greatest.
 * @return The whole number.
 * @throws OptionError It is none, or not allowed.
 */
std::uint64_t ParseInteger(const std::string& name,
                           const std::string& text,
                           std::uint64_t least,
                           std::uint64_t most);

/**
 * Refuse a number without its unit, which would be taken for something else than was meant.
 *
 * @param name An option.
 * @param text Its value.
 * @param units Two units to choose from, the likelier one first.
 * @throws OptionError It is a number, not 0, and nothing else.
 */
void CheckUnit(const std::string& name,
               const std::string& text,
               const std::pair<std::string, std::string>& units);

/**
 * @param name An option.
 * @param text Its value, a duration such as "20ms" or "1.5s"; 0 needs no unit.
 * @return The duration in seconds; at most 1e6 of them, either way.
 * @throws OptionError It is none.
 */
double ParseSeconds(const std::string& name, const std::string& text);

/**
 * @param name An option.
 * @param text Its value, a duration.
 * @param least The least allowed.
 * @param most The greatest; kNever: as long as a duration can be.
 * @return The duration.
 * @throws OptionError It is none, or not allowed.
 */
Time ParseDuration(const std::string& name, const std::string& text, Time least, Time most);

/// @param time A duration. @return It in seconds, as short as possible.
std::string DurationToText(Time time);

/// @param choices What is allowed. @return They, with commas between them.
std::string ListChoices(const std::vector<std::string>& choices);

/**
 * @param name An option.
 * @param text Its value.
 * @param choices What is allowed.
 * @return Which of them it is.
 * @throws OptionError It is none of them.
 */
std::size_t ParseChoice(const std::string& name,
                        const std::string& text,
                        const std::vector<std::string>& choices);

} // namespace dht

#endif // DHT_OPTION_VALUES_H
