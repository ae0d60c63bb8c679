/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rtt-estimator.h"

#include <algorithm>
#include <cmath>

namespace dht
{

RttEstimator::RttEstimator(const TimeoutPolicy& policy)
    : m_policy(policy)
{
}

void
RttEstimator::OnSample(Time rtt)
{
    const auto last = static_cast<double>(rtt.count());
    if (m_rtt < 0)
    {
        // the paper has no rule for the first sample: as for TCP (RFC 6298, section 2.2)
        m_rtt = last;
        m_error = last / 2;
        return;
    }
    m_error += m_policy.errorGain * (std::abs(last - m_rtt) - m_error);
    m_rtt += m_policy.rttGain * (last - m_rtt);
}

Time
RttEstimator::Rtt() const
{
    return Time(std::llround(std::max(m_rtt, 0.0)));
}

Time
RttEstimator::Error() const
{
    return Time(std::llround(m_error));
}

Time
RttEstimator::Timeout(std::uint32_t retransmissions) const
{
    const Time estimate =
        m_rtt < 0 ? m_policy.initial : Time(std::llround(m_rtt + m_policy.errorFactor * m_error));
    const Time first = std::max(estimate, m_policy.minimum);
    if (first >= m_policy.maximum)
    {
        return first; // backoff never shortens it
    }
    const double longer =
        static_cast<double>(first.count()) * std::pow(double{m_policy.backoff}, retransmissions);
    // compared before it is a time, as it may be infinite
    return longer < static_cast<double>(m_policy.maximum.count()) ? Time(std::llround(longer))
                                                                  : m_policy.maximum;
}

} // namespace dht
