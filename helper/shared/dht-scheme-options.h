/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SCHEME_OPTIONS_H
#define DHT_SCHEME_OPTIONS_H

#include "dht-options.h"

#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * A congestion control scheme and its constants, as options. What there is, the registry says.
 */

namespace dht
{

/// Constants of a scheme that were given, with their values.
using SchemeConstants = std::vector<std::pair<std::string, double>>;

/**
 * @param table Where to add --scheme.
 * @param help What the scheme is for.
 * @param scheme The default, and where its name goes.
 */
void AddScheme(Options& table, const std::string& help, std::string& scheme);

/**
 * @param table Where to add --scheme-parameter.
 * @param text Where its value goes, for ParseSchemeConstants().
 */
void AddSchemeConstants(Options& table, std::string& text);

/**
 * @param scheme A scheme's name.
 * @param text NAME=VALUE,...
 * @return They.
 * @throws OptionError The scheme has no such constant, or the value is not allowed.
 */
SchemeConstants ParseSchemeConstants(const std::string& scheme, const std::string& text);

/**
 * @param scheme A scheme's name.
 * @return Whether it issues any number of requests at once, and no peer ever holds it up: it needs
 *         an offered load.
 */
bool TakesAnyNumber(const std::string& scheme);

/**
 * @param scheme A scheme's name.
 * @return Whether its relays let requests wait for room, rather than drop them.
 */
bool LetsRequestsWait(const std::string& scheme);

} // namespace dht

#endif // DHT_SCHEME_OPTIONS_H
