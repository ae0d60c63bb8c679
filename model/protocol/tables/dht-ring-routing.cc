/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-routing.h"

namespace dht
{

namespace
{

/// Requests go by the links, and lookups to where they lead.
class RingRouting : public LinkRouting
{
  public:
    /// @param view What the peer knows. @param believer Whether to believe those who answer.
    RingRouting(const RingView& view, Believer* believer)
        : LinkRouting(view.links),
          m_view(view),
          m_believer(believer)
    {
    }

    Belief Believes(Time now, const Key& key, const Endpoint& responsible, Asking asking) override
    {
        return m_believer ? m_believer->Believes(now, key, responsible, asking) : Belief::kYes;
    }

    bool TakeNews() override
    {
        return m_believer && m_believer->TakeNews();
    }

    bool LosesMuch(Time now) const override
    {
        return m_believer && m_believer->LosesMuch(now);
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
        if (m_view.IsCutOff())
        {
            return m_view.KnownNearestTo(key, asker);
        }
        // what happens to a link tells of a crash long before a query does
        return m_view.links.NearestTo(key, asker, Search::kMostNamed);
    }

    bool IsLost(const Endpoint& endpoint) const override
    {
        return m_view.lost.Contains(endpoint);
    }

  private:
    const RingView& m_view; ///< What the peer knows.
    Believer* m_believer;   ///< Whether to believe those who answer; null to believe all.
};

} // namespace

std::unique_ptr<RoutingTable>
MakeRingRouting(const RingView& view, Believer* believer)
{
    return std::make_unique<RingRouting>(view, believer);
}

} // namespace dht
