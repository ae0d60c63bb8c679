/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_COMMANDS_H
#define DHT_EMU_PEER_COMMANDS_H

#include "peer-options.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * The commands of dht-peer.
 */

namespace dht
{

/// @return The names of all commands.
std::vector<std::string> PeerCommandNames();

/// @param command A command. @return Its name.
std::string NameOf(PeerCommand command);

/// Note what was given beside the options. @param [in,out] o Where it goes. @param words The words
/// in their order. @throws OptionError They are no command, or too few or too many for it.
void TakeWords(PeerProgramOptions& o, const std::vector<std::string>& words);

} // namespace dht

#endif // DHT_EMU_PEER_COMMANDS_H
