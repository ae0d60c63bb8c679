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
 * Parses the values of options. A value that cannot be parsed is an OptionError that names the
 * option and says what is allowed.
 */

namespace dht
{

/// @param number A number. @return Its text, as short as possible.
std::string NumberToText(double number);

/**
 * @param text A number and a unit.
 * @param [out] number The number.
 * @return The unit; the whole text if it does not begin with a number.
 */
std::string SplitNumber(const std::string& text, double& number);

/**
 * @param name An option.
 * @param text Its value.
 * @param least The least value allowed.
 * @param most The greatest value allowed.
 * @return The number.
 * @throws OptionError The text is no such value, or the value is not allowed.
 */
double ParseNumber(const std::string& name, const std::string& text, double least, double most);

/**
 * @param name An option.
 * @param text Its value, such as "1024" or "2^10".
 * @param least The least value allowed.
 * @param most The greatest value allowed.
 * @return The whole number.
 * @throws OptionError The text is no such value, or the value is not allowed.
 */
std::uint64_t ParseInteger(const std::string& name,
                           const std::string& text,
                           std::uint64_t least,
                           std::uint64_t most);

/**
 * Refuse a number without a unit, which would be misread.
 *
 * @param name An option.
 * @param text Its value.
 * @param units Two units to choose from, the likelier one first.
 * @throws OptionError The text is a number without a unit, and not 0.
 */
void CheckUnit(const std::string& name,
               const std::string& text,
               const std::pair<std::string, std::string>& units);

/**
 * @param name An option.
 * @param text Its value, a duration such as "20ms" or "1.5s"; 0 needs no unit.
 * @return The duration in seconds, from -1e6 to 1e6.
 * @throws OptionError The text is no duration.
 */
double ParseSeconds(const std::string& name, const std::string& text);

/**
 * @param name An option.
 * @param text Its value, a duration.
 * @param least The least value allowed.
 * @param most The greatest value allowed; kNever: as long as a duration can be.
 * @return The duration.
 * @throws OptionError The text is no such value, or the value is not allowed.
 */
Time ParseDuration(const std::string& name, const std::string& text, Time least, Time most);

/// @param time A duration. @return Its text in seconds, as short as possible.
std::string DurationToText(Time time);

/// @param choices The allowed values. @return Them in one text, with commas between them.
std::string ListChoices(const std::vector<std::string>& choices);

/**
 * @param name An option.
 * @param text Its value.
 * @param choices The allowed values.
 * @return The number of the choice, from 0.
 * @throws OptionError The value is none of them.
 */
std::size_t ParseChoice(const std::string& name,
                        const std::string& text,
                        const std::vector<std::string>& choices);

} // namespace dht

#endif // DHT_OPTION_VALUES_H
