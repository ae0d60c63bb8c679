/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-totals.h"

#include "dht-peer-session.h"
#include "dht-storage.h"

namespace ns3
{

DhtPeerTotals
DhtPeerTotals::Of(const DhtPeerSession& session)
{
    DhtPeerTotals totals;
    const dht::Peer& peer = session.GetPeer();
    totals.counters = peer.GetCounters();
    totals.made = session.GetMade();
    totals.abandoned = session.IsOver() ? peer.Outstanding() : 0;
    totals.abandonedInQueues = session.IsOver() ? peer.Queued() : 0;
    if (const dht::Maintenance* const maintenance = session.GetMaintenance())
    {
        totals.maintenance = maintenance->GetCounters();
    }
    totals.maintenanceBytes = session.GetMaintenanceBytes();
    totals.wireErrors = session.GetWireErrors();
    totals.transport = session.GetTransportCounters();
    totals.doTransportIdentitiesHold = session.TransportIdentitiesHold();
    if (const dht::Storage* const storage = session.GetStorage())
    {
        totals.storage = storage->Counters();
        totals.storeAbandoned = session.IsOver() ? storage->UnderWay() : 0;
    }
    return totals;
}

DhtPeerTotals&
DhtPeerTotals::operator+=(const DhtPeerTotals& other)
{
    counters += other.counters;
    made += other.made;
    abandoned += other.abandoned;
    abandonedInQueues += other.abandonedInQueues;
    maintenance += other.maintenance;
    maintenanceBytes += other.maintenanceBytes;
    dht::AddWireErrors(wireErrors, other.wireErrors);
    transport += other.transport;
    doTransportIdentitiesHold = doTransportIdentitiesHold && other.doTransportIdentitiesHold;
    storage += other.storage;
    storeAbandoned += other.storeAbandoned;
    return *this;
}

} // namespace ns3
