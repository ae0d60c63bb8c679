/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-window-rule.h"

#include <algorithm>
#include <limits>

namespace dht
{

double
WindowRule::InitialThreshold() const
{
    return std::numeric_limits<double>::infinity();
}

void
WindowRule::OnLoss(WindowState& state)
{
    state.size = std::max(state.size * Kept(), state.minimum);
    state.threshold = state.size;
}

double
WindowRule::Abandon(const WindowState& state, bool /* isRestart */)
{
    return state.size;
}

void
WindowRule::SetPriority(double /* priority */)
{
}

void
WindowRule::SlowStart(WindowState& state, const WindowAck& ack, double gain)
{
    Change(state, ack, std::min(gain * ack.packets, state.threshold - state.size));
}

void
WindowRule::Change(WindowState& state, const WindowAck& ack, double change)
{
    if (ack.mayGrow || change < 0)
    {
        state.size = std::max(state.size + change, state.minimum);
    }
}

std::vector<Parameter>
PoliteParameters(double target, double slowStartEnd)
{
    return {
        {"TargetDelay", "T: the queueing delay aimed at [s]", target, 0.001, 10},
        {"SlowStart", "1: a flow begins with slow start, 0: it does not", 1, 0, 1},
        {"SlowStartEnd",
         "Slow start ends when q exceeds this share of T: at 1, where growth ends too (libutp 0.9, "
         "LEDBAT++ 0.75)",
         slowStartEnd,
         0,
         10},
        {"LossFactor", "What a loss leaves of the window (RFC 6817, 2.4.2)", 0.5, 0.01, 0.99},
    };
}

PoliteRule::PoliteRule(const Parameters& parameters)
    : m_target(parameters["TargetDelay"]),
      m_hasSlowStart(parameters["SlowStart"] > 0),
      m_slowStartEnd(parameters["SlowStartEnd"]),
      m_kept(parameters["LossFactor"])
{
}

double
PoliteRule::InitialThreshold() const
{
    return m_hasSlowStart ? WindowRule::InitialThreshold() : 0;
}

void
PoliteRule::OnAck(WindowState& state, const WindowAck& ack)
{
    if (state.IsInSlowStart() && Load(ack) > m_slowStartEnd)
    {
        state.threshold = state.size;
    }
    if (state.IsInSlowStart())
    {
        SlowStart(state, ack);
    }
    else
    {
        Steer(state, ack);
    }
}

double
PoliteRule::Kept() const
{
    return m_kept;
}

double
PoliteRule::Load(const WindowAck& ack) const
{
    return ToSeconds(ack.queueing) / m_target;
}

} // namespace dht
