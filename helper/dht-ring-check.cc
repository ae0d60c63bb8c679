/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-check.h"

#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3
{

namespace
{

/// How often a ring is looked at until it is complete.
const Time LOOK_PERIOD = MilliSeconds(500);

/// @param peer A peer. @return How many successors it keeps.
std::size_t
SuccessorsOf(const DhtPeerApplication& peer)
{
    UintegerValue successors;
    peer.GetAttribute("Successors", successors);
    return successors.Get();
}

} // namespace

bool
DhtRingState::IsComplete() const
{
    return members == up && predecessors == up && successors == up && fingers == up;
}

DhtRingCheck::DhtRingCheck(const ApplicationContainer& peers)
{
    std::transform(peers.Begin(), peers.End(), std::back_inserter(m_peers), [](const auto& peer) {
        return DynamicCast<DhtPeerApplication>(peer);
    });
    std::sort(m_peers.begin(), m_peers.end(), [](const auto& a, const auto& b) {
        return a->GetId() < b->GetId();
    });
}

DhtRingState
DhtRingCheck::Look()
{
    Update();
    if (m_ideal.empty() && m_ring)
    {
        MakeIdeal();
    }
    DhtRingState state;
    state.up = std::count_if(m_peers.begin(), m_peers.end(), [](const auto& peer) {
        return peer->IsUp();
    });
    state.members = m_members.size();
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        const dht::Maintenance& view = *m_members[i]->GetMaintenance();
        std::optional<dht::Endpoint> before;
        if (m_members.size() > 1)
        {
            before = m_members[(i + m_members.size() - 1) % m_members.size()]->GetEndpoint();
        }
        state.predecessors += view.Predecessor() == before;
        state.successors += view.Successors() == m_ideal[i].successors;
        state.fingers += view.Fingers() == m_ideal[i].fingers;
    }
    return state;
}

const DhtPeerApplication*
DhtRingCheck::FindResponsible(const dht::Key& key)
{
    Update();
    return m_ring ? m_members[m_ring->LastUpTo(key)] : nullptr;
}

void
DhtRingCheck::Update()
{
    std::vector<const DhtPeerApplication*> members;
    for (const auto& peer : m_peers)
    {
        if (peer->IsMember())
        {
            members.push_back(PeekPointer(peer));
        }
    }
    if (members == m_members)
    {
        return;
    }
    m_members = std::move(members);
    m_ideal.clear();
    m_ring.reset();
    if (!m_members.empty())
    {
        std::vector<dht::Key> ids;
        std::transform(m_members.begin(), m_members.end(), std::back_inserter(ids), [](auto peer) {
            return peer->GetId();
        });
        m_ring.emplace(std::move(ids));
    }
}

void
DhtRingCheck::MakeIdeal()
{
    const dht::ChordOverlay chord(*m_ring);
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        Ideal ideal;
        const std::size_t kept = std::min(SuccessorsOf(*m_members[i]), m_members.size() - 1);
        for (std::size_t j = 1; j <= kept; ++j)
        {
            ideal.successors.push_back(m_members[(i + j) % m_members.size()]->GetEndpoint());
        }
        for (const std::size_t finger : chord.Neighbours(i))
        {
            ideal.fingers.push_back(m_members[finger]->GetEndpoint());
        }
        m_ideal.push_back(std::move(ideal));
    }
}

DhtRingWatch::DhtRingWatch(DhtRingCheck& check)
    : m_check(check)
{
    m_tick = Simulator::Schedule(LOOK_PERIOD, &DhtRingWatch::Tick, this);
}

DhtRingWatch::~DhtRingWatch()
{
    m_tick.Cancel();
}

DhtRingState
DhtRingWatch::Look() const
{
    return m_check.Look();
}

std::optional<Time>
DhtRingWatch::GetCompleteSince() const
{
    return m_since;
}

void
DhtRingWatch::Tick()
{
    if (!m_check.Look().IsComplete())
    {
        m_since.reset();
    }
    else if (!m_since)
    {
        m_since = Simulator::Now();
    }
    m_tick = Simulator::Schedule(LOOK_PERIOD, &DhtRingWatch::Tick, this);
}

} // namespace ns3
