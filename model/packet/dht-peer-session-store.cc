/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-node.h"
#include "dht-peer-session.h"
#include "dht-present-time.h"
#include "dht-storage.h"
#include "dht-store-links.h"
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
    if (options.repair.carrier == dht::RepairCarrier::kDtl)
    {
        m_repair = MakeRepairLinks(store);
    }
    m_node->Keep({options.storage,
                  options.rpcs,
                  options.vivaldi,
                  store.GetKept(),
                  store.GetRandom(),
                  nullptr,
                  options.wantsTokens,
                  m_repair.get(),
                  observer});
}

std::unique_ptr<DhtStoreLinks>
DhtPeerSession::MakeRepairLinks(DhtPeerStore& store)
{
    const DhtPeerStoreOptions& options = store.GetOptions();
    return std::make_unique<DhtStoreLinks>(
        DhtStoreLinks::Setup{options.repair, options.polite, store.GetRandom()},
        [this](const dht::Endpoint& to, const uint8_t* bytes, std::size_t size) {
            m_datagrams->SendPacket(to, bytes, size);
        },
        dht::MessageStreams::Listeners{
            [this](const dht::Endpoint& from, const dht::StorageMessage& message) {
                dht::CountWireError(m_wireErrors,
                                    m_node->OnLinkMessage(DhtPresent(), from, message));
            },
            [this](const dht::Endpoint& to) { m_node->OnRepairSilent(DhtPresent(), to); }});
}

dht::RepairLinkCounts
DhtPeerSession::GetRepairCounts() const
{
    return m_repair ? dht::RepairLinkCounts::Of(DhtPresent(), m_repair->Streams(), *GetStorage())
                    : dht::RepairLinkCounts();
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
