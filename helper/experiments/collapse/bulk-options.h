/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_BULK_OPTIONS_H
#define DHT_CC_BULK_OPTIONS_H

#include "dht-link-options.h"
#include "dht-option-table.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Streams of bulk beside the requests.
 */
struct BulkOptions
{
    uint64_t bulk{0};       //!< How many streams.
    double bulkPriority{0}; //!< Of each, over the overlay's own transport.

    /// @param table The program's options; gets those of bulk.
    void DefineBulk(DhtOptionTable& table);

    /**
     * Show no options that have no effect.
     *
     * @param table The options as read.
     * @param peers How many there are.
     * @param carrier Carries the links, and bulk.
     * @throws DhtOptionError There cannot be such streams or priorities.
     */
    void CheckBulk(DhtOptionTable& table, uint64_t peers, dht::LinkCarrier carrier) const;
};

} // namespace ns3

#endif // DHT_CC_BULK_OPTIONS_H
