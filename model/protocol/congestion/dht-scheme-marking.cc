/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-grown.h"
#include "dht-schemes.h"

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <cmath>
#include <numeric>

namespace dht
{

namespace
{

/// The mean of the last k request rates that were seen.
class RecentMean
{
  public:
    explicit RecentMean(std::size_t window)
        : m_values(window)
    {
    }

    void Add(double value)
    {
        const auto milli = static_cast<std::uint32_t>(std::llround(value * 1000));
        m_sum += milli / 1000.0 - (m_values.full() ? m_values.front() / 1000.0 : 0);
        m_values.push_back(milli);
        if (++m_added % 65536 == 0)
        {
            // what rounding left behind must not pile up
            m_sum = std::accumulate(
                m_values.begin(),
                m_values.end(),
                0.0,
                [](double sum, std::uint32_t added) { return sum + added / 1000.0; });
        }
    }

    bool IsEmpty() const
    {
        return m_values.empty();
    }

    double Get() const
    {
        return m_sum / static_cast<double>(m_values.size());
    }

  private:
    boost::circular_buffer<std::uint32_t> m_values; ///< The last k, as requests carry them: 1/1000.
    double m_sum{0};                                ///< Of the values.
    std::uint32_t m_added{0};                       ///< Calls of Add().
};

/// COMSNETS09, section IV: relays mark by eq. 10, sources adapt their rate by AIMD.
class Marking : public CongestionControl
{
  public:
    explicit Marking(const Parameters& parameters)
        : m_timeout(MakeTimeoutPolicy(parameters)),
          m_increase(parameters["Increase"]),
          m_decrease(parameters["Decrease"]),
          m_minimumRate(parameters["MinimumRate"]),
          m_threshold(parameters["Threshold"]),
          m_smoothing(parameters["Smoothing"]),
          m_fairness(parameters["Fairness"]),
          m_rateWindow(static_cast<std::uint32_t>(parameters["RateWindow"])),
          m_rate(std::max(parameters["InitialRate"], m_minimumRate))
    {
        if (parameters["DecreaseInterval"] > 0 || parameters["CountOwn"] <= 0 ||
            parameters["CountArriving"] > 0)
        {
            m_variant.reset(new Variant{parameters["DecreaseInterval"],
                                        parameters["CountOwn"] > 0,
                                        parameters["CountArriving"] > 0,
                                        RttEstimator(m_timeout)});
        }
    }

    Time Admit(Time /* now */, std::size_t /* outstanding */) override
    {
        return m_lastSent == kNever ? Time(0) : Later(m_lastSent, FromSeconds(1 / m_rate));
    }

    void OnSent(Time now) override
    {
        m_lastSent = now;
    }

    void OnAck(const AckContext& ack) override
    {
        if (m_variant && ack.rtt > Time(0))
        {
            m_variant->rtt.OnSample(ack.rtt);
        }
        if (ack.marked)
        {
            const double before = m_rate;
            Decrease(ack.now);
            m_unblamed *= m_rate / before;
        }
        else
        {
            m_rate += m_increase / m_rate;
        }
    }

    void OnTimeout(Time now) override
    {
        m_unblamed = std::max(m_unblamed, m_rate);
        Decrease(now);
    }

    void OnExcused(unsigned timeouts) override
    {
        // what x has grown by since, it would have grown by without them, but not more
        const double restored = m_rate * std::pow(m_decrease, -static_cast<double>(timeouts));
        m_rate = std::clamp(restored, m_rate, std::max(m_rate, m_unblamed));
    }

    double Rate() const override
    {
        return m_rate;
    }

    double MarkProbability(const EnterContext& request) override
    {
        RecentMean& rates = See().rates;
        const double average = UpdateAverageLength(request.queue, request.length);
        double fairness = 1;
        if (request.request.sourceRate > 0)
        {
            if (Counts(request.request) || rates.IsEmpty())
            {
                rates.Add(request.request.sourceRate);
            }
            fairness = std::pow(request.request.sourceRate / rates.Get(), m_fairness);
        }
        if (average >= m_threshold)
        {
            return 1;
        }
        if (average <= 0)
        {
            return 0; // even where the other factor is infinite
        }
        const double congestion = average / (m_threshold * (m_threshold - average));
        return std::min(congestion * fairness, 1.0);
    }

    void OnArrive(const QueuedRequest& request) override
    {
        if (request.sourceRate > 0 && Counts(request))
        {
            See().rates.Add(request.sourceRate);
        }
    }

    /// The paper leaves the discipline open. In one shared queue, requests pile up behind a head
    /// whose link is blocked, and are marked although the peer itself has capacity to spare.
    RelayPolicy Relay() const override
    {
        RelayPolicy policy;
        policy.discipline = QueueDiscipline::kPerNeighbour;
        policy.overflow = Overflow::kDrop;
        policy.hearsArriving = m_variant && m_variant->countsArriving;
        return policy;
    }

