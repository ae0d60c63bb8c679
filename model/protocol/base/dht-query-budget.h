/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_QUERY_BUDGET_H
#define DHT_QUERY_BUDGET_H

#include "dht-endpoint.h"
#include "dht-time.h"

#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The number of queries that a peer answers per second.
 */

namespace dht
{

/// Token buckets: one for all senders without a token, whose address may be forged, and one for
/// each site (SiteOf()) with a token; so that neither kind takes all of a peer's time.
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
    /// The queries that may still be answered.
    struct Bucket
    {
        Endpoint site;  ///< Its site.
        double left{0}; ///< Queries that are answered at once.
        Time filled{0}; ///< When `left` was computed.
    };

    /// @param now The present. @param bucket A bucket. @param rate The rate of its filling, and its
    /// size. @return Whether a query was left in the bucket.
    static bool TakeFrom(Time now, Bucket& bucket, double rate);

    Bucket m_unproved{{}, kUnprovedRate, Time(0)}; ///< Of senders without a token.
    std::vector<Bucket> m_sites; ///< Of sites; the site that asked last stands last.
};

} // namespace dht

#endif // DHT_QUERY_BUDGET_H
