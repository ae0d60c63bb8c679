/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_QUERY_BUDGET_H
#define DHT_QUERY_BUDGET_H

#include "dht-site-buckets.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The number of queries that a peer answers per second.
 */

namespace dht
{

/// Token buckets: one for all senders without a token, whose address may be forged, and two for
/// each site (SiteOf()), with a token and without; so that nobody takes all of a peer's time, and
/// no site alone all that there is for those without a token.
class QueryBudget
{
  public:
    /// Queries per second from all senders without a token, and as many at once.
    static constexpr double kUnprovedRate = 1000;
    /// Queries per second from one site, and as many at once.
    static constexpr double kSiteRate = 200;

    /// A query has come. @param now The present. @param from Its sender. @param isProved Whether a
    /// token proves the sender. @return Whether to answer the query.
    bool Take(Time now, const Endpoint& from, bool isProved);

  private:
    TokenBucket m_unproved{kUnprovedRate, kUnprovedRate}; ///< Of senders without a token.
    SiteBuckets m_unprovedSites{kSiteRate, kSiteRate};    ///< The same, for each of their sites.
    SiteBuckets m_sites{kSiteRate, kSiteRate};            ///< Of sites with one.
};

} // namespace dht

#endif // DHT_QUERY_BUDGET_H
