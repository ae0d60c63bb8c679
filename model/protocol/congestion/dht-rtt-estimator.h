/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RTT_ESTIMATOR_H
#define DHT_RTT_ESTIMATOR_H

#include "dht-time.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * The retransmission timer's estimate of the round-trip time (NCA06, section 2.1.2).
 */

namespace dht
{

/// The constants of the estimate and the timer. Factors are floats, as every peer has them.
struct TimeoutPolicy
{
    float rttGain{0.125};          ///< Weight of the last RTT in the estimate.
    float errorGain{0.25};         ///< Weight of the last error in the error's estimate.
    float errorFactor{10};         ///< The timeout is the RTT plus this many errors.
    float backoff{1};              ///< Factor of the timeout at each retransmission of a request.
    Time minimum{0};               ///< Floor of the timeout; the paper has none.
    Time initial{FromSeconds(3)};  ///< Timeout before the first RTT is known.
    Time maximum{FromSeconds(60)}; ///< Greatest timeout that backoff makes.
};

/**
 * A destination-independent estimate: every request goes to another peer, so one estimate serves
 * the whole overlay (COMSNETS09, section IV-3).
 */
class RttEstimator
{
  public:
    /// @param policy The constants; must outlive this object.
    explicit RttEstimator(const TimeoutPolicy& policy);
    RttEstimator(TimeoutPolicy&& policy) = delete;

    /// @param rtt The time from a request to its overlay-ack.
    void OnSample(Time rtt);

    /// @return RTTest; zero before the first sample.
    Time Rtt() const;
    /// @return errorEst; zero before the first sample.
    Time Error() const;
    /**
     * Backoff lengthens only the timeout of the request that was retransmitted. A timer that
     * all requests share, as in RFC 6298, would let one dead peer delay the requests to all
     * others, and an answer to any of them would end its backoff. RFC 6298 keeps the longer timeout
     * until there is a new sample, as TCP cannot measure a retransmission; here the attempt in the
     * overlay-ack tells which transmission was answered.
     *
     * @param retransmissions How often the request was retransmitted before.
     * @return How long to wait for an overlay-ack.
     */
    Time Timeout(std::uint32_t retransmissions = 0) const;

  private:
    const TimeoutPolicy& m_policy; ///< The constants.
    double m_rtt{-1};              ///< RTTest in nanoseconds; below 0 before the first sample.
    double m_error{0};             ///< errorEst in nanoseconds.
};

} // namespace dht

#endif // DHT_RTT_ESTIMATOR_H
