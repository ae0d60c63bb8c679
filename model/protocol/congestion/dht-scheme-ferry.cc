/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-schemes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace dht
{

namespace
{

/// The round-trip time over all destinations: its smoothed mean R and the least of that, R0.
class RingRtt
{
  public:
    /// @param gain Weight of the last round trip in R.
    explicit RingRtt(double gain)
        : m_gain(gain)
    {
    }

    /// @param rtt A round trip.
    void Add(Time rtt)
    {
        // a plain mean until there are enough of them: no single one is to be the least
        ++m_added;
        m_mean += std::max(m_gain, 1 / m_added) * (ToSeconds(rtt) - m_mean);
        if (m_added * m_gain >= 1)
        {
            m_least = m_least > 0 ? std::min(m_least, m_mean) : m_mean;
        }
    }

    /// @return R in seconds; 0 before the first round trip.
    double Mean() const
    {
        return m_mean;
    }

    /// @return Part of R that is not spent waiting, in (0, 1]; 1 where that is not known yet.
    double Travelling() const
    {
        return m_least > 0 ? m_least / m_mean : 1;
    }

  private:
    double m_gain;     ///< Weight of the last round trip.
    double m_added{0}; ///< Round trips.
    double m_mean{0};  ///< R in seconds.
    double m_least{0}; ///< R0 in seconds; 0 if unknown.
};

/// A window on the ring's round-trip time as TCP Vegas has one on a path's, and pressure: how long
/// the longest-lived queue on a request's way has not been empty.
class Ferry : public CongestionControl
{
  public:
    explicit Ferry(const Parameters& parameters)
        : m_timeout(MakeTimeoutPolicy(parameters)),
          m_waitingPerLink(parameters["WaitingPerLink"]),
          m_margin(parameters["Margin"]),
          m_decrease(parameters["Decrease"]),
          m_rightOfWay(parameters["RightOfWay"] > 0),
          m_period(parameters["PressurePeriod"]),
          m_belief(parameters["Belief"]),
          m_least(parameters["LeastWindow"]),
          m_window(parameters["InitialWindow"]),
          m_roundWindow(m_window),
          m_rtt(parameters["MeanGain"])
    {
    }

    Time Admit(Time now, std::size_t outstanding) override
    {
        if (outstanding > 0 || m_window >= 1)
        {
            return static_cast<double>(outstanding + 1) <= m_window ? now : kNever;
        }
        // less than one request a round trip: as a rate
        return m_lastSent == kNever ? now : Later(m_lastSent, FromSeconds(m_rtt.Mean() / m_window));
    }

    void OnSent(Time now) override
    {
        m_lastSent = now;
    }

    void OnAck(const AckContext& ack) override
    {
        if (ack.rtt > Time(0))
        {
            m_rtt.Add(ack.rtt);
        }
        BeginRound(ack.now);
        const double most = m_waitingPerLink * static_cast<double>(m_busySince.size());
        const double waiting = m_window * (1 - m_rtt.Travelling());
        // who lies about a queue that this peer does not feel can do no more than hold it there
        if (ack.feedback > 0 && waiting >= m_belief * most)
        {
            Shrink(std::pow(m_decrease, ack.feedback));
            m_hasWaited = true;
        }
        else if (waiting < most)
        {
            // below one, more than one round trip passes between answers
            m_window += m_hasWaited ? 1 / std::max(m_window, 1.0) : 0.5;
        }
        else
        {
            m_hasWaited = true;
            if (waiting > m_margin * most)
            {
                m_window = std::max(m_window - 1 / std::max(m_window, 1.0), m_least);
            }
        }
    }

    void OnTimeout(Time now) override
    {
        m_hasWaited = true;
        if (now >= m_nextLoss)
        {
            m_nextLoss = Later(now, FromSeconds(m_rtt.Mean()));
            m_window = std::max(m_window * kLossFactor, m_least);
        }
    }

    double Level() const override
    {
        return m_window;
    }

    std::uint8_t FeedbackOn(const EnterContext& request) override
    {
        const Time since = BusySince(request.now, request.queue, request.length);
        const double period = m_period * m_rtt.Mean();
        const double pressure =
            period > 0 ? std::min(ToSeconds(request.now - since) / period, kMostPressure) : 0;
        return std::max(request.request.feedback, static_cast<std::uint8_t>(pressure));
    }

    void OnLeave(const LeaveContext& request) override
    {
        BusySince(request.now, request.queue, request.length);
    }

    RelayPolicy Relay() const override
    {
        RelayPolicy policy{QueueDiscipline::kPerNeighbour};
        policy.overflow = m_rightOfWay ? Overflow::kLeastTravelled : Overflow::kDrop;
        policy.givesFeedback = m_period > 0;
        policy.hearsLeaving = true;
        return policy;
    }

    std::optional<TimeoutPolicy> Retransmission() const override
    {
        return m_timeout;
    }

  private:
    static constexpr double kLossFactor = 0.8;   ///< Of w at a timeout.
    static constexpr double kRoundFactor = 0.5;  ///< What pressure leaves of w in a round trip.
    static constexpr double kMostPressure = 255; ///< A byte's.

    /// A queue is this long now. @param now The present. @param queue The queue's number. @param
    /// length Its length. @return When it was empty last.
    Time BusySince(Time now, QueueIndex queue, std::size_t length)
    {
        if (queue >= m_busySince.size())
        {
            m_busySince.resize(queue + 1, now);
        }
        if (length == 0)
        {
            m_busySince[queue] = now;
        }
        return m_busySince[queue];
    }

    /// A round trip may be over. @param now The present.
    void BeginRound(Time now)
    {
        if (now >= m_nextRound)
        {
            m_nextRound = Later(now, FromSeconds(m_rtt.Mean()));
            m_roundWindow = m_window;
        }
    }

    /// Shrink the window as pressure demands. @param factor Of the window.
    void Shrink(double factor)
    {
        const double floor = std::min(m_window, m_roundWindow * kRoundFactor);
        m_window = std::max({m_window * factor, floor, m_least});
    }

    TimeoutPolicy m_timeout;       ///< Of the retransmission timer.
    double m_waitingPerLink;       ///< Q over the links in use.
    double m_margin;               ///< Above that many times Q the window shrinks.
    double m_decrease;             ///< Factor of w for each unit of pressure.
    bool m_rightOfWay;             ///< Whether a full buffer drops what has travelled least.
    double m_period;               ///< P over R.
    double m_belief;               ///< Of Q that has to wait for pressure to be believed.
    double m_least;                ///< Floor of w.
    double m_window;               ///< w in requests.
    double m_roundWindow;          ///< w when the round trip began.
    RingRtt m_rtt;                 ///< R and R0.
    bool m_hasWaited{false};       ///< Whether the start is over.
    Time m_lastSent{kNever};       ///< When the last request was issued.
    Time m_nextRound{0};           ///< When the next round trip begins.
    Time m_nextLoss{0};            ///< Before that, no timeout shrinks the window.
    std::vector<Time> m_busySince; ///< By queue in use: when it was empty last.
};

} // namespace

Scheme
FerryScheme()
{
    std::vector<Parameter> table{
        {"WaitingPerLink",
         "Q: own requests that wait somewhere in the ring, over the relay queues in use: two held "
         "on each link and about as many in the two access queues of its hop",
         4.5,
         0.1,
         1000},
        {"Margin", "The window shrinks above that many times Q", 1.1, 1, 10},
        {"Decrease", "Factor of the window for each unit of pressure", 0.95, 0.01, 0.999},
        {"PressurePeriod",
         "P: a relay queue that has not been empty for that many mean round trips of its peer adds "
         "a unit of pressure; 0: there is none",
         4,
         0,
         1000},
        {"Belief", "Pressure is believed while that part of Q waits; 0: always", 0.25, 0, 1},
        {"RightOfWay",
         "Whether a full buffer drops what has travelled least (1) or what comes (0)",
         1,
         0,
         1},
        {"MeanGain", "Weight of the last round trip in the mean R", 1.0 / 16, 0.001, 1},
        {"InitialWindow", "Requests that may be outstanding at the start", 5, 1, 1e6},
        {"LeastWindow",
         "Floor of the window; below 1 it is a rate, a request in so many round trips",
         0.05,
         0.001,
         1e6},
    };
    for (Parameter& parameter : TimeoutParameters(10, 2))
    {
        table.push_back(std::move(parameter));
    }
    return {"ferry",
            "a window on the ring's round-trip time, and pressure from queues that do not empty",
            Parameters(std::move(table)),
            [](const Parameters& parameters) { return std::make_unique<Ferry>(parameters); }};
}

} // namespace dht
