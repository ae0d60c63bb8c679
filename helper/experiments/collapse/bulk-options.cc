/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bulk-options.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

/// With more streams of bulk, their random numbers would be those of peers.
constexpr uint64_t MOST_BULK = 300;

} // namespace

void
BulkOptions::DefineBulk(DhtOptionTable& table)
{
    table.AddInteger("bulk",
                     "Streams of bulk over the same transport: so many peers, evenly spread, each "
                     "send the next one as much as the transport lets them",
                     bulk,
                     0,
                     1000000);
    table.AddNumber("bulk-priority",
                    "Priority of each, with --transport=dtl: 0 yields to everything, N > 0 takes "
                    "as much as N TCP flows",
                    bulkPriority,
                    0,
                    255);
}

void
BulkOptions::CheckBulk(DhtOptionTable& table, uint64_t peers, dht::LinkCarrier carrier) const
{
    const bool isDtl = carrier == dht::LinkCarrier::kDtl;
    table.CheckEffect(bulk > 0, {"bulk-priority"}, "--bulk");
    table.CheckEffect(isDtl, {"bulk-priority"}, "--transport=dtl");
    const uint64_t most = std::min(peers, MOST_BULK);
    if (bulk > most)
    {
        throw DhtOptionError("--bulk=" + std::to_string(bulk) + ": allowed are 0 to " +
                             (most < MOST_BULK ? "--peers=" : "") + std::to_string(most));
    }
    if (bulk == 0)
    {
        table.Hide("bulk");
    }
    if (bulk == 0 || !isDtl)
    {
        table.Hide("bulk-priority");
    }
}

} // namespace ns3
