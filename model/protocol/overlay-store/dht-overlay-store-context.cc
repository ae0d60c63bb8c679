/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay-store-context.h"

#include "dht-block-server.h"

#include <algorithm>
#include <utility>

namespace dht
{

OverlayStoreContext::OverlayStoreContext(const OverlayStoreParts& parts)
    : options(parts.options),
      ring(parts.ring),
      host(parts.host),
      m_store(parts.store),
      m_random(parts.random),
      m_nearness(parts.nearness)
{
}

bool
OverlayStoreContext::IsHere(const Endpoint& endpoint) const
{
    return endpoint == ring.Self().endpoint;
}

Holders<RingNode>
OverlayStoreContext::Holders() const
{
    RingNodes followers = ring.Successors();
    if (ring.IsWhole())
    {
        followers.push_back(ring.Self()); // the last one that follows its own keys
    }
    return HoldersAmong(followers, options.storage);
}

RingNodes
OverlayStoreContext::InOrder(RingNodes nodes) const
{
    for (std::size_t i = nodes.size(); i > 1; --i)
    {
        std::swap(nodes[i - 1], nodes[DrawBelow(m_random, i)]);
    }
    if (m_nearness && options.storage.choice == HolderChoice::kNearest)
    {
        const auto roundTrip = [this](const RingNode& node) {
            return IsHere(node.endpoint) ? Time(0)
                                         : m_nearness->RoundTripTo(node.endpoint).value_or(kNever);
        };
        std::stable_sort(nodes.begin(), nodes.end(), [&](const RingNode& a, const RingNode& b) {
            return roundTrip(a) < roundTrip(b);
        });
    }
    return nodes;
}

Fragment
OverlayStoreContext::Find(Time now, const Key& key) const
{
    auto fragment = m_store.Get(now, key);
    return fragment ? std::move(*fragment) : BlockServer::None();
}

StoredStatus
OverlayStoreContext::Hold(Time now, const StoreBody& body)
{
    Fragment fragment = *body.fragment;
    fragment.left = body.left;
    return StatusOf(m_store.Put(now, body.key, fragment));
}

void
OverlayStoreContext::Answer(const Request& request, const OverlayStoreBody& body)
{
    ready.push_back({request, EncodePayload(body)});
}

} // namespace dht
