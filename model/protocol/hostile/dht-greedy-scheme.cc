/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-greedy-scheme.h"

#include <limits>
#include <utility>

namespace dht
{

namespace
{

/// Requests that a greedy peer lets wait for a link, own and others': enough that it never idles,
/// and few enough that most of its own are sent rather than dropped by itself.
constexpr std::size_t kGreedyQueue = 8;

/// Obeys another scheme in everything.
class ObeyingScheme : public CongestionControl
{
  public:
    explicit ObeyingScheme(std::unique_ptr<CongestionControl> scheme)
        : m_scheme(std::move(scheme))
    {
    }

    Time Admit(Time now, std::size_t outstanding) override
    {
        return m_scheme->Admit(now, outstanding);
    }

    Time AdmitTo(const AdmitContext& request) override
    {
        return m_scheme->AdmitTo(request);
    }

    void OnSent(Time now) override
    {
        m_scheme->OnSent(now);
    }

    void OnAck(const AckContext& ack) override
    {
        m_scheme->OnAck(ack);
    }

    void OnTimeout(Time now) override
    {
        m_scheme->OnTimeout(now);
    }

    void OnExcused(unsigned timeouts) override
    {
        m_scheme->OnExcused(timeouts);
    }

    double Rate() const override
    {
        return m_scheme->Rate();
    }

    double Level() const override
    {
        return m_scheme->Level();
    }

    double MarkProbability(const EnterContext& request) override
    {
        return m_scheme->MarkProbability(request);
    }

    std::uint8_t FeedbackOn(const EnterContext& request) override
    {
        return m_scheme->FeedbackOn(request);
    }

    void OnLeave(const LeaveContext& request) override
    {
        m_scheme->OnLeave(request);
    }

    void OnArrive(const QueuedRequest& request) override
    {
        m_scheme->OnArrive(request);
    }

    bool GoesBefore(const QueuedRequest& newcomer, const QueuedRequest& other) const override
    {
        return m_scheme->GoesBefore(newcomer, other);
    }

    RelayPolicy Relay() const override
    {
        return m_scheme->Relay();
    }

    const TimeoutPolicy* Retransmission() const override
    {
        return m_scheme->Retransmission();
    }

  private:
    std::unique_ptr<CongestionControl> m_scheme; ///< What it obeys.
};

/// Obeys the scheme that it has where it relays, and no scheme where it makes requests.
class GreedyScheme : public ObeyingScheme
{
  public:
    using ObeyingScheme::ObeyingScheme;

    Time Admit(Time now, std::size_t /* outstanding */) override
    {
        return now;
    }

    Time AdmitTo(const AdmitContext& request) override
    {
        const bool goes = request.state == LinkState::kReady || request.length < kGreedyQueue;
        return goes ? request.now : kNever;
    }

    RelayPolicy Relay() const override
    {
        RelayPolicy policy = ObeyingScheme::Relay();
        policy.admitsByLink = true;
        return policy;
    }

    const TimeoutPolicy* Retransmission() const override
    {
        return nullptr;
    }
};

/// Obeys the scheme that it has, but for what it says of congestion.
class MisjudgingScheme : public ObeyingScheme
{
  public:
    /// @param scheme What it obeys. @param isAlarmed Whether it says that congestion is greatest;
    /// otherwise, that there is none.
    MisjudgingScheme(std::unique_ptr<CongestionControl> scheme, bool isAlarmed)
        : ObeyingScheme(std::move(scheme)),
          m_isAlarmed(isAlarmed)
    {
    }

    double MarkProbability(const EnterContext& /* request */) override
    {
        return m_isAlarmed ? 1 : 0;
    }

    std::uint8_t FeedbackOn(const EnterContext& request) override
    {
        return m_isAlarmed ? std::numeric_limits<std::uint8_t>::max() : request.request.feedback;
    }

  private:
    bool m_isAlarmed; ///< Whether it says that congestion is greatest.
};

} // namespace

std::unique_ptr<CongestionControl>
SchemeUnder(Behaviour behaviour, std::unique_ptr<CongestionControl> scheme)
{
    if (behaviour == Behaviour::kGreedy)
    {
        return std::make_unique<GreedyScheme>(std::move(scheme));
    }
    if (behaviour == Behaviour::kAlarmist || behaviour == Behaviour::kSilent)
    {
        const bool isAlarmed = behaviour == Behaviour::kAlarmist;
        return std::make_unique<MisjudgingScheme>(std::move(scheme), isAlarmed);
    }
    return scheme;
}

} // namespace dht
