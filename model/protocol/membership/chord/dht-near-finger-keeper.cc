/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-near-finger-keeper.h"

namespace dht
{

namespace
{

/// How much more often than fingers are looked at new candidates are asked, and how much more
/// rarely those are that were measured.
constexpr int kHaste = 4;
constexpr int kLeisure = 10;

} // namespace

NearFingerKeeper::NearFingerKeeper(MaintenanceContext& context,
                                   RingView& view,
                                   LinkKeeper& links,
                                   Correspondence& correspondence)
    : m_context(context),
      m_view(view),
      m_links(links),
      m_correspondence(correspondence)
{
}

void
NearFingerKeeper::Begin(Time now)
{
    if (m_context.options.fingerCandidates > 1)
    {
        m_askAt = Later(now, m_context.options.fingerInterval);
    }
}

void
NearFingerKeeper::Rest()
{
    m_askAt = kNever;
}

void
NearFingerKeeper::OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer)
{
    m_view.near.Learn(query.to, m_view.Nodes(answer.peers));
    // an answer that may be to either of two transmissions tells nothing
    if (answer.attempt == query.attempt)
    {
        m_view.near.Measure(query.to.endpoint, now - query.sent);
    }
    m_links.Update(now);
}

void
NearFingerKeeper::OnWake(Time now)
{
    if (m_askAt > now)
    {
        return;
    }
    const Time interval = m_context.options.fingerInterval;
    m_askAt = Later(now, m_view.near.AreNew() ? interval / kHaste : kLeisure * interval);
    const auto node = m_view.near.TakeOldest(now);
    if (node && !m_correspondence.IsAsking(node->endpoint))
    {
        const unsigned attempts = m_view.Knows(node->endpoint) ? m_correspondence.AttemptsToDecide()
                                                               : Correspondence::kHearsayAttempts;
        m_correspondence.Ask(now, *node, node->id, QueryPurpose::kNear, attempts);
    }
}

Time
NearFingerKeeper::NextWake() const
{
    return m_askAt;
}

} // namespace dht
