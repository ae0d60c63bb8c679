/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-delay-filter.h"

#include <algorithm>

namespace dht
{

namespace
{

/// How long the least delay of one entry of the history is collected (RFC 6817, 3.4.2).
constexpr Time kMinute = std::chrono::minutes(1);

/// @param a A delay. @param b Another. @return a - b in us, if they are within 2^31 us.
std::int32_t
Distance(std::uint32_t a, std::uint32_t b)
{
    return static_cast<std::int32_t>(a - b);
}

/// @param delays Delays in us. @return The least; 0 for an empty list.
std::uint32_t
LeastOf(const boost::circular_buffer<std::uint32_t>& delays)
{
    const auto least =
        std::min_element(delays.begin(), delays.end(), [](std::uint32_t a, std::uint32_t b) {
            return Distance(a, b) < 0;
        });
    return least == delays.end() ? 0 : *least;
}

/// @param delay Any. @return Microseconds modulo 2^32.
std::uint32_t
ToMicroseconds(Time delay)
{
    return static_cast<std::uint32_t>(std::chrono::floor<std::chrono::microseconds>(delay).count());
}

} // namespace

DelayMinimum::DelayMinimum(std::size_t minutes, std::size_t samples)
    : m_minutes(minutes),
      m_recent(samples)
{
}

void
DelayMinimum::Add(Time now, std::uint32_t delay)
{
    if (m_minutes.empty() || now - m_minuteBegan >= kMinute)
    {
        m_minutes.push_back(delay);
        m_minuteBegan = now;
    }
    else if (Distance(delay, m_minutes.back()) < 0)
    {
        m_minutes.back() = delay;
    }
    m_recent.push_back(delay);
}

std::uint32_t
DelayMinimum::Base() const
{
    return LeastOf(m_minutes);
}

Time
DelayMinimum::AboveBase() const
{
    // a sample may be older than the history: then it may be below the base
    return std::chrono::microseconds(std::max(Distance(LeastOf(m_recent), Base()), 0));
}

DelayFilter::DelayFilter(const DelayFilterOptions& options)
    : m_source(options.source),
      m_oneWay(options.minutes, options.samples),
      m_roundTrip(options.minutes, options.samples)
{
}

void
DelayFilter::OnSample(Time now, const PathSample& sample)
{
    m_oneWay.Add(now, ToMicroseconds(sample.oneWay));
    m_roundTrip.Add(now, ToMicroseconds(sample.roundTrip));
}

Time
DelayFilter::Queueing() const
{
    const Time roundTrip = m_roundTrip.AboveBase();
    return m_source == DelaySource::kRoundTrip ? roundTrip
                                               : std::min(m_oneWay.AboveBase(), roundTrip);
}

Time
DelayFilter::LeastRoundTrip() const
{
    return std::chrono::microseconds(m_roundTrip.Base());
}

} // namespace dht
