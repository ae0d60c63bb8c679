/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_PARAMETERS_H
#define DHT_STORAGE_PARAMETERS_H

#include "dht-option-error.h"
#include "dht-options.h"
#include "dht-put-goal.h"
#include "dht-rpc-endpoint.h"
#include "dht-storage-options.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * All that users may set of a store, from the tables of the core.
 */

namespace dht
{

/// Visit each parameter of a struct. @tparam S The struct, which has a table. @param values The
/// struct. @param visit Is called with the parameter and the struct.
template <typename S, typename Visit>
void
ForEachParameter(S& values, Visit& visit)
{
    for (const auto& parameter : std::decay_t<S>::Table())
    {
        visit(parameter, values);
    }
}

/**
 * Visit each parameter of a store's RPCs: of windows, timers, and the coordinates that timers
 * follow.
 *
 * @tparam S Has RpcOptions as `rpcs` and VivaldiOptions as `vivaldi`.
 * @param options The options.
 * @param visit Is called with the parameter and the struct that has it.
 */
template <typename S, typename Visit>
void
ForEachRpcParameter(S&& options, Visit visit)
{
    ForEachParameter(options.rpcs.window, visit);
    ForEachParameter(options.rpcs.timer, visit);
    ForEachParameter(options.rpcs, visit);
    ForEachParameter(options.vivaldi, visit);
}

/**
 * Visit each parameter of a store: how blocks are found, fetched and stored, then those of RPCs.
 *
 * @tparam S Has StorageOptions as `storage`, and what ForEachRpcParameter() visits.
 * @param options The options.
 * @param visit Is called with the parameter and the struct that has it.
 */
template <typename S, typename Visit>
void
ForEachStorageParameter(S&& options, Visit visit)
{
    ForEachParameter(options.storage, visit);
    ForEachRpcParameter(options, visit);
}

/**
 * Check the options of the window of RPCs. Those without effect are hidden.
 *
 * @param table The options of a program, with all of a store.
 * @param rpcs The given ones.
 * @throws OptionError Options exclude each other.
 */
inline void
FinishRpcWindow(Options& table, const RpcOptions& rpcs)
{
    if (!rpcs.kind)
    {
        table.Hide("rpc-window");
        return;
    }
    for (const auto& parameter : StpWindowOptions::Table())
    {
        table.CheckEffect(false, {parameter.OptionName()}, "--rpc-window=stp");
        table.Hide(parameter.OptionName());
    }
}

/**
 * @param options How blocks are stored.
 * @param blockSize Bytes of a block, or of the largest one.
 * @param peers Of the ring; where nobody knows, as many as there are fragments.
 * @param least How many fragments a block needs at the least, whatever the options say.
 * @throws OptionError A block needs more fragments than it has.
 */
inline void
CheckFragments(const StorageOptions& options,
               std::size_t blockSize,
               std::size_t peers,
               std::size_t least = 1)
{
    const std::string all = std::to_string(options.fragments);
    if (options.needed > options.fragments)
    {
        throw OptionError("--needed: there are only --fragments=" + all);
    }
    const std::size_t holders = std::min<std::size_t>(options.fragments, peers);
    const std::size_t needed = std::max(PutGoal::Of(options, blockSize, holders).needed, least);
    if (needed > holders)
    {
        throw OptionError("fragments",
                          all,
                          "a block of " + std::to_string(blockSize) + " bytes needs " +
                              std::to_string(needed) + " fragments on as many peers" +
                              (needed > least ? ", unless --needed says otherwise" : ""));
    }
}

} // namespace dht

#endif // DHT_STORAGE_PARAMETERS_H
