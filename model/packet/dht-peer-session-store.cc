/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-node.h"
#include "dht-peer-session.h"
#include "dht-present-time.h"
#include "dht-storage.h"
#include "dht-wake-timer.h"

#include <utility>

/**
 * @file
 * @ingroup dht-cc
 * The store of DhtPeerSession.
 */

namespace ns3
{

void
DhtPeerSession::Keep(DhtPeerStore& store, dht::StorageObserver* observer)
{
    m_storeTimer = std::make_unique<DhtWakeTimer>([this] {
        if (!m_asleep)
        {
            m_node->OnStorageWake(DhtPresent());
        }
    });
    const DhtPeerStoreOptions& options = store.GetOptions();
    m_node->Keep({options.storage,
                  options.rpcs,
                  options.vivaldi,
                  store.GetKept(),
                  store.GetRandom(),
                  nullptr,
                  options.wantsTokens,
                  nullptr,
                  observer});
}

void
DhtPeerSession::WakeStorageAt(dht::Time time)
{
    if (!IsOver())
    {
        m_storeTimer->SetAt(time);
    }
}

uint64_t
DhtPeerSession::Put(dht::Bytes block)
{
    return m_node->Put(DhtPresent(), std::move(block));
}

uint64_t
DhtPeerSession::Get(const dht::Key& key)
{
    return m_node->Get(DhtPresent(), key);
}

const dht::Storage*
DhtPeerSession::GetStorage() const
{
    return m_node->GetStorage();
}

} // namespace ns3
