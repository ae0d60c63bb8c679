/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ruled-window.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dht
{

namespace
{

/// After persistent congestion, slow start goes at least up to here, in packets: or repeated ones
/// leave nothing of the threshold.
constexpr double kLeastThreshold = 4;
/// So many reductions are undone, and one more after each time: whoever says that all he lost was
/// late gets no more than that.
constexpr unsigned kMostUndone = 16;
constexpr Time kUndoAfter = FromSeconds(60);

} // namespace

RuledWindow::RuledWindow(std::shared_ptr<const RuledWindowPlan> plan, double priority)
    : m_plan(std::move(plan)),
      m_rule(m_plan->IsVariableAt(priority) ? m_plan->variable() : m_plan->polite()),
      m_state{std::max(m_plan->IsVariableAt(priority) ? m_plan->variableInitial : m_plan->initial,
                       m_plan->minimum),
              m_rule->InitialThreshold(),
              m_plan->minimum,
              Time(0)},
      m_delays(m_plan->delays),
      m_isVariable(m_plan->IsVariableAt(priority))
{
    SetPriority(priority);
}

void
RuledWindow::OnAck(const AckedPackets& acked)
{
    if (acked.sample)
    {
        m_delays.OnSample(acked.now, acked.link, *acked.sample);
        Smooth(acked.sample->roundTrip);
    }
    m_isCollapsed = false;
    // what left before a reduction tells of the window before (RFC 9002, 7.3.2)
    m_rule->OnAck(m_state,
                  {acked.now,
                   static_cast<double>(acked.bytes) / m_plan->packet,
                   acked.isLimited && (m_plan->growsInRecovery || acked.sent > m_reduced),
                   m_delays.Queueing(),
                   m_delays.LeastRoundTrip()});
}

void
RuledWindow::Smooth(Time sample)
{
    Time& smoothed = m_state.roundTrip;
    smoothed = smoothed == Time(0) ? sample : smoothed + (sample - smoothed) / 8; // RFC 6298, 2.3
}

void
RuledWindow::OnLoss(const LostPackets& lost)
{
    if (lost.isPersistent)
    {
        Collapse(lost);
    }
    else if (lost.sent > m_reduced)
    {
        Remember(lost);
        m_rule->OnLoss(m_state);
    }
    else
    {
        Count(lost);
    }
}

void
RuledWindow::Remember(const LostPackets& lost)
{
    if (!m_undo)
    {
        m_undo = std::make_unique<Undo>();
    }
    *m_undo = {m_state.size, m_state.threshold, m_reduced, lost.packets};
    m_reduced = lost.now;
}

void
RuledWindow::Count(const LostPackets& lost)
{
    if (m_undo && lost.sent > m_undo->reduced)
    {
        m_undo->missing += lost.packets;
    }
}

void
RuledWindow::Collapse(const LostPackets& lost)
{
    // half of the minimum would teach nothing of the path, and one event may lose what several
    // links have sent
    if (m_isCollapsed || lost.sent <= m_collapsed)
    {
        Count(lost);
        return;
    }
    Remember(lost);
    m_collapsed = lost.now;
    m_state.threshold = std::max(m_rule->Abandon(m_state, true) / 2, kLeastThreshold);
    m_state.size = m_state.minimum;
    m_isCollapsed = true;
}

void
RuledWindow::OnSpuriousLoss(Time now, Time sent)
{
    if (m_undo && sent > m_undo->reduced && --m_undo->missing == 0)
    {
        if (!MayUndo(now))
        {
            m_undo.reset();
            return;
        }
        m_state.size = std::max(m_state.size, m_undo->size);
        m_state.threshold = std::max(m_state.threshold, m_undo->threshold);
        m_reduced = m_undo->reduced;
        m_isCollapsed = false;
        m_collapsed = Time::min();
        m_undo.reset();
    }
}

bool
RuledWindow::MayUndo(Time now)
{
    for (; m_undone > 0 && now >= m_forgiven + kUndoAfter; --m_undone)
    {
        m_forgiven += kUndoAfter;
    }
    m_forgiven = m_undone == 0 ? now : m_forgiven;
    const bool mayUndo = m_undone < kMostUndone;
    m_undone += mayUndo ? 1 : 0;
    return mayUndo;
}

void
RuledWindow::ForgetLosses(std::uint32_t link)
{
    if (m_delays.IsOnly(link))
    {
        m_undo.reset();
    }
}

void
RuledWindow::ForgetLink(std::uint32_t link)
{
    m_delays.Forget(link);
}

void
RuledWindow::SetPriority(double priority)
{
    if (!(priority >= 0 && std::isfinite(priority)))
    {
        return;
    }
    if (m_plan->IsVariableAt(priority) != m_isVariable)
    {
        Switch();
    }
    if (priority > 0)
    {
        m_rule->SetPriority(priority);
    }
}

void
RuledWindow::Switch()
{
    if (!m_isVariable)
    {
        // where the polite rule was, the queue may have been full: no slow start from there
        m_state.threshold = m_rule->Abandon(m_state, false);
    }
    m_rule.swap(m_other);
    m_isVariable = !m_isVariable;
    if (!m_rule)
    {
        m_rule = m_isVariable ? m_plan->variable() : m_plan->polite();
    }
}

std::size_t
RuledWindow::Bytes() const
{
    return static_cast<std::size_t>(m_state.size * m_plan->packet);
}

double
RuledWindow::PacingRate() const
{
    if (m_plan->pacing == 0 || m_state.roundTrip == Time(0))
    {
        return std::numeric_limits<double>::infinity();
    }
    return m_plan->pacing * m_state.size * m_plan->packet / ToSeconds(m_state.roundTrip);
}

Time
RuledWindow::QueueingDelay() const
{
    return m_delays.Queueing();
}

} // namespace dht
