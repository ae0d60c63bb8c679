/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "overlay-store-network.h"

#include "dht-memory-block-store.h"
#include "dht-overlay-store.h"
#include "dht-peer-application.h"
#include "dht-present-time.h"
#include "dht-scheme.h"
#include "dht-stream-random.h"
#include "dht-summary.h"
#include "dht-wake-timer.h"
#include "ring-monitor.h"
#include "store-options.h"

#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

/// The first random stream of peers: five of the peer, one of its store. Those of the overlay's own
/// transport follow after all peers'.
constexpr int64_t OVERLAY_STORE_STREAM = 1000;
constexpr int64_t STREAMS_PER_PEER = 6;
/// When all peers are connected to their neighbours.
const Time CONNECTED = Seconds(2);
/// The port of the first peer of each node.
constexpr uint16_t OVERLAY_STORE_PORT = 7000;

/// Let a node's packets to itself take the loopback interface: its stack would hand them over from
/// within their being sent, and TCP would have an answer before it has counted what it sends.
/// @param node The node. @param address Its address.
void
KeepOwnPacketsWithin(Ptr<Node> node, Ipv4Address address)
{
    const auto ipv4 = node->GetObject<Ipv4>();
    const auto loopback = ipv4->GetInterfaceForAddress(Ipv4Address::GetLoopback());
    Ipv4StaticRoutingHelper().GetStaticRouting(ipv4)->AddHostRouteTo(address, loopback);
}

} // namespace

/// Delays that the peers of an overlay store know.
class OverlayKnownDelays : public dht::Nearness
{
  public:
    /// @param ring All peers. @param delays By place. @param place The place of the peer that asks.
    OverlayKnownDelays(const dht::ReadyRing& ring, const dht::PeerDelays& delays, uint32_t place)
        : m_ring(ring),
          m_delays(delays),
          m_place(place)
    {
    }

    std::optional<dht::Time> RoundTripTo(const dht::Endpoint& peer) const override
    {
        const auto other = static_cast<uint32_t>(m_ring.Find(peer));
        return m_delays.Get(m_place, other) + m_delays.Get(other, m_place);
    }

  private:
    const dht::ReadyRing& m_ring;    //!< All peers.
    const dht::PeerDelays& m_delays; //!< By place.
    uint32_t m_place;                //!< Whose.
};

/// A store, and its interface to the peer beneath.
class OverlayStoreNetwork::Node : private dht::OverlayStoreHost
{
  public:
    Node(const OverlayStoreNetwork& network, uint32_t place, Ptr<DhtPeerApplication> peer)
        : m_peer(std::move(peer)),
          m_info(network.m_ring, place),
          m_known(network.m_ring, *network.m_delays, place),
          m_held(dht::StoreLimits{UINT64_C(1) << 30, dht::Time::max()}),
          m_timer([this] { m_store.OnWake(DhtPresent()); }),
          m_store({network.m_options.overlayStore, m_info, *this, m_held, m_random, &m_known})
    {
        const int64_t stream = OVERLAY_STORE_STREAM + STREAMS_PER_PEER * place;
        m_random.SetStream(stream + m_peer->AssignStreams(stream));
        m_peer->SetUpcalls(&m_store);
        m_peer->SetSource(&m_store.Source());
    }

    /// @return The store.
    dht::OverlayStore& GetStore()
    {
        return m_store;
    }

    /// @return The peer beneath.
    const Ptr<DhtPeerApplication>& GetPeer() const
    {
        return m_peer;
    }

  private:
    std::size_t LongestAnswer(const dht::Request& request) const override
    {
        return m_peer->GetPeer()->LongestAnswer(request);
    }

    bool HasRoomToAnswer(const dht::Request& request) const override
    {
        return !m_peer->GetPeer()->GetRelay().FullQueueForAckOf(request);
    }

    void Respond(dht::Time /* now */, const dht::Request& request, dht::Payload answer) override
    {
        m_peer->Respond(request, std::move(answer));
    }

    void Issue(dht::Time /* now */) override
    {
        m_peer->Issue();
    }

