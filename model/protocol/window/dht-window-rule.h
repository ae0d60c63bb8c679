/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WINDOW_RULE_H
#define DHT_WINDOW_RULE_H

#include "dht-parameters.h"
#include "dht-time.h"

#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * How a window grows and shrinks: what one congestion control differs in from another. Windows are
 * counted in packets here.
 */

namespace dht
{

/// The part of a window that its rule changes.
struct WindowState
{
    double size;      ///< w in packets.
    double threshold; ///< Slow start goes up to here, in packets (ssthresh); infinite at first.
    double minimum;   ///< The least w in packets.
    Time roundTrip;   ///< Smoothed; 0 before the first sample.

    /// @return Whether w grows fast.
    bool IsInSlowStart() const
    {
        return size < threshold;
    }
};

/// What a rule is told of an ack.
struct WindowAck
{
    Time now;            ///< The present.
    double packets;      ///< a: how many packets it acknowledges.
    bool mayGrow;        ///< The window bounds the flow, and the last reduction is felt already.
    Time queueing;       ///< q.
    Time leastRoundTrip; ///< The round trip without queues.
};

/// The congestion control of a window. One object serves one window.
class WindowRule
{
  public:
    virtual ~WindowRule() = default;

    /// @return Where slow start ends at first, in packets: nowhere, unless a rule has none.
    virtual double InitialThreshold() const;
    /// Packets were acknowledged. @param state The window. @param ack What is known of them.
    virtual void OnAck(WindowState& state, const WindowAck& ack) = 0;
    /// Packets were lost, for the first time in a round trip. @param state The window.
    virtual void OnLoss(WindowState& state);
    /**
     * Another rule takes the window over, or nothing has arrived for long: what this rule has under
     * way, such as a slowdown, is given up.
     *
     * @param state The window.
     * @param isRestart The window starts anew.
     * @return The w that this rule had found right, in packets.
     */
    virtual double Abandon(const WindowState& state, bool isRestart);
    /// @param priority N: as how many TCP flows; above 0.
    virtual void SetPriority(double priority);

  protected:
    /// @return The share of w that a loss leaves.
    virtual double Kept() const = 0;

    /// Slow start up to the threshold. @param state The window. @param ack An ack.
    /// @param gain By how many packets w grows for each one acknowledged.
    static void SlowStart(WindowState& state, const WindowAck& ack, double gain = 1);
    /// @param state The window. @param ack An ack. @param change What it is to change w by, in
    /// packets; growth counts only if w may grow.
    static void Change(WindowState& state, const WindowAck& ack, double change);
};

/// The constants of rules that heed delay, for their tables.
/// @param target Default of the target in seconds. @param slowStartEnd Default of the share of it
/// that ends slow start. @return Their table.
std::vector<Parameter> PoliteParameters(double target, double slowStartEnd);

/// A rule that keeps the queue at a target, and so yields to whoever fills it.
class PoliteRule : public WindowRule
{
  public:
    /// @param parameters Constants that include those of PoliteParameters().
    explicit PoliteRule(const Parameters& parameters);

    double InitialThreshold() const override;
    void OnAck(WindowState& state, const WindowAck& ack) override;

  protected:
    /// An ack after slow start. @param state The window. @param ack The ack.
    virtual void Steer(WindowState& state, const WindowAck& ack) = 0;

    double Kept() const override;
    /// @param ack An ack. @return q/T: more than 1 above the target.
    double Load(const WindowAck& ack) const;

    double m_target; ///< T in seconds.

  private:
    bool m_hasSlowStart;   ///< A flow begins with it.
    double m_slowStartEnd; ///< The q/T at which it ends.
    double m_kept;         ///< The share of w that a loss leaves.
};

} // namespace dht

#endif // DHT_WINDOW_RULE_H
