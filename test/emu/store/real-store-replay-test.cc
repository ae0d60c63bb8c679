/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bare-storage.h"
#include "datagram-port.h"
#include "dht-endpoint-name.h"
#include "dht-node.h"
#include "dht-overlay-registry.h"
#include "dht-ready-ring.h"
#include "dht-scheme-registry.h"
#include "idle-host.h"
#include "peer-clock.h"
#include "peer-disk.h"
#include "peer-endpoint.h"
#include "peer-process.h"
#include "split-mix-random.h"
#include "stored-files.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

/// What the store of a real peer does, with sockets, clock and file, it does again with none of
/// these.

namespace dht
{
namespace
{

/// Nodes with what real peers run them on, that know their ring from the start.
class RealStores
{
  public:
    /// How many there are.
    static constexpr std::size_t kSize = 20;

    RealStores()
    {
        std::vector<std::pair<Key, Endpoint>> members;
        std::vector<boost::asio::ip::udp::socket> sockets;
        for (std::size_t i = 0; i < kSize; ++i)
        {
            const auto address = boost::asio::ip::make_address("127.0.3." + std::to_string(i + 1));
            boost::asio::ip::udp::socket socket(m_context, {address, 0});
            const Endpoint endpoint =
                EndpointOf(socket.local_endpoint().address(), socket.local_endpoint().port());
            members.emplace_back(IdOf(endpoint), endpoint);
            sockets.push_back(std::move(socket));
        }
        std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) {
            return a.first < b.first;
        });
        std::vector<Key> ids;
        std::vector<Endpoint> endpoints;
        for (const auto& [id, endpoint] : members)
        {
            ids.push_back(id);
            endpoints.push_back(endpoint);
        }
        SplitMixRandom unused(1, 0);
        m_overlay = OverlayRegistry::Get().Find("chord").make(Ring(ids), {unused, nullptr, 1});
        ring = std::make_unique<ReadyRing>(*m_overlay, endpoints);
        for (auto& socket : sockets)
        {
            const std::size_t place = ring->Find(
                EndpointOf(socket.local_endpoint().address(), socket.local_endpoint().port()));
            m_peers.push_back(std::make_unique<Peer>(*this, place, std::move(socket)));
        }
        m_thread = std::thread([this] { m_context.run(); });
    }

    ~RealStores()
    {
        Stop();
    }

    /// Do nothing more.
    void Stop()
    {
        if (m_thread.joinable())
        {
            m_context.stop();
            m_thread.join();
        }
    }

    /// @param place A peer. @return Where it is.
    std::string Name(std::size_t place) const
    {
        return NameOf(ring->At(place));
    }

    /// @param place A peer. @return What went into it and came out. Stop() before.
    const test::StorageTrace& TraceOf(std::size_t place) const
    {
        const auto found = std::find_if(m_peers.begin(), m_peers.end(), [&](const auto& peer) {
            return peer->Place() == place;
        });
        return (*found)->Trace();
    }

    std::unique_ptr<ReadyRing> ring; ///< The ring.

  private:
    /// A peer, which writes down what its store gets and sends.
    class Peer : private test::IdleHost
    {
      public:
        /// @param all The ring. @param place Its place there. @param socket Its socket.
        Peer(RealStores& all, std::size_t place, boost::asio::ip::udp::socket socket)
            : m_clock(all.m_clock),
              m_place(place),
              m_random(place, 1),
              m_others(place, 2),
              m_datagrams(std::move(socket),
                          kLongestStoreDatagram,
                          65536,
                          {[this](Datagram&& datagram, const Endpoint& from) {
                               Receive(std::move(datagram), from);
                           },
                           [](const OtherVersion&, const Endpoint&) {},
                           [] {}}),
              m_disk(all.m_context, all.m_clock, OptionsIn(m_scratch.Path("store"))),
              m_ring(*all.ring, place),
              m_node({},
                     ReadyPlace(*all.m_overlay, place),
                     MakeScheme("none", {}),
                     Behaviour::kHonest,
                     *this,
                     m_others),
              m_wake(all.m_context, all.m_clock, [this] { Wake(); })
        {
            NodeStore store = m_disk.MakeStore(m_random, nullptr);
            store.ring = &m_ring;
            m_origin = store.origin;
            m_node.Keep(store);
            m_wake.SetAt(m_clock.Now());
            m_datagrams.Open();
        }

        /// @return Its place.
        std::size_t Place() const
        {
            return m_place;
        }

        /// @return What its store has got and sent.
        const test::StorageTrace& Trace() const
        {
            return m_tap.trace;
        }

      private:
        static PeerStoreOptions OptionsIn(const std::string& directory)
        {
            PeerStoreOptions options;
            options.directory = directory;
            return options;
        }

        void Receive(Datagram&& datagram, const Endpoint& from)
        {
            const Time now = m_clock.Now();
            if (const auto* const message = std::get_if<StorageMessage>(&datagram))
            {
                m_tap.OnMessage(now + m_origin, from, *message);
            }
            m_node.OnDatagram(now, from, std::move(datagram));
        }

        void Wake()
        {
            const Time now = m_clock.Now();
            m_tap.OnWake(now + m_origin);
            m_node.OnStorageWake(now);
        }

        void SendDatagram(const Endpoint& to, const Datagram& datagram) override
        {
            m_tap.OnSent(to, std::get<StorageMessage>(datagram));
            m_datagrams.Send(to, datagram);
        }

        void WakeStorageAt(Time time) override
        {
            m_wake.SetAt(time);
        }

        ScratchDirectory m_scratch; ///< For its file.
        const PeerClock& m_clock;   ///< The clock.
        std::size_t m_place;        ///< Which it is.
        test::TraceTap m_tap;       ///< What it does.
        Time m_origin{0};           ///< What its disk's clock says when the clock says 0.
        SplitMixRandom m_random;    ///< For ids and secrets of the store.
        SplitMixRandom m_others;    ///< For those of the peer.
        DatagramPort m_datagrams;   ///< The way out and back.
        PeerDisk m_disk;            ///< Where it keeps fragments.
        ReadyRingInfo m_ring;       ///< Where its store finds its peers.
        Node m_node;                ///< What is tested.
        WakeTimer m_wake;           ///< Of the store.
    };

    boost::asio::io_context m_context{1};       ///< The event loop.
    PeerClock m_clock;                          ///< The clock.
    std::unique_ptr<const Overlay> m_overlay;   ///< Who knows whom.
    std::vector<std::unique_ptr<Peer>> m_peers; ///< All peers.
    std::thread m_thread;                       ///< Runs them.
};

TEST(RealStoreReplayTest, TheBarePeerSendsTheSameBytesAtTheSameTimes)
{
    RealStores stores;
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 300'000, 51);
    const std::string key = Put(file, stores.Name(0));
    ExpectGot(key, stores.Name(7), file);
    ExpectGot(key, stores.Name(13), file);
    stores.Stop();
    for (const std::size_t place : {0, 7, 12})
    {
        const test::StorageTrace& trace = stores.TraceOf(place);
        EXPECT_GT(trace.sent.size(), 20U);
        EXPECT_GT(trace.calls.size(), 20U);
        ReadyRingInfo info(*stores.ring, place);
        SplitMixRandom random(place, 1);
        test::BareStorage::Plan plan{info, random};
        plan.wantsTokens = true;
        ns3::ExpectTheSame("peer " + std::to_string(place),
                           test::BareStorage(plan).Replay(trace, kNever),
                           trace.sent);
    }
}

} // namespace
} // namespace dht
