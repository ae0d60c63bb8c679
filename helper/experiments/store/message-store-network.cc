/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-store-network.h"

#include "store-options.h"

#include <utility>

namespace ns3
{

namespace
{

MessageLevelStore::Plan
MakePlan(const StoreOptions& options, std::vector<uint32_t>& oneOfEachNode)
{
    StoreOptions wanted = options;
    wanted.peers *= options.ComeAndGo() ? 2 : 1; // half of the places are free at any time
    auto places = wanted.MakePlaces();
    oneOfEachNode = wanted.FirstOfEachNode(*places);
    MessageLevelStore::Plan plan;
    plan.storage = options.storage;
    plan.rpcs = options.rpcs;
    plan.vivaldi = options.vivaldi;
    plan.limits.longest = dht::Time::max();
    plan.delays = std::move(places);
    plan.overlay = wanted.MakeOverlay(*plan.delays);
    plan.isExact = options.IsExact();
    plan.loss = options.loss / 100;
    plan.seed = RunSeed();
    return plan;
}

} // namespace

MessageStoreNetwork::MessageStoreNetwork(const StoreOptions& options)
    : DatagramStoreNetwork(options),
      m_store(MakePlan(options, m_oneOfEachNode))
{
}

uint32_t
MessageStoreNetwork::Size() const
{
    return m_store.Size();
}

std::vector<uint32_t>
MessageStoreNetwork::OneOfEachNode() const
{
    return m_oneOfEachNode;
}

void
MessageStoreNetwork::SetObserver(uint32_t peer, dht::StorageObserver* observer)
{
    StorageOf(peer).SetObserver(observer);
}

const dht::ReadyRing&
MessageStoreNetwork::GetRing() const
{
    return m_store.GetRing();
}

void
MessageStoreNetwork::SetUp(uint32_t peer, bool isUp)
{
    m_store.SetUp(peer, isUp);
}

void
MessageStoreNetwork::SetPresent(const std::vector<uint32_t>& peers)
{
    m_store.SetPresent(peers);
}

const dht::BlockStore&
MessageStoreNetwork::KeptOf(uint32_t peer) const
{
    return m_store.GetKept(peer);
}

bool
MessageStoreNetwork::IsUp(uint32_t peer) const
{
    return m_store.IsUp(peer);
}

MessageLevelStore*
MessageStoreNetwork::Places()
{
    return &m_store;
}

StoreTraffic
MessageStoreNetwork::Sent() const
{
    return {m_store.GetSent(), m_store.GetBytes()};
}

dht::Storage&
MessageStoreNetwork::StorageOf(uint32_t peer)
{
    return m_store.Get(peer);
}

const dht::PeerDelays&
MessageStoreNetwork::GetDelays() const
{
    return m_store.GetDelays();
}

void
MessageStoreNetwork::Expect(uint32_t peer) const
{
    m_store.Expect(peer);
}

void
MessageStoreNetwork::SetOverlay(std::unique_ptr<const dht::Overlay> overlay)
{
    m_store.SetOverlay(std::move(overlay));
}

DatagramStoreNetwork::Totals
MessageStoreNetwork::Count()
{
    return {m_store.GetCounters(), m_store.GetRpcCounters(), m_store.IdentitiesHold()};
}

} // namespace ns3
