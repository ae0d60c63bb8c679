/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-application.h"
#include "dht-storage.h"

#include "ns3/abort.h"

#include <utility>

/**
 * @file
 * @ingroup dht-cc
 * The block store of DhtPeerApplication.
 */

namespace ns3
{

void
DhtPeerApplication::SetStore(const DhtPeerStoreOptions& options)
{
    NS_ABORT_MSG_IF(m_session, "SetStore() has to be called before the peer starts");
    NS_ABORT_MSG_UNLESS(m_bootstrap,
                        "SetStore() needs a ring that peers join: call SetRing() before it");
    NS_ABORT_MSG_IF(m_maintenance.successors < options.storage.fragments,
                    "a store needs to know who holds the " << unsigned{options.storage.fragments}
                                                           << " fragments of a block: Successors "
                                                              "is only "
                                                           << m_maintenance.successors);
    m_store = std::make_unique<DhtPeerStore>(options);
}

int64_t
DhtPeerApplication::AssignStoreStream(int64_t stream)
{
    if (!m_store)
    {
        return 0;
    }
    m_store->GetRandom().SetStream(stream);
    return 1;
}

DhtPeerSession&
DhtPeerApplication::GetStoring() const
{
    NS_ABORT_MSG_UNLESS(m_store && IsUp(), "only a peer that is up and has a store puts and gets");
    return *m_session;
}

uint64_t
DhtPeerApplication::Put(dht::Bytes block)
{
    return GetStoring().Put(std::move(block));
}

uint64_t
DhtPeerApplication::Get(const dht::Key& key)
{
    return GetStoring().Get(key);
}

const dht::BlockStore&
DhtPeerApplication::GetKept() const
{
    NS_ABORT_MSG_UNLESS(m_store, "the peer has no store");
    return m_store->GetKept();
}

void
DhtPeerApplication::LoseDisk()
{
    NS_ABORT_MSG_UNLESS(m_store, "the peer has no store");
    dht::BlockStore& kept = m_store->GetKept();
    for (const dht::Key& key : kept.Keys(dht::Key(0), dht::Key(0), kept.Count()))
    {
        kept.Remove(key);
    }
}

uint64_t
DhtPeerApplication::GetStoreUnderWay() const
{
    return m_store && IsUp() ? m_session->GetStorage()->UnderWay() : 0;
}

} // namespace ns3
