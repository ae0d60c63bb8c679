/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance.h"

#include "dht-maintenance-parts.h"

namespace dht
{

MaintenanceCounters&
MaintenanceCounters::operator+=(const MaintenanceCounters& other)
{
    for (std::size_t kind = 0; kind < sent.size(); ++kind)
    {
        sent[kind] += other.sent[kind];
        received[kind] += other.received[kind];
    }
    bytes += other.bytes;
    ignored += other.ignored;
    timeouts += other.timeouts;
    failures += other.failures;
    returned += other.returned;
    connected += other.connected;
    removed += other.removed;
    suspected += other.suspected;
    finds += other.finds;
    failedFinds += other.failedFinds;
    return *this;
}

Maintenance::Maintenance(const MaintenanceOptions& options,
                         const Endpoint& self,
                         LiveHost& host,
                         Random& random)
    : m_parts(std::make_unique<Parts>(options, self, host, random))
{
}

Maintenance::~Maintenance() = default;

std::unique_ptr<RoutingTable>
Maintenance::MakeTable()
{
    return MakeRoutingTable(m_parts->view.links);
}

void
Maintenance::SetRoutesListener(RoutesListener listener)
{
    m_parts->onRoutesChanged = std::move(listener);
}

void
Maintenance::Create(Time now)
{
    m_parts->Create(now);
}

void
Maintenance::Join(Time now, const std::vector<Endpoint>& bootstrap)
{
    m_parts->Join(now, bootstrap);
}

void
Maintenance::Leave(Time now)
{
    m_parts->Leave(now);
}

void
Maintenance::OnMessage(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    m_parts->OnMessage(now, from, message);
}

void
Maintenance::OnLinkFailed(Time now, LinkIndex link)
{
    m_parts->OnLinkFailed(now, link);
}

void
Maintenance::OnLinkConnected(Time now, LinkIndex link)
{
    m_parts->OnLinkConnected(now, link);
}

void
Maintenance::OnWake(Time now)
{
    m_parts->OnWake(now);
}

Time
Maintenance::NextWake() const
{
    return m_parts->NextWake();
}

const Key&
Maintenance::Id() const
{
    return m_parts->view.self.id;
}

bool
Maintenance::IsJoined() const
{
    return m_parts->state == Parts::State::kJoined;
}

std::optional<Endpoint>
Maintenance::Predecessor() const
{
    const auto& predecessor = m_parts->view.predecessor;
    return predecessor ? std::optional(predecessor->endpoint) : std::nullopt;
}

std::vector<Endpoint>
Maintenance::Successors() const
{
    return EndpointsOf(m_parts->view.successors.All());
}

std::vector<Endpoint>
Maintenance::Fingers() const
{
    return EndpointsOf(m_parts->view.Fingers());
}

std::optional<Endpoint>
Maintenance::NeighbourAt(LinkIndex link) const
{
    const RingNode* const node = m_parts->view.links.At(link);
    return node ? std::optional(node->endpoint) : std::nullopt;
}

const MaintenanceCounters&
Maintenance::GetCounters() const
{
    return m_parts->counters;
}

} // namespace dht
