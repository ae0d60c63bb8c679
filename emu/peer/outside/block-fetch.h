/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_BLOCK_FETCH_H
#define DHT_EMU_BLOCK_FETCH_H

#include "peer-options.h"

/**
 * @file
 * @ingroup dht-emu
 * How long a ring takes to give blocks back.
 */

namespace dht
{

/**
 * Fetch blocks, one after the other: that of options.key, or those whose keys stand on standard
 * input, a line each. Of each, write a line to standard output: its key, its bytes, what the lookup
 * took and what the rest.
 *
 * @param options What was asked for.
 * @throws PeerError Some are not there, or nobody answers.
 */
void FetchBlocks(const PeerProgramOptions& options);

} // namespace dht

#endif // DHT_EMU_BLOCK_FETCH_H
