/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_PUT_H
#define DHT_EMU_FILE_PUT_H

#include "peer-options.h"

/**
 * @file
 * @ingroup dht-emu
 * Stores a file in a ring.
 */

namespace dht
{

/**
 * Store the file that is asked for, from outside the ring, and write its key to standard output.
 *
 * @param options What was asked for.
 * @throws PeerError It cannot be read, or the ring does not take it.
 */
void PutFile(const PeerProgramOptions& options);

} // namespace dht

#endif // DHT_EMU_FILE_PUT_H
