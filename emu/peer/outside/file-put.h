/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_PUT_H
#define DHT_EMU_FILE_PUT_H

#include "peer-command.h"

#include <memory>

/**
 * @file
 * @ingroup dht-emu
 * Stores a file in a ring.
 */

namespace dht
{

/// @return The command `put`, which stores a file from outside the ring, and writes its key to
/// standard output.
std::unique_ptr<PeerCommand> MakePutCommand();

} // namespace dht

#endif // DHT_EMU_FILE_PUT_H
