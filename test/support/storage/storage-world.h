/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_STORAGE_WORLD_H
#define DHT_CC_TEST_STORAGE_WORLD_H

#include "decaying-block-store.h"
#include "dht-ready-ring.h"
#include "dht-storage-format.h"
#include "dht-storage.h"
#include "memory-ring.h"
#include "plane-delays.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Stores of a whole ring in memory.
 */

namespace dht
{
namespace test
{

/// What the peers of a storage world are like.
struct StorageWorldOptions
{
    StorageOptions storage{};          ///< Of all peers.
    RpcOptions rpcs{};                 ///< Of all peers.
    StoreLimits limits{};              ///< Of each peer's store.
    std::string overlay{"chord"};      ///< Who knows whom.
    std::size_t pnsCandidates{16};     ///< With chord-pns.
    double loss{0};                    ///< Share of the datagrams that is lost.
    bool isExact{true};                ///< Whether peers know all round-trip times.
    bool hasLinks{false};              ///< Whether links carry what repair moves.
    std::vector<Endpoint> endpoints{}; ///< Of peers, by place; none: each is a host of its own.
    std::uint64_t seed{1};             ///< Of everything.
};

/// A ready-made ring whose peers have stores, and a network with delays that loses some datagrams.
class StorageWorld
{
  public:
    /// A datagram.
    struct Sent
    {
        std::size_t from;       ///< The sender's number.
        std::size_t to;         ///< The receiver's number.
        StorageMessage message; ///< The message.
    };

    /// @param ring All peers. @param options What they are like.
    StorageWorld(Ring ring, const StorageWorldOptions& options)
        : m_options(options),
          m_random(options.seed),
          m_overlay(FindOverlayKind(options.overlay)
                        .make(std::move(ring), {m_random, &delays, options.pnsCandidates})),
          m_ring(options.endpoints.empty() ? ReadyRing(*m_overlay)
                                           : ReadyRing(*m_overlay, options.endpoints))
    {
        for (std::size_t place = 0; place < Size(); ++place)
        {
            m_nodes.push_back(std::make_unique<Node>(*this, place));
        }
    }

    /// @return How many peers there are.
    std::size_t Size() const
    {
        return m_overlay->Peers().Size();
    }

    /// @return All peers.
    const Ring& Peers() const
    {
        return m_overlay->Peers();
    }

    /// @return The present.
    Time Now() const
    {
        return m_events.Now();
    }

    /// @param place A peer. @return Its storage.
    Storage& At(std::size_t place)
    {
        return m_nodes.at(place)->storage;
    }

    /// @param place A peer. @return Its endpoint.
    const Endpoint& EndpointAt(std::size_t place) const
    {
        return m_ring.At(place);
    }

    /// @param place A peer. @return What it holds.
    DecayingBlockStore& StoreOf(std::size_t place)
    {
        return m_nodes.at(place)->store;
    }

    /// @param key A key. @param count How many. @return The peers that follow it, clockwise.
    std::vector<std::size_t> HoldersOf(const Key& key, std::size_t count) const
    {
        std::vector<std::size_t> places;
        for (std::size_t i = 1; i <= count; ++i)
        {
            places.push_back((Peers().LastUpTo(key) + i) % Size());
        }
        return places;
    }

    /// Fetch a block, and wait for what comes of it. @param place The peer's place on the ring.
    /// @param key Its key. @return The report.
    FetchReport Get(std::size_t place, const Key& key)
    {
        Node& node = *m_nodes.at(place);
        node.fetched.reset();
        node.storage.Get(Now(), key);
        RunWhile([&] { return !node.fetched; });
        return node.fetched.value();
    }

    /// Ask all who should hold a block, and wait for what they have. @param place Who asks. @param
    /// key Its key. @return The report.
    FetchReport Check(std::size_t place, const Key& key)
    {
        Node& node = *m_nodes.at(place);
        node.fetched.reset();
        node.storage.Check(Now(), key);
        RunWhile([&] { return !node.fetched; });
        return node.fetched.value();
    }

