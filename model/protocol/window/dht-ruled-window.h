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

#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What all windows of the transport have in common, whatever their rules are.
 */

namespace dht
{

/// The constants that all windows have.
struct RuledWindowOptions
{
    double packet;             ///< Payload of a packet that is full, in bytes.
    double minimum;            ///< The least window in packets.
    double initial;            ///< The first window in packets.
    double pacing;             ///< Pacing rate, in windows a round trip; 0: none.
    DelayFilterOptions delays; ///< The delay filter's.
};

/**
 * A window that one or two rules govern. It keeps what outlives them: w, the threshold of slow
 * start, the delays, and when it was reduced last. So a change of the priority continues where the
 * other rule was.
 */
class RuledWindow : public TransportWindow
{
  public:
    /**
     * @param options The constants.
     * @param polite The rule at priority 0, or at any.
     * @param variable The rule at priorities above 0; null: the same.
     * @param priority The priority, at least 0.
     */
    RuledWindow(const RuledWindowOptions& options,
                std::unique_ptr<WindowRule> polite,
                std::unique_ptr<WindowRule> variable,
                double priority);

    void OnAck(const AckedPackets& acked) override;
    void OnLoss(const LostPackets& lost) override;
    void OnSpuriousLoss(Time now, Time sent) override;
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

    /// @param priority A priority. @return Who governs then.
    WindowRule& RuleAt(double priority) const;
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

    RuledWindowOptions m_options;           ///< The constants.
    std::unique_ptr<WindowRule> m_polite;   ///< The rule at priority 0.
    std::unique_ptr<WindowRule> m_variable; ///< The rule above; null: the same.
    WindowRule* m_rule;                     ///< The one in charge.
    WindowState m_state;                    ///< What the rules change.
    WindowDelays m_delays;                  ///< They run whoever is in charge.
    Time m_reduced{Time::min()};            ///< When w was reduced last.
    std::optional<Undo> m_undo;             ///< What it was before.
    std::optional<Time> m_collapsed;        ///< When it collapsed last.
    bool m_isCollapsed{false};              ///< Nothing was acknowledged since it collapsed.
    unsigned m_undone{0};                   ///< Reductions that were undone, less one a minute.
    Time m_forgiven{0};                     ///< When m_undone became less last, or might have.
};

} // namespace dht

#endif // DHT_RULED_WINDOW_H
