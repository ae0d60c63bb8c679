/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-network-helper.h"
#include "bare-storage.h"
#include "datagram-tap.h"
#include "dht-datagram.h"
#include "dht-endpoint-name.h"
#include "dht-key.h"
#include "dht-overlay-registry.h"
#include "dht-present-time.h"
#include "dht-storage.h"
#include "dht-store-helper.h"
#include "dht-stream-random.h"
#include "random-block.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

/// What a store peer does as an application of ns-3 it does again without ns-3's network and clock.

namespace ns3
{
namespace
{

/// A ring of stores over access links that lose packets; one peer is watched.
class WatchedStoreRing
{
  public:
    /// The stream of random numbers of the first peer.
    static constexpr int64_t FIRST_STREAM = 100;
    /// How many peers there are.
    static constexpr uint32_t SIZE = 16;

    /// @param watched Whose trace is taken.
    explicit WatchedStoreRing(uint32_t watched)
    {
        m_nodes.Create(SIZE);
        AccessNetworkHelper network;
        network.SetConstantDelay(MilliSeconds(37));
        network.SetLoss(0.02);
        network.AssignStreams(10);
        const auto addresses = network.Install(m_nodes).addresses;
        std::vector<std::pair<dht::Key, dht::Endpoint>> members;
        for (const Ipv4Address& address : addresses)
        {
            const auto endpoint = dht::Endpoint::Ipv4(address.Get(), DhtStoreHelper::FIRST_PORT);
            members.emplace_back(dht::IdOf(endpoint), endpoint);
        }
        NodeContainer byPlace = MakeRing(std::move(members), addresses);
        DhtStoreHelper store;
        m_peers = store.Install(byPlace, ring);
        DhtStoreHelper::AssignStreams(m_peers, FIRST_STREAM);
        m_tap.emplace(byPlace.Get(watched),
                      [this](const TappedDatagram& datagram) { OnReceived(datagram); });
        m_watched = watched;
    }

    ~WatchedStoreRing()
    {
        Simulator::Destroy();
    }

    /// Everybody puts a block, and the peer that is watched gets them all. @return Its trace.
    dht::test::StorageTrace Run()
    {
        for (uint32_t i = 0; i < SIZE; ++i)
        {
            const dht::Bytes block = dht::test::RandomBlock(7000 + i, i);
            Call(i, MilliSeconds(1000 + 130 * i), [block](dht::Time now, dht::Storage& storage) {
                storage.Put(now, block);
            });
            const dht::Key key = dht::BlockKey(block);
            Call(m_watched, MilliSeconds(9000 + 70 * i), [key](dht::Time now, auto& storage) {
                storage.Get(now, key);
            });
        }
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        return {m_calls, m_tap->sent};
    }

    std::shared_ptr<const DhtStoreRing> ring; ///< The ring.

  private:
    /// Make the ring. @param members All peers. @param addresses Of the nodes. @return The nodes,
    /// by place in the ring.
    NodeContainer MakeRing(std::vector<std::pair<dht::Key, dht::Endpoint>> members,
                           const std::vector<Ipv4Address>& addresses)
    {
        std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) {
            return a.first < b.first;
        });
        std::vector<dht::Key> ids;
        std::vector<dht::Endpoint> endpoints;
        NodeContainer byPlace;
        for (const auto& [id, endpoint] : members)
        {
            ids.push_back(id);
            endpoints.push_back(endpoint);
            const auto at =
                std::find(addresses.begin(), addresses.end(), Ipv4Address(endpoint.Ipv4Address()));
            byPlace.Add(m_nodes.Get(static_cast<uint32_t>(at - addresses.begin())));
        }
        DhtStreamRandom unused;
        ring = std::make_shared<DhtStoreRing>(
            dht::OverlayRegistry::Get().Find("chord").make(dht::Ring(ids), {unused}),
            endpoints,
            nullptr);
        return byPlace;
    }

    /// @param peer The peer's number. @param at The instant of the call. @param enter What is
    /// called.
    void Call(uint32_t peer, Time at, std::function<void(dht::Time, dht::Storage&)> enter)
    {
        Simulator::Schedule(at, [this, peer, enter] {
            const dht::Time now = DhtPresent();
            if (peer == m_watched)
            {
                m_calls.push_back({now, [now, enter](auto& storage) { enter(now, storage); }});
            }
            enter(now, DynamicCast<DhtStoreApplication>(m_peers.Get(peer))->GetStorage());
        });
    }

    void OnReceived(const TappedDatagram& received)
    {
        const auto& [now, address, port, bytes] = received;
        dht::Datagram datagram;
        ASSERT_EQ(dht::DecodeDatagram(bytes.data(), bytes.size(), datagram), dht::WireError::kNone);
        const auto message = std::get<dht::StorageMessage>(datagram);
        const auto enter = [now = now, from = dht::Endpoint::Ipv4(address, port), message](
                               dht::Storage& storage) { storage.OnMessage(now, from, message); };
        m_calls.push_back({now, enter});
    }

    NodeContainer m_nodes;
    ApplicationContainer m_peers;
    uint32_t m_watched{0};
    std::optional<DatagramTap> m_tap;
    std::vector<dht::test::StorageTrace::Call> m_calls;
};

/// @param ring The ring. @param place A peer of it. @param trace What went in. @return What the
/// bare protocol makes of that.
std::vector<TappedDatagram>
Replayed(const DhtStoreRing& ring, uint32_t place, const dht::test::StorageTrace& trace)
{
    dht::ReadyRingInfo info(ring.Get(), place);
    DhtStreamRandom random;
    random.SetStream(WatchedStoreRing::FIRST_STREAM + place);
    dht::test::BareStorage::Plan plan{info, random};
    plan.isWokenByTrace = false;
    // the application's one addition: what is for its own host takes time
    plan.toItsHost = ToDhtTime(DhtStoreApplication::LoopbackDelay());
    return dht::test::BareStorage(plan).Replay(trace, dht::FromSeconds(30));
}

TEST(StoreReplayTest, TheBarePeerSendsTheSameBytesAtTheSameTimes)
{
    for (const uint32_t place : {0U, 7U})
    {
        WatchedStoreRing watched(place);
        const dht::test::StorageTrace trace = watched.Run();
        EXPECT_GT(trace.sent.size(), 100U);
        EXPECT_GT(trace.calls.size(), 100U);
        ExpectTheSame("peer " + std::to_string(place),
                      Replayed(*watched.ring, place, trace),
                      trace.sent);
    }
}

} // namespace
} // namespace ns3