    void WakeStoreAt(dht::Time time) override
    {
        m_timer.SetAt(time);
    }

    Ptr<DhtPeerApplication> m_peer; //!< The peer beneath.
    dht::ReadyRingInfo m_info;      //!< What it knows of the ring.
    OverlayKnownDelays m_known;     //!< Who is near.
    DhtStreamRandom m_random;       //!< The store's choices.
    dht::MemoryBlockStore m_held;   //!< What it holds.
    DhtWakeTimer m_timer;           //!< Wakes the store.
    dht::OverlayStore m_store;      //!< The store.
};

OverlayStoreNetwork::OverlayStoreNetwork(const StoreOptions& options)
    : m_options(options),
      m_delays(options.MakePlaces()),
      m_overlay(MakeOverlay(options, *m_delays)),
      m_nodes(static_cast<uint32_t>(options.Nodes())),
      m_network(options.BuildNetwork(m_nodes, m_delays->Hosts())),
      m_endpoints(options.MakeEndpoints(*m_delays, m_network.addresses, OVERLAY_STORE_PORT)),
      m_ring(m_overlay, m_endpoints)
{
    PrepareNodes();
    Install();
}

OverlayStoreNetwork::~OverlayStoreNetwork() = default;

dht::TwoWayOverlay
OverlayStoreNetwork::MakeOverlay(const StoreOptions& options, const dht::PeerDelays& delays)
{
    return dht::TwoWayOverlay(*options.MakeOverlay(delays));
}

void
OverlayStoreNetwork::PrepareNodes()
{
    for (uint32_t node = 0; node < m_nodes.GetN(); ++node)
    {
        if (m_options.peersPerNode > 1)
        {
            KeepOwnPacketsWithin(m_nodes.Get(node), m_network.addresses[node]);
        }
        m_network.devices.Get(node)->TraceConnectWithoutContext(
            "Tx",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet> packet) {
                ++m_sent.messages;
                m_sent.bytes += packet->GetSize();
            }));
    }
}

void
OverlayStoreNetwork::Install()
{
    for (uint32_t place = 0; place < m_options.peers; ++place)
    {
        const Ptr<DhtPeerApplication> peer = MakeCarrier(place);
        m_nodes.Get(m_delays->HostOf(place))->AddApplication(peer);
        m_peers.push_back(std::make_unique<Node>(*this, place, peer));
    }
}

Ptr<DhtPeerApplication>
OverlayStoreNetwork::MakeCarrier(uint32_t place) const
{
    auto peer = CreateObject<DhtPeerApplication>();
    for (const auto& [name, value] : m_options.CarrierAttributes())
    {
        peer->SetAttribute(name, *value);
    }
    peer->SetAttribute("Port", UintegerValue(m_endpoints[place].port));
    peer->SetAttribute("PeersPerAddress", UintegerValue(m_options.peersPerNode));
    peer->SetAttribute("CongestionControl", PointerValue(DhtScheme::Create(m_options.scheme)));
    peer->SetAttribute("Acks", StringValue("Overlay"));
    peer->SetAttribute("RequestLifetime", TimeValue(m_options.requestLifetime));
    const auto peers = static_cast<int64_t>(m_options.peers);
    peer->AssignTransportStream(OVERLAY_STORE_STREAM + STREAMS_PER_PEER * peers + place);
    std::vector<dht::Endpoint> neighbours;
    for (const std::size_t neighbour : m_overlay.Neighbours(place))
    {
        neighbours.push_back(m_endpoints[neighbour]);
    }
    peer->SetOverlay(m_network.addresses[m_delays->HostOf(place)],
                     m_overlay.Peers().Id(place),
                     dht::ReadyPlace(m_overlay, place),
                     std::move(neighbours));
    return peer;
}

uint32_t
OverlayStoreNetwork::Size() const
{
    return static_cast<uint32_t>(m_peers.size());
}

std::vector<uint32_t>
OverlayStoreNetwork::OneOfEachNode() const
{
    return m_options.FirstOfEachNode(*m_delays);
}

