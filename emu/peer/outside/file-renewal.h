/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_RENEWAL_H
#define DHT_EMU_FILE_RENEWAL_H

#include "peer-command.h"

#include <memory>

/**
 * @file
 * @ingroup dht-emu
 * Lets a ring keep a file.
 */

namespace dht
{

/// @return The command `renew`, which lets all holders of a file keep their fragments as long as if
/// it was put now, and puts those blocks again of which some lack theirs. With --keep, it does so
/// again after half of the time for which they keep it, for ever, and fails only if the first time
/// does.
std::unique_ptr<PeerCommand> MakeRenewCommand();

} // namespace dht

#endif // DHT_EMU_FILE_RENEWAL_H
