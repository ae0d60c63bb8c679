/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-deadlock-watchdog.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace ns3
{

namespace
{

const Time PERIOD = Seconds(1);
const Time CERTAIN_AFTER = Seconds(10);

bool
SameCycle(const std::vector<DhtDeadlockWatchdog::Wait>& a,
          const std::vector<DhtDeadlockWatchdog::Wait>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.peer == y.peer && x.next == y.next && x.head == y.head;
    });
}

} // namespace

DhtDeadlockWatchdog::DhtDeadlockWatchdog(const ApplicationContainer& peers)
{
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        m_peers.push_back(DynamicCast<DhtPeerApplication>(*peer));
        m_numbers[m_peers.back()->GetAddress()] = m_peers.size() - 1;
    }
    m_look = Simulator::Schedule(PERIOD, &DhtDeadlockWatchdog::Look, this);
}

DhtDeadlockWatchdog::~DhtDeadlockWatchdog()
{
    m_look.Cancel();
}

const std::optional<DhtDeadlockWatchdog::Deadlock>&
DhtDeadlockWatchdog::GetDeadlock() const
{
    return m_deadlock;
}

std::string
DhtDeadlockWatchdog::Describe(const Deadlock& deadlock)
{
    std::ostringstream text;
    for (const Wait& wait : deadlock.cycle)
    {
        text << (&wait == &deadlock.cycle.front() ? "" : ", ") << "peer " << wait.peer
             << " waits for peer " << wait.next;
    }
    return text.str();
}

void
DhtDeadlockWatchdog::Look()
{
    std::vector<Wait> cycle = FindCycle(FindWaits());
    if (cycle.empty() || !m_suspect || !SameCycle(cycle, m_suspect->cycle))
    {
        m_suspect.reset();
        if (!cycle.empty())
        {
            m_suspect = Deadlock{Simulator::Now(), std::move(cycle)};
        }
    }
    else if (Simulator::Now() - m_suspect->since >= CERTAIN_AFTER)
    {
        m_deadlock = m_suspect;
        return;
    }
    m_look = Simulator::Schedule(PERIOD, &DhtDeadlockWatchdog::Look, this);
}

std::map<DhtDeadlockWatchdog::Queue, DhtDeadlockWatchdog::Edge>
DhtDeadlockWatchdog::FindWaits() const
{
    std::map<Queue, Edge> waits;
    for (std::size_t from = 0; from < m_peers.size(); ++from)
    {
        const dht::Peer* const peer = m_peers[from]->GetPeer();
        const auto& neighbours = m_peers[from]->GetNeighbours();
        for (dht::LinkIndex link = 0; peer && link < neighbours.size(); ++link)
        {
            const dht::Request* const head = peer->GetRelay().HeadFor(link);
            const std::size_t to = m_numbers.at(neighbours[link]);
            const auto connection =
                head ? m_peers[to]->FindConnection(m_peers[from]->GetAddress()) : std::nullopt;
            const auto full = connection && m_peers[to]->GetPeer()
                                  ? m_peers[to]->GetPeer()->GetRelay().BlockedOn(*connection)
                                  : std::nullopt;
            if (full)
            {
                waits[{from, peer->GetRelay().QueueOf(link)}] = {{to, *full}, {from, to, head->id}};
            }
        }
    }
    return waits;
}

std::vector<DhtDeadlockWatchdog::Wait>
DhtDeadlockWatchdog::FindCycle(const std::map<Queue, Edge>& waits)
{
    std::set<Queue> seen;
    for (const auto& [start, edge] : waits)
    {
        // each queue waits for one other at most: whoever meets its own trail goes in a circle
        std::vector<Queue> trail;
        Queue queue = start;
        while (waits.count(queue) && seen.insert(queue).second)
        {
            trail.push_back(queue);
            queue = waits.at(queue).to;
        }
        const auto first = std::find(trail.begin(), trail.end(), queue);
        if (first != trail.end())
        {
            std::vector<Wait> cycle;
            std::transform(first, trail.end(), std::back_inserter(cycle), [&](const Queue& member) {
                return waits.at(member).wait;
            });
            return cycle;
        }
    }
    return {};
}

} // namespace ns3
