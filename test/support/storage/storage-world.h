/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_STORAGE_WORLD_H
#define DHT_CC_TEST_STORAGE_WORLD_H

#include "dht-memory-block-store.h"
#include "dht-memory-net.h"
#include "dht-memory-tap.h"
#include "dht-overlay-registry.h"
#include "dht-ready-ring.h"
#include "dht-storage-format.h"
#include "dht-storage.h"
#include "plane-delays.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Stores of a whole ready-made ring in memory.
 */

namespace dht
{
namespace test
{

/// What the peers of a storage world are like; they know all round-trip times.
struct StorageWorldOptions : MemoryStoreOptions
{
    StorageWorldOptions()
    {
        wantsTokens = false;
        knowsDelays = true;
        beginsAtOnce = false;
    }

    std::string overlay{"chord"};      ///< Who knows whom.
    double loss{0};                    ///< Share of the datagrams that is lost.
    std::vector<Endpoint> endpoints{}; ///< Of peers, by place; none: each is a host of its own.
    std::uint64_t seed{1};             ///< Of everything.
};

/// What has to be there before a storage world is.
struct StorageWorldGround
{
    /// @param ring All peers. @param options What they are like.
    StorageWorldGround(Ring ring, const StorageWorldOptions& options)
        : random(options.seed),
          overlay(OverlayRegistry::Get()
                      .Find(options.overlay)
                      .make(std::move(ring), {random, &delays, 16}))
    {
    }

    PlaneDelays delays{};             ///< Between peers.
    MersenneRandom random;            ///< For the overlay.
    std::unique_ptr<Overlay> overlay; ///< Who knows whom.
};

/// A ready-made ring whose peers have stores and nothing else to do, and a network with delays.
class StorageWorld : public StorageWorldGround, public MemoryNet, private MemoryTap
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
        : StorageWorldGround(std::move(ring), options),
          MemoryNet(NetOf(options), *overlay)
    {
        SetTap(this);
    }

    /// @return All peers.
    const Ring& Peers() const
    {
        return overlay->Peers();
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

    /// Do what happens in some time. @param time How much.
    void Run(Time time)
    {
        RunUntil(Now() + time);
    }

    /// @return Whether the identities of all peers' counters held all the time.
    bool IdentitiesHold() const
    {
        return Violations() == 0;
    }

    std::set<std::size_t> dead; ///< Who neither sends nor receives.
    std::vector<Sent> sent;     ///< All datagrams that have arrived.
    /// Changes what is sent; may be empty.
    std::function<void(std::size_t from, std::size_t to, StorageMessage& message)> change;

  private:
    /// @param options What peers are like. @return What their net is made of.
    MemoryNetOptions NetOf(const StorageWorldOptions& options) const
    {
        MemoryNetOptions net;
        net.workload.requests = 0;
        net.delays = &delays;
        net.loss = options.loss;
        net.seed = options.seed;
        net.store = options;
        net.endpoints = options.endpoints;
        for (std::size_t place = net.endpoints.size(); place < Peers().Size(); ++place)
        {
            net.endpoints.push_back(ReadyRing::EndpointOf(place));
        }
        return net;
    }

    bool OnSent(std::size_t from, std::size_t to, Datagram& datagram) override
    {
        auto& message = std::get<StorageMessage>(datagram);
        if (dead.count(from) > 0)
        {
            return false;
        }
        if (change)
        {
            change(from, to, message);
        }
        // what is sent has to be what is understood
        std::vector<std::uint8_t> frame(FrameSize(message));
        Encode(message, frame.data());
        message = {};
        return Decode(frame.data(), frame.size(), message) == WireError::kNone;
    }

    bool OnArrived(std::size_t from, std::size_t to, const Datagram& datagram) override
    {
        if (dead.count(from) + dead.count(to) > 0)
        {
            return false;
        }
        sent.push_back({from, to, std::get<StorageMessage>(datagram)});
        return true;
    }
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_STORAGE_WORLD_H
