/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_OPEN_FILES_H
#define DHT_EMU_OPEN_FILES_H

#include "real-peer.h"

#include <string>

/**
 * @file
 * @ingroup dht-emu
 * How many files a peer may have open.
 */

namespace dht
{

/**
 * Have the system allow as many open files as a peer may need. To be called before it opens any.
 *
 * @param options What the peer is made of.
 * @return Empty, or that the system allows fewer, which is enough for fewer connections.
 * @throws PeerError They are not even enough without connections.
 */
std::string AllowOpenFiles(const RealPeerOptions& options);

/// @param options What a peer is made of. @return What to do where the system allows too few files,
/// and how many it may need.
std::string HowToAllowFiles(const RealPeerOptions& options);

} // namespace dht

#endif // DHT_EMU_OPEN_FILES_H
