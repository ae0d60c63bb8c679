/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-site-buckets.h"

#include "dht-endpoint-site.h"

#include <algorithm>

namespace dht
{

namespace
{

constexpr std::size_t kMostSites = 64;

} // namespace

TokenBucket::TokenBucket(double rate, double most)
    : m_rate(rate),
      m_most(most),
      m_left(most)
{
}

bool
TokenBucket::Take(Time now)
{
    m_left = Left(now);
    m_filled = now;
    if (m_left < 1)
    {
        return false;
    }
    --m_left;
    return true;
}

bool
TokenBucket::IsFull(Time now) const
{
    return Left(now) >= m_most;
}

double
TokenBucket::Left(Time now) const
{
    return std::min(m_most, m_left + m_rate * ToSeconds(now - m_filled));
}

SiteBuckets::SiteBuckets(double rate, double most)
    : m_full(rate, most)
{
}

std::optional<bool>
SiteBuckets::Take(Time now, const Endpoint& endpoint)
{
    const Endpoint site = SiteOf(endpoint);
    const auto found = std::find_if(m_sites.begin(), m_sites.end(), [&](const Site& other) {
        return other.site == site;
    });
    if (found != m_sites.end())
    {
        std::rotate(found, found + 1, m_sites.end());
    }
    else
    {
        if (m_sites.size() >= kMostSites)
        {
            if (!m_sites.front().bucket.IsFull(now))
            {
                return std::nullopt;
            }
            m_sites.erase(m_sites.begin());
        }
        m_sites.push_back({site, m_full});
    }
    return m_sites.back().bucket.Take(now);
}

} // namespace dht
