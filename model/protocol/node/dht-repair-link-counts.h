/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REPAIR_LINK_COUNTS_H
#define DHT_REPAIR_LINK_COUNTS_H

#include "dht-message-stream-counts.h"
#include "dht-rpc.h"
#include "dht-transport-counters.h"

/**
 * @file
 * @ingroup dht-protocol
 * What is counted of links that carry the repair of stores.
 */

namespace dht
{

class RepairStreams;
class Storage;

/// What such links have counted, of one peer or of several.
struct RepairLinkCounts
{
    MessageStreamCounts messages; ///< What they carried.
    TransportCounters transport;  ///< What carried them.
    RpcCounters rpcs;             ///< What was asked over them.
    Time raised{0};               ///< For how long they were raised.
    bool identitiesHold{true};    ///< Of what carried them.

    /// @param now The present. @param streams Of a peer. @param storage The same peer's, which has
    /// such links. @return What they have counted so far.
    static RepairLinkCounts Of(Time now, const RepairStreams& streams, const Storage& storage);

    /// @param other What was counted besides. @return The sum.
    RepairLinkCounts& operator+=(const RepairLinkCounts& other);
};

} // namespace dht

#endif // DHT_REPAIR_LINK_COUNTS_H
