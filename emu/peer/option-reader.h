/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_OPTION_READER_H
#define DHT_EMU_OPTION_READER_H

#include "ns3/dht-options.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Reads a command line.
 */

namespace dht
{

/// What a command line holds beside the options.
struct CommandLine
{
    bool help{false};               ///< Whether help was asked for.
    std::vector<std::string> words; ///< What is no option.
};

/**
 * @param table The options, which are set.
 * @param argc How many arguments.
 * @param argv The arguments.
 * @return The rest.
 * @throws OptionError An option is not known, or its value not allowed.
 */
CommandLine ReadCommandLine(Options& table, int argc, const char* const* argv);

/// @param table The options. @return A line or more for each, with its default.
std::string Describe(const Options& table);

} // namespace dht

#endif // DHT_EMU_OPTION_READER_H
