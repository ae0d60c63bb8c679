/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-store-helper.h"

#include "dht-endpoint-name.h"
#include "dht-overlay-registry.h"
#include "dht-present-time.h"
#include "placed-delays.h"

#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

/// Peers of which the nearest becomes a finger.
constexpr std::size_t PNS_CANDIDATES = 16;

} // namespace

DhtStoreHelper::DhtStoreHelper()
{
    m_factory.SetTypeId(DhtStoreApplication::GetTypeId());
}

void
DhtStoreHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

void
DhtStoreHelper::SetPeersPerNode(uint16_t peers)
{
    if (peers == 0)
    {
        throw std::invalid_argument("a node of a store needs at least one peer");
    }
    m_peersPerNode = peers;
}

void
DhtStoreHelper::SetDelays(std::shared_ptr<const dht::PeerDelays> delays)
{
    m_delays = std::move(delays);
}

std::shared_ptr<const DhtStoreRing>
DhtStoreHelper::MakeRing(const std::vector<dht::Endpoint>& endpoints) const
{
    std::vector<dht::Key> ids;
    for (const dht::Endpoint& endpoint : endpoints)
    {
        ids.push_back(dht::IdOf(endpoint));
    }
    dht::Ring ring(ids);
    std::vector<dht::Endpoint> byPlace(ids.size());
    std::vector<uint32_t> nodeOf(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
    {
        const std::size_t place = ring.LastUpTo(ids[i]);
        byPlace[place] = endpoints[i];
        nodeOf[place] = static_cast<uint32_t>(i / m_peersPerNode);
    }
    std::shared_ptr<const dht::PeerDelays> delays;
    if (m_delays)
    {
        delays =
            std::make_shared<dht::PlacedDelays>(m_delays,
                                                nodeOf,
                                                ToDhtTime(DhtStoreApplication::LoopbackDelay()));
    }
    DhtStreamRandom unused; // rings of this kind draw nothing
    auto overlay = dht::OverlayRegistry::Get()
                       .Find(delays ? "chord-pns" : "chord")
                       .make(std::move(ring), {unused, delays.get(), PNS_CANDIDATES});
    return std::make_shared<DhtStoreRing>(std::move(overlay), std::move(byPlace), delays);
}

ApplicationContainer
DhtStoreHelper::Install(const NodeContainer& nodes, const std::vector<Ipv4Address>& addresses) const
{
    if (nodes.GetN() != addresses.size() || addresses.empty())
    {
        throw std::invalid_argument("a store needs one address for each node, and at least one "
                                    "node");
    }
    std::vector<dht::Endpoint> endpoints;
    for (const Ipv4Address& address : addresses)
    {
        for (uint32_t i = 0; i < m_peersPerNode; ++i)
        {
            endpoints.push_back(
                dht::Endpoint::Ipv4(address.Get(), static_cast<uint16_t>(FIRST_PORT + i)));
        }
    }
    const auto ring = MakeRing(endpoints);
    ApplicationContainer peers;
    for (std::size_t i = 0; i < endpoints.size(); ++i)
    {
        const auto node = static_cast<uint32_t>(i / m_peersPerNode);
        peers.Add(InstallPeer(nodes.Get(node), ring, ring->Get().Find(endpoints[i])));
    }
    return peers;
}

ApplicationContainer
DhtStoreHelper::Install(const NodeContainer& nodes,
                        const std::shared_ptr<const DhtStoreRing>& ring) const
{
    if (nodes.GetN() != ring->Get().Peers().Size())
    {
        throw std::invalid_argument("a ring needs one node for each peer");
    }
    ApplicationContainer peers;
    for (uint32_t place = 0; place < nodes.GetN(); ++place)
    {
        peers.Add(InstallPeer(nodes.Get(place), ring, place));
    }
    return peers;
}

Ptr<DhtStoreApplication>
DhtStoreHelper::InstallPeer(Ptr<Node> node,
                            const std::shared_ptr<const DhtStoreRing>& ring,
                            std::size_t place) const
{
    auto peer = m_factory.Create<DhtStoreApplication>();
    peer->SetRing(ring, place);
    node->AddApplication(peer);
    return peer;
}

int64_t
DhtStoreHelper::AssignStreams(const ApplicationContainer& peers, int64_t stream)
{
    int64_t next = stream;
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        next += DynamicCast<DhtStoreApplication>(*peer)->AssignStreams(next);
    }
    return next - stream;
}

} // namespace ns3
