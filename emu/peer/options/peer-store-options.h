/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_STORE_OPTIONS_H
#define DHT_EMU_PEER_STORE_OPTIONS_H

#include "dht-options.h"
#include "peer-option-table.h"
#include "peer-options.h"

/**
 * @file
 * @ingroup dht-emu
 * Options of dht-peer for peers that store blocks, and for who puts and gets them.
 */

namespace dht
{

/// @param [in,out] table Gets the options: those of the core's tables, too. @param o Where their
/// values go. @param texts Where those go that ConvertTexts() takes over.
void DefineStoreOptions(Options& table, PeerProgramOptions& o, PeerTexts& texts);

/// With a store, some defaults are others. @param [in,out] o Where they go. @param [in,out] table
/// All options; those of a store that nothing heeds are hidden. @throws OptionError An option has
/// no effect, or is not allowed with a store.
void TakeStore(PeerProgramOptions& o, Options& table);

} // namespace dht

#endif // DHT_EMU_PEER_STORE_OPTIONS_H
