/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rendezvous.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

/// How many members are named: some of them may crash before they are asked.
constexpr std::size_t NAMED = 3;

} // namespace

DhtRendezvous::DhtRendezvous(const DhtStreamRandom& random)
    : m_random(random)
{
}

void
DhtRendezvous::Add(const DhtPeerApplication* peer)
{
    m_peers.push_back(peer);
}

std::vector<dht::Endpoint>
DhtRendezvous::Ask()
{
    std::vector<const DhtPeerApplication*> members;
    std::copy_if(m_peers.begin(), m_peers.end(), std::back_inserter(members), [](auto peer) {
        return peer->IsMember();
    });
    std::vector<dht::Endpoint> named;
    while (!members.empty() && named.size() < NAMED)
    {
        const auto chosen = members.begin() + dht::DrawBelow(m_random, members.size());
        named.push_back((*chosen)->GetEndpoint());
        members.erase(chosen);
    }
    return named;
}

} // namespace ns3
