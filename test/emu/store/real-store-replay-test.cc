/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bare-storage.h"
#include "datagram-port.h"
#include "dht-endpoint-name.h"
#include "dht-overlay.h"
#include "dht-ready-ring.h"
#include "peer-clock.h"
#include "peer-endpoint.h"
#include "peer-process.h"
#include "peer-storage.h"
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

/// The storages of real peers that know their ring from the start.
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
        m_overlay = FindOverlayKind("chord").make(Ring(ids), {unused, nullptr, 1});
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
            return peer->place == place;
        });
        return (*found)->tap.trace;
    }

    std::unique_ptr<ReadyRing> ring; ///< The ring.

  private:
    /// A peer.
    struct Peer
    {
        /// @param all The ring. @param place Its place there. @param socket Its socket.
        Peer(RealStores& all, std::size_t place, boost::asio::ip::udp::socket socket)
            : place(place),
              random(place, 1),
              datagrams(std::move(socket),
                        kLongestStoreDatagram,
                        65536,
                        {[this](Datagram&& datagram, const Endpoint& from) {
                             if (const auto* const message = std::get_if<StorageMessage>(&datagram))
                             {
                                 storage->OnMessage(from, *message);
                             }
                         },
                         [](const OtherVersion&, const Endpoint&) {},
                         [] {}})
        {
            PeerStoreOptions options;
            options.directory = scratch.Path("store");
            storage =
                std::make_unique<PeerStorage>(all.m_context,
                                              all.m_clock,
                                              datagrams,
                                              std::make_unique<ReadyRingInfo>(*all.ring, place),
                                              options,
                                              random);
            storage->SetTap(&tap);
            datagrams.Open();
        }

        ScratchDirectory scratch;             ///< For its file.
        std::size_t place;                    ///< Which it is.
        test::TraceTap tap;                   ///< What it does.
        SplitMixRandom random;                ///< For ids and secrets.
        DatagramPort datagrams;               ///< The way out and back.
        std::unique_ptr<PeerStorage> storage; ///< What is tested.
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
