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
    /// @param view What the peer knows. @param judge Judges answers; null for nobody.
    RingRouting(const RingView& view, AnswerJudge* judge)
        : LinkRouting(view.links),
          m_view(view),
          m_judge(judge)
    {
    }

    Belief Judge(Time now, const Key& key, const Endpoint& responsible) override
    {
        return m_judge ? m_judge->OnClaim(now, key, responsible) : Belief::kBelieved;
    }

    std::optional<RingNode> InsteadOf(Time now,
                                      const Key& key,
                                      const Endpoint& responsible) const override
    {
        return m_judge ? m_judge->InsteadOf(now, key, responsible) : std::nullopt;
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
    AnswerJudge* m_judge;   ///< Judges answers; null for nobody.
};

} // namespace

std::unique_ptr<RoutingTable>
MakeRingRouting(const RingView& view, AnswerJudge* judge)
{
    return std::make_unique<RingRouting>(view, judge);
}

} // namespace dht
