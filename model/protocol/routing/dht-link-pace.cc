/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-pace.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Part of a period in which something waits for a slow link, one in so many.
constexpr int kWaitedPart = 4;
/// Part of a period that each wait for a slow link lasts on average, one in so many.
constexpr int kLongWaitPart = 8;

} // namespace

LinkPace::LinkPace(Time period, int timesLonger)
    : m_period(period),
      m_timesLonger(timesLonger)
{
}

Time
LinkPace::Waits::Mean() const
{
    return together / number;
}

LinkPace::State&
LinkPace::At(LinkIndex link)
{
    if (link >= m_states.size())
    {
        m_states.resize(link + 1);
    }
    return m_states[link];
}

void
LinkPace::OnBusy(Time now, LinkIndex link)
{
    State& state = At(link);
    if (m_begin == kNever)
    {
        Begin(now);
    }
    state.waits.number += state.busySince == kNever ? 1 : 0;
    state.busySince = std::min(state.busySince, now);
}

void
LinkPace::OnReady(Time now, LinkIndex link)
{
    State& state = At(link);
    if (state.busySince != kNever)
    {
        state.waits.together += now - state.busySince;
        state.busySince = kNever;
    }
}

void
LinkPace::Renew(LinkIndex link)
{
    At(link) = State();
}

void
LinkPace::Restart(Time now)
{
    if (m_begin != kNever)
    {
        Begin(now);
    }
}

void
LinkPace::Begin(Time now)
{
    m_begin = now;
    for (State& state : m_states)
    {
        state.busySince = state.busySince == kNever ? kNever : now;
        state.waits = {Time(0), state.busySince == kNever ? 0u : 1u};
    }
}

bool
LinkPace::IsSlow(LinkIndex link) const
{
    return link < m_states.size() && m_states[link].isSlow;
}

bool
LinkPace::WasSlow(Time now, const State& state, const Waits& all) const
{
    const Waits& own = state.waits;
    if (own.number == 0 || kWaitedPart * own.together < now - m_begin ||
        kLongWaitPart * own.Mean() < m_period)
    {
        return false;
    }
    const Waits others{all.together - own.together, all.number - own.number};
    return others.number == 0 || own.Mean() > m_timesLonger * others.Mean();
}

void
LinkPace::Judge(Time now, State& state, bool wasSlow)
{
    if (wasSlow && !state.isSlow)
    {
        state.pause =
            now < state.forgivenAt ? std::min(2 * state.pause, kLongestPause) : kShortestPause;
    }
    if (wasSlow)
    {
        state.isSlow = true;
        state.slowUntil = Later(now, state.pause);
    }
    else if (state.isSlow && state.slowUntil <= now)
    {
        state.isSlow = false;
        state.forgivenAt = Later(now, state.pause);
    }
}

void
LinkPace::Update(Time now)
{
    if (now < Next())
    {
        return;
    }
    Waits all;
    for (State& state : m_states)
    {
        state.waits.together += state.busySince == kNever ? Time(0) : now - state.busySince;
        all.together += state.waits.together;
        all.number += state.waits.number;
    }
    bool isOver = true;
    for (State& state : m_states)
    {
        Judge(now, state, WasSlow(now, state, all));
        isOver = isOver && !state.isSlow && state.busySince == kNever;
    }
    Begin(now);
    m_begin = isOver ? kNever : now;
}

Time
LinkPace::Next() const
{
    return m_begin == kNever ? kNever : Later(m_begin, m_period);
}

} // namespace dht
