/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SITE_BUCKETS_H
#define DHT_SITE_BUCKETS_H

#include "dht-endpoint.h"
#include "dht-time.h"

#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Rates that are bounded, for everybody together or for each site.
 */

namespace dht
{

/// A token bucket: so many at once, and so many per second.
class TokenBucket
{
  public:
    /// @param rate How many per second. @param most How many at once, at least 1.
    TokenBucket(double rate, double most);

    /// @param now The present. @return Whether there was one left, which is taken.
    bool Take(Time now);

    /// @param now The present. @return Whether it is full.
    bool IsFull(Time now) const;

  private:
    /// @param now The present. @return How many are left.
    double Left(Time now) const;

    double m_rate;    ///< How many per second.
    double m_most;    ///< How many at once.
    double m_left;    ///< How many were left when one was taken last.
    Time m_filled{0}; ///< When that was.
};

/// A token bucket for each site (SiteOf()). Of no more than 64 sites is kept count: further ones
/// have nothing of their own.
class SiteBuckets
{
  public:
    /// @param rate How many per second for each site. @param most How many at once.
    SiteBuckets(double rate, double most);

    /// @param now The present. @param endpoint An endpoint. @return Whether there was one left for
    /// its site, which is taken; nothing if it has no bucket, as too many others are in use.
    std::optional<bool> Take(Time now, const Endpoint& endpoint);

  private:
    /// A site, and what it has left.
    struct Site
    {
        Endpoint site;      ///< The site.
        TokenBucket bucket; ///< What is left.
    };

    TokenBucket m_full;        ///< What every site begins with.
    std::vector<Site> m_sites; ///< The one that took something last stands last.
};

} // namespace dht

#endif // DHT_SITE_BUCKETS_H
