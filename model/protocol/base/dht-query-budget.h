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
 * How many queries are answered, whoever asks.
 */

namespace dht
{

/// Token buckets: one for all who have not shown that they are where they ask from, and one for
/// each site (SiteOf()) that has; so that neither the forged nor the true ones take all of a peer's
/// time.
class QueryBudget
{
  public:
    /// Queries a second from all that did not show where they are, and as many at once.
    static constexpr double kUnprovedRate = 1000;
    /// Queries a second from one site, and as many at once.
    static constexpr double kSiteRate = 200;

    /// A query has come. @param now The present. @param from Where from. @param isProved Whether
    /// that is where it comes from. @return Whether to answer it.
    bool Take(Time now, const Endpoint& from, bool isProved);

  private:
    /// What is left.
    struct Bucket
    {
        Endpoint site;  ///< Whose.
        double left{0}; ///< Queries that are answered at once.
        Time filled{0}; ///< When that was computed.
    };

    /// @param now The present. @param bucket A bucket. @param rate Of its filling, and its size.
    /// @return Whether there was a query left in it.
    static bool TakeFrom(Time now, Bucket& bucket, double rate);

    Bucket m_unproved{{}, kUnprovedRate, Time(0)}; ///< Of those who may be anywhere.
    std::vector<Bucket> m_sites;                   ///< Of sites; who asked last stands last.
};

} // namespace dht

#endif // DHT_QUERY_BUDGET_H
