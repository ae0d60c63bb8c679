/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-query-budget.h"

#include "dht-endpoint-site.h"

#include <algorithm>

namespace dht
{

namespace
{

constexpr std::size_t kMostSites = 64;
/// A site that has asked so recently is kept count of.
constexpr Time kBusy = FromSeconds(1);

} // namespace

bool
QueryBudget::Take(Time now, const Endpoint& from, bool isProved)
{
    if (!isProved)
    {
        return TakeFrom(now, m_unproved, kUnprovedRate);
    }
    const Endpoint site = SiteOf(from);
    const auto found = std::find_if(m_sites.begin(), m_sites.end(), [&](const Bucket& bucket) {
        return bucket.site == site;
    });
    if (found != m_sites.end())
    {
        std::rotate(found, found + 1, m_sites.end());
    }
    else
    {
        if (m_sites.size() >= kMostSites)
        {
            // more sites than one keeps count of share what is for everybody
            if (now < Later(m_sites.front().filled, kBusy))
            {
                return TakeFrom(now, m_unproved, kUnprovedRate);
            }
            m_sites.erase(m_sites.begin());
        }
        m_sites.push_back({site, kSiteRate, now});
    }
    return TakeFrom(now, m_sites.back(), kSiteRate);
}

bool
QueryBudget::TakeFrom(Time now, Bucket& bucket, double rate)
{
    bucket.left = std::min(rate, bucket.left + rate * ToSeconds(now - bucket.filled));
    bucket.filled = now;
    if (bucket.left < 1)
    {
        return false;
    }
    --bucket.left;
    return true;
}

} // namespace dht
