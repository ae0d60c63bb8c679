/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_NETWORK_FILE_H
#define DHT_NETWORK_FILE_H

#include "delay-cells.h"
#include "host-network.h"

#include <istream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * A file of delays between hosts, in any of the formats that are known.
 */

namespace dht
{

/// How a file of delays is to be read: what the programs' options --delay-format, --delay-unit,
/// --delay-column and --delay-missing say, which errors name.
struct NetworkFileOptions
{
    /// Recognise the format by its contents.
    static constexpr const char* kAuto = "auto";

    std::string format{kAuto};                     ///< One of FormatNames().
    std::string unit;                              ///< One of DelayUnit::Names(); empty: not said.
    std::string column;                            ///< See DelayPairs.
    MissingDelays missing{MissingDelays::kRefuse}; ///< What to do about missing delays.

    /// @return The names of formats: auto, rows, pairs, p2psim, gml, xml.
    static const std::vector<std::string>& FormatNames();
};

/**
 * Read a file of delays. Matrices without a unit are in ms, one way, and so are coordinates; other
 * files that do not say what their numbers are need a unit.
 *
 * @param in The file.
 * @param options How to read it.
 * @return The network.
 * @throws std::invalid_argument Something in it is wrong; the message names the line, where there
 *         is one.
 */
HostNetwork ReadNetwork(std::istream& in, const NetworkFileOptions& options);

/// The first line of a file that says what its numbers are, up to the name of the unit.
inline constexpr const char* kUnitTitle = "# delays of dht-cc, unit=";

/// Write a network's delays as rows, whose first line says their unit. @param network The network.
/// @param [out] out The file.
void WriteRows(const HostNetwork& network, std::ostream& out);

} // namespace dht

#endif // DHT_NETWORK_FILE_H
