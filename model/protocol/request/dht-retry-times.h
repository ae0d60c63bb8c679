/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RETRY_TIMES_H
#define DHT_RETRY_TIMES_H

#include "dht-peer-context.h"
#include "dht-rtt-estimator.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * When a peer sends its own requests again.
 */

namespace dht
{

/// When to send a request again that is not answered: as the scheme wants it, or sooner where many
/// packets get lost.
class RetryTimes
{
  public:
    /// @param context The peer's context.
    explicit RetryTimes(const PeerContext& context);

    /// @return The estimate of the round-trip time.
    const RttEstimator& Rtt() const
    {
        return m_rtt;
    }

    /// @return Whether requests are ever sent again where little gets lost.
    bool IsEver() const
    {
        return m_rtt.Timeout() < kNever;
    }

    /// @param rtt A round-trip time.
    void OnSample(Time rtt)
    {
        m_rtt.OnSample(rtt);
    }

    /// @param now The present, when a request is sent. @param retransmissions How often it was sent
    /// again, now included. @param losesMuch Whether many packets get lost. @return When to send it
    /// again; kNever if that is not to happen.
    Time Next(Time now, std::uint32_t retransmissions, bool losesMuch) const;

  private:
    /// @param retransmissions How often a request was sent again. @return How long to wait for its
    /// answer where many packets get lost.
    Time LossTimeout(std::uint32_t retransmissions) const;

    RttEstimator m_rtt; ///< The estimate of the round-trip time.
};

} // namespace dht

#endif // DHT_RETRY_TIMES_H
