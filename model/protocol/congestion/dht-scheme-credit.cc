/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-schemes.h"

namespace dht
{

namespace
{

/// NCA06, sections 2.1.1 and 2.1.2. Credits count the requests that may be outstanding.
class Credit : public CongestionControl
{
  public:
    explicit Credit(const Parameters& parameters)
        : m_timeout(MakeTimeoutPolicy(parameters)),
          m_restart(parameters["RestartCredits"]),
          m_decrease(parameters["Decrease"]),
          m_credits(parameters["RestartCredits"]),
          m_ssthresh(parameters["InitialSsthresh"])
    {
    }

    Time Admit(Time now, std::size_t outstanding) override
    {
        return static_cast<double>(outstanding + 1) <= m_credits ? now : kNever;
    }

    void OnAck(const AckContext& /* ack */) override
    {
        m_credits += m_credits < m_ssthresh ? 1 : 1 / m_credits;
    }

    void OnTimeout(Time /* now */) override
    {
        m_ssthresh = m_decrease * (m_credits > m_ssthresh ? m_credits : m_ssthresh);
        m_credits = m_restart;
    }

    double Level() const override
    {
        return m_credits;
    }

    const TimeoutPolicy* Retransmission() const override
    {
        return &m_timeout;
    }

  private:
    TimeoutPolicy m_timeout; ///< Of the retransmission timer.
    double m_restart;        ///< Credits after a loss.
    double m_decrease;       ///< Factor of ssthresh at a loss.
    double m_credits;        ///< Requests that may be outstanding.
    double m_ssthresh;       ///< Below it credits grow by one an answer.
};

} // namespace

Scheme
CreditScheme()
{
    std::vector<Parameter> table{
        {"RestartCredits", "Credits at the start and after a loss (NCA06 2.1.1)", 5, 1, 1e6},
        {"Decrease", "Factor of ssthresh at a loss (NCA06 2.1.1)", 0.8, 0.01, 0.99},
        {"InitialSsthresh",
         "ssthresh before the first loss [requests]; the papers are silent",
         1000,
         1,
         1e9},
    };
    for (Parameter& parameter : TimeoutParameters(2, 2))
    {
        table.push_back(std::move(parameter));
    }
    return {"credit",
            "credits for outstanding requests, a loss is the signal: CSCC (NCA06 2.1)",
            Parameters(std::move(table)),
            [](const Parameters& parameters) { return std::make_unique<Credit>(parameters); }};
}

} // namespace dht
