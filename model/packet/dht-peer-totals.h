/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PEER_TOTALS_H
#define DHT_CC_DHT_PEER_TOTALS_H

#include "dht-life-totals.h"
#include "dht-repair-link-counts.h"
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
struct DhtPeerTotals : dht::LifeTotals
{
    dht::WireErrorCounts wireErrors{};    //!< Frames and datagrams rejected, by dht::WireError.
    dht::TransportCounters transport;     //!< Of the overlay's own transport; nothing with TCP.
    bool doTransportIdentitiesHold{true}; //!< Whether the identities of that held.
    dht::StorageCounters storage;         //!< Of its block store; nothing without one.
    dht::RepairLinkCounts repair;         //!< Of links that carry its repair; nothing without.
    uint64_t storeAbandoned{0};           //!< Own gets and puts under way when a session ended.

    /// @param session A session, over or not. @return What it has counted so far.
    static DhtPeerTotals Of(const DhtPeerSession& session);

    /// @param other What was counted besides. @return The sum.
    DhtPeerTotals& operator+=(const DhtPeerTotals& other);
};

} // namespace ns3

#endif // DHT_CC_DHT_PEER_TOTALS_H
