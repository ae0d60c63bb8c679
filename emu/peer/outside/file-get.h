/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_GET_H
#define DHT_EMU_FILE_GET_H

#include "peer-options.h"

/**
 * @file
 * @ingroup dht-emu
 * Fetches a file from a ring.
 */

namespace dht
{

/**
 * Fetch the file that is asked for, from outside the ring, and write it to --output or standard
 * output.
 *
 * @param options What was asked for.
 * @throws PeerError It is not there, or cannot be written.
 */
void GetFile(const PeerProgramOptions& options);

} // namespace dht

#endif // DHT_EMU_FILE_GET_H
