/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_VIEW_ROUTING_H
#define DHT_CC_TEST_VIEW_ROUTING_H

#include "dht-membership.h"
#include "dht-ring-view.h"

/**
 * @file
 * @ingroup dht-cc-tests
 * Memberships without anybody who keeps them: a check changes what they read.
 */

namespace dht
{
namespace test
{

/// Requests go by links that come and go.
class LinkRouting : public Membership
{
  public:
    /// @param links The links; must outlive this object.
    explicit LinkRouting(const LinkTable& links)
        : m_links(links)
    {
    }

    std::optional<LinkIndex> NextHop(const Key& key) const override
    {
        return m_links.NextHop(key);
    }

    LinkIndex LinkCount() const override
    {
        return m_links.Size();
    }

    LinkIndex LinksInUse() const override
    {
        return m_links.InUse();
    }

    bool IsDynamic() const override
    {
        return true;
    }

  private:
    const LinkTable& m_links; ///< The links.
};

/// Lookups go by what a peer of a Chord ring knows, too.
class ViewRouting : public LinkRouting
{
  public:
    /// @param view What it knows; must outlive this object.
    explicit ViewRouting(const RingView& view)
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
        return m_view.NearestTo(key, asker);
    }

    bool IsLost(const Endpoint& endpoint) const override
    {
        return m_view.lost.Contains(endpoint);
    }

  private:
    const RingView& m_view; ///< What it knows.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_VIEW_ROUTING_H
