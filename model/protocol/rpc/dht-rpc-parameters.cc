/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc-endpoint.h"
#include "dht-rpc-window-kinds.h"

#include <algorithm>

namespace dht
{

namespace
{

/// @return The choice of a window.
ParameterOf<RpcOptions>
WindowChoice()
{
    const auto& kinds = WindowRegistry::Get().All();
    return {{"RpcWindow",
             "How many RPCs are in flight: by STP's window, or by one of the overlay's own "
             "transport, to which each RPC is a packet and what its answer takes beyond the "
             "prediction is the queue",
             std::uint64_t{0},
             std::uint64_t{kinds.size()},
             RpcWindowNames()},
            [&kinds](const RpcOptions& options) -> ParameterValue {
                const auto end = kinds.end();
                const auto found = std::find_if(kinds.begin(), end, [&](const auto& kind) {
                    return kind.get() == options.kind;
                });
                const auto place = static_cast<std::uint64_t>(found - kinds.begin());
                return options.kind ? place + 1 : 0;
            },
            [](RpcOptions& options, const ParameterValue& value) {
                options.kind = RpcWindowKind(std::get<std::uint64_t>(value));
            }};
}

} // namespace

std::unique_ptr<RpcWindow>
RpcOptions::MakeWindow() const
{
    return MakeRpcWindow(kind, window);
}

const std::vector<ParameterOf<StpWindowOptions>>&
StpWindowOptions::Table()
{
    static const std::vector<ParameterOf<StpWindowOptions>> table{
        {"WindowMultiplier",
         "RPCs in flight for each 1 of the window w (NSDI04 5.2.1; DHash++ of April 2004 has 5)",
         &StpWindowOptions::multiplier,
         0.1,
         100.0},
        {"WindowSlowStart",
         "Up to this size, the window grows by 1 for each reply; 1: never (DHash++ of April 2004: "
         "6)",
         &StpWindowOptions::slowStart,
         1.0,
         1000.0},
        {"WindowIdle",
         "Time without RPCs after which the window is 1 again; 0: never (DHash++ of April 2004: 5 "
         "s)",
         &StpWindowOptions::idle,
         Time(0),
         kNever},
        {"WindowHalving",
         "Which timeouts halve the window: the first one of each RPC, or, of those that were sent "
         "before it was halved last, none",
         &StpWindowOptions::halving,
         {"each-rpc", "each-round"}},
    };
    return table;
}

const std::vector<ParameterOf<RttPredictorOptions>>&
RttPredictorOptions::Table()
{
    static const std::vector<ParameterOf<RttPredictorOptions>> table{
        {"RpcErrorGain",
         "Weight of the last answer in alpha, the mean error of predicted round-trip times",
         &RttPredictorOptions::errorGain,
         0.0001,
         1.0},
        {"RpcErrorFactor",
         "Alphas that a timeout is longer than the prediction (NSDI04 5.2.2)",
         &RttPredictorOptions::errorFactor,
         0.0,
         100.0},
        {"RpcDeviationFactor",
         "Mean deviations from alpha that a timeout is longer besides (DHash++ of April 2004: 10)",
         &RttPredictorOptions::deviationFactor,
         0.0,
         100.0},
        {"RpcMargin",
         "Time that a timeout is longer besides (NSDI04 5.2.2)",
         &RttPredictorOptions::margin,
         Time(0),
         FromSeconds(60)},
        {"RpcLongestTimeout",
         "Longest timeout of an RPC's first transmission",
         &RttPredictorOptions::longest,
         FromSeconds(0.001),
         FromSeconds(60)},
        {"RpcInitialTimeout",
         "Timeout before predictions have settled, and of peers that have told no place, if it is "
         "shorter than the longest",
         &RttPredictorOptions::initial,
         FromSeconds(0.001),
         FromSeconds(60)},
        {"RpcSettling",
         "Answers after which predictions have settled",
         &RttPredictorOptions::settling,
         0,
         1000000},
        {"RpcOwnHostTimeout",
         "Shortest timeout of an RPC to a peer at the same address",
         &RttPredictorOptions::ownHostLeast,
         FromSeconds(0.001),
         FromSeconds(60)},
    };
    return table;
}

const std::vector<ParameterOf<RpcOptions>>&
RpcOptions::Table()
{
    static const std::vector<ParameterOf<RpcOptions>> table{
        WindowChoice(),
        {"RpcOrder",
         "Which of the RPCs that wait is sent next: the first one, or any of the first hundred, as "
         "in DHash++ of April 2004",
         &RpcOptions::order,
         {"first", "random"}},
        {"RpcTransmissions",
         "How often an RPC is sent to the same peer, until another one is asked (DHash++ of April "
         "2004: 5)",
         &RpcOptions::transmissions,
         1,
         255},
        {"RpcRepeatedTimeout",
         "Up to where timeouts double, if an RPC is sent to the same peer several times",
         &RpcOptions::longestTimeout,
         FromSeconds(0.001),
         FromSeconds(60)},
    };
    return table;
}

RpcOptions
RpcOptions::Patient()
{
    RpcOptions rpcs;
    rpcs.transmissions = 4;
    rpcs.hedges = true;
    rpcs.timer.initial = rpcs.longestTimeout = FromSeconds(0.5);
    rpcs.timer.margin = FromSeconds(0.1);
    return rpcs;
}

} // namespace dht