void
OverlayStoreNetwork::SetObserver(uint32_t peer, dht::StorageObserver* observer)
{
    m_peers.at(peer)->GetStore().SetObserver(observer);
}

const dht::ReadyRing&
OverlayStoreNetwork::GetRing() const
{
    return m_ring;
}

dht::PeerState
OverlayStoreNetwork::StateOf(uint32_t peer, const dht::StorageCounters& /* counters */)
{
    return RingMonitor::StateOf(*m_peers.at(peer)->GetPeer());
}

std::vector<Ptr<DhtPeerApplication>>
OverlayStoreNetwork::Carriers() const
{
    std::vector<Ptr<DhtPeerApplication>> carriers;
    for (const auto& peer : m_peers)
    {
        carriers.push_back(peer->GetPeer());
    }
    return carriers;
}

void
OverlayStoreNetwork::Prepare(const std::function<void()>& onEnd)
{
    Simulator::Schedule(CONNECTED, onEnd);
}

void
OverlayStoreNetwork::Get(uint32_t peer, const dht::Key& key)
{
    m_peers.at(peer)->GetStore().Get(DhtPresent(), key);
}

void
OverlayStoreNetwork::Put(uint32_t peer, dht::Bytes block)
{
    m_peers.at(peer)->GetStore().Put(DhtPresent(), std::move(block));
}

void
OverlayStoreNetwork::SetUp(uint32_t peer, bool isUp)
{
    if (!isUp)
    {
        m_peers.at(peer)->GetPeer()->Crash();
    }
}

bool
OverlayStoreNetwork::IsUp(uint32_t peer) const
{
    return m_peers.at(peer)->GetPeer()->IsUp();
}

uint64_t
OverlayStoreNetwork::UnderWay()
{
    uint64_t sum = 0;
    for (uint32_t peer = 0; peer < Size(); ++peer)
    {
        sum += m_peers.at(peer)->GetStore().UnderWay();
    }
    return sum;
}

const dht::StorageCounters&
OverlayStoreNetwork::CountersOf(uint32_t peer)
{
    return m_peers.at(peer)->GetStore().Counters();
}

StoreTraffic
OverlayStoreNetwork::Sent() const
{
    return m_sent;
}

std::vector<double>
OverlayStoreNetwork::CoordinateErrors(dht::Random& /* random */)
{
    return {};
}

nlohmann::ordered_json
OverlayStoreNetwork::CountersToJson()
{
    dht::StorageCounters s;
    dht::Counters c;
    dht::TransportCounters transport;
    bool hold = true;
    for (const auto& peer : m_peers)
    {
        s += peer->GetStore().Counters();
        c += peer->GetPeer()->GetCounters();
        transport += peer->GetPeer()->GetTotals().transport;
        hold = hold && peer->GetStore().IdentitiesHold() && peer->GetPeer()->IdentitiesHold();
    }
    if (!hold)
    {
        throw std::runtime_error("the counters of some peer contradict each other");
    }
    nlohmann::ordered_json json{{"gets", s.gets},
                                {"complete", s.complete},
                                {"failed", s.failed},
                                {"puts", s.puts},
                                {"puts_ok", s.putsOk},
                                {"puts_failed", s.putsFailed},
                                {"refused", s.refused},
                                {"useless", s.useless},
                                {"fetches", s.fetches},
                                {"fetches_here", s.fetchesHere},
                                {"stores", s.stores},
                                {"stores_kept", s.storesKept},
                                {"requests",
                                 {{"issued", c.issued},
                                  {"answered", c.answered},
                                  {"given_up", c.givenUp},
                                  {"retransmitted", c.retransmitted},
                                  {"forwarded", c.forwarded},
                                  {"dropped", c.TotalDropped()},
                                  {"redundant_acks", c.redundantAcks},
                                  {"blocked", c.blocked}}},
                                {"identities_hold", hold}};
    if (m_options.IsDtl())
    {
        json["transport"] = dht::TransportToJson(transport);
    }
    return json;
}

} // namespace ns3
