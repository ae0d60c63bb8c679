/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-delay-filter.h"

#include <algorithm>
#include <array>

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

/// @tparam T Any. @param list The last ones, the oldest first. @param item The next one. @param
/// most How many are kept.
template <typename T>
void
Append(std::vector<T>& list, const T& item, std::size_t most)
{
    if (list.size() == most)
    {
        list.erase(list.begin());
    }
    list.reserve(list.size() + 1); // few of many links fill it
    list.push_back(item);
}

/// @param delay Any. @return Microseconds modulo 2^32.
std::uint32_t
ToMicroseconds(Time delay)
{
    return static_cast<std::uint32_t>(std::chrono::floor<std::chrono::microseconds>(delay).count());
}

} // namespace

DelayFilter::DelayFilter(const DelayFilterOptions& options)
    : m_options(options)
{
}

void
DelayFilter::OnSample(Time now, const PathSample& sample)
{
    const Delays delays{ToMicroseconds(sample.oneWay), ToMicroseconds(sample.roundTrip)};
    if (m_minutes.empty() || now - m_minuteBegan >= kMinute)
    {
        ++m_minute;
        m_minuteBegan = now;
        if (m_assumed && IsOld(*m_assumed))
        {
            m_assumed.reset();
        }
    }
    Remember(delays);
    Append(m_recent, delays, m_options.samples);
}

void
DelayFilter::Remember(const Delays& delays)
{
    Minute present{delays, m_minute};
    if (!m_minutes.empty() && m_minutes.back().number == m_minute)
    {
        for (const Kind kind : {&Delays::oneWay, &Delays::roundTrip})
        {
            const std::uint32_t least = m_minutes.back().*kind;
            present.*kind = Distance(delays.*kind, least) < 0 ? delays.*kind : least;
        }
        m_minutes.pop_back();
    }
    const auto isPast = [&](const Minute& minute) {
        return IsOld(minute) || (Distance(present.oneWay, minute.oneWay) <= 0 &&
                                 Distance(present.roundTrip, minute.roundTrip) <= 0);
    };
    m_minutes.erase(std::remove_if(m_minutes.begin(), m_minutes.end(), isPast), m_minutes.end());
    Append(m_minutes, present, m_options.minutes);
}

void
DelayFilter::Assume(Time oneWay, Time roundTrip)
{
    m_assumed = Minute{{ToMicroseconds(oneWay), ToMicroseconds(roundTrip)}, m_minute};
}

void
DelayFilter::Measure()
{
    m_assumed.reset();
}

bool
DelayFilter::IsOld(const Minute& minute) const
{
    return static_cast<std::uint16_t>(m_minute - minute.number) >= m_options.minutes;
}

Time
DelayFilter::Queueing() const
{
    return QueueingBy(m_recent);
}

Time
DelayFilter::LatestQueueing() const
{
    return QueueingBy(std::array<Delays, 1>{m_recent.back()});
}

Time
DelayFilter::LeastRoundTrip() const
{
    return std::chrono::microseconds(Base(&Delays::roundTrip));
}

template <typename List>
std::uint32_t
DelayFilter::LeastOf(const List& list, Kind kind)
{
    const auto least =
        std::min_element(list.begin(), list.end(), [kind](const Delays& a, const Delays& b) {
            return Distance(a.*kind, b.*kind) < 0;
        });
    return least == list.end() ? 0 : (*least).*kind;
}

std::uint32_t
DelayFilter::Base(Kind kind) const
{
    const std::uint32_t least = LeastOf(m_minutes, kind);
    return m_assumed && Distance((*m_assumed).*kind, least) < 0 ? (*m_assumed).*kind : least;
}

template <typename List>
Time
DelayFilter::AboveBase(const List& samples, Kind kind) const
{
    // a sample may be older than the history: then it may be below the base
    return std::chrono::microseconds(std::max(Distance(LeastOf(samples, kind), Base(kind)), 0));
}

template <typename List>
Time
DelayFilter::QueueingBy(const List& samples) const
{
    const Time roundTrip = AboveBase(samples, &Delays::roundTrip);
    return m_options.source == DelaySource::kRoundTrip
               ? roundTrip
               : std::min(AboveBase(samples, &Delays::oneWay), roundTrip);
}

} // namespace dht
