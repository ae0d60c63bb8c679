/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RPC_WINDOW_KINDS_H
#define DHT_RPC_WINDOW_KINDS_H

#include "dht-rpc-window.h"
#include "dht-stp-window.h"
#include "dht-window-registry.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Which windows RPCs may have: STP's, or one of the overlay's own transport.
 */

namespace dht
{

/// @return Their names: STP's, then those of the registry.
std::vector<std::string> RpcWindowNames();

/// @param place Of a name among RpcWindowNames(). @return The window of that name in the registry;
/// null for STP's.
const WindowKind* RpcWindowKind(std::size_t place);

/// @param kind Of window; null for STP's. @param stp The constants of STP's. @return A window, with
/// no RPC in flight.
std::unique_ptr<RpcWindow> MakeRpcWindow(const WindowKind* kind, const StpWindowOptions& stp);

} // namespace dht

#endif // DHT_RPC_WINDOW_KINDS_H
