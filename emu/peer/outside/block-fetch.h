/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_BLOCK_FETCH_H
#define DHT_EMU_BLOCK_FETCH_H

#include "peer-command.h"

#include <memory>

/**
 * @file
 * @ingroup dht-emu
 * How long a ring takes to give blocks back.
 */

namespace dht
{

/// @return The command `fetch`, which fetches blocks, one after the other: of a key, or of those on
/// standard input, one per line. Of each it writes a line to standard output: its key, its bytes,
/// what the lookup took and what the rest.
std::unique_ptr<PeerCommand> MakeFetchCommand();

} // namespace dht

#endif // DHT_EMU_BLOCK_FETCH_H
