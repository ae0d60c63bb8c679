/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_PARTS_H
#define DHT_MEMORY_PARTS_H

#include "dht-memory-block-store.h"
#include "dht-memory-net.h"
#include "dht-memory-tap.h"
#include "dht-ready-ring.h"

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What all hosts of a net in memory share.
 */

namespace dht
{

/// What all hosts of a net in memory share, and the hosts.
struct MemoryParts
{
    /// @param net What the net is made of. @param places How many hosts there may be.
    MemoryParts(const MemoryNetOptions& net, std::size_t places)
        : options(net),
          faults(net.seed, net.loss),
          observers(places),
          disks(places),
          hosts(places)
    {
        for (std::size_t place = 0; place < net.endpoints.size(); ++place)
        {
            placeOf.emplace(net.endpoints[place], place);
        }
        if (!net.endpoints.empty() && placeOf.size() != places)
        {
            throw std::invalid_argument("a net needs as many different endpoints as places");
        }
        faults.SetDuplication(net.duplication);
        faults.SetJitter(net.jitter);
    }

    /// @param place A place, or a number beyond. @return The host, if it is there.
    MemoryHost* Find(std::size_t place) const
    {
        return place < hosts.size() ? hosts[place].get() : nullptr;
    }

    /// @param place A place. @param life Which of all lives. @return The host, if it is there.
    MemoryHost* Find(std::size_t place, std::uint64_t life) const
    {
        MemoryHost* const host = Find(place);
        return host && host->Life() == life ? host : nullptr;
    }

    /// @param place A place. @return Where to reach its host.
    Endpoint EndpointAt(std::size_t place) const
    {
        return options.endpoints.empty() ? MemoryNet::EndpointOf(place)
                                         : options.endpoints.at(place);
    }

    /// @param endpoint Any. @return The place that it belongs to, which may be beyond all places.
    std::size_t PlaceOf(const Endpoint& endpoint) const
    {
        if (!placeOf.empty())
        {
            const auto found = placeOf.find(endpoint);
            return found == placeOf.end() ? kNowhere : found->second;
        }
        const std::size_t place = endpoint.Ipv4Address() - MemoryNet::EndpointOf(0).Ipv4Address();
        return endpoint == MemoryNet::EndpointOf(place) ? place : kNowhere;
    }

    /// Call a peer, and check its counters afterwards. @param peer The peer. @param call Takes the
    /// present.
    template <typename Call>
    void Enter(const Peer& peer, Call call)
    {
        call(events.Now());
        Expect(peer.IdentitiesHold());
    }

    /// @param isRight Something that has to be true.
    void Expect(bool isRight)
    {
        violations += !isRight;
    }

    /// The place of endpoints that belong to none.
    static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

    MemoryNetOptions options;  ///< What the net is made of.
    EventQueue events{};       ///< The clock.
    MemoryFaults faults;       ///< What is wrong with the network.
    std::uint64_t lives{0};    ///< Hosts that ever were.
    std::size_t flying{0};     ///< Requests sent that are not there yet.
    bool isReadyMade{false};   ///< Whether all links are there from the start.
    std::size_t violations{0}; ///< What was not right.
    std::map<std::size_t, MemoryTraffic> toNobody{}; ///< By place, what was sent in vain.
    std::unordered_map<Endpoint, std::size_t, EndpointHash> placeOf; ///< If they are given.
    MemoryTap* tap{nullptr};          ///< Reads along; null: nobody does.
    std::vector<Observer*> observers; ///< By place; null: none.
    std::unique_ptr<ReadyRing> ready; ///< What stores of a ready-made ring know; else null.
    std::map<std::size_t, FetchReport> fetched{};         ///< By place, the last one.
    std::map<std::size_t, PutReport> put{};               ///< Likewise.
    std::vector<std::unique_ptr<MemoryBlockStore>> disks; ///< By place; null: there is none.
    std::vector<std::unique_ptr<MemoryHost>> hosts;       ///< By place; null: nobody is there.
};

} // namespace dht

#endif // DHT_MEMORY_PARTS_H
