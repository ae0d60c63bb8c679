/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-network-helper.h"
#include "datagram-tap.h"
#include "dht-datagram.h"
#include "dht-endpoint-name.h"
#include "dht-key.h"
#include "dht-memory-block-store.h"
#include "dht-overlay.h"
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

/// What went into a peer, in order, and what came out.
struct StoreTrace
{
    /// At this time, this was called.
    struct Call
    {
        dht::Time time;                           ///< The present, as the call says.
        std::function<void(dht::Storage&)> enter; ///< Calls an entry point.
    };

    std::vector<Call> calls;          ///< All but wakes, which the peer asks for itself.
    std::vector<TappedDatagram> sent; ///< What came out.
};

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
    StoreTrace Run()
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
            dht::FindOverlayKind("chord").make(dht::Ring(ids), {unused}),
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
    std::vector<StoreTrace::Call> m_calls;
};

/// The bare protocol, and no more of a host than it needs.
class BareStore : private dht::StorageHost
{
  public:
    /// @param ring The ring. @param place The peer's.
    BareStore(const DhtStoreRing& ring, uint32_t place)
        : m_self(ring.Get().At(place)),
          m_info(ring.Get(), place),
          m_store({uint64_t{1} << 30, dht::StorageOptions{}.lifetime}),
          m_storage({{}, {}, {}, m_info, *this, m_store, m_random})
    {
        m_random.SetStream(WatchedStoreRing::FIRST_STREAM + place);
    }

    /// Do what was done, and wake it when it wants to. @param trace What went in. @return What came
    /// out.
    std::vector<TappedDatagram> Replay(const StoreTrace& trace)
    {
        Wake(dht::Time(0));
        for (const StoreTrace::Call& call : trace.calls)
        {
            WakeUntil(call.time);
            m_now = call.time;
            call.enter(m_storage);
        }
        WakeUntil(dht::FromSeconds(30));
        std::stable_sort(m_sent.begin(), m_sent.end(), [](const auto& a, const auto& b) {
            return std::get<dht::Time>(a) < std::get<dht::Time>(b);
        });
        return m_sent;
    }

  private:
    void WakeUntil(dht::Time time)
    {
        while (m_wakeAt < time)
        {
            Wake(std::max(m_wakeAt, m_now));
        }
    }

    void Wake(dht::Time time)
    {
        m_now = time;
        m_wakeAt = dht::kNever;
        m_storage.OnWake(time);
    }

    void SendStorage(const dht::Endpoint& to, const dht::StorageMessage& message) override
    {
        // the application's one addition: what is for its own host takes time
        const bool isHere = to.Ipv4Address() == m_self.Ipv4Address();
        const dht::Time delay =
            isHere ? ToDhtTime(DhtStoreApplication::LoopbackDelay()) : dht::Time(0);
        m_sent.emplace_back(m_now + delay,
                            to.Ipv4Address(),
                            to.port,
                            dht::EncodeDatagram(dht::Datagram(message)));
    }

    void WakeStorageAt(dht::Time time) override
    {
        m_wakeAt = time;
    }

    dht::Endpoint m_self;
    dht::ReadyRingInfo m_info;
    dht::MemoryBlockStore m_store;
    DhtStreamRandom m_random;
    dht::Time m_now{0};
    dht::Time m_wakeAt{dht::kNever};
    std::vector<TappedDatagram> m_sent;
    dht::Storage m_storage;
};

TEST(StoreReplayTest, TheBarePeerSendsTheSameBytesAtTheSameTimes)
{
    for (const uint32_t place : {0U, 7U})
    {
        WatchedStoreRing watched(place);
        const StoreTrace trace = watched.Run();
        EXPECT_GT(trace.sent.size(), 100U);
        EXPECT_GT(trace.calls.size(), 100U);
        ExpectTheSame("peer " + std::to_string(place),
                      BareStore(*watched.ring, place).Replay(trace),
                      trace.sent);
    }
}

} // namespace
} // namespace ns3
