/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-store.h"

#include "dht-storage.h"

namespace ns3
{

void
DhtPeerStore::AddUp(const dht::Storage& storage)
{
    m_counters += storage.Counters();
    m_abandoned += storage.UnderWay();
}

dht::StorageCounters
DhtPeerStore::GetCounters(const dht::Storage* present) const
{
    dht::StorageCounters counters = m_counters;
    if (present)
    {
        counters += present->Counters();
    }
    return counters;
}

} // namespace ns3
