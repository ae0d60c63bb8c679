/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc-window-kinds.h"

#include "dht-registered-rpc-window.h"

namespace dht
{

std::vector<std::string>
RpcWindowNames()
{
    std::vector<std::string> names = WindowRegistry::Get().Names();
    names.insert(names.begin(), "stp");
    return names;
}

const WindowKind*
RpcWindowKind(std::size_t place)
{
    return place == 0 ? nullptr : WindowRegistry::Get().All().at(place - 1).get();
}

std::unique_ptr<RpcWindow>
MakeRpcWindow(const WindowKind* kind, const StpWindowOptions& stp)
{
    if (kind)
    {
        return std::make_unique<RegisteredRpcWindow>(*kind);
    }
    return std::make_unique<StpWindow>(stp);
}

} // namespace dht
