/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-routing.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Requests go by the links, lookups by whatever is known.
class RingRouting : public LinkRouting
{
  public:
    /// @param view What the peer knows.
    explicit RingRouting(const RingView& view)
        : LinkRouting(view.links),
          m_view(view)
    {
    }

    PeerIds Ids() const override
    {
        return PeerIds::kDigests;
    }

    RingNodes NearestTo(const Key& key, const Endpoint& asker) const override
    {
        RingNodes nodes = m_view.NearestTo(key, asker, Search::kMostNamed);
        // they come last; each would cost who asks a timeout, and the others know a way around
        const auto suspect = std::find_if(nodes.begin(), nodes.end(), [this](const RingNode& node) {
            return m_view.links.IsSuspect(node.endpoint);
        });
        if (suspect != nodes.begin())
        {
            nodes.erase(suspect, nodes.end());
        }
        return nodes;
    }

    bool IsLost(const Endpoint& endpoint) const override
    {
        return m_view.lost.Contains(endpoint);
    }

  private:
    const RingView& m_view; ///< What the peer knows.
};

} // namespace

std::unique_ptr<RoutingTable>
MakeRingRouting(const RingView& view)
{
    return std::make_unique<RingRouting>(view);
}

} // namespace dht
