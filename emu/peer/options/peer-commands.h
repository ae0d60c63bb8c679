/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_COMMANDS_H
#define DHT_EMU_PEER_COMMANDS_H

#include "peer-command.h"

#include <functional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Finds the command that a command line means.
 */

namespace dht
{

/// @param options Names of the options on a command line that names no command. @return The name of
/// the command that it means.
using ImpliedCommand = std::function<std::string(const std::vector<std::string>& options)>;

/**
 * Read a command line, and do what it says.
 *
 * @param program The name and the usage of the program.
 * @param commands Its commands.
 * @param implied Names the one that is meant if the command line names none.
 * @param argc How many arguments.
 * @param argv The arguments.
 * @return The signal that told it to end, or 0.
 * @throws OptionError Something is not known, not allowed, or does not go together.
 * @throws PeerError The command failed.
 */
int RunCommand(ProgramText program,
               const PeerCommands& commands,
               const ImpliedCommand& implied,
               int argc,
               const char* const* argv);

} // namespace dht

#endif // DHT_EMU_PEER_COMMANDS_H
