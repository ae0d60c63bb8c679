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
    if (!m_known)
    {
        // the paper has no rule for the first sample: as for TCP (RFC 6298, section 2.2)
        m_rtt = last;
        m_error = last / 2;
        m_known = true;
        return;
    }
    m_error += m_policy.errorGain * (std::abs(last - m_rtt) - m_error);
    m_rtt += m_policy.rttGain * (last - m_rtt);
}

Time
RttEstimator::Rtt() const
{
    return Time(std::llround(m_rtt));
}

Time
RttEstimator::Error() const
{
    return Time(std::llround(m_error));
}

Time
RttEstimator::Timeout() const
{
    if (!m_known)
    {
        return std::max(m_policy.initial, m_policy.minimum);
    }
    return std::max(Time(std::llround(m_rtt + m_policy.errorFactor * m_error)), m_policy.minimum);
}

} // namespace dht
