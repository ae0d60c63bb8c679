/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-pace.h"

#include "dht-grown.h"

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
    return number == 0 ? Time(0) : together / number;
}

void
LinkPace::OnBusy(Time now, LinkIndex link)
{
    State& state = GrownAt(m_states, link);
    if (m_begin == kNever)
    {
        Begin(now);
    }
    state.isUsed = true;
    state.waits.number += state.busySince == kNever ? 1 : 0;
    state.busySince = std::min(state.busySince, now);
}

void
LinkPace::OnReady(Time now, LinkIndex link)
{
    State& state = GrownAt(m_states, link);
    state.isUsed = true;
    if (state.busySince != kNever)
    {
        state.waits.together += now - state.busySince;
        state.busySince = kNever;
    }
}

void
LinkPace::Renew(LinkIndex link)
{
    GrownAt(m_states, link) = State();
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
        state.isUsed = state.busySince != kNever;
        state.waits = {Time(0), state.isUsed ? 1u : 0u};
    }
}

bool
LinkPace::IsSlow(LinkIndex link) const
{
    return link < m_states.size() && m_states[link].isSlow;
}

bool
LinkPace::WasWaitedFor(Time now, const State& state) const
{
    const Waits& own = state.waits;
    return own.number > 0 && kWaitedPart * own.together >= now - m_begin &&
           kLongWaitPart * own.Mean() >= m_period;
}

std::optional<LinkPace::Waits>
LinkPace::Measure(Time now) const
{
    Waits waits;
    int balance = 0; // of those that are a measure for others, and those that are not
    for (const State& state : m_states)
    {
        if (state.isSlow || WasWaitedFor(now, state))
        {
            --balance;
        }
        else if (state.isUsed)
        {
            ++balance;
            waits.together += state.waits.together;
            waits.number += state.waits.number;
        }
    }
    return balance >= 0 ? std::optional(waits) : std::nullopt;
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
    for (State& state : m_states)
    {
        state.waits.together += state.busySince == kNever ? Time(0) : now - state.busySince;
    }
    const std::optional<Waits> others = Measure(now);
    bool isOver = true;
    for (State& state : m_states)
    {
        const bool wasSlow = others && WasWaitedFor(now, state) &&
                             state.waits.Mean() > m_timesLonger * others->Mean();
        Judge(now, state, wasSlow);
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
