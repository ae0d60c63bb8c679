/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_MEMORY_OVERLAY_STORE_H
#define DHT_CC_TEST_MEMORY_OVERLAY_STORE_H

#include "dht-chord.h"
#include "dht-memory-block-store.h"
#include "dht-overlay-store.h"
#include "dht-ready-ring.h"
#include "dht-two-way-overlay.h"
#include "memory-ring.h"

#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Stores on top of the peers of a ring in memory.
 */

namespace dht
{
namespace test
{

/// What stores on top of a ring are like.
struct OverlayStoreRingOptions
{
    OverlayStoreOptions store{}; ///< Of all peers.
    StoreLimits limits{};        ///< Of each peer's store.
    MemoryNetOptions net{};      ///< Of the ring; answers go through the overlay.
};

/// @param scheme Its name. @return Stores on top of a ring under that scheme.
inline OverlayStoreRingOptions
Under(const std::string& scheme)
{
    OverlayStoreRingOptions options;
    options.net.scheme = scheme;
    options.net.peer.requestLifetime = FromSeconds(5);
    return options;
}

/// A ring whose peers have stores on top.
class OverlayStoreRing : private StorageObserver
{
  public:
    /// @param peers How many. @param options What they are like.
    OverlayStoreRing(std::size_t peers, OverlayStoreRingOptions options)
        : m_overlay(ChordOverlay(HashedRing(peers))),
          m_ready(m_overlay),
          network(Prepared(options.net), m_overlay)
    {
        for (std::size_t peer = 0; peer < peers; ++peer)
        {
            nodes.push_back(std::make_unique<Node>(*this, options, peer));
        }
    }

    /// @param peer The peer's number. @param key A block's. @return How it was fetched.
    FetchReport Get(std::size_t peer, const Key& key)
    {
        fetched.clear();
        nodes[peer]->store.Get(network.Now(), key);
        Run();
        return fetched.empty() ? FetchReport() : fetched.front();
    }

    /// @param peer The peer's number. @param block A block. @return How it was stored.
    PutReport Put(std::size_t peer, const Bytes& block)
    {
        put.clear();
        nodes[peer]->store.Put(network.Now(), block);
        Run();
        return put.empty() ? PutReport() : put.front();
    }

    /// Let all that is under way end.
    void Run()
    {
        network.RunUntil(network.Now() + FromSeconds(30));
    }

    /// @param key A key. @return Who is responsible for it.
    std::size_t Responsible(const Key& key) const
    {
        return m_overlay.Responsible(key);
    }

    /// @return The sum of what all have counted.
    StorageCounters Totals() const
    {
        StorageCounters totals;
        for (const auto& node : nodes)
        {
            totals += node->store.Counters();
        }
        return totals;
    }

    /// @return Whether the identities of all counters hold.
    bool IdentitiesHold() const
    {
        bool hold = network.Violations() == 0;
        for (const auto& node : nodes)
        {
            hold = hold && node->store.IdentitiesHold();
        }
        return hold;
    }

    /// @return Gets, puts and questions that have not ended, of all.
    std::size_t UnderWay() const
    {
        std::size_t sum = 0;
        for (const auto& node : nodes)
        {
            sum += node->store.UnderWay() + node->store.Questions();
        }
        return sum;
    }

    std::vector<FetchReport> fetched; ///< Gets that have ended.
    std::vector<PutReport> put;       ///< Puts that have ended.

  private:
    /// @param options Of a ring. @return The same, for peers whose requests are their stores'.
    static MemoryNetOptions Prepared(MemoryNetOptions options)
    {
        options.routedAcks = true;
        options.workload.requests = 0;
        return options;
    }

    /// A store, and its interface to the peer beneath.
    struct Node : public OverlayStoreHost
    {
        Node(OverlayStoreRing& ring, const OverlayStoreRingOptions& options, std::size_t peer)
            : m_ring(ring),
              m_peer(peer),
              m_random(options.net.seed, 1000 + peer),
              m_info(ring.m_ready, peer),
              m_timer({[&ring] { return ring.network.Now(); },
                       [&ring](Time time, std::function<void()> action) {
                           ring.network.Events().At(time, std::move(action));
                       }},
                      [this](Time now) { store.OnWake(now); }),
              held(options.limits),
              store({options.store, m_info, *this, held, m_random})
        {
            store.SetObserver(&ring);
            CallPeer([this](Time /* now */, Peer& p) { p.SetApplication(&store); });
        }

        std::size_t LongestAnswer(const Request& request) const override
        {
            return m_ring.network.At(m_peer).GetPeer().LongestAnswer(request);
        }

        bool HasRoomToAnswer(const Request& request) const override
        {
            const Peer& own = m_ring.network.At(m_peer).GetPeer();
            return !own.GetRelay().FullQueueForAckOf(request);
        }

        void Respond(Time now, const Request& request, Payload answer) override
        {
            CallPeer([&](Time, Peer& p) { p.Respond(now, request, std::move(answer)); });
        }

        void Issue(Time now) override
        {
            CallPeer([&](Time, Peer& p) { p.Start(now, store.Source()); });
        }

        void WakeStoreAt(Time time) override
        {
            m_timer.Set(time);
        }

      private:
        /// @param call What to call the peer beneath with, if it is there.
        void CallPeer(const std::function<void(Time, Peer&)>& call)
        {
            if (m_ring.network.IsThere(m_peer))
            {
                m_ring.network.At(m_peer).Call(call);
            }
        }

        OverlayStoreRing& m_ring;
        std::size_t m_peer;
        MersenneRandom m_random;
        ReadyRingInfo m_info;
        MemoryTimer m_timer;

      public:
        MemoryBlockStore held; ///< What it holds.
        OverlayStore store;    ///< The store.
    };

    void OnFetched(Time /* now */, const FetchReport& report) override
    {
        fetched.push_back(report);
    }

    void OnPut(Time /* now */, const PutReport& report) override
    {
        put.push_back(report);
    }

    TwoWayOverlay m_overlay;
    ReadyRing m_ready;

  public:
    MemoryNet network;                        ///< The ring beneath.
    std::vector<std::unique_ptr<Node>> nodes; ///< The stores.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_MEMORY_OVERLAY_STORE_H
