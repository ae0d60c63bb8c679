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
constexpr int kLinkHealthHaste = 4;

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
    m_busy += state.busySince == kNever ? 1 : 0;
    state.busySince = std::min(state.busySince, now);
    state.isUsed = true;
    NoteBusy(now, link);
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
        state.probeAt = ProbeDue(now, kLinkHealthHaste);
    }
    if (state.busySince != kNever)
    {
        --m_busy;
        NoteBusy(now, link);
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
    state.silentSince = std::min(state.silentSince, now);
    if (state.queued == id)
    {
        state.queued.reset();
        state.probes.push_back(id);
        state.waitUntil = ProbeDue(now, 1);
        state.probeAt = ProbeDue(now, kLinkHealthHaste);
    }
    else if (state.probeAt.calm == kNever)
    {
        state.probeAt = ProbeDue(now, 1);
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
    state.silentSince = kNever;
    state.askAt = kNever;
    state.askAfter -= state.askAfter / kCalming;
    state.probeAt = {};
    state.queued.reset();
    state.probes.clear();
}

void
LinkHealth::Try(Time now, LinkIndex link)
{
    State& state = GrownAt(m_states, link);
    state.isOnTrial = true;
    const Time due = Later(now, m_patience.stuckAfter);
    state.probeAt = {due, due};
}

void
LinkHealth::Renew(LinkIndex link)
{
    State& state = GrownAt(m_states, link);
    m_busy -= state.busySince != kNever ? 1 : 0;
    state = State();
    m_pace.Renew(link);
}

void
LinkHealth::OnEndOfPause(Time now)
{
    m_pace.Restart(now);
    for (State& state : m_states)
    {
        if (state.probeAt.calm != kNever && !state.queued)
        {
            state.probeAt = ProbeDue(now, 1);
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
LinkHealth::IsSilent(LinkIndex link) const
{
    return link < m_states.size() && (m_states[link].queued || !m_states[link].probes.empty());
}

bool
LinkHealth::IsException(LinkIndex link) const
{
    std::size_t held = 1;
    std::size_t used = 1;
    for (LinkIndex other = 0; other < m_states.size(); ++other)
    {
        const bool isHeld = IsStuck(other) || IsSlow(other) || IsSilent(other);
        held += other != link && isHeld ? 1 : 0;
        used += other != link && m_states[other].isUsed ? 1 : 0;
    }
    return 2 * held <= used;
}

void
LinkHealth::NoteBusy(Time now, LinkIndex link)
{
    if (m_lastBusy.link != link)
    {
        m_lastOtherBusy = m_lastBusy;
    }
    m_lastBusy = {now, link};
}

bool
LinkHealth::AreOthersBusy(LinkIndex link, Time since) const
{
    const bool isBusy = m_states[link].busySince != kNever;
    const Busy& last = m_lastBusy.link == link ? m_lastOtherBusy : m_lastBusy;
    return m_busy > (isBusy ? 1U : 0U) || last.at >= since;
}

LinkHealth::Due
LinkHealth::ProbeDue(Time now, int parts) const
{
    const Time calm = m_patience.probeAfter / parts;
    return {Later(now, calm), Later(now, m_patience.whileBusy * m_patience.whileBusy * calm)};
}

Time
LinkHealth::At(LinkIndex link, const Due& due) const
{
    const State& state = m_states[link];
    return AreOthersBusy(link, state.silentSince) ? due.busy : due.calm;
}

Time
LinkHealth::DeafAt(LinkIndex link) const
{
    const Time since = m_states[link].busySince;
    const bool isBusy = AreOthersBusy(link, since);
    const Time limit = m_patience.deafAfter;
    return Later(since, limit == kNever ? limit : (isBusy ? m_patience.whileBusy : 1) * limit);
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
        if (state.verdict == LinkVerdict::kStuck && DeafAt(link) <= now)
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
        const State& state = m_states[link];
        if (state.verdict == LinkVerdict::kMoving && At(link, state.probeAt) <= now)
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
        const bool isOver = At(link, state.waitUntil) <= now;
        state.verdict = isOver ? LinkVerdict::kSwallows : state.verdict;
        state.probeAt = state.waitUntil;
        return false;
    }
    state.queued = id;
    const Time lost = Later(now, kLostAfter);
    state.probeAt = id ? Due{lost, lost} : ProbeDue(now, 1);
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
            next = std::min({next,
                             Later(state.busySince, m_patience.stuckAfter),
                             At(link, state.probeAt),
                             state.askAt});
        }
        if (state.verdict == LinkVerdict::kStuck)
        {
            next = std::min(next, DeafAt(link));
        }
    }
    return next;
}

} // namespace dht
