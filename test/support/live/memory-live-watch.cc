/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "memory-live-peer.h"

/// What becomes of the requests of a live peer.

namespace dht
{
namespace test
{

LivePeer::Watch::Watch(LiveRing& network, std::size_t index)
    : EventDigest(network.m_digest, index),
      m_network(network),
      m_index(index)
{
}

void
LivePeer::Watch::OnIssued(const EventContext& at, const Request& request)
{
    EventDigest::OnIssued(at, request);
    m_keys[request.id] = request.key;
}

void
LivePeer::Watch::OnAnswered(const EventContext& at, const Answer& answer)
{
    EventDigest::OnAnswered(at, answer);
    m_keys.erase(answer.id);
    if (const LivePeer* const owner = HonestOwnerOf(answer.key))
    {
        const bool right = IdOf(answer.responsible) == owner->GetMaintenance().Id();
        ++(right ? m_network.m_results.right : m_network.m_results.wrong);
    }
}

void
LivePeer::Watch::OnGivenUp(const EventContext& at, std::uint64_t id)
{
    EventDigest::OnGivenUp(at, id);
    m_network.m_results.givenUp += HonestOwnerOf(m_keys.at(id)) != nullptr;
    m_keys.erase(id);
}

const LivePeer*
LivePeer::Watch::HonestOwnerOf(const Key& key) const
{
    const LivePeer* owner = nullptr;
    const auto distance = [&](const LivePeer& peer) {
        return Distance(peer.GetMaintenance().Id(), key);
    };
    for (const std::size_t peer : m_network.Alive())
    {
        const LivePeer& live = m_network.At(peer);
        if (live.IsReady() && (!owner || distance(live) < distance(*owner)))
        {
            owner = &live;
        }
    }
    return owner && owner->IsHonest() && m_network.At(m_index).IsHonest() ? owner : nullptr;
}

} // namespace test
} // namespace dht
