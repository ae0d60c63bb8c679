/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_CHECK_H
#define DHT_EMU_FILE_CHECK_H

#include "peer-command.h"

#include <memory>

/**
 * @file
 * @ingroup dht-emu
 * How much of a file is left in a ring.
 */

namespace dht
{

/// @return The command `check`, which asks all who should hold fragments of a file, and writes to
/// standard output how many they have.
std::unique_ptr<PeerCommand> MakeCheckCommand();

} // namespace dht

#endif // DHT_EMU_FILE_CHECK_H
