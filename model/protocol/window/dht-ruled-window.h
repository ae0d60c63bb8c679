/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RULED_WINDOW_H
#define DHT_RULED_WINDOW_H

#include "dht-transport-window.h"
#include "dht-window-delays.h"
#include "dht-window-rule.h"

#include <functional>
#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What all windows of the transport have in common, whatever their rules are.
 */

namespace dht
{

/// Makes the rule of one window.
using RuleMaker = std::function<std::unique_ptr<WindowRule>()>;

/// What windows have in common that are made alike.
struct RuledWindowPlan
{
    double packet;             ///< Payload of a packet that is full, in bytes.
    double minimum;            ///< The least window in packets.
    double initial;            ///< The first window in packets, at priority 0 or at any.
    double pacing;             ///< Pacing rate, in windows a round trip; 0: none.
    bool growsInRecovery;      ///< What left before a reduction lets the window grow, too.
    DelayFilterOptions delays; ///< The delay filter's.
    RuleMaker polite;          ///< Of the rule at priority 0, or at any.
    RuleMaker variable;        ///< Of the rule at priorities above 0; none: the same.
    double variableInitial;    ///< The first window then, in packets.

    /// @param priority A priority. @return Whether the variable rule governs then.
    bool IsVariableAt(double priority) const
    {
        return variable && priority > 0;
    }
};

/**
 * A window that one or two rules govern. It keeps what outlives them: w, the threshold of slow
 * start, the delays, and when it was reduced last. So a change of the priority continues where the
 * other rule was.
 */
class RuledWindow : public TransportWindow
{
  public:
    /// @param plan Its constants and rules. @param priority The priority, at least 0.
    RuledWindow(std::shared_ptr<const RuledWindowPlan> plan, double priority);

    void OnAck(const AckedPackets& acked) override;
    void OnLoss(const LostPackets& lost) override;
    void OnSpuriousLoss(Time now, Time sent) override;
    void ForgetLosses(std::uint32_t link) override;
    void ForgetLink(std::uint32_t link) override;
    void SetPriority(double priority) override;
    std::size_t Bytes() const override;
    double PacingRate() const override;
    Time QueueingDelay() const override;

  private:
    /// What a reduction has changed, in case it was a mistake: it was if all packets arrive that
    /// were taken for lost in its congestion (Linux counts them likewise).
    struct Undo
    {
        double size;         ///< w in packets.
        double threshold;    ///< Of slow start, in packets.
        Time reduced;        ///< The reduction before: what left until then is of another.
        std::size_t missing; ///< Packets taken for lost that have not arrived.
    };

    /// The other rule governs from now on.
    void Switch();
    /// @param sample The round trip of an ack.
    void Smooth(Time sample);
    /// Nothing has arrived for long: the window starts anew. @param lost What was lost.
    void Collapse(const LostPackets& lost);
    /// Keep what a reduction is about to change. @param lost What was lost.
    void Remember(const LostPackets& lost);
    /// @param now The present. @return Whether one more reduction may be undone; it counts then.
    bool MayUndo(Time now);
    /// Packets were lost in a congestion that was answered already. @param lost The packets.
    void Count(const LostPackets& lost);

    // there may be many windows of idle links: what few of them need is made when they do
    std::shared_ptr<const RuledWindowPlan> m_plan; ///< The constants.
    std::unique_ptr<WindowRule> m_rule;            ///< The one in charge.
    std::unique_ptr<WindowRule> m_other;           ///< The other one, if it ever was in charge.
    WindowState m_state;                           ///< What the rules change.
    WindowDelays m_delays;                         ///< They run whoever is in charge.
    Time m_reduced{Time::min()};                   ///< When w was reduced last.
    std::unique_ptr<Undo> m_undo;                  ///< What it was before; null: none, or undone.
    Time m_collapsed{Time::min()};                 ///< When it collapsed last.
    Time m_forgiven{0};        ///< When m_undone became less last, or might have.
    unsigned m_undone{0};      ///< Reductions that were undone, less one a minute.
    bool m_isVariable;         ///< Who is in charge.
    bool m_isCollapsed{false}; ///< Nothing was acknowledged since it collapsed.
};

} // namespace dht

#endif // DHT_RULED_WINDOW_H
