/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_RENEWAL_H
#define DHT_EMU_FILE_RENEWAL_H

#include "peer-options.h"

/**
 * @file
 * @ingroup dht-emu
 * Lets a ring keep a file.
 */

namespace dht
{

/**
 * Let all holders of the file that is asked for keep their fragments as long as if it was put now,
 * and put those blocks again of which some lack theirs. With --keep, do it again after half of the
 * time for which they keep it, for ever.
 *
 * @param options What was asked for.
 * @throws PeerError A block of it cannot be given back, or nobody answers; with --keep, only if
 * that is so from the start.
 */
void RenewFile(const PeerProgramOptions& options);

} // namespace dht

#endif // DHT_EMU_FILE_RENEWAL_H
