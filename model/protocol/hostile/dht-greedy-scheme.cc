/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-greedy-scheme.h"

#include <utility>

namespace dht
{

namespace
{

/// Requests that a greedy peer lets wait for a link, own and others': enough that it never idles,
/// and few enough that most of its own are sent rather than dropped by itself.
constexpr std::size_t kGreedyQueue = 8;

/// Obeys the scheme that it has where it relays, and no scheme where it makes requests.
class GreedyScheme : public CongestionControl
{
  public:
    explicit GreedyScheme(std::unique_ptr<CongestionControl> scheme)
        : m_scheme(std::move(scheme))
    {
    }

    Time Admit(Time now, std::size_t /* outstanding */) override
    {
        return now;
    }

    Time AdmitTo(const AdmitContext& request) override
    {
        const bool goes = request.state == LinkState::kReady || request.length < kGreedyQueue;
        return goes ? request.now : kNever;
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

    bool GoesBefore(const QueuedRequest& newcomer, const QueuedRequest& other) const override
    {
        return m_scheme->GoesBefore(newcomer, other);
    }

    RelayPolicy Relay() const override
    {
        RelayPolicy policy = m_scheme->Relay();
        policy.admitsByLink = true;
        return policy;
    }

  private:
    std::unique_ptr<CongestionControl> m_scheme; ///< What it obeys where it relays.
};

} // namespace

std::unique_ptr<CongestionControl>
SchemeUnder(Behaviour behaviour, std::unique_ptr<CongestionControl> scheme)
{
    if (behaviour == Behaviour::kGreedy)
    {
        return std::make_unique<GreedyScheme>(std::move(scheme));
    }
    return scheme;
}

} // namespace dht
