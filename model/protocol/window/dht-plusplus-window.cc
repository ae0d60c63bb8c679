/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-windows.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace dht
{

namespace
{

/// LEDBAT++ (draft-irtf-iccrg-ledbat-plus-plus). Its slowdowns empty the queue, so that all flows
/// see the base delay again, those that came late too.
class PlusPlusRule : public PoliteRule
{
  public:
    explicit PlusPlusRule(const Parameters& parameters)
        : PoliteRule(parameters),
          m_slowdownWindow(parameters["SlowdownWindow"]),
          m_pause(parameters["SlowdownPause"])
    {
    }

    /// The slowdown comes first: its way back is a slow start that q does not end, for the queue of
    /// those who did not slow down is no reason to stay behind them.
    void OnAck(WindowState& state, const WindowAck& ack) override
    {
        switch (m_phase)
        {
        case Phase::kNone:
            if (m_next && ack.now >= *m_next)
            {
                SlowDown(state, ack.now);
                break;
            }
            PoliteRule::OnAck(state, ack);
            if (!m_next && !state.IsInSlowStart())
            {
                m_next = ack.now + kRounds * state.roundTrip;
            }
            break;
        case Phase::kLow:
            if (ack.now < m_lowUntil)
            {
                break;
            }
            m_phase = Phase::kReturning;
            m_grown = ack.now;
            [[fallthrough]];
        case Phase::kReturning:
            SlowStart(state, ack);
            m_grown = ack.mayGrow ? ack.now : m_grown;
            // who does not need the window grows on later, by the rule, which heeds delay
            if (!state.IsInSlowStart() || ack.now - m_grown > kRounds * state.roundTrip)
            {
                Finish(state, ack.now);
            }
            break;
        }
    }

    void OnLoss(WindowState& state) override
    {
        if (m_phase == Phase::kLow)
        {
            // what was lost had been sent at the old window
            state.threshold = std::max(state.threshold * Kept(), state.size);
        }
        else
        {
            PoliteRule::OnLoss(state);
        }
    }

    double Abandon(const WindowState& state, bool isRestart) override
    {
        const double level = m_phase == Phase::kNone ? state.size : state.threshold;
        m_phase = Phase::kNone;
        if (isRestart)
        {
            m_next.reset();
        }
        return level;
    }

  protected:
    void Steer(WindowState& state, const WindowAck& ack) override
    {
        const double rounds = std::ceil(2 * m_target / ToSeconds(ack.leastRoundTrip));
        const double gain = 1 / std::clamp(rounds, 1.0, 16.0);
        const double excess = state.size * (Load(ack) - 1);
        const double change = excess > 0 ? std::max(gain - excess, -state.size / 2) : gain;
        Change(state, ack, change * ack.packets / state.size);
    }

  private:
    /// Where a slowdown is.
    enum class Phase
    {
        kNone,      ///< Nowhere.
        kLow,       ///< The window is held low.
        kReturning, ///< It grows to what it was.
    };

    /// Round trips from the end of slow start to the first slowdown, that each one lasts, and
    /// after which it is over if the window does not limit the flow on the way back.
    static constexpr int kRounds = 2;

    /// @param state The window. @param now The present.
    void SlowDown(WindowState& state, Time now)
    {
        state.threshold = state.size;
        state.size = std::max(std::min(m_slowdownWindow, state.size), state.minimum);
        m_began = now;
        m_lowUntil = now + kRounds * state.roundTrip;
        m_phase = Phase::kLow;
        Plan(state, now); // if it is given up, the next one is not due at once
    }

    /// @param state The window, as it was before. @param now The present.
    void Finish(const WindowState& state, Time now)
    {
        m_phase = Phase::kNone;
        Plan(state, now);
    }

    /// Plan the next slowdown. @param state The window. @param now The present.
    void Plan(const WindowState& state, Time now)
    {
        // two rounds of holding are the least that a slowdown takes
        const Time took = std::max(now - m_began, kRounds * state.roundTrip);
        m_next = Later(now, FromSeconds(m_pause * ToSeconds(took)));
    }

    double m_slowdownWindow;     ///< Of a slowdown, in packets.
    double m_pause;              ///< As many times as long as a slowdown is the time to the next.
    Phase m_phase{Phase::kNone}; ///< Of the slowdown.
    Time m_began{0};             ///< When it began.
    Time m_lowUntil{0};          ///< How long the window stays low.
    Time m_grown{0};             ///< When the window might grow last, on the way back.
    std::optional<Time> m_next;  ///< When the next one begins; none before slow start has ended.
};

} // namespace

WindowKind
PlusPlusWindow()
{
    std::vector<Parameter> table{
        {"SlowdownWindow", "The window in a slowdown [packets] (LEDBAT++)", 2, 1, 100},
        {"SlowdownPause",
         "Time from one slowdown to the next, in durations of the last one, which is 2 round trips "
         "at least (LEDBAT++)",
         9,
         1,
         1e6},
    };
    for (Parameter& parameter : PoliteParameters(0.06, 0.75))
    {
        table.push_back(std::move(parameter));
    }
    return {"plusplus",
            "LEDBAT++: gain by round trip, slowdowns (draft-irtf-iccrg-ledbat-plus-plus-06)",
            WindowTable({2, true, 4}, std::move(table)),
            [](const Parameters& p) { return std::make_unique<PlusPlusRule>(p); }};
}

} // namespace dht
