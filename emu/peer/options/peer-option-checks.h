/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_OPTION_CHECKS_H
#define DHT_EMU_PEER_OPTION_CHECKS_H

#include "peer-option-table.h"

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

/**
 * Take over what was given. Options that have no effect are hidden.
 *
 * @param [in,out] o All options.
 * @param texts The values that are texts yet.
 * @param [in,out] table Their table.
 * @throws OptionError One has no effect, is missing or is not allowed.
 */
void FinishPeerOptions(PeerProgramOptions& o, const PeerTexts& texts, Options& table);

} // namespace dht

#endif // DHT_EMU_PEER_OPTION_CHECKS_H
