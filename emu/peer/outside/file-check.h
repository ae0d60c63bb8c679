/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_CHECK_H
#define DHT_EMU_FILE_CHECK_H

#include "peer-options.h"

/**
 * @file
 * @ingroup dht-emu
 * How much of a file is left in a ring.
 */

namespace dht
{

/**
 * Ask all who should hold fragments of the file that is asked for, and write to standard output how
 * many they have.
 *
 * @param options What was asked for.
 * @throws PeerError A block of it cannot be given back.
 */
void CheckFile(const PeerProgramOptions& options);

} // namespace dht

#endif // DHT_EMU_FILE_CHECK_H
