/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-health.h"

#include "dht-grown.h"

#include <algorithm>

namespace dht
{

namespace
{

/// How many times longer than others a link may be given at the most before its neighbour is asked.
constexpr int kMostPatient = 16;
/// With each answer, that becomes shorter by one part in so many.
constexpr int kCalming = 16;
/// The last probe is waited for so many times longer than the others: each of them may get lost,
/// but all of them may be late.
constexpr int kHaste = 4;

} // namespace

LinkHealth::LinkHealth(const Patience& patience)
    : m_patience(patience),
      m_pace(patience.comparedFor, patience.timesLonger)
{
}

void
LinkHealth::OnBusy(Time now, LinkIndex link)
{
    State& state = GrownAt(m_states, link);
    state.busySince = std::min(state.busySince, now);
    state.isUsed = true;
    m_pace.OnBusy(now, link);
}

void
LinkHealth::OnReady(Time now, LinkIndex link)
{
    m_pace.OnReady(now, link);
    State& state = GrownAt(m_states, link);
    if (state.verdict != LinkVerdict::kMoving && state.queued)
    {
        // what waited for a stuck link has found another way, or none
        state.queued.reset();
        state.probeAt = Later(now, m_patience.probeAfter / kHaste);
    }
    state.isUsed = true;
    state.busySince = kNever;
    state.verdict = LinkVerdict::kMoving;
}

void
LinkHealth::OnFailed(Time now, LinkIndex link)
{
    OnBusy(now, link);
    State& state = GrownAt(m_states, link);
    state.verdict = std::max(state.verdict, LinkVerdict::kStuck);
}

void
LinkHealth::OnSent(Time now, LinkIndex link, std::uint64_t id)
{
    State& state = GrownAt(m_states, link);
    if (state.queued == id)
    {
        state.queued.reset();
        state.probes.push_back(id);
        state.waitUntil = Later(now, m_patience.probeAfter);
        state.probeAt = Later(now, m_patience.probeAfter / kHaste);
    }
    else if (state.probeAt == kNever)
    {
        state.probeAt = Later(now, m_patience.probeAfter);
    }
}

void
LinkHealth::OnOwnSent(Time now, LinkIndex link)
{
    State& state = GrownAt(m_states, link);
    if (state.askAt == kNever)
    {
        state.askAt = Later(now, AskAfter(state));
    }
}

void
LinkHealth::OnAnswered(LinkIndex link)
{
    if (!GrownAt(m_states, link).isOnTrial)
    {
        OnProved(link);
    }
}

void
LinkHealth::OnProved(LinkIndex link)
{
    State& state = GrownAt(m_states, link);
    state.isOnTrial = false;
    state.askAt = kNever;
    state.askAfter -= state.askAfter / kCalming;
    state.probeAt = kNever;
    state.queued.reset();
    state.probes.clear();
}

void
LinkHealth::Try(Time now, LinkIndex link)
{
    State& state = GrownAt(m_states, link);
    state.isOnTrial = true;
    state.probeAt = Later(now, m_patience.stuckAfter);
}

void
LinkHealth::Renew(LinkIndex link)
{
    GrownAt(m_states, link) = State();
    m_pace.Renew(link);
}

void
LinkHealth::OnEndOfPause(Time now)
{
    m_pace.Restart(now);
    for (State& state : m_states)
    {
        if (state.probeAt != kNever && !state.queued)
        {
            state.probeAt = Later(now, m_patience.probeAfter);
        }
        if (state.askAt != kNever)
        {
            state.askAt = Later(now, AskAfter(state));
        }
        if (state.busySince != kNever && state.verdict == LinkVerdict::kMoving)
        {
            state.busySince = now;
        }
    }
}

bool
LinkHealth::IsStuck(LinkIndex link) const
{
    return link < m_states.size() && (m_states[link].verdict == LinkVerdict::kStuck ||
                                      m_states[link].verdict == LinkVerdict::kDeaf);
}

bool
LinkHealth::IsSlow(LinkIndex link) const
{
    return m_pace.IsSlow(link);
}

bool
LinkHealth::IsException(LinkIndex link) const
{
    std::size_t held = 1;
    std::size_t used = 1;
    for (LinkIndex other = 0; other < m_states.size(); ++other)
    {
        held += other != link && (IsStuck(other) || IsSlow(other)) ? 1 : 0;
        used += other != link && m_states[other].isUsed ? 1 : 0;
    }
    return 2 * held <= used;
}

LinkVerdict
LinkHealth::VerdictOn(LinkIndex link) const
{
    const LinkVerdict verdict = m_states[link].verdict;
    return verdict == LinkVerdict::kMoving && IsSlow(link) ? LinkVerdict::kSlow : verdict;
}

std::vector<LinkIndex>
LinkHealth::Update(Time now)
{
    std::vector<LinkIndex> stuck;
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        State& state = m_states[link];
        if (state.verdict == LinkVerdict::kMoving &&
            Later(state.busySince, m_patience.stuckAfter) <= now)
        {
            state.verdict = LinkVerdict::kStuck;
            stuck.push_back(link);
        }
        if (state.verdict == LinkVerdict::kStuck &&
            Later(state.busySince, m_patience.deafAfter) <= now)
        {
            state.verdict = LinkVerdict::kDeaf;
        }
    }
    m_pace.Update(now);
    return stuck;
}

std::optional<LinkChange>
LinkHealth::TakeChange()
{
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        State& state = m_states[link];
        const LinkVerdict verdict = VerdictOn(link);
        if (verdict != state.told)
        {
            state.told = verdict;
            return LinkChange{link, verdict};
        }
    }
    return std::nullopt;
}

Time
LinkHealth::AskAfter(const State& state) const
{
    return std::max(state.askAfter, m_patience.askAfter);
}

std::optional<LinkIndex>
LinkHealth::TakeSilent(Time now)
{
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        State& state = m_states[link];
        if (state.verdict == LinkVerdict::kMoving && state.askAt <= now)
        {
            state.askAfter = std::min(2 * AskAfter(state), kMostPatient * m_patience.askAfter);
            state.askAt = Later(now, state.askAfter);
            return link;
        }
    }
    return std::nullopt;
}

std::optional<LinkIndex>
LinkHealth::DueProbe(Time now) const
{
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        // what is known already need not be probed
        if (m_states[link].verdict == LinkVerdict::kMoving && m_states[link].probeAt <= now)
        {
            return link;
        }
    }
    return std::nullopt;
}

bool
LinkHealth::OnProbed(Time now, LinkIndex link, std::optional<std::uint64_t> id, std::size_t most)
{
    State& state = GrownAt(m_states, link);
    if (state.probes.size() >= most)
    {
        state.verdict = state.waitUntil <= now ? LinkVerdict::kSwallows : state.verdict;
        state.probeAt = state.waitUntil;
        return false;
    }
    state.queued = id;
    state.probeAt = Later(now, id ? kLostAfter : m_patience.probeAfter);
    return id.has_value();
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
    Time next = m_pace.Next();
    for (LinkIndex link = 0; link < m_states.size(); ++link)
    {
        const State& state = m_states[link];
        if (VerdictOn(link) != state.told)
        {
            return Time(0);
        }
        if (state.verdict == LinkVerdict::kMoving)
        {
            next = std::min(
                {next, Later(state.busySince, m_patience.stuckAfter), state.probeAt, state.askAt});
        }
        if (state.verdict == LinkVerdict::kStuck)
        {
            next = std::min(next, Later(state.busySince, m_patience.deafAfter));
        }
    }
    return next;
}

} // namespace dht
