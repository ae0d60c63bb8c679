/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-host.h"

#include "dht-endpoint-name.h"
#include "dht-greedy-scheme.h"
#include "dht-memory-connections.h"
#include "dht-memory-links.h"
#include "dht-memory-store.h"
#include "dht-memory-transport.h"
#include "dht-node.h"
#include "dht-scheme-registry.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

PeerOptions
OptionsOf(const MemoryNetOptions& net, const Endpoint& self, const Key& id)
{
    PeerOptions options = net.peer;
    options.self = self;
    if (net.routedAcks)
    {
        options.replyTo = id;
    }
    return options;
}

Behaviour
BehaviourAt(const MemoryNetOptions& net, std::size_t place)
{
    const auto found = net.behaviours.find(place);
    return found == net.behaviours.end() ? Behaviour::kHonest : found->second;
}

/// @param net A net. @param place Of a host that begins now. @param now The present. @return What
/// its peer asks for: who comes late does not make up for what it has missed.
WorkloadOptions
WorkloadAt(const MemoryNetOptions& net, std::size_t place, Time now)
{
    WorkloadOptions workload = WorkloadUnder(BehaviourAt(net, place), net.workload);
    workload.start = std::max(workload.start, now);
    return workload;
}

/// @param host A host. @return Its clock, which stops as the host is gone.
MemoryTimer::Clock
ClockOf(MemoryHost& host)
{
    return {[&host] { return host.Now(); },
            [&host](Time time, std::function<void()> action) { host.At(time, std::move(action)); }};
}

} // namespace

MemoryHost::MemoryHost(MemoryParts& parts,
                       std::size_t place,
                       std::uint64_t life,
                       const Overlay* overlay)
    : m_parts(parts),
      m_place(place),
      m_life(life),
      m_self(parts.EndpointAt(place)),
      m_random(parts.options.seed, 3 * life),
      m_gaps(parts.options.seed, 3 * life + 1),
      m_keys(parts.options.seed, 3 * life + 2),
      m_workload(MakeWorkload(parts.options.workloadKind,
                              {},
                              WorkloadAt(parts.options, place, parts.events.Now()),
                              m_gaps,
                              m_keys)),
      m_path(std::make_unique<MemoryPath>(parts, place, life)),
      m_store(parts.options.store ? std::make_unique<MemoryStore>(parts, *m_path, place, life)
                                  : nullptr),
      m_node(MakeNode(overlay)),
      m_peer(m_node->GetPeer()),
      m_transport(parts.options.links.carrier == LinkCarrier::kDtl
                      ? std::make_unique<MemoryTransport>(parts, *m_path, *this, *m_node)
                      : nullptr),
      m_links(std::make_unique<MemoryLinks>(parts, *m_path, *this, m_peer)),
      m_connections(std::make_unique<MemoryConnections>(parts, *m_path, *this, *m_node)),
      m_timer(ClockOf(*this), [this](Time /* now */) { Wake(); }),
      m_storageTimer(ClockOf(*this), [this](Time /* now */) { WakeStorage(); })
{
    m_peer.SetObserver(parts.observers[place]);
    if (m_store)
    {
        m_store->Equip(*m_node);
    }
}

MemoryHost::~MemoryHost() = default;

std::unique_ptr<Node>
MemoryHost::MakeNode(const Overlay* overlay)
{
    const MemoryNetOptions& net = m_parts.options;
    Carrier& carrier = *this;
    return std::make_unique<Node>(
        OptionsOf(net, m_self, overlay ? overlay->Peers().Id(m_place) : IdOf(m_self)),
        overlay     ? ReadyPlace(*overlay, m_place)
        : net.place ? net.place
                    : JoinedPlace(net.maintenance, m_random),
        MakeScheme(net.scheme, net.parameters),
        BehaviourAt(net, m_place),
        carrier,
        m_random);
}

std::size_t
MemoryHost::Place() const
{
    return m_place;
}

std::uint64_t
MemoryHost::Life() const
{
    return m_life;
}

const Endpoint&
MemoryHost::Self() const
{
    return m_self;
}

const Peer&
MemoryHost::GetPeer() const
{
    return m_peer;
}

const Membership&
MemoryHost::GetMembership() const
{
    return m_peer.GetMembership();
}

bool
MemoryHost::IsHonest() const
{
    return m_node->GetBehaviour() == Behaviour::kHonest;
}

bool
MemoryHost::HasLeft() const
{
    return m_left;
}

bool
MemoryHost::IsReady() const
{
    return m_ready && m_peer.GetMembership().IsJoined();
}

unsigned
MemoryHost::JoinFailures() const
{
    return m_joinFailures;
}

Time
MemoryHost::Now() const
{
    return m_parts.events.Now();
}

void
MemoryHost::At(Time time, std::function<void()> action)
{
    m_path->At(time, std::move(action));
}

void
MemoryHost::Call(const std::function<void(Time, Peer&)>& call)
{
    m_parts.Enter(m_peer, [&](Time now) { call(now, m_peer); });
}

} // namespace dht
