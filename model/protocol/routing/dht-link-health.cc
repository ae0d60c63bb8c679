/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-health.h"

#include <algorithm>

namespace dht
{

LinkHealth::LinkHealth(Time patience)
    : m_patience(patience)
{
}

LinkHealth::State&
LinkHealth::At(LinkIndex link)
{
    if (link >= m_states.size())
    {
        m_states.resize(link + 1);
    }
    return m_states[link];
}

void
LinkHealth::OnBusy(Time now, LinkIndex link)
{
    State& state = At(link);
    state.busySince = std::min(state.busySince, now);
}

void
LinkHealth::OnReady(LinkIndex link)
{
    State& state = At(link);
    state.busySince = kNever;
    state.isStuck = false;
}

void
LinkHealth::OnFailed(Time now, LinkIndex link)
{
    OnBusy(now, link);
    At(link).isStuck = true;
}

void
LinkHealth::OnSent(Time now, LinkIndex link)
{
    State& state = At(link);
    state.unproven = std::min(state.unproven, now);
}

void
LinkHealth::OnAnswered(LinkIndex link)
{
    State& state = At(link);
    state.unproven = kNever;
    state.probes.clear();
}

void
LinkHealth::Renew(LinkIndex link)
{
    At(link) = State();
}

bool
LinkHealth::IsStuck(LinkIndex link) const
{
    return link < m_states.size() && m_states[link].isStuck;
}

std::vector<LinkIndex>
LinkHealth::Update(Time now)
{
    std::vector<LinkIndex> stuck;
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        State& state = m_states[link];
        if (!state.isStuck && Later(state.busySince, m_patience) <= now)
        {
            state.isStuck = true;
            stuck.push_back(link);
        }
    }
    return stuck;
}

std::vector<LinkChange>
LinkHealth::TakeChanges()
{
    std::vector<LinkChange> changes;
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        State& state = m_states[link];
        if (state.isStuck != state.wasStuck)
        {
            state.wasStuck = state.isStuck;
            changes.push_back({link, state.isStuck ? LinkVerdict::kStuck : LinkVerdict::kMoving});
        }
        if (state.swallows)
        {
            changes.push_back({link, LinkVerdict::kSwallows});
            state.swallows = false;
        }
    }
    return changes;
}

std::optional<LinkIndex>
LinkHealth::DueProbe(Time now) const
{
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        // what is stuck is known already
        if (!m_states[link].isStuck && Later(m_states[link].unproven, kProbeAfter) <= now)
        {
            return link;
        }
    }
    return std::nullopt;
}

void
LinkHealth::OnProbed(Time now, LinkIndex link, std::optional<std::uint64_t> id)
{
    State& state = At(link);
    state.unproven = now;
    if (state.probes.size() == kProbes)
    {
        state.swallows = true;
        state.probes.clear();
    }
    else if (id)
    {
        state.probes.push_back(*id);
    }
}

std::optional<LinkIndex>
LinkHealth::LinkOfProbe(std::uint64_t id) const
{
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        const auto& probes = m_states[link].probes;
        if (std::find(probes.begin(), probes.end(), id) != probes.end())
        {
            return link;
        }
    }
    return std::nullopt;
}

Time
LinkHealth::Next() const
{
    Time next = kNever;
    for (const State& state : m_states)
    {
        if (state.isStuck != state.wasStuck || state.swallows)
        {
            return Time(0);
        }
        if (!state.isStuck)
        {
            next = std::min(
                {next, Later(state.busySince, m_patience), Later(state.unproven, kProbeAfter)});
        }
    }
    return next;
}

} // namespace dht
