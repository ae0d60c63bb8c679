/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_LOOKUP_H
#define DHT_EMU_LOOKUP_H

#include "peer-options.h"

/**
 * @file
 * @ingroup dht-emu
 * Asks a ring who is responsible for a key.
 */

namespace dht
{

/**
 * Look up the keys that are asked for, from outside the ring: each peer on the way is asked for the
 * next one. Writes a line for each to standard output.
 *
 * @param options What was asked for.
 * @throws PeerError No peer answers.
 */
void RunLookups(const PeerProgramOptions& options);

} // namespace dht

#endif // DHT_EMU_LOOKUP_H
