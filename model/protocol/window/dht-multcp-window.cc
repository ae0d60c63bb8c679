/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-windows.h"

#include <algorithm>
#include <cmath>

namespace dht
{

namespace
{

/// Additive increase, multiplicative decrease: one TCP flow (RFC 5681).
class AimdRule : public WindowRule
{
  public:
    void OnAck(WindowState& state, const WindowAck& ack) override
    {
        if (state.IsInSlowStart())
        {
            SlowStart(state, ack, state.size < m_tripledUpTo ? 2 : 1);
        }
        else
        {
            Change(state, ack, m_increase * ack.packets / state.size);
        }
    }

  protected:
    double Kept() const override
    {
        return 0.5;
    }

    double m_increase{1};    ///< a: packets by which w grows in a round trip.
    double m_tripledUpTo{0}; ///< Below this w, slow start triples it in a round trip, in packets.
};

/// As N TCP flows (Crowcroft and Oechslin, "Differentiated end-to-end Internet services using a
/// weighted proportional fair sharing TCP", 1998), or a share of one.
class MulTcpRule : public AimdRule
{
  public:
    explicit MulTcpRule(const Parameters& parameters)
        : m_isOriginal(parameters["OriginalDecrease"] > 0),
          m_flowStart(parameters["SmoothSlowStart"])
    {
        SetPriority(1);
    }

    /// N flows that double their windows are reached in k round trips of tripling one flow's, where
    /// 3^k = N 2^k: so no round trip begins with N first windows at once.
    void SetPriority(double wished) override
    {
        const double priority = std::clamp(wished, kLeastPriority, kMostPriority);
        m_increase = priority;
        const double rounds = std::log(priority) / std::log(1.5);
        m_tripledUpTo = rounds > 0 ? m_flowStart * std::pow(3, rounds) : 0;
    }

  protected:
    double Kept() const override
    {
        const double priority = m_increase;
        const double decrease = m_isOriginal ? 1 / (2 * priority) : 2 / (3 * priority + 1);
        return 1 - std::min(decrease, kMostDecrease);
    }

  private:
    /// What the wire can carry of priorities.
    static constexpr double kLeastPriority = 1 / 256.0;
    /// Likewise.
    static constexpr double kMostPriority = 256;
    /// With N far below 1, b would be 1 or more: nothing would be left of the window.
    static constexpr double kMostDecrease = 0.9;

    bool m_isOriginal;  ///< b is MulTCP's, not MulTCP2's.
    double m_flowStart; ///< The first window of one of the N flows, in packets.
};

} // namespace

WindowKind
RenoWindow()
{
    return {"reno",
            "one TCP flow: additive up, halved by a loss (RFC 5681)",
            WindowTable({10}, {}),
            [](const Parameters&) { return std::make_unique<AimdRule>(); }};
}

WindowKind
MulTcpWindow()
{
    return {"multcp",
            "N TCP flows in one, N the priority (MulTCP, MulTCP2)",
            WindowTable({10},
                        {{"OriginalDecrease",
                          "b, the share of the window that a loss takes: 0: 2/(3N+1) (Nabeshima, "
                          "MulTCP2, derived: N times the throughput of one flow), 1: 1/(2N) "
                          "(MulTCP)",
                          0,
                          0,
                          1},
                         {"SmoothSlowStart",
                          "Slow start triples the window up to this times 3^(ln N / ln 1.5) "
                          "[packets]; 0: it doubles (after Crowcroft and Oechslin)",
                          2,
                          0,
                          100}}),
            [](const Parameters& p) { return std::make_unique<MulTcpRule>(p); }};
}

} // namespace dht
