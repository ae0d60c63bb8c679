/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RPC_OPTIONS_H
#define DHT_RPC_OPTIONS_H

#include "dht-parameter.h"
#include "dht-rpc-queue.h"
#include "dht-rpc-window.h"
#include "dht-rtt-predictor.h"
#include "dht-stp-window.h"
#include "dht-window-registry.h"

#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * How much a peer asks others at once, and how long answers may take.
 */

namespace dht
{

/// What becomes of RPCs that are not answered, and which come first.
struct RpcOptions
{
    RpcOrder order{RpcOrder::kFirst};    ///< Which of those that wait is sent next.
    std::uint8_t transmissions{1};       ///< To a target, before its caller is told.
    Time longestTimeout{FromSeconds(2)}; ///< Up to where timeouts double, if there are several.
    bool hedges{false};                  ///< Whether callers hear of all timeouts, to ask others.
    const WindowKind* kind{nullptr};     ///< Of window; null: STP's.
    StpWindowOptions window{};           ///< How many are in flight, under STP's.
    RttPredictorOptions timer{};         ///< How long answers are waited for.

    /// @return The window.
    std::unique_ptr<RpcWindow> MakeWindow() const;

    /// @return Those of who fetches and stores where many datagrams may get lost: each peer is
    /// asked four times, at intervals of half a second, and others meanwhile.
    static RpcOptions Patient();

    /// @return What users may set of it: all but what has a table of its own.
    static const std::vector<ParameterOf<RpcOptions>>& Table();
};

} // namespace dht

#endif // DHT_RPC_OPTIONS_H
