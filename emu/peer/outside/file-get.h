/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_GET_H
#define DHT_EMU_FILE_GET_H

#include "peer-command.h"

#include <memory>

/**
 * @file
 * @ingroup dht-emu
 * Fetches a file from a ring.
 */

namespace dht
{

/// @return The command `get`, which fetches a file from outside the ring, and writes it to --output
/// or standard output.
std::unique_ptr<PeerCommand> MakeGetCommand();

} // namespace dht

#endif // DHT_EMU_FILE_GET_H
