/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-random-workload.h"

#include "dht-zipf.h"

#include <algorithm>

namespace dht
{

Key
HotKey()
{
    return Key{1} << (kKeyBits - 1);
}

RandomWorkload::RandomWorkload(const WorkloadOptions& options, Random& gaps, Random& keys)
    : m_options(options),
      m_gaps(&gaps),
      m_keys(&keys),
      m_payload(Payload::Zeros(options.payloadSize))
{
    if (m_options.load > 0)
    {
        m_nextArrival = DrawArrival(m_options.start);
    }
}

void
RandomWorkload::SetLoad(Time now, double load)
{
    Advance(now);
    m_arrived = std::max(m_arrived, m_taken);
    m_options.load = load;
    m_nextArrival = load > 0 ? DrawArrival(std::max(m_options.start, now)) : kNever;
}

Time
RandomWorkload::DrawArrival(Time time)
{
    // A gap passes `surge` times as fast in the surge. For a Poisson load this is the inversion of
    // the integral of its rate (Cinlar 1975), and all other loads keep their gaps as well.
    Time gap = DrawGap();
    const Time begin = Later(m_options.start, m_options.surgeStart);
    const Time end = Later(begin, m_options.surgeTime);
    if (time < begin)
    {
        const Time before = std::min(gap, begin - time);
        time += before;
        gap -= before;
    }
    if (time >= begin && time < end)
    {
        const double left = m_options.surge * static_cast<double>((end - time).count());
        if (static_cast<double>(gap.count()) < left)
        {
            const auto passed = static_cast<double>(gap.count()) / m_options.surge;
            return time + std::max(Time(static_cast<Time::rep>(passed)), Time(1));
        }
        gap -= Time(static_cast<Time::rep>(left));
        time = end;
    }
    return Later(time, gap);
}

Time
RandomWorkload::DrawGap()
{
    const double mean = 1 / m_options.load;
    const bool constant = m_options.arrivals == Arrivals::kConstant;
    const Time gap = FromSeconds(constant ? mean : DrawExponential(*m_gaps, mean));
    // a gap that vanishes would stop the time
    return std::max(gap, Time(1));
}

void
RandomWorkload::Advance(Time now)
{
    while (m_nextArrival <= now && m_nextArrival < m_options.stop && m_arrived < m_options.requests)
    {
        ++m_arrived;
        m_nextArrival = DrawArrival(m_nextArrival);
    }
}

Time
RandomWorkload::NextAt(Time now)
{
    if (m_options.load > 0)
    {
        Advance(now);
        if (m_taken < m_arrived)
        {
            return now;
        }
        return IsExhausted(now) ? kNever : m_nextArrival;
    }
    return IsExhausted(now) ? kNever : std::max(m_options.start, now);
}

RequestSource::Item
RandomWorkload::Take(Time /* now */)
{
    ++m_taken;
    const Key key = m_options.zipf > 0
                        ? KeyOfRank(DrawZipf(*m_keys, m_options.zipf, m_options.zipfKeys))
                        : DrawKey(*m_keys);
    const bool isHot = m_options.hot > 0 && 100 * m_keys->Uniform() < m_options.hot;
    return {isHot ? HotKey() : key, m_payload};
}

std::uint64_t
RandomWorkload::Made(Time now)
{
    Advance(now);
    return std::max(m_arrived, m_taken);
}

bool
RandomWorkload::IsExhausted(Time now)
{
    if (m_options.load > 0)
    {
        return m_taken == m_arrived &&
               (m_arrived == m_options.requests || m_nextArrival >= m_options.stop);
    }
    return m_taken == m_options.requests || now >= m_options.stop;
}

} // namespace dht
