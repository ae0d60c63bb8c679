/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-contact-round.h"

#include "dht-endpoint-name.h"

namespace dht
{

namespace
{

/// So many lead into the ring.
constexpr std::size_t kEnough = 4;
/// For others than the first one, to wait this part of a query's timeout.
constexpr int kPatience = 4;
/// How often to ask each: whoever takes its place meanwhile answers what it was asked before.
constexpr unsigned kAttempts = 4;

} // namespace

ContactRound::ContactRound(MaintenanceContext& context, Correspondence& correspondence)
    : m_context(context),
      m_correspondence(correspondence)
{
}

void
ContactRound::Start(Time now, const RingNodes& contacts)
{
    Stop();
    m_isOn = true;
    for (const RingNode& contact : contacts)
    {
        m_correspondence.Ask(now, contact, IdOf(m_context.self), QueryPurpose::kContact, kAttempts);
    }
}

void
ContactRound::Stop()
{
    m_correspondence.Cancel(QueryPurpose::kContact);
    m_isOn = false;
    m_there.clear();
    m_until = kNever;
}

void
ContactRound::OnAnswer(Time now, const RingNode& node)
{
    m_there.push_back(node);
    m_until = std::min(m_until, Later(now, m_context.options.queryTimeout / kPatience));
}

bool
ContactRound::IsOver(Time now) const
{
    return m_isOn && (m_there.size() >= kEnough || m_until <= now ||
                      m_correspondence.Count(QueryPurpose::kContact) == 0);
}

const RingNodes&
ContactRound::There() const
{
    return m_there;
}

Time
ContactRound::NextWake() const
{
    return m_until;
}

} // namespace dht
