/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_LOOKUP_H
#define DHT_EMU_LOOKUP_H

#include "peer-command.h"

#include <memory>

/**
 * @file
 * @ingroup dht-emu
 * Asks a ring who is responsible for a key.
 */

namespace dht
{

/// @return The command `lookup`, which looks up keys from outside the ring: each peer on the way is
/// asked for the next one. It writes a line for each to standard output.
std::unique_ptr<PeerCommand> MakeLookupCommand();

} // namespace dht

#endif // DHT_EMU_LOOKUP_H
