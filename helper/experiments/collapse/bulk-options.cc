/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bulk-options.h"

#include "repair-orders.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

/// With more streams of bulk, their random numbers would be those of peers.
constexpr uint64_t MOST_BULK = 300;
/// With less, a run has little to simulate but losses.
const Time LEAST_LOSS = Seconds(1);

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
    table.AddTime("bulk-loss",
                  "Mean time until a peer loses its disk, exponential. Each stream then carries "
                  "what replaces lost fragments of its sender's blocks, and no more. 0s: no peer "
                  "does, and streams never end",
                  bulkLoss,
                  Time(0));
    table.AddInteger("bulk-blocks",
                     "Blocks that each stream repairs. Each has a fragment on each of the " +
                         std::to_string(RepairOrders::HOLDERS) +
                         " peers that follow the sender, and is lost with fewer than " +
                         std::to_string(RepairOrders::NEEDED),
                     bulkBlocks,
                     1,
                     1000);
    table.AddNumber("bulk-raise",
                    "Priority that a stream may rise to, with --transport=dtl: so many "
                    "fragments as its poorest block lacks of " +
                        std::to_string(RepairOrders::ENOUGH) +
                        ", if that is above --bulk-priority; 0: it does not rise",
                    bulkRaise,
                    0,
                    RepairOrders::ENOUGH - RepairOrders::NEEDED);
}

void
BulkOptions::CheckBulk(DhtOptionTable& table, uint64_t peers, dht::LinkCarrier carrier) const
{
    const bool isDtl = carrier == dht::LinkCarrier::kDtl;
    table.CheckEffect(bulk > 0, {"bulk-priority", "bulk-loss"}, "--bulk");
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
    CheckRepair(table, peers, isDtl);
}

void
BulkOptions::CheckRepair(DhtOptionTable& table, uint64_t peers, bool isDtl) const
{
    const bool isRepair = bulkLoss > Time(0);
    table.CheckEffect(isRepair, {"bulk-blocks", "bulk-raise"}, "--bulk-loss");
    table.CheckEffect(isDtl, {"bulk-raise"}, "--transport=dtl");
    if (isRepair && bulkLoss < LEAST_LOSS)
    {
        throw DhtOptionError("--bulk-loss: allowed are 0s, and 1s or more");
    }
    if (bulkRaise > 0 && bulkRaise <= bulkPriority)
    {
        throw DhtOptionError("--bulk-raise: has an effect only above --bulk-priority");
    }
    if (isRepair && peers <= RepairOrders::HOLDERS)
    {
        throw DhtOptionError("--bulk-loss: allowed with at least --peers=" +
                             std::to_string(RepairOrders::HOLDERS + 1) +
                             ", one for each fragment of a block, and one that repairs it");
    }
    if (!isRepair)
    {
        table.Hide("bulk-loss");
        table.Hide("bulk-blocks");
    }
    if (!isRepair || !isDtl)
    {
        table.Hide("bulk-raise");
    }
}

} // namespace ns3
