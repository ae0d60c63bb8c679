/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-connections.h"
#include "dht-memory-host.h"
#include "dht-memory-links.h"
#include "dht-memory-transport.h"
#include "dht-node.h"

#include <utility>

/// How the peer of a host in memory gets into its ring, and out.

namespace dht
{

void
MemoryHost::Create()
{
    Call([](Time now, Peer& peer) { peer.Create(now); });
}

void
MemoryHost::Join(const std::vector<Endpoint>& bootstrap, const std::vector<Endpoint>& met)
{
    m_bootstrap = bootstrap;
    m_met = met;
    Call([this](Time now, Peer& peer) { peer.Join(now, m_bootstrap, m_met); });
}

void
MemoryHost::Begin(const std::vector<MemoryHost*>& neighbours)
{
    m_ready = true;
    LinkIndex link = 0;
    for (MemoryHost* const neighbour : neighbours)
    {
        m_transport ? m_transport->Open(link++, neighbour->Self()) : m_links->Add(*neighbour);
    }
    StartLater();
}

void
MemoryHost::StartLater()
{
    At(Now(), [this] {
        if (!m_left)
        {
            Call([this](Time now, Peer& peer) { peer.Start(now, *m_workload); });
            if (m_store && m_parts.options.store->beginsAtOnce)
            {
                WakeStorage();
            }
        }
    });
}

void
MemoryHost::Leave()
{
    m_left = true;
    Call([](Time now, Peer& peer) { peer.Leave(now); });
}

void
MemoryHost::SetPaused(bool isPaused)
{
    const bool stops = m_parts.options.peer.pauses == PauseScope::kProcess;
    m_asleep = stops && isPaused;
    Call([isPaused](Time now, Peer& peer) { peer.SetPaused(now, isPaused); });
    if (stops && !isPaused)
    {
        // what has come meanwhile is read before timers run, as a process does that wakes up
        m_unreadBytes = 0;
        for (const auto& read : std::exchange(m_unread, {}))
        {
            read();
        }
        if (m_transport)
        {
            m_transport->Pump().PollSoon();
        }
        Wake();
        WakeStorage();
    }
}

void
MemoryHost::Wake()
{
    if (!m_asleep)
    {
        m_parts.Enter(m_peer, [this](Time now) { m_node->OnWake(now); });
    }
}

void
MemoryHost::WakeStorage()
{
    if (!m_asleep)
    {
        m_node->OnStorageWake(Now());
        m_parts.Expect(m_node->IdentitiesHold());
    }
}

void
MemoryHost::OnReset(std::uint64_t life)
{
    m_links->OnReset(life);
    m_connections->OnReset(life);
}

void
MemoryHost::OnJoined()
{
    m_ready = true;
    StartLater();
}

void
MemoryHost::OnJoinFailed(JoinFailure /* why */)
{
    ++m_joinFailures;
    if (m_parts.options.retry != kNever)
    {
        At(Now() + m_parts.options.retry, [this] { Join(m_bootstrap, m_met); });
    }
}

} // namespace dht
