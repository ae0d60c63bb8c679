/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-own-way-out.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// Links that have to fail until that says anything: one alone may be the neighbour's fault.
constexpr LinkIndex kLeastFailing = 2;
/// If so many fail, and helpers had time, links that are only being made need not be waited for.
constexpr LinkIndex kOwnWayEnough = 4;
/// A link may be down for so long before that says anything.
constexpr Time kBrief = FromSeconds(2);
/// Others to whom links are tried before this peer gives its place up.
constexpr std::size_t kMostHelpers = 2;
/// Peers that are remembered then.
constexpr std::size_t kMostKnown = 16;
/// Between two of them that are tried, and how many are tried at once.
constexpr Time kTryInterval = FromSeconds(1);
constexpr std::size_t kMostTried = 4;
/// How long this peer goes without a place at the least; twice as long each time if it had taken
/// its place only so long before.
constexpr Time kLeastRest = FromSeconds(1);
constexpr Time kLongestRest = FromSeconds(64);
constexpr Time kSoon = FromSeconds(60);

} // namespace

OwnWayOut::OwnWayOut(MaintenanceContext& context,
                     RingView& view,
                     const Correspondence& correspondence,
                     LinkKeeper& links,
                     Joiner& joiner)
    : m_context(context),
      m_view(view),
      m_correspondence(correspondence),
      m_links(links),
      m_joiner(joiner)
{
}

bool
OwnWayOut::IsSuspect(Time now) const
{
    const LinkTable::Failing count = m_view.links.CountFailing(now, kBrief);
    return count.some >= kLeastFailing && 2 * count.some > count.all;
}

bool
OwnWayOut::IsBlocked(Time now) const
{
    const LinkTable::Failing count = m_view.links.CountFailing(now, kBrief);
    return count.some >= kLeastFailing && count.working == 0;
}

std::optional<RingNode>
OwnWayOut::NextHelper() const
{
    RingNodes others = m_view.successors.All();
    others.insert(others.end(),
                  m_view.predecessor ? 1 : 0,
                  m_view.predecessor.value_or(m_view.self));
    const RingNodes linked = m_view.Neighbours();
    const auto other = std::find_if(others.rbegin(), others.rend(), [&](const RingNode& node) {
        return !FindNode(linked, node.endpoint);
    });
    return other == others.rend() ? std::nullopt : std::optional(*other);
}

void
OwnWayOut::Look(Time now)
{
    if (!m_joiner.IsJoined())
    {
        return;
    }
    const LinkTable::Failing count = m_view.links.CountFailing(now, kBrief);
    if (count.some == 0)
    {
        EndTest(now);
    }
    if (!IsBlocked(now) || m_correspondence.LosesMuch(now))
    {
        m_suspectSince = kNever;
        return;
    }
    m_suspectSince = std::min(m_suspectSince, now);
    const auto helper = m_view.helpers.size() < kMostHelpers ? NextHelper() : std::nullopt;
    if (helper)
    {
        m_view.helpers.push_back(*helper);
        m_links.Update(now);
    }
    else if (count.lasting == count.all ||
             (count.lasting >= kOwnWayEnough && Later(m_suspectSince, kBrief) <= now))
    {
        Close(now);
    }
}

void
OwnWayOut::EndTest(Time now)
{
    if (!m_view.helpers.empty())
    {
        m_view.helpers.clear();
        m_links.Update(now);
    }
}

void
OwnWayOut::Close(Time now)
{
    if (!m_joiner.IsJoined())
    {
        return;
    }
    RingNodes known;
    for (const RingNodes& nodes :
         {m_view.successors.All(), m_view.fingers.All(), m_view.lost.All()})
    {
        for (const RingNode& node : nodes)
        {
            if (known.size() < kMostKnown && !FindNode(known, node.endpoint))
            {
                known.push_back(node);
            }
        }
    }
    if (known.empty())
    {
        return; // a ring by itself: nobody has its keys if it gives them up, nor leads it back
    }
    const bool isSoon = now < Later(m_back, kSoon);
    m_rest = isSoon ? std::min(2 * m_rest, kLongestRest) : kLeastRest;
    m_notBefore = Later(now, m_rest);
    m_works = false;
    m_next = 0;
    LostPeers lost = std::move(m_view.lost);
    m_joiner.StepOut(now);
    m_view.lost = std::move(lost);
    m_view.isCutOff = true;
    m_view.known = std::move(known);
    TryNext(now);
    if (std::exchange(m_isOpen, false))
    {
        m_context.host.OnWayOut(false);
    }
}

void
OwnWayOut::TryNext(Time now)
{
    m_tryAt = Later(now, kTryInterval);
    if (m_view.known.empty())
    {
        return;
    }
    RingNodes& tried = m_view.helpers;
    if (tried.size() >= std::min(kMostTried, m_view.known.size()))
    {
        tried.erase(tried.begin());
        m_links.Update(now); // the next one may be the same: then it gets a new link
    }
    const RingNode& next = m_view.known[m_next++ % m_view.known.size()];
    if (!FindNode(tried, next.endpoint))
    {
        tried.push_back(next);
    }
    m_links.Update(now);
}

void
OwnWayOut::OnConnected(Time now, LinkIndex link)
{
    if (m_joiner.IsOut() && m_view.links.At(link))
    {
        m_works = true;
        // links to others wait long before they are tried again; new ones do not
        m_view.helpers = {*m_view.links.At(link)};
        m_links.Update(now);
        m_tryAt = std::min(m_tryAt, std::max(now, m_notBefore));
    }
}

void
OwnWayOut::OnWake(Time now)
{
    if (m_tryAt > now)
    {
        return;
    }
    if (m_joiner.IsJoined())
    {
        m_tryAt = kNever;
        m_back = now;
        if (!std::exchange(m_isOpen, true))
        {
            m_context.host.OnWayOut(true);
        }
        EndTest(now);
        return;
    }
    m_tryAt = Later(now, kTryInterval);
    if (!m_joiner.IsOut())
    {
        return; // it is about to take its place, or has left
    }
    if (m_works && m_notBefore <= now)
    {
        m_joiner.Return(now, m_view.known);
        return;
    }
    if (!m_works)
    {
        TryNext(now);
    }
}

Time
OwnWayOut::NextWake() const
{
    return m_tryAt;
}

} // namespace dht