    /// Likewise of those who are said to hold it. @param place Who asks. @param key Its key. @param
    /// holders Who is said to. @return The report.
    FetchReport CheckOf(std::size_t place, const Key& key, const std::vector<Endpoint>& holders)
    {
        Node& node = *m_nodes.at(place);
        node.fetched.reset();
        node.storage.Check(Now(), key, holders);
        RunWhile([&] { return !node.fetched; });
        return node.fetched.value();
    }

    /// Store a block, and wait for what comes of it. @param place The peer's place on the ring.
    /// @param block The block. @return The report.
    PutReport Put(std::size_t place, const Bytes& block)
    {
        Node& node = *m_nodes.at(place);
        node.put.reset();
        node.storage.Put(Now(), block);
        RunWhile([&] { return !node.put; });
        return node.put.value();
    }

    /// Let a block be kept, and wait for what comes of it. @param place Who asks. @param block The
    /// block. @return The report.
    PutReport Renew(std::size_t place, const Bytes& block)
    {
        Node& node = *m_nodes.at(place);
        node.put.reset();
        node.storage.Renew(Now(), block);
        RunWhile([&] { return !node.put; });
        return node.put.value();
    }

    /// Peers have left, and everybody knows. @param places Those that are there, in rising order.
    void SetPresent(ReadyRing::Places places)
    {
        m_ring.SetPresent(std::move(places));
    }

    /// Do what happens in some time. @param time How much.
    void Run(Time time)
    {
        m_events.RunUntil(Now() + time);
    }

    /// @return What all peers have counted.
    StorageCounters Totals() const
    {
        StorageCounters totals;
        for (const auto& node : m_nodes)
        {
            totals += node->storage.Counters();
        }
        return totals;
    }

    /// @return Whether the identities of all peers' counters hold.
    bool IdentitiesHold() const
    {
        return std::all_of(m_nodes.begin(), m_nodes.end(), [](const auto& node) {
            return node->storage.IdentitiesHold();
        });
    }

    /// Send a datagram, in somebody's name. @param from The named sender. @param to The receiver's
    /// place.
    /// @param message The message.
    void Send(std::size_t from, std::size_t to, StorageMessage message)
    {
        if (change)
        {
            change(from, to, message);
        }
        if (m_random.Uniform() < m_options.loss)
        {
            return;
        }
        const Time travel =
            delays.Get(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to));
        // what is sent has to be what is understood
        std::vector<std::uint8_t> frame(FrameSize(message));
        Encode(message, frame.data());
        m_events.At(Now() + travel, [this, from, to, frame] {
            StorageMessage arrived;
            if (dead.count(to) == 0 && dead.count(from) == 0 &&
                Decode(frame.data(), frame.size(), arrived) == WireError::kNone)
            {
                sent.push_back({from, to, arrived});
                m_nodes[to]->storage.OnMessage(Now(), m_ring.At(from), arrived);
            }
            else
            {
                ++undelivered;
            }
        });
    }

    /// Send a message over a link, which loses nothing, and is lost to who is dead. @param from The
    /// sender. @param to The receiver's place. @param message The message.
    void SendOverLink(std::size_t from, std::size_t to, const StorageMessage& message)
    {
        m_events.At(Now() + linkDelay, [this, from, to, message] {
            if (dead.count(to) == 0 && dead.count(from) == 0)
            {
                overLinks.push_back({from, to, message});
                m_nodes[to]->storage.OnMessage(Now(),
                                               m_ring.At(from),
                                               message,
                                               StorageCarrier::kLink);
            }
            else if (dead.count(from) == 0)
            {
                m_nodes[from]->storage.OnLinkSilent(Now(), m_ring.At(to));
            }
        });
    }

    /// @param place A peer. @return What it has said to be the fewest fragments of a block, in
    /// turn.
    const std::vector<std::optional<std::size_t>>& FewestOf(std::size_t place) const
    {
        return m_nodes.at(place)->fewest;
    }

