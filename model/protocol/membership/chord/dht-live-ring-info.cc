/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-live-ring-info.h"

#include "dht-endpoint-name.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Follows the view.
class LiveRingInfo : public RingInfo
{
  public:
    /// @param view What the peer knows. @param joiner How it comes and goes.
    LiveRingInfo(const RingView& view, const Joiner& joiner)
        : m_view(view),
          m_joiner(joiner)
    {
    }

    RingNode Self() const override
    {
        return m_view.self;
    }

    bool HasPlace() const override
    {
        return m_joiner.IsJoined() && !m_view.IsCutOff();
    }

    RingNodes Successors() const override
    {
        return m_view.successors.All();
    }

    std::optional<RingNode> Predecessor() const override
    {
        return m_view.predecessor;
    }

    bool IsWhole() const override
    {
        // a short list alone says little: who has just come, or lost many, has one, too
        const RingNodes& next = m_view.successors.All();
        return next.empty() ? !m_view.IsCutOff()
                            : m_view.predecessor && *m_view.predecessor == next.back() &&
                                  !m_view.successors.MayHaveGaps();
    }

    RingNodes Towards(const Key& key, std::size_t most) const override
    {
        const auto isBeyond = [&](const RingNode& node) {
            return IsFarther(m_view.self.id, key, node.id);
        };
        auto nodes =
            FingersFirst<RingNodes>(m_view.UsedFingers(), Successors(), isBeyond, SIZE_MAX);
        std::stable_partition(nodes.begin(), nodes.end(), [&](const RingNode& node) {
            return !m_view.links.IsSuspect(node.endpoint);
        });
        nodes.resize(std::min(nodes.size(), most));
        return nodes;
    }

    Key IdOf(const Endpoint& endpoint) const override
    {
        const auto node = m_view.Node(endpoint);
        return node ? node->id : dht::IdOf(endpoint);
    }

  private:
    const RingView& m_view; ///< What the peer knows.
    const Joiner& m_joiner; ///< How it comes and goes.
};

} // namespace

std::unique_ptr<RingInfo>
MakeLiveRingInfo(const RingView& view, const Joiner& joiner)
{
    return std::make_unique<LiveRingInfo>(view, joiner);
}

} // namespace dht
