/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-network-share.h"

#include "dht-endpoint-site.h"

#include <algorithm>

namespace dht
{

namespace
{

/// A network's share of the places: one over this.
constexpr std::size_t kShare = 4;

} // namespace

bool
HasShare(std::size_t places, const RingNodes& others, const RingNode& node)
{
    if (others.empty() || !IsRouted(node.endpoint))
    {
        return false;
    }
    const Endpoint network = NetworkOf(node.endpoint);
    const auto count = std::count_if(others.begin(), others.end(), [&](const RingNode& other) {
        return NetworkOf(other.endpoint) == network;
    });
    return static_cast<std::size_t>(count) >= std::max<std::size_t>(places / kShare, 1);
}

SharedPlaces
ShareOut(std::size_t places, const RingNodes& nodes)
{
    SharedPlaces shared;
    for (const RingNode& node : nodes)
    {
        (HasShare(places, shared.within, node) ? shared.surplus : shared.within).push_back(node);
    }
    return shared;
}

} // namespace dht
