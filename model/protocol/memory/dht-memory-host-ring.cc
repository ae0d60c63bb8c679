/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-connections.h"
#include "dht-memory-host.h"
#include "dht-memory-links.h"

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
    for (MemoryHost* const neighbour : neighbours)
    {
        m_links->Add(*neighbour);
    }
    StartLater();
}

void
MemoryHost::StartLater()
{
    At(Now(), [this] {
        if (!m_left)
        {
            Call([this](Time now, Peer& peer) { peer.Start(now, m_workload); });
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
