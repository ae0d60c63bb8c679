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
    static_cast<dht::LifeTotals&>(totals) =
        dht::LifeTotals::Of(session.GetPeer(), session.GetMade(), session.IsOver());
    totals.wireErrors = session.GetWireErrors();
    totals.transport = session.GetTransportCounters();
    totals.doTransportIdentitiesHold = session.TransportIdentitiesHold();
    if (const dht::Storage* const storage = session.GetStorage())
    {
        totals.storage = storage->Counters();
        totals.repair = session.GetRepairCounts();
        totals.storeAbandoned = session.IsOver() ? storage->UnderWay() : 0;
    }
    return totals;
}

DhtPeerTotals&
DhtPeerTotals::operator+=(const DhtPeerTotals& other)
{
    LifeTotals::operator+=(other);
    dht::AddWireErrors(wireErrors, other.wireErrors);
    transport += other.transport;
    doTransportIdentitiesHold = doTransportIdentitiesHold && other.doTransportIdentitiesHold;
    storage += other.storage;
    repair += other.repair;
    storeAbandoned += other.storeAbandoned;
    return *this;
}

} // namespace ns3