    PlaneDelays delays{};                    ///< Between peers.
    Time linkDelay{std::chrono::seconds(2)}; ///< What a message takes over a link.
    std::size_t linksAtOnce{14}; ///< Fragments of a peer that are under way over links at once.
    std::vector<Sent> overLinks; ///< All messages that have arrived over links.
    std::set<std::size_t> dead;  ///< Who neither sends nor receives.
    std::vector<Sent> sent;      ///< All datagrams that have arrived.
    std::size_t undelivered{0};  ///< Datagrams that did not.
    /// Changes what is sent; may be empty.
    std::function<void(std::size_t from, std::size_t to, StorageMessage& message)> change;

  private:
    /// A peer.
    struct Node : StorageHost, StorageObserver, Nearness, RepairLinks
    {
        /// @param world The world that it belongs to. @param place The peer's place on the ring.
        Node(StorageWorld& world, std::size_t place)
            : world(world),
              place(place),
              random(1000 * world.m_options.seed + place),
              store(world.m_options.limits),
              ring(world.m_ring, place),
              storage({world.m_options.storage,
                       world.m_options.rpcs,
                       {},
                       ring,
                       *this,
                       store,
                       random,
                       world.m_options.isExact ? this : nullptr,
                       false,
                       world.m_options.hasLinks ? this : nullptr})
        {
            storage.SetObserver(this);
        }

        void SendStorage(const Endpoint& to, const StorageMessage& message) override
        {
            if (world.dead.count(place) == 0)
            {
                world.Send(place, world.m_ring.Find(to), message);
            }
        }

        void SendOverLink(const Endpoint& to, const StorageMessage& message) override
        {
            if (world.dead.count(place) == 0)
            {
                world.SendOverLink(place, world.m_ring.Find(to), message);
            }
        }

        void SetFewest(std::optional<std::size_t> count) override
        {
            if (fewest.empty() || fewest.back() != count)
            {
                fewest.push_back(count);
            }
        }

        std::size_t MostAtOnce() const override
        {
            return world.linksAtOnce;
        }

        void WakeStorageAt(Time time) override
        {
            if (time != kNever && time != wakeAt)
            {
                world.m_events.At(time, [this] { storage.OnWake(world.Now()); });
            }
            wakeAt = time;
        }

        void OnFetched(Time /* now */, const FetchReport& report) override
        {
            fetched = report;
        }

        void OnPut(Time /* now */, const PutReport& report) override
        {
            put = report;
        }

        std::optional<Time> RoundTripTo(const Endpoint& peer) const override
        {
            return 2 * world.delays.Get(static_cast<std::uint32_t>(place),
                                        static_cast<std::uint32_t>(world.m_ring.Find(peer)));
        }

        StorageWorld& world;                            ///< The world the peer is in.
        std::size_t place;                              ///< The peer's place in the ring.
        MersenneRandom random;                          ///< The peer's random numbers.
        DecayingBlockStore store;                       ///< What it holds.
        ReadyRingInfo ring;                             ///< What it knows of the ring.
        Storage storage;                                ///< Its storage.
        Time wakeAt{kNever};                            ///< When it wants to be called.
        std::optional<FetchReport> fetched;             ///< The last get that has ended.
        std::optional<PutReport> put;                   ///< The last put that has ended.
        std::vector<std::optional<std::size_t>> fewest; ///< Fewest fragments of a block, in turn.
    };

    /// Do what happens, for an hour at the most. @param condition As long as this.
    template <typename Condition>
    void RunWhile(Condition condition)
    {
        const Time end = Now() + std::chrono::hours(1);
        while (condition() && Now() < end)
        {
            Run(FromSeconds(0.001));
        }
    }

    const StorageWorldOptions m_options;        ///< What peers are like.
    MersenneRandom m_random;                    ///< For losses, and the overlay.
    std::unique_ptr<Overlay> m_overlay;         ///< Who knows whom.
    ReadyRing m_ring;                           ///< The ring.
    std::vector<std::unique_ptr<Node>> m_nodes; ///< By place.
    EventQueue m_events;                        ///< The clock.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_STORAGE_WORLD_H
