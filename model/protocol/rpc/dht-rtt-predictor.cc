/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rtt-predictor.h"

#include <algorithm>
#include <cmath>

namespace dht
{

namespace
{

/// No timer is shorter, whatever its constants are: time would stand still.
constexpr Time kShortestTimeout = FromSeconds(0.001);

} // namespace

RttPredictor::RttPredictor(const RttPredictorOptions& options)
    : m_options(options)
{
}

void
RttPredictor::OnSample(Time rtt, Time predicted)
{
    // what is beyond the longest timeout changes no timer, but who lies would change alpha by it
    const Time most = m_options.longest;
    const auto error = static_cast<double>(std::clamp(rtt - predicted, -most, most).count());
    ++m_samples;
    // a plain mean at first: the earliest predictions, from nowhere, would stay in alpha for long
    const double gain = std::max(1 / static_cast<double>(m_samples), m_options.errorGain);
    m_deviation += gain * (std::abs(std::abs(error) - m_error) - m_deviation);
    m_error += gain * (std::abs(error) - m_error);
}

Time
RttPredictor::Timeout(std::optional<Time> predicted, bool isOwnHost) const
{
    if (!predicted || !IsSettled())
    {
        return std::min(m_options.initial, m_options.longest);
    }
    const double more = m_options.errorFactor * m_error + m_options.deviationFactor * m_deviation;
    const Time timeout = Later(*predicted, Time(std::llround(more)) + m_options.margin);
    const Time least = isOwnHost ? m_options.ownHostLeast : kShortestTimeout;
    return std::min(std::max(timeout, least), m_options.longest);
}

bool
RttPredictor::IsSettled() const
{
    return m_samples >= m_options.settling;
}

Time
RttPredictor::Error() const
{
    return Time(std::llround(m_error));
}

std::uint64_t
RttPredictor::Samples() const
{
    return m_samples;
}

} // namespace dht
