/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_SHARED_OPTIONS_H
#define DHT_EMU_SHARED_OPTIONS_H

#include "dht-options.h"
#include "peer-names.h"
#include "peer-disk.h"

#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Options that several commands of dht-peer have.
 */

namespace dht
{

/// What somebody does with blocks, each a bit: parameters that nobody heeds are no options.
enum StoreUse : unsigned
{
    kCheckBlocks = 0, ///< Asks who has them, as all do.
    kReadBlocks = 1,  ///< Fetches them.
    kWriteBlocks = 2, ///< Stores them.
    kKeepBlocks = 4,  ///< Keeps them for others.
};

/// Headings of what AddStoreParameters() adds.
extern const char* const kBlockGroup;
extern const char* const kRpcGroup;

/// @param [in,out] table Gets --join. @param peers Take its value. @param help What it does.
void AddJoin(Options& table, PeerNames& peers, const std::string& help);

/**
 * Add the parameters of a store, from the core's tables.
 *
 * @param [in,out] table Gets them.
 * @param store Takes their values.
 * @param uses Bits of StoreUse.
 */
void AddStoreParameters(Options& table, PeerStoreOptions& store, unsigned uses);

} // namespace dht

#endif // DHT_EMU_SHARED_OPTIONS_H
