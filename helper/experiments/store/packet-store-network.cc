/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-store-network.h"

#include "dht-present-time.h"
#include "dht-repair-link-summary.h"
#include "dht-store-helper.h"
#include "dht-store-links.h"
#include "store-options.h"
#include "store-parameters.h"

#include "ns3/double.h"
#include "ns3/simulator.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

/// The first random stream of peers.
constexpr int64_t STORE_PEER_STREAM = 1000;
/// When all peers have started.
const Time STORE_START = MilliSeconds(1);

} // namespace

PacketStoreNetwork::PacketStoreNetwork(const StoreOptions& options)
    : DatagramStoreNetwork(options),
      m_delays(options.MakePlaces()),
      m_nodes(static_cast<uint32_t>(options.Nodes())),
      m_network(options.BuildNetwork(m_nodes, m_delays->Hosts())),
      m_ring(MakeRing())
{
    NodeContainer nodeOf;
    for (uint32_t peer = 0; peer < options.peers; ++peer)
    {
        nodeOf.Add(m_nodes.Get(m_delays->HostOf(peer)));
    }
    DhtStoreHelper helper;
    for (const auto& [name, value] : StoreParameterAttributes(options))
    {
        helper.SetAttribute(name, *value);
    }
    const ApplicationContainer peers = helper.Install(nodeOf, m_ring);
    DhtStoreHelper::AssignStreams(peers, STORE_PEER_STREAM);
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        m_peers.push_back(DynamicCast<DhtStoreApplication>(*peer));
    }
}

std::shared_ptr<DhtStoreRing>
PacketStoreNetwork::MakeRing() const
{
    return std::make_shared<DhtStoreRing>(
        m_options.MakeOverlay(*m_delays),
        m_options.MakeEndpoints(*m_delays, m_network.addresses, DhtStoreHelper::FIRST_PORT),
        m_options.IsExact() ? m_delays : nullptr);
}

uint32_t
PacketStoreNetwork::Size() const
{
    return static_cast<uint32_t>(m_peers.size());
}

std::vector<uint32_t>
PacketStoreNetwork::OneOfEachNode() const
{
    return m_options.FirstOfEachNode(*m_delays);
}

void
PacketStoreNetwork::SetObserver(uint32_t peer, dht::StorageObserver* observer)
{
    m_peers.at(peer)->TraceConnectWithoutContext(
        "Fetched",
        Callback<void, const dht::FetchReport&>([observer](const dht::FetchReport& report) {
            observer->OnFetched(DhtPresent(), report);
        }));
    m_peers.at(peer)->TraceConnectWithoutContext(
        "Stored",
        Callback<void, const dht::PutReport&>(
            [observer](const dht::PutReport& report) { observer->OnPut(DhtPresent(), report); }));
}

const dht::ReadyRing&
PacketStoreNetwork::GetRing() const
{
    return m_ring->Get();
}

const dht::StorageCounters&
PacketStoreNetwork::CountersOf(uint32_t peer)
{
    static const dht::StorageCounters none;
    return m_peers.at(peer)->HasStarted() ? DatagramStoreNetwork::CountersOf(peer) : none;
}

dht::PeerState
PacketStoreNetwork::StateOf(uint32_t peer, const dht::StorageCounters& counters)
{
    dht::PeerState absent;
    absent.presence = dht::Presence::kAway;
    return m_peers.at(peer)->HasStarted() ? DatagramStoreNetwork::StateOf(peer, counters) : absent;
}

void
PacketStoreNetwork::Prepare(const std::function<void()>& onEnd)
{
    Simulator::Schedule(STORE_START, [this, onEnd] { DatagramStoreNetwork::Prepare(onEnd); });
}

void
PacketStoreNetwork::SetUp(uint32_t peer, bool isUp)
{
    m_peers.at(peer)->SetUp(isUp);
}

void
PacketStoreNetwork::SetPresent(const std::vector<uint32_t>& peers)
{
    m_ring->SetPresent(peers);
}

const dht::BlockStore&
PacketStoreNetwork::KeptOf(uint32_t peer) const
{
    return m_peers.at(peer)->GetKept();
}

bool
PacketStoreNetwork::IsUp(uint32_t peer) const
{
    return m_peers.at(peer)->IsUp();
}

StoreTraffic
PacketStoreNetwork::Sent() const
{
    StoreTraffic all;
    for (const auto& peer : m_peers)
    {
        all.messages += peer->GetSent().datagrams;
        all.bytes += peer->GetSent().bytes;
    }
    return all;
}

nlohmann::ordered_json
PacketStoreNetwork::CountersToJson()
{
    auto json = DatagramStoreNetwork::CountersToJson();
    const auto dropped = [this](AccessNetDevice::DropReason reason) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
        {
            sum += DynamicCast<AccessNetDevice>(m_network.devices.Get(i))->GetDropped(reason);
        }
        return sum;
    };
    json["packets_dropped"] = {{"uplink_full", dropped(AccessNetDevice::UPLINK_FULL)},
                               {"lost", dropped(AccessNetDevice::LOST)},
                               {"downlink_full", dropped(AccessNetDevice::DOWNLINK_FULL)}};
    if (m_options.RepairsOverLinks())
    {
        json["repair_links"] = RepairLinksToJson();
    }
    return json;
}

nlohmann::ordered_json
PacketStoreNetwork::RepairLinksToJson() const
{
    dht::RepairLinkCounts sum;
    std::size_t present = 0;
    for (const auto& peer : m_peers)
    {
        auto counts = dht::RepairLinkCounts::Of(DhtPresent(),
                                                peer->GetLinks()->Streams(),
                                                peer->GetStorage());
        counts.raised = peer->IsUp() ? counts.raised : dht::Time(0);
        present += peer->IsUp() ? 1 : 0;
        sum += counts;
    }
    if (!sum.identitiesHold)
    {
        throw std::runtime_error("the counters of some peer's links contradict each other");
    }
    return dht::RepairLinksToJson(sum, present);
}

dht::Storage&
PacketStoreNetwork::StorageOf(uint32_t peer)
{
    return m_peers.at(peer)->GetStorage();
}

const dht::PeerDelays&
PacketStoreNetwork::GetDelays() const
{
    return *m_delays;
}

void
PacketStoreNetwork::SetOverlay(std::unique_ptr<const dht::Overlay> overlay)
{
    m_ring->SetOverlay(std::move(overlay));
}

} // namespace ns3
