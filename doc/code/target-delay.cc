/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The program of the page "A scheme of your own": a window that holds the mean round-trip time near
// a target, in one source file.

#include "ns3/collapse-experiment.h"
#include "ns3/dht-scheme-registry.h"

#include <algorithm>

namespace
{

/// Lets requests be outstanding as long as the mean round-trip time is below a target.
class TargetDelay : public dht::CongestionControl
{
  public:
    explicit TargetDelay(const dht::Parameters& parameters)
        : m_timeout(dht::MakeTimeoutPolicy(parameters)),
          m_target(parameters["Target"]),
          m_decrease(parameters["Decrease"]),
          m_window(parameters["InitialWindow"])
    {
    }

    dht::Time Admit(dht::Time now, std::size_t outstanding) override
    {
        return static_cast<double>(outstanding + 1) <= m_window ? now : dht::kNever;
    }

    void OnAck(const dht::AckContext& ack) override
    {
        if (ack.rtt > dht::Time(0))
        {
            m_mean += (dht::ToSeconds(ack.rtt) - m_mean) / 8;
        }
        m_window += (m_mean < m_target ? 1 : -1) / m_window;
        m_window = std::max(m_window, 1.0);
    }

    void OnTimeout(dht::Time /* now */) override
    {
        m_window = std::max(m_window * m_decrease, 1.0);
    }

    double Level() const override
    {
        return m_window;
    }

    const dht::TimeoutPolicy* Retransmission() const override
    {
        return &m_timeout;
    }

  private:
    dht::TimeoutPolicy m_timeout; ///< Of the retransmission timer.
    double m_target;              ///< Mean round-trip time in seconds.
    double m_decrease;            ///< Factor of the window at a timeout.
    double m_window;              ///< Requests that may be outstanding.
    double m_mean{0};             ///< Smoothed round-trip time in seconds.
};

dht::Parameters
Table()
{
    std::vector<dht::Parameter> table{
        {"Target", "Mean round-trip time to hold [s]", 0.3, 0.001, 60},
        {"Decrease", "Factor of the window at a timeout", 0.5, 0.01, 0.99},
        {"InitialWindow", "Outstanding requests allowed at the start", 5, 1, 1e6},
    };
    for (dht::Parameter& parameter : dht::TimeoutParameters(2))
    {
        table.push_back(std::move(parameter));
    }
    return dht::Parameters(std::move(table));
}

const dht::RegisterScheme g_targetDelay(
    {"target-delay",
     "a window that holds the mean round-trip time near a target",
     Table(),
     [](const dht::Parameters& parameters) { return std::make_unique<TargetDelay>(parameters); }});

} // namespace

int
main(int argc, char* argv[])
{
    return ns3::RunCollapse(argc, argv);
}
