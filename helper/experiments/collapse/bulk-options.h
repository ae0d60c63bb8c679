/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_BULK_OPTIONS_H
#define DHT_CC_BULK_OPTIONS_H

#include "dht-link-options.h"
#include "dht-option-table.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Streams of bulk beside the requests, and the repair that they carry.
 */
struct BulkOptions
{
    uint64_t bulk{0};        //!< How many streams.
    double bulkPriority{0};  //!< Of each, over the overlay's own transport.
    Time bulkLoss{0};        //!< Mean time until a disk is lost; 0: streams that never end.
    uint64_t bulkBlocks{12}; //!< That each stream repairs.
    double bulkRaise{0};     //!< Priority that a repair may rise to; 0: it does not rise.

    /// @param table The program's options; gets those of bulk.
    void DefineBulk(DhtOptionTable& table);

    /**
     * Show no options that have no effect.
     *
     * @param table The options as read.
     * @param peers How many there are.
     * @param carrier Carries the links, and bulk.
     * @throws DhtOptionError There cannot be such streams, losses or priorities.
     */
    void CheckBulk(DhtOptionTable& table, uint64_t peers, dht::LinkCarrier carrier) const;

  private:
    /// CheckBulk() for what makes bulk a repair. @param table The options as read. @param peers How
    /// many there are. @param isDtl Whether bulk has priorities.
    void CheckRepair(DhtOptionTable& table, uint64_t peers, bool isDtl) const;
};

} // namespace ns3

#endif // DHT_CC_BULK_OPTIONS_H