    const TimeoutPolicy* Retransmission() const override
    {
        return &m_timeout;
    }

  private:
    /// What a relay has seen of requests.
    struct Seen
    {
        explicit Seen(std::size_t window)
            : rates(window)
        {
        }

        RecentMean rates;                   ///< x_avg.
        std::vector<double> averageLengths; ///< s with a bar, in requests, by queue.
    };

    /// Where it is not by the paper's letter.
    struct Variant
    {
        double decreaseInterval; ///< Least time between two decreases, in smoothed round trips.
        bool countsOwn;          ///< Whether own requests enter x_avg.
        bool countsArriving;     ///< Whether requests that end at this peer enter x_avg.
        RttEstimator rtt;        ///< Of the own answers.
        Time nextDecrease{0};    ///< No decrease before.
    };

    /// @return What this relay has seen.
    Seen& See()
    {
        if (!m_seen)
        {
            m_seen = std::make_unique<Seen>(m_rateWindow);
        }
        return *m_seen;
    }

    /// @param request A request. @return Whether x_avg is over it, by whose it is.
    bool Counts(const QueuedRequest& request) const
    {
        return !m_variant || m_variant->countsOwn || request.hopsDone > 0;
    }

    /// @param queue A queue. @param length Its length. @return Its average length, with this
    /// sample.
    double UpdateAverageLength(QueueIndex queue, std::size_t length)
    {
        double& average = GrownAt(m_seen->averageLengths, queue);
        average = (1 - m_smoothing) * static_cast<double>(length) + m_smoothing * average;
        return average;
    }

    void Decrease(Time now)
    {
        if (m_variant)
        {
            if (now < m_variant->nextDecrease)
            {
                return;
            }
            const double pause = m_variant->decreaseInterval * ToSeconds(m_variant->rtt.Rtt());
            m_variant->nextDecrease = Later(now, FromSeconds(pause));
        }
        m_rate = std::max(m_rate * m_decrease, m_minimumRate);
    }

    TimeoutPolicy m_timeout;            ///< Of the retransmission timer.
    double m_increase;                  ///< c+ in requests/s per request/s.
    double m_decrease;                  ///< c-.
    double m_minimumRate;               ///< Floor of x in requests/s.
    double m_threshold;                 ///< t in requests.
    double m_smoothing;                 ///< delta.
    double m_fairness;                  ///< gamma.
    std::uint32_t m_rateWindow;         ///< k.
    double m_rate;                      ///< x in requests/s.
    double m_unblamed{0};               ///< What x would be if no timeout had decreased it.
    std::unique_ptr<Variant> m_variant; ///< Null for the paper's rules.
    std::unique_ptr<Seen> m_seen;       ///< Made for the first request, as most peers may be idle.
    Time m_lastSent{kNever};            ///< When the last request was issued.
};

} // namespace

Scheme
MarkingScheme()
{
    std::vector<Parameter> table{
        {"Increase", "c+: what an unmarked answer adds to x, times x (COMSNETS09 IV-2)", 2, 0, 1e6},
        {"Decrease",
         "c-: factor of x at a marked answer or a timeout (COMSNETS09 IV-2, whose example is 0.5): "
         "the sawtooth's mean is (1 + c-) / 2 of its peak",
         0.95,
         0.01,
         0.999},
        {"DecreaseInterval",
         "Smoothed round trips from one decrease to the next one: marks that come sooner are those "
         "of the same congestion, as for TCP (RFC 3168, section 6.1.2); 0, the paper's: each "
         "counts",
         0,
         0,
         100},
        {"Threshold", "t: average queue length that marks everything (eq. 10)", 20, 0.1, 1e6},
        {"Smoothing", "delta: weight of the past in the average queue length", 0.9, 0, 0.9999},
        {"Fairness", "gamma: exponent of the source's rate over the average (eq. 10)", 4, 0, 1000},
        {"RateWindow", "k: requests over which x_avg is taken; the paper is silent", 100, 1, 1e6},
        {"CountOwn",
         "Whether x_avg is also over the peer's own requests, which no neighbour has sent it: 1, "
         "or "
         "0; the paper has it over the messages received",
         1,
         0,
         1},
        {"CountArriving",
         "Whether x_avg is also over requests that end at the peer, in none of its queues: 1, or "
         "0; with CountOwn=0, 1 is the paper's letter: all messages that the peer has received",
         0,
         0,
         1},
        {"InitialRate", "x at the start [requests/s]; the paper is silent", 5, 0.001, 1e6},
        {"MinimumRate", "Floor of x [requests/s]; the paper has none", 0.1, 0.001, 1e6},
    };
    for (Parameter& parameter : TimeoutParameters(2))
    {
        table.push_back(std::move(parameter));
    }
    return {"marking",
            "relays mark requests, sources adapt their rate (COMSNETS09 IV)",
            Parameters(std::move(table)),
            [](const Parameters& parameters) { return std::make_unique<Marking>(parameters); }};
}

} // namespace dht
