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
#include <tuple>

namespace ns3
{

namespace
{

const Time WATCH_PERIOD = Seconds(1);
const Time CERTAIN_AFTER = Seconds(10);

bool
SameCycle(const std::vector<DhtDeadlockWatchdog::Wait>& a,
          const std::vector<DhtDeadlockWatchdog::Wait>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.peer == y.peer && x.next == y.next && x.head == y.head;
    });
}

bool
IsBefore(const DhtDeadlockWatchdog::Wait& a, const DhtDeadlockWatchdog::Wait& b)
{
    return std::tie(a.peer, a.next, a.head) < std::tie(b.peer, b.next, b.head);
}

} // namespace

DhtDeadlockWatchdog::DhtDeadlockWatchdog(const ApplicationContainer& peers)
{
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        m_peers.push_back(DynamicCast<DhtPeerApplication>(*peer));
        m_numbers[m_peers.back()->GetEndpoint()] = m_peers.size() - 1;
    }
    m_look = Simulator::Schedule(WATCH_PERIOD, &DhtDeadlockWatchdog::Look, this);
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
        text << (&wait == &deadlock.cycle.front() ? "" : ", ") << "peer " << wait.peer;
        if (wait.peer == wait.next)
        {
            text << " waits to send an answer";
        }
        else
        {
            text << " waits for peer " << wait.next;
        }
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
    m_look = Simulator::Schedule(WATCH_PERIOD, &DhtDeadlockWatchdog::Look, this);
}

std::map<DhtDeadlockWatchdog::Queue, DhtDeadlockWatchdog::Edge>
DhtDeadlockWatchdog::FindWaits() const
{
    std::map<Queue, Edge> waits;
    for (std::size_t peer = 0; peer < m_peers.size(); ++peer)
    {
        if (!m_peers[peer]->IsUp())
        {
            continue;
        }
        const dht::Relay& relay = m_peers[peer]->GetPeer()->GetRelay();
        const auto links = static_cast<dht::LinkIndex>(m_peers[peer]->GetNeighbours().size());
        for (dht::LinkIndex link = 0; link < links; ++link)
        {
            const dht::Request* const head = relay.StuckHeadFor(link);
            const auto to = head ? FindUnread(peer, link) : std::nullopt;
            if (to)
            {
                waits[{peer, relay.QueueOf(link)}] = {*to, {peer, to->first, head->id}};
            }
        }
        const dht::Request* const answered = relay.StuckHeadFor(relay.Here());
        const auto full = answered ? relay.FullQueueForAckOf(*answered) : std::nullopt;
        if (full)
        {
            waits[{peer, relay.QueueOf(relay.Here())}] = {{peer, *full},
                                                          {peer, peer, answered->id}};
        }
    }
    return waits;
}

std::optional<DhtDeadlockWatchdog::Queue>
DhtDeadlockWatchdog::FindUnread(std::size_t peer, dht::LinkIndex link) const
{
    const auto neighbour = m_numbers.find(m_peers[peer]->GetNeighbours()[link]);
    if (neighbour == m_numbers.end() || !m_peers[neighbour->second]->IsUp())
    {
        return std::nullopt;
    }
    const DhtPeerApplication& next = *m_peers[neighbour->second];
    const auto connection = next.FindConnection(m_peers[peer]->GetLinkAddress(link));
    const auto queue =
        connection ? next.GetPeer()->GetRelay().BlockedOn(*connection) : std::nullopt;
    return queue ? std::optional(Queue{neighbour->second, *queue}) : std::nullopt;
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
            // the same circle, wherever it was met, is to look the same
            std::rotate(cycle.begin(),
                        std::min_element(cycle.begin(), cycle.end(), IsBefore),
                        cycle.end());
            return cycle;
        }
    }
    return {};
}

} // namespace ns3
