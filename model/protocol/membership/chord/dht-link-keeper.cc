/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-keeper.h"

#include <utility>

namespace dht
{

namespace
{

/// A peer that answers, but whose link fails so often, each time soon after the last, is given up
/// for a while.
constexpr unsigned kMostLinkFailures = 10;
constexpr Time kLinkFailuresApart = FromSeconds(30);

} // namespace

LinkKeeper::LinkKeeper(MaintenanceContext& context, RingView& view)
    : m_context(context),
      m_view(view)
{
}

void
LinkKeeper::SetListener(Maintenance::RoutesListener listener)
{
    m_listener = std::move(listener);
}

void
LinkKeeper::Update(Time now, bool isRerouted)
{
    TellOfNeighbours(now);
    bool again = true;
    while (again)
    {
        const RingNodes wanted = m_view.Neighbours();
        const LinkTable::Change change = m_view.links.Set(wanted, m_view.Unproven());
        for (const auto& [link, node] : change.made)
        {
            ++m_context.counters.connected;
            m_context.Tell(now, PlaceChange::kLinked, node.endpoint);
            m_context.host.Connect(link, node.endpoint);
        }
        isRerouted =
            isRerouted || change.isRouted || !change.made.empty() || !change.removed.empty();
        if (m_listener && std::exchange(isRerouted, false))
        {
            std::vector<LinkIndex> changed;
            for (const auto* links : {&change.made, &change.removed})
            {
                for (const auto& [link, node] : *links)
                {
                    changed.push_back(link);
                }
            }
            m_listener(now, changed);
        }
        for (const auto& [link, node] : change.removed)
        {
            ++m_context.counters.removed;
            m_context.Tell(now, PlaceChange::kUnlinked, node.endpoint);
            m_context.host.Disconnect(link);
        }
        m_isAnythingNew = m_isAnythingNew || !change.made.empty();
        // links that were removed can be used again now
        again = !change.removed.empty() && m_view.links.InUse() < wanted.size();
    }
}

void
LinkKeeper::TellOfNeighbours(Time now)
{
    const auto tell = [&](auto& told, const RingNode* node, PlaceChange change) {
        const auto present = node ? std::optional(node->endpoint) : std::nullopt;
        if (!(present == told))
        {
            told = present;
            m_context.Tell(now, change, present);
        }
    };
    const auto& before = m_view.predecessor;
    tell(m_predecessor, before ? &*before : nullptr, PlaceChange::kPredecessor);
    tell(m_successor, m_view.successors.First(), PlaceChange::kSuccessor);
}

bool
LinkKeeper::Suspect(Time now, const Endpoint& endpoint)
{
    if (!m_view.links.SetSuspect(endpoint, true))
    {
        return false;
    }
    ++m_context.counters.suspected;
    m_context.Tell(now, PlaceChange::kSuspected, endpoint);
    Update(now, true);
    return true;
}

void
LinkKeeper::Trust(Time now, const Endpoint& endpoint)
{
    // that it answers queries does not help requests as long as no link to it can be made
    if (!m_view.links.IsBroken(now, endpoint, kLinkFailuresApart) &&
        m_view.links.SetSuspect(endpoint, false))
    {
        m_context.Tell(now, PlaceChange::kTrusted, endpoint);
        Update(now, true);
    }
}

void
LinkKeeper::SetSlow(Time now, LinkIndex link, bool slow)
{
    if (m_view.links.SetSlow(link, slow))
    {
        Update(now, true);
    }
}

void
LinkKeeper::Reconnect(Time now, LinkIndex link)
{
    const Endpoint to = m_view.links.At(link)->endpoint;
    m_view.links.SetStuck(now, link, false);
    m_context.host.Disconnect(link);
    m_context.host.Connect(link, to);
    if (m_listener)
    {
        m_listener(now, {link});
    }
}

bool
LinkKeeper::OnFailed(Time now, LinkIndex link)
{
    return m_view.links.CountFailure(now, link, kLinkFailuresApart) >= kMostLinkFailures;
}

bool
LinkKeeper::TakeNews()
{
    return std::exchange(m_isAnythingNew, false);
}

} // namespace dht
