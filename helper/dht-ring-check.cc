/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-check.h"

#include "dht-endpoint-name.h"
#include "packet-peers.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace ns3
{

bool
DhtRingState::IsComplete() const
{
    return members == up && predecessors == up && successors == up && fingers == up;
}

DhtRingCheck::DhtRingCheck(const ApplicationContainer& peers)
    : DhtRingCheck(std::make_shared<PacketPeers>(peers))
{
}

DhtRingCheck::DhtRingCheck(std::shared_ptr<JoiningPeers> peers)
    : m_peers(std::move(peers)),
      m_order(m_peers->Size())
{
    std::vector<dht::Key> ids;
    for (std::size_t peer = 0; peer < m_peers->Size(); ++peer)
    {
        ids.push_back(dht::IdOf(m_peers->GetEndpoint(peer)));
    }
    std::iota(m_order.begin(), m_order.end(), 0);
    std::sort(m_order.begin(), m_order.end(), [&ids](std::size_t a, std::size_t b) {
        return ids[a] < ids[b];
    });
    for (const std::size_t peer : m_order)
    {
        m_ids.push_back(ids[peer]);
    }
}

const JoiningPeers&
DhtRingCheck::GetPeers() const
{
    return *m_peers;
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
    state.up = std::count_if(m_order.begin(), m_order.end(), [this](std::size_t peer) {
        return m_peers->IsUp(peer);
    });
    state.members = m_members.size();
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        const dht::Membership& view = *m_peers->GetMembership(m_members[i]);
        std::optional<dht::Endpoint> before;
        if (m_members.size() > 1)
        {
            before = m_peers->GetEndpoint(m_members[(i + m_members.size() - 1) % m_members.size()]);
        }
        state.predecessors += view.Predecessor() == before;
        state.successors += view.Successors() == m_ideal[i].successors;
        state.fingers += view.Fingers() == m_ideal[i].fingers;
    }
    return state;
}

std::optional<std::size_t>
DhtRingCheck::FindResponsible(const dht::Key& key) const
{
    // the last member up to the key: most peers are members, so it is near
    const std::size_t after =
        std::upper_bound(m_ids.begin(), m_ids.end(), key) - m_ids.begin() + m_ids.size();
    for (std::size_t back = 1; back <= m_order.size(); ++back)
    {
        const std::size_t peer = m_order[(after - back) % m_order.size()];
        if (m_peers->IsMember(peer))
        {
            return peer;
        }
    }
    return std::nullopt;
}

void
DhtRingCheck::Update()
{
    std::vector<std::size_t> members;
    std::copy_if(m_order.begin(),
                 m_order.end(),
                 std::back_inserter(members),
                 [this](std::size_t peer) { return m_peers->IsMember(peer); });
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
        std::transform(m_members.begin(),
                       m_members.end(),
                       std::back_inserter(ids),
                       [this](std::size_t peer) { return dht::IdOf(m_peers->GetEndpoint(peer)); });
        m_ring.emplace(std::move(ids));
    }
}

void
DhtRingCheck::MakeIdeal()
{
    const dht::ChordOverlay chord(*m_ring);
    const auto endpoint = [this](std::size_t member) {
        return m_peers->GetEndpoint(m_members[member % m_members.size()]);
    };
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        Ideal ideal;
        const std::size_t kept =
            std::min(m_peers->CountSuccessors(m_members[i]), m_members.size() - 1);
        for (std::size_t j = 1; j <= kept; ++j)
        {
            ideal.successors.push_back(endpoint(i + j));
        }
        for (const std::size_t finger : chord.Neighbours(i))
        {
            ideal.fingers.push_back(endpoint(finger));
        }
        m_ideal.push_back(std::move(ideal));
    }
}

DhtRingWatch::DhtRingWatch(DhtRingCheck& check, Time period)
    : m_check(check),
      m_period(period)
{
    m_tick = Simulator::Schedule(m_period, &DhtRingWatch::Tick, this);
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
    m_tick = Simulator::Schedule(m_period, &DhtRingWatch::Tick, this);
}

} // namespace ns3
