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

RuledWindow::RuledWindow(const RuledWindowOptions& options,
                         std::unique_ptr<WindowRule> polite,
                         std::unique_ptr<WindowRule> variable,
                         double priority)
    : m_options(options),
      m_polite(std::move(polite)),
      m_variable(std::move(variable)),
      m_rule(&RuleAt(priority)),
      m_state{std::max(options.initial, options.minimum),
              m_rule->InitialThreshold(),
              options.minimum,
              Time(0)},
      m_delays(options.delays)
{
    SetPriority(priority);
}

WindowRule&
RuledWindow::RuleAt(double priority) const
{
    return m_variable && priority > 0 ? *m_variable : *m_polite;
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
                   static_cast<double>(acked.bytes) / m_options.packet,
                   acked.isLimited && acked.sent > m_reduced,
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
    m_undo = Undo{m_state.size, m_state.threshold, m_reduced, lost.packets};
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
    if (m_isCollapsed || (m_collapsed && lost.sent <= *m_collapsed))
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
        m_collapsed.reset();
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
    WindowRule& rule = RuleAt(priority);
    if (&rule != m_rule)
    {
        if (m_rule == m_polite.get())
        {
            // where the polite rule was, the queue may have been full: no slow start from there
            m_state.threshold = m_rule->Abandon(m_state, false);
        }
        m_rule = &rule;
    }
    if (priority > 0)
    {
        m_rule->SetPriority(priority);
    }
}

std::size_t
RuledWindow::Bytes() const
{
    return static_cast<std::size_t>(m_state.size * m_options.packet);
}

double
RuledWindow::PacingRate() const
{
    if (m_options.pacing == 0 || m_state.roundTrip == Time(0))
    {
        return std::numeric_limits<double>::infinity();
    }
    return m_options.pacing * m_state.size * m_options.packet / ToSeconds(m_state.roundTrip);
}

Time
RuledWindow::QueueingDelay() const
{
    return m_delays.Queueing();
}

} // namespace dht
