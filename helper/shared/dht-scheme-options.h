/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SCHEME_OPTIONS_H
#define DHT_SCHEME_OPTIONS_H

#include "dht-options.h"
#include "dht-parameters.h"

#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * A congestion control scheme and its constants, as options. The registry knows the schemes.
 */

namespace dht
{

/// Constants of an algorithm that were given, with their values.
using GivenConstants = std::vector<std::pair<std::string, double>>;

/**
 * @param table Gets the option --scheme.
 * @param help Purpose of the scheme, for the help.
 * @param scheme The default, and takes the scheme's name.
 */
void AddScheme(Options& table, const std::string& help, std::string& scheme);

/**
 * @param table Gets the option --scheme-parameter.
 * @param text Takes its value, for ParseSchemeConstants().
 */
void AddSchemeConstants(Options& table, std::string& text);

/**
 * @param option An option's name.
 * @param text Its value, NAME=VALUE,...
 * @param owner Whose constants they are, for errors.
 * @param known Those that there are.
 * @return The constants.
 * @throws OptionError There is no such constant, or the value is not allowed.
 */
GivenConstants ParseConstants(const std::string& option,
                              const std::string& text,
                              const std::string& owner,
                              Parameters known);

/**
 * @param scheme A scheme's name.
 * @param text NAME=VALUE,...
 * @return The constants.
 * @throws OptionError The scheme has no such constant, or the value is not allowed.
 */
GivenConstants ParseSchemeConstants(const std::string& scheme, const std::string& text);

/**
 * @param scheme A scheme's name.
 * @return Whether the scheme issues any number of requests at once, and so needs an offered load.
 */
bool TakesAnyNumber(const std::string& scheme);

/**
 * @param scheme A scheme's name.
 * @return Whether its relays let requests wait for room, rather than drop them.
 */
bool LetsRequestsWait(const std::string& scheme);

} // namespace dht

#endif // DHT_SCHEME_OPTIONS_H
