/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-routing.h"

#include <utility>

namespace dht
{

namespace
{

/// Requests go by the links, and lookups to where they lead.
class RingRouting : public LinkRouting
{
  public:
    /// @param view What the peer knows. @param belief Whether to believe those who answer.
    RingRouting(const RingView& view, Belief belief)
        : LinkRouting(view.links),
          m_view(view),
          m_belief(std::move(belief))
    {
    }

    bool Believes(Time now, const Key& key, const Endpoint& responsible) override
    {
        return !m_belief || m_belief(now, key, responsible);
    }

    bool IsCutOff() const override
    {
        return m_view.IsCutOff();
    }

    PeerIds Ids() const override
    {
        return PeerIds::kDigests;
    }

    RingNodes NearestTo(const Key& key, const Endpoint& asker) const override
    {
        // what happens to a link tells of a crash long before a query does
        return m_view.links.NearestTo(key, asker, Search::kMostNamed);
    }

    bool IsLost(const Endpoint& endpoint) const override
    {
        return m_view.lost.Contains(endpoint);
    }

  private:
    const RingView& m_view; ///< What the peer knows.
    Belief m_belief;        ///< Whether to believe those who answer.
};

} // namespace

std::unique_ptr<RoutingTable>
MakeRingRouting(const RingView& view, Belief belief)
{
    return std::make_unique<RingRouting>(view, std::move(belief));
}

} // namespace dht
