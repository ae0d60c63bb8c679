/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_NODE_H
#define DHT_RING_NODE_H

#include "dht-endpoint.h"
#include "dht-key.h"

#include <algorithm>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * A peer as another one knows it.
 */

namespace dht
{

/// A peer's endpoint, and the place on the ring that follows from it.
struct RingNode
{
    Endpoint endpoint{}; ///< Where to reach it.
    Key id{0};           ///< Its id.

    /// @param other Another peer. @return Whether both are the same.
    bool operator==(const RingNode& other) const
    {
        return endpoint == other.endpoint;
    }
};

/// Some peers.
using RingNodes = std::vector<RingNode>;

/// @param nodes Peers. @return Their endpoints, in the same order.
inline std::vector<Endpoint>
EndpointsOf(const RingNodes& nodes)
{
    std::vector<Endpoint> endpoints;
    endpoints.reserve(nodes.size());
    for (const RingNode& node : nodes)
    {
        endpoints.push_back(node.endpoint);
    }
    return endpoints;
}

/// @param nodes Peers. @param endpoint One's endpoint. @return The peer; null if it is not among
/// them.
inline const RingNode*
FindNode(const RingNodes& nodes, const Endpoint& endpoint)
{
    for (const RingNode& node : nodes)
    {
        if (node.endpoint == endpoint)
        {
            return &node;
        }
    }
    return nullptr;
}

/// @param [in,out] nodes Peers. @param endpoint The endpoint of one who is not to be among them.
inline void
RemoveNode(RingNodes& nodes, const Endpoint& endpoint)
{
    const auto rest = std::remove_if(nodes.begin(), nodes.end(), [&](const RingNode& node) {
        return node.endpoint == endpoint;
    });
    nodes.erase(rest, nodes.end());
}

/**
 * @param from Where an arc begins.
 * @param key A key.
 * @param to Where the arc ends, clockwise; the whole ring if that is where it begins.
 * @return Whether the key lies strictly within.
 */
inline bool
IsBetween(const Key& from, const Key& key, const Key& to)
{
    return key != from && (from == to || IsFarther(from, key, to));
}

} // namespace dht

#endif // DHT_RING_NODE_H
