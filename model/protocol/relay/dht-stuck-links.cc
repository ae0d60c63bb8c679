/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-stuck-links.h"

#include <algorithm>

namespace dht
{

StuckLinks::StuckLinks(Time patience)
    : m_patience(patience)
{
}

StuckLinks::State&
StuckLinks::At(LinkIndex link)
{
    if (link >= m_states.size())
    {
        m_states.resize(link + 1);
    }
    return m_states[link];
}

void
StuckLinks::OnBusy(Time now, LinkIndex link)
{
    State& state = At(link);
    state.since = std::min(state.since, now);
}

void
StuckLinks::OnReady(LinkIndex link)
{
    State& state = At(link);
    state.since = kNever;
    state.isStuck = false;
}

void
StuckLinks::OnFailed(Time now, LinkIndex link)
{
    State& state = At(link);
    state.since = std::min(state.since, now - std::min(now, m_patience));
    state.isStuck = true;
}

void
StuckLinks::Renew(LinkIndex link)
{
    At(link) = State();
}

bool
StuckLinks::IsStuck(LinkIndex link) const
{
    return link < m_states.size() && m_states[link].isStuck;
}

std::vector<LinkIndex>
StuckLinks::Update(Time now)
{
    std::vector<LinkIndex> stuck;
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        State& state = m_states[link];
        if (!state.isStuck && state.since != kNever && Later(state.since, m_patience) <= now)
        {
            state.isStuck = true;
            stuck.push_back(link);
        }
    }
    return stuck;
}

std::vector<LinkChange>
StuckLinks::TakeChanges()
{
    std::vector<LinkChange> changes;
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        State& state = m_states[link];
        if (state.isStuck != state.wasStuck)
        {
            state.wasStuck = state.isStuck;
            changes.push_back({link, state.isStuck});
        }
    }
    return changes;
}

Time
StuckLinks::Next() const
{
    Time next = kNever;
    for (const State& state : m_states)
    {
        if (state.isStuck != state.wasStuck)
        {
            return Time(0);
        }
        if (!state.isStuck)
        {
            next = std::min(next, Later(state.since, m_patience));
        }
    }
    return next;
}

} // namespace dht
