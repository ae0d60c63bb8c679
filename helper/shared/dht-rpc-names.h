/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RPC_NAMES_H
#define DHT_RPC_NAMES_H

#include "dht-rpc.h"

#include <array>
#include <cstdint>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * What summaries call the counters of RPCs.
 */

namespace dht
{

/// A counter of RPCs in a summary.
struct RpcCounterName
{
    const char* name;                    ///< In the summary.
    std::uint64_t RpcCounters::*counter; ///< What is counted.
};

/// All that a summary says of RPCs, in its order.
inline constexpr std::array<RpcCounterName, 9> kRpcCounterNames{{
    {"issued", &RpcCounters::issued},
    {"answered", &RpcCounters::answered},
    {"timed_out", &RpcCounters::timedOut},
    {"cancelled", &RpcCounters::cancelled},
    {"sent", &RpcCounters::sent},
    {"timeouts", &RpcCounters::timeouts},
    {"spurious", &RpcCounters::spurious},
    {"late", &RpcCounters::late},
    {"unexpected", &RpcCounters::unexpected},
}};

/// @tparam Json Of nlohmann. @param counters What became of RPCs. @return The same for a summary.
template <typename Json>
Json
RpcsToJson(const RpcCounters& counters)
{
    Json json;
    for (const auto& [name, counter] : kRpcCounterNames)
    {
        json[name] = counters.*counter;
    }
    return json;
}

} // namespace dht

#endif // DHT_RPC_NAMES_H
