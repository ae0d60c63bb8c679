/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-node.h"

#include "dht-greedy-scheme.h"
#include "dht-storage.h"

#include <stdexcept>
#include <utility>

namespace dht
{

Node::Node(const PeerOptions& options,
           const MembershipMaker& place,
           std::unique_ptr<CongestionControl> scheme,
           Behaviour behaviour,
           Carrier& carrier,
           Random& random)
    : m_carrier(carrier),
      m_conduct(carrier, behaviour),
      m_peer(std::make_unique<Peer>(options,
                                    place(options.self, m_conduct),
                                    SchemeUnder(behaviour, std::move(scheme)),
                                    m_conduct,
                                    random))
{
    m_conduct.Attach(*m_peer);
}

Node::~Node() = default;

void
Node::Keep(const NodeStore& store)
{
    m_ring = store.ring ? nullptr : m_peer->GetMembership().MakeRingInfo();
    RingInfo* const ring = store.ring ? store.ring : m_ring.get();
    if (!ring)
    {
        throw std::logic_error("a store needs a ring to find its peers in");
    }
    m_origin = store.origin;
    m_storage = std::make_unique<Storage>(StorageParts{store.options,
                                                       store.rpcs,
                                                       store.vivaldi,
                                                       *ring,
                                                       *this,
                                                       store.kept,
                                                       store.random,
                                                       store.nearness,
                                                       store.wantsTokens,
                                                       store.links});
    m_storage->SetObserver(store.observer);
}

Storage&
Node::TheStorage()
{
    if (!m_storage)
    {
        throw std::logic_error("this node has no store");
    }
    return *m_storage;
}

std::uint64_t
Node::Get(Time now, const Key& key)
{
    return TheStorage().Get(now + m_origin, key);
}

std::uint64_t
Node::Check(Time now, const Key& key)
{
    return TheStorage().Check(now + m_origin, key);
}

std::uint64_t
Node::Check(Time now, const Key& key, const std::vector<Endpoint>& holders)
{
    return TheStorage().Check(now + m_origin, key, holders);
}

std::uint64_t
Node::Put(Time now, Bytes block)
{
    return TheStorage().Put(now + m_origin, std::move(block));
}

std::uint64_t
Node::Renew(Time now, Bytes block)
{
    return TheStorage().Renew(now + m_origin, std::move(block));
}

void
Node::HandOver(Time now, Time end)
{
    TheStorage().HandOver(now + m_origin, end + m_origin);
}

bool
Node::OnRequest(Time now, ConnectionId from, Request& request)
{
    return m_conduct.OnRequest(now, from, request);
}

WireError
Node::OnDatagram(Time now, const Endpoint& from, Datagram&& datagram)
{
    const auto* const message = std::get_if<StorageMessage>(&datagram);
    if (!message || !m_storage)
    {
        return m_conduct.OnDatagram(now, from, std::move(datagram));
    }
    return IsStopped() ? WireError::kNone : m_storage->OnMessage(now + m_origin, from, *message);
}

WireError
Node::OnLinkMessage(Time now, const Endpoint& from, const StorageMessage& message)
{
    return IsStopped() ? WireError::kNone
                       : m_storage->OnMessage(now + m_origin, from, message, StorageCarrier::kLink);
}

void
Node::OnRepairSilent(Time now, const Endpoint& peer)
{
    if (!IsStopped())
    {
        m_storage->OnLinkSilent(now + m_origin, peer);
    }
}

void
Node::OnClosed(Time now, ConnectionId connection)
{
    m_conduct.OnClosed(now, connection);
}

void
Node::OnWake(Time now)
{
    m_conduct.OnWake(now);
}

void
Node::OnStorageWake(Time now)
{
    if (m_storage && !IsStopped())
    {
        m_storage->OnWake(now + m_origin);
    }
}

void
Node::Set(Time now, Behaviour behaviour)
{
    m_conduct.Set(now, behaviour);
    OnStorageWake(now);
}

Behaviour
Node::GetBehaviour() const
{
    return m_conduct.Get();
}

Peer&
Node::GetPeer()
{
    return *m_peer;
}

const Peer&
Node::GetPeer() const
{
    return *m_peer;
}

Storage*
Node::GetStorage()
{
    return m_storage.get();
}

const Storage*
Node::GetStorage() const
{
    return m_storage.get();
}

bool
Node::IdentitiesHold() const
{
    return m_peer->IdentitiesHold() && (!m_storage || m_storage->IdentitiesHold());
}

bool
Node::IsStopped() const
{
    return m_conduct.Get() == Behaviour::kStopped;
}

void
Node::SendStorage(const Endpoint& to, const StorageMessage& message)
{
    if (!IsStopped())
    {
        m_carrier.SendStorage(to, message);
    }
}

void
Node::WakeStorageAt(Time time)
{
    m_carrier.WakeStorageAt(time == kNever ? kNever : time - m_origin);
}

NeighbourLinks::Listeners
ListenersFor(Node& node, std::function<Time()> now)
{
    return {[&node, now](LinkIndex link) { node.GetPeer().OnLinkConnected(now(), link); },
            [&node, now](LinkIndex link) { node.GetPeer().OnWritable(now(), link); },
            [&node, now](LinkIndex link) { node.GetPeer().OnLinkFailed(now(), link); },
            [&node, now](LinkIndex link) { node.GetPeer().OnLinkSilent(now(), link); },
            [&node, now](ConnectionId connection, Request& request) {
                return node.OnRequest(now(), connection, request);
            },
            [&node, now](ConnectionId connection) { node.OnClosed(now(), connection); }};
}

} // namespace dht
