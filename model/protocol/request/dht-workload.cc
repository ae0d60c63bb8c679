/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-workload.h"

#include <algorithm>

namespace dht
{

Workload::Workload(const WorkloadOptions& options, Random& gaps, Random& keys)
    : m_options(options),
      m_gaps(&gaps),
      m_keys(&keys),
      m_payload(Payload::Zeros(options.payloadSize))
{
    if (m_options.load > 0)
    {
        m_nextArrival = Later(m_options.start, DrawGap());
    }
}

Time
Workload::DrawGap()
{
    const double mean = 1 / m_options.load;
    const bool constant = m_options.arrivals == Arrivals::kConstant;
    const Time gap = FromSeconds(constant ? mean : DrawExponential(*m_gaps, mean));
    // a gap that vanishes would stop the time
    return std::max(gap, Time(1));
}

void
Workload::Advance(Time now)
{
    while (m_nextArrival <= now && m_nextArrival < m_options.stop && m_arrived < m_options.requests)
    {
        ++m_arrived;
        m_nextArrival = Later(m_nextArrival, DrawGap());
    }
}

Time
Workload::NextAt(Time now)
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
Workload::Take(Time /* now */)
{
    ++m_taken;
    return {DrawKey(*m_keys), m_payload};
}

std::uint64_t
Workload::Made(Time now)
{
    Advance(now);
    return m_options.load > 0 ? m_arrived : m_taken;
}

bool
Workload::IsExhausted(Time now)
{
    if (m_options.load > 0)
    {
        return m_taken == m_arrived &&
               (m_arrived == m_options.requests || m_nextArrival >= m_options.stop);
    }
    return m_taken == m_options.requests || now >= m_options.stop;
}

} // namespace dht
