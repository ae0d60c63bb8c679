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

/// LEDBAT as the draft of 2010 has it, and what the other two have in common with it.
class LinearRule : public PoliteRule
{
  public:
    explicit LinearRule(const Parameters& parameters)
        : PoliteRule(parameters),
          m_gain(parameters["Gain"])
    {
    }

  protected:
    void Steer(WindowState& state, const WindowAck& ack) override
    {
        Change(state, ack, m_gain * (1 - Load(ack)) * ack.packets / state.size);
    }

    double m_gain; ///< G in packets per round trip.
};

/// The same up to the target; above it, every packet acknowledged takes a share of w.
class MultiplicativeRule : public LinearRule
{
  public:
    explicit MultiplicativeRule(const Parameters& parameters)
        : LinearRule(parameters),
          m_decrease(parameters["Decrease"])
    {
    }

  protected:
    void Steer(WindowState& state, const WindowAck& ack) override
    {
        if (Load(ack) <= 1)
        {
            LinearRule::Steer(state, ack);
        }
        else
        {
            Change(state, ack, state.size * (std::pow(m_decrease, ack.packets) - 1));
        }
    }

  private:
    double m_decrease; ///< beta for each packet.
};

/// Full growth always; above the target, every packet acknowledged takes what it exceeds it by.
class ProportionalRule : public LinearRule
{
  public:
    using LinearRule::LinearRule;

  protected:
    void Steer(WindowState& state, const WindowAck& ack) override
    {
        const double excess = std::max(Load(ack) - 1, 0.0);
        Change(state, ack, m_gain * ack.packets * (1 / state.size - excess));
    }
};

/// @param own Constants of one rule alone. @return The table of the rule.
Parameters
LedbatTable(std::vector<Parameter> own = {})
{
    own.push_back({"Gain",
                   "G: packets that the window grows by in a round trip without a queue (RFC 6817 "
                   "allows up to 1)",
                   1,
                   0.01,
                   10});
    for (Parameter& parameter : PoliteParameters(0.1, 1))
    {
        own.push_back(std::move(parameter));
    }
    CommonDefaults defaults{2};
    // plusplus sees the path without a queue at its slowdowns, these do not
    defaults.deducts = true;
    return WindowTable(defaults, std::move(own));
}

} // namespace

WindowKind
LinearWindow()
{
    return {"linear",
            "LEDBAT: additive up and down (DTL, eq. 4)",
            LedbatTable(),
            [](const Parameters& p) { return std::make_unique<LinearRule>(p); }};
}

WindowKind
MultiplicativeWindow()
{
    return {"multiplicative",
            "LEDBAT: additive up, multiplicative down (DTL, eq. 5)",
            LedbatTable({{"Decrease",
                          "beta: factor of the window for each packet acknowledged above T (DTL, "
                          "eq. 5; that it is for each packet is our reading)",
                          0.99,
                          0.5,
                          0.99999}}),
            [](const Parameters& p) { return std::make_unique<MultiplicativeRule>(p); }};
}

WindowKind
ProportionalWindow()
{
    return {"proportional",
            "LEDBAT: additive up, in proportion down (Carofiglio et al., fLEDBAT)",
            LedbatTable(),
            [](const Parameters& p) { return std::make_unique<ProportionalRule>(p); }};
}

} // namespace dht
