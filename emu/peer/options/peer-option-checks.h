/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_OPTION_CHECKS_H
#define DHT_EMU_PEER_OPTION_CHECKS_H

#include "dht-options.h"
#include "peer-options.h"

#include <cstddef>

/**
 * @file
 * @ingroup dht-emu
 * Which options of dht-peer go together, and which follow from others.
 */

namespace dht
{

/// @param o All options. @return Bytes of a request's frame without payload.
std::size_t HeaderSizeOf(const PeerProgramOptions& o);

/// Hide options of a transport that is not there. @param o All options. @param [in,out] table Their
/// table. @throws OptionError One has no effect, or is missing.
void FinishTransport(const PeerProgramOptions& o, Options& table);

/// @param o All options. @throws OptionError Some do not go together.
void CheckTogether(const PeerProgramOptions& o);

/// Ask those that were met before, too. @param [in,out] o All options, of a peer. @throws
/// OptionError The file is broken, or of another ring.
void TakeContacts(PeerProgramOptions& o);

} // namespace dht

#endif // DHT_EMU_PEER_OPTION_CHECKS_H
