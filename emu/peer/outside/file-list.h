/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_LIST_H
#define DHT_EMU_FILE_LIST_H

#include "peer-command.h"

#include <memory>

/**
 * @file
 * @ingroup dht-emu
 * Which blocks a file in a ring is made of.
 */

namespace dht
{

/// @return The command `ls`, which reads the inner blocks of a file, and writes a line for each
/// block of the file to standard output, in the order of the file: its key, where its bytes begin
/// in the file, and how many bytes of the file it has, or has below it. A block is indented by how
/// far it is below the root.
std::unique_ptr<PeerCommand> MakeListCommand();

} // namespace dht

#endif // DHT_EMU_FILE_LIST_H
