/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-grown.h"
#include "dht-ring-delay.h"
#include "dht-schemes.h"
#include "dht-smoothed-mean.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace dht
{

namespace
{

constexpr double kMostPressure = 255; ///< A byte's.

/// A window on the ring's round-trip time as TCP Vegas has one on a path's, and pressure: how long
/// the longest-lived queue on a request's way has not been empty.
class Ferry : public CongestionControl
{
  public:
    explicit Ferry(const Parameters& parameters)
        : m_timeout(MakeTimeoutPolicy(parameters)),
          m_policy(PolicyBy(parameters)),
          m_followsHold(parameters["WaitingPerLink"] == 0),
          m_waitingPerLink(m_followsHold ? kLeastBatch + kInAccessQueues
                                         : parameters["WaitingPerLink"]),
          m_waitingIfIdle(parameters["WaitingIfIdle"]),
          m_mayIdle(parameters["MayIdle"]),
          m_waiting(m_waitingPerLink),
          m_margin(parameters["Margin"]),
          m_decrease(parameters["Decrease"]),
          m_period(parameters["PressurePeriod"]),
          m_belief(parameters["Belief"]),
          m_beliefIfFelt(parameters["BeliefIfFelt"]),
          m_mostPressure(parameters["MostPressure"]),
          m_countsAnswers(parameters["CountAnswers"] > 0),
          m_least(parameters["LeastWindow"]),
          m_window(parameters["InitialWindow"]),
          m_roundWindow(m_window),
          m_delay(parameters["MeanGain"]),
          m_sojourn(parameters["MeanGain"]),
          m_batch(parameters["MeanGain"]),
          m_idleShare(parameters["MeanGain"])
    {
    }

    Time Admit(Time now, std::size_t outstanding) override
    {
        m_outstanding = static_cast<double>(outstanding);
        if (outstanding > 0 || m_window >= 1)
        {
            return static_cast<double>(outstanding + 1) <= m_window ? now : kNever;
        }
        // less than one request a round trip: as a rate
        return m_lastSent == kNever ? now
                                    : Later(m_lastSent, FromSeconds(m_delay.Mean() / m_window));
    }

    void OnSent(Time now) override
    {
        m_lastSent = now;
    }

    void OnAck(const AckContext& ack) override
    {
        m_outstanding = static_cast<double>(ack.outstanding);
        m_isPressed = m_isPressed || ack.feedback > 0;
        m_delay.OnAck(ack);
        BeginRound(ack.now);
        const double most = Most();
        const double waiting = Waiting();
        if (ack.feedback > 0 && Believes(IsLate(ack)))
        {
            Shrink(std::pow(m_decrease, std::min<double>(ack.feedback, m_mostPressure)));
            m_hasWaited = true;
        }
        else if (waiting < most)
        {
            Grow();
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
        // what is lost where nothing waits was not lost to congestion
        if (now >= m_nextLoss && Believes(true))
        {
            m_nextLoss = Later(now, FromSeconds(m_delay.Mean()));
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
        const double period = PeriodAt(request.now);
        const double pressure =
            period > 0 ? std::min(ToSeconds(request.now - since) / period, kMostPressure) : 0;
        return std::max(request.request.feedback, static_cast<std::uint8_t>(pressure));
    }

    void OnLeave(const LeaveContext& request) override
    {
        m_sojourn.Add(ToSeconds(request.sojourn));
        if (m_followsHold)
        {
            FollowHold(request.batch);
        }
        CountIdle(request);
        BusySince(request.now, request.queue, request.length);
    }

    RelayPolicy Relay() const override
    {
        return m_policy;
    }

    const TimeoutPolicy* Retransmission() const override
    {
        return &m_timeout;
    }

  private:
    static constexpr double kLeastBatch = 2;       ///< Fewer requests are no batch.
    static constexpr double kInAccessQueues = 0.5; ///< Beside the least batch: of Q, for a link.
    static constexpr double kLossFactor = 0.8;     ///< Of w at a timeout.
    static constexpr double kRoundFactor = 0.5;    ///< What pressure leaves of w in a round trip.
    static constexpr double kStep = 0.25;          ///< Of Q, by which it changes in a round trip.
    static constexpr double kUsed = 0.5; ///< Part of w in use without which w does not grow.
    static constexpr double kLate = 2;   ///< Round trip of a late answer, in R.

    /// @param parameters Of the scheme. @return How requests are to be relayed.
    static RelayPolicy PolicyBy(const Parameters& parameters)
    {
        RelayPolicy policy{QueueDiscipline::kPerNeighbour};
        if (parameters["Thresholds"] > 0)
        {
            policy.sharing = BufferSharing::kDynamic;
        }
        policy.givesFeedback = parameters["PressurePeriod"] > 0;
        policy.hearsLeaving = true;
        policy.overlooksLost = parameters["OverlookLost"] > 0;
        policy.learnsHops = parameters["LearnHops"] > 0;
        policy.choosesHop = parameters["ChooseHop"] > 0;
        return policy;
    }

    /// @return Q: own requests that may wait.
    double Most() const
    {
        return m_waiting * static_cast<double>(m_busySince.size());
    }

    /// Q has to keep a batch waiting on each link. @param batch Requests that make one; 0: none.
    void FollowHold(std::uint32_t batch)
    {
        m_batch.Add(std::max<double>(batch, kLeastBatch));
        const double most = m_batch.Get() + kInAccessQueues;
        m_waiting += most - m_waitingPerLink;
        m_waitingPerLink = most;
    }

    /// The uplink may have idled: only the last gap before this request is known. @param request
    /// What leaves now.
    void CountIdle(const LeaveContext& request)
    {
        const Time since = std::max(request.uplinkIdleAt, m_idleUntil);
        m_idle += std::max(request.now - since, Time(0));
        m_idleUntil = request.now;
    }

    /// A round trip is over: where the uplink idles, too few requests come by, and more may wait;
    /// but no queue may be congested. @param round How long it took in seconds.
    void AdaptTo(double round)
    {
        m_idleShare.Add(std::min(ToSeconds(m_idle) / round, 1.0));
        m_idle = Time(0);
        const double step = m_waitingPerLink * kStep;
        const bool isPressed = std::exchange(m_isPressed, false);
        if (isPressed)
        {
            m_waiting = (m_waiting + m_waitingPerLink) / 2;
        }
        else if (m_hasWaited)
        {
            m_waiting += m_idleShare.Get() > m_mayIdle ? step : -step;
        }
        m_waiting =
            std::clamp(m_waiting, m_waitingPerLink, std::max(m_waitingIfIdle, m_waitingPerLink));
    }

    /// @return Own requests that wait, as far as is known.
    double Waiting() const
    {
        return m_countsAnswers ? m_delay.WaitingAmong(std::min(m_outstanding, m_window))
                               : m_delay.WaitingOf(m_window);
    }

    /// Who lies about a queue that this peer does not feel can hold its window where that much
    /// waits, and no lower. @param isFelt Whether the peer has felt congestion itself. @return
    /// Whether enough waits for congestion to be believed.
    bool Believes(bool isFelt) const
    {
        // Belief=0 believes all, whatever BeliefIfFelt is
        const double belief = isFelt ? std::min(m_belief, m_beliefIfFelt) : m_belief;
        return Waiting() >= belief * Most();
    }

    /// @param ack An answer. @return Whether it took much longer than others.
    bool IsLate(const AckContext& ack) const
    {
        return ToSeconds(ack.rtt) >= kLate * m_delay.Mean();
    }

    /// Open the window, unless the last answer was to a source that has no use for it.
    void Grow()
    {
        if (!m_countsAnswers || m_outstanding >= kUsed * m_window)
        {
            // below one, more than one round trip passes between answers
            m_window += m_hasWaited ? 1 / std::max(m_window, 1.0) : 0.5;
        }
    }

    /// @param now The present. @return P in seconds; 0 if there is none. A relay that asks for
    /// nothing knows of no round trip, but how long requests stay.
    double PeriodAt(Time now) const
    {
        const double rtt = m_delay.IsFresh(now) ? m_delay.Mean() : 0;
        return m_period * std::max(rtt, m_sojourn.Get());
    }

    /// A queue is this long now. @param now The present. @param queue The queue's number. @param
    /// length Its length. @return When it was empty last.
    Time BusySince(Time now, QueueIndex queue, std::size_t length)
    {
        Time& since = GrownAt(m_busySince, queue, now);
        if (length == 0)
        {
            since = now;
        }
        return since;
    }

    /// A round trip may be over. @param now The present.
    void BeginRound(Time now)
    {
        if (now >= m_nextRound)
        {
            if (now > m_round)
            {
                AdaptTo(ToSeconds(now - m_round));
            }
            m_round = now;
            m_nextRound = Later(now, FromSeconds(m_delay.Mean()));
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
    RelayPolicy m_policy;          ///< How requests are to be relayed.
    bool m_followsHold;            ///< Whether the next is the least batch's.
    double m_waitingPerLink;       ///< Q over the links in use.
    double m_waitingIfIdle;        ///< The same at the most.
    double m_mayIdle;              ///< Part of the time for which the uplink may idle.
    double m_waiting;              ///< Q over the links in use, as it is now.
    double m_margin;               ///< Above that many times Q the window shrinks.
    double m_decrease;             ///< Factor of w for each unit of pressure.
    double m_period;               ///< P over R.
    double m_belief;               ///< Of Q that has to wait for pressure to be believed.
    double m_beliefIfFelt;         ///< The same where the peer has felt congestion itself.
    double m_mostPressure;         ///< Of one answer that counts, at the most.
    bool m_countsAnswers;          ///< Whether what waits is known by the rate of the answers.
    double m_least;                ///< Floor of w.
    double m_window;               ///< w in requests.
    double m_roundWindow;          ///< w when the round trip began.
    double m_outstanding{0};       ///< Requests outstanding at the last answer or admission.
    RingDelay m_delay;             ///< R, R0 and the rate of the answers.
    SmoothedMean m_sojourn;        ///< How long requests stay in the relay queues, in seconds.
    SmoothedMean m_batch;          ///< Requests that make a batch.
    SmoothedMean m_idleShare;      ///< Part of each round trip for which the uplink idled.
    Time m_idle{0};                ///< For how long it idled in the present one.
    Time m_idleUntil{0};           ///< Before that, it is counted.
    bool m_isPressed{false};       ///< Whether pressure has come in the present round trip.
    Time m_round{0};               ///< When that began.
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
         "Q: own requests that wait somewhere in the ring, over the relay queues in use; 0: the "
         "least batch of the hold on each link, two at the least, and half a request in the two "
         "access queues of its hop",
         0,
         0,
         1000},
        {"WaitingIfIdle",
         "The same at the most, where the peer's uplink idles and nothing is under pressure; if "
         "not above WaitingPerLink, Q stays",
         9,
         0,
         1000},
        {"MayIdle", "Part of the time for which the uplink may idle", 0.1, 0, 1},
        {"Margin", "The window shrinks above that many times Q", 1.1, 1, 10},
        {"Decrease", "Factor of the window for each unit of pressure", 0.95, 0.01, 0.999},
        {"PressurePeriod",
         "P: a relay queue that has not been empty for that many mean round trips of its peer, or "
         "mean stays in its queues if the peer asks for nothing, adds a unit of pressure; 0: there "
         "is none",
         4,
         0,
         1000},
        {"Belief", "Pressure is believed while that part of Q waits; 0: always", 0.5, 0, 1},
        {"BeliefIfFelt",
         "Timeouts, and the pressure of an answer that took twice as long as answers do on "
         "average, are believed while that part of Q waits; 0: always; as much as Belief: what a "
         "peer has felt itself counts no more than what relays say",
         0.25,
         0,
         1},
        {"MostPressure",
         "Units of pressure of one answer that count, at the most: with 3, the window takes five "
         "answers to halve, so that one relay that lies is seldom heard often enough; 255: all "
         "count",
         3,
         1,
         kMostPressure},
        {"CountAnswers",
         "Whether what waits is known by the rate of the answers, by Little's law (1), or by the "
         "round-trip times of what was answered (0)",
         1,
         0,
         1},
        {"Thresholds",
         "Whether a relay queue may be as long as room is free (1), or take all of the buffer (0)",
         1,
         0,
         1},
        {"OverlookLost",
         "Whether a request that was not answered in time counts no more as outstanding",
         1,
         0,
         1},
        {"LearnHops",
         "Whether requests may take four times as many hops as answered ones take on average, and "
         "twice as many at each retransmission (1), or as many as the peer's HopLimit says (0)",
         1,
         0,
         1},
        {"ChooseHop",
         "Whether a request goes, of the neighbours that bring it to its end in about as many "
         "hops, "
         "to the one with the least on its way there (1), or to the next hop (0)",
         1,
         0,
         1},
        {"MeanGain", "Weight of the last answer in the means", 1.0 / 16, 0.001, 1},
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
