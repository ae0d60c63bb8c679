/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PEER_TOTALS_H
#define DHT_CC_DHT_PEER_TOTALS_H

#include "dht-counters.h"
#include "dht-maintenance.h"
#include "dht-storage-events.h"
#include "dht-transport-counters.h"
#include "dht-wire-errors.h"

#include <cstdint>

namespace ns3
{

class DhtPeerSession;

/**
 * @ingroup dht-cc
 * What a peer has counted, in one session or in several.
 */
struct DhtPeerTotals
{
    dht::Counters counters;               //!< Of its requests, and of those that it relayed.
    uint64_t made{0};                     //!< Requests that its workload made, issued or not.
    uint64_t abandoned{0};                //!< Own requests not answered when a session ended.
    uint64_t abandonedInQueues{0};        //!< Requests in the relay queues then.
    dht::MaintenanceCounters maintenance; //!< What keeping its place has taken.
    uint64_t maintenanceBytes{0};         //!< Of messages for that, with IP and UDP headers.
    dht::WireErrorCounts wireErrors{};    //!< Frames and datagrams rejected, by dht::WireError.
    dht::TransportCounters transport;     //!< Of the overlay's own transport; nothing with TCP.
    bool doTransportIdentitiesHold{true}; //!< Whether the identities of that held.
    dht::StorageCounters storage;         //!< Of its block store; nothing without one.
    uint64_t storeAbandoned{0};           //!< Own gets and puts under way when a session ended.

    /// @param session A session, over or not. @return What it has counted so far.
    static DhtPeerTotals Of(const DhtPeerSession& session);

    /// @param other What was counted besides. @return The sum.
    DhtPeerTotals& operator+=(const DhtPeerTotals& other);
};

} // namespace ns3

#endif // DHT_CC_DHT_PEER_TOTALS_H
