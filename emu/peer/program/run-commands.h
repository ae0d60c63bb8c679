/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_RUN_COMMANDS_H
#define DHT_EMU_RUN_COMMANDS_H

#include "peer-command.h"

#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * The commands of dht-peer that are peers of a ring.
 */

namespace dht
{

/// @return The command `serve`: a peer that is there for others, until it is told to end.
std::unique_ptr<PeerCommand> MakeServeCommand();

/// @return The command `load`: a peer that makes requests, measures, and writes a summary.
std::unique_ptr<PeerCommand> MakeLoadCommand();

/// @param options Names of the options on a command line that names no command, with dashes.
/// @return Which of both it means: `load` if one is about requests, measurement or results.
std::string ImpliedRun(const std::vector<std::string>& options);

} // namespace dht

#endif // DHT_EMU_RUN_COMMANDS_H
