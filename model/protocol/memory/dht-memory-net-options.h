/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_NET_OPTIONS_H
#define DHT_MEMORY_NET_OPTIONS_H

#include "dht-behaviour.h"
#include "dht-block-store.h"
#include "dht-link-options.h"
#include "dht-maintenance.h"
#include "dht-peer-delays.h"
#include "dht-peer.h"
#include "dht-rpc-options.h"
#include "dht-storage-host.h"
#include "dht-storage-options.h"
#include "dht-transport-options.h"
#include "dht-workload-registry.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What a net in memory is made of.
 */

namespace dht
{

/// What the stores of a net in memory are like.
struct MemoryStoreOptions
{
    StorageOptions storage{}; ///< How blocks are found, fetched and stored.
    RpcOptions rpcs{};        ///< How much is asked at once.
    StoreLimits limits{};     ///< How much a disk takes.
    /// Whether only those may store, and get more than they have sent, who have shown that they are
    /// where they ask from.
    bool wantsTokens{true};
    bool knowsDelays{false}; ///< Whether all round-trip times are known, not only coordinates.
    /// Whether what stores do by the clock begins as their peers have their places; else with the
    /// first question.
    bool beginsAtOnce{true};
    Time origin{0}; ///< What their clocks say when the net's says 0.
    /// By place, what carries the fragments that repair moves; must outlive the net. Null:
    /// datagrams do, as all else.
    std::function<RepairLinks*(std::size_t place)> links{};
};

/// What a net in memory is made of; every peer is alike.
struct MemoryNetOptions
{
    std::string scheme{"none"};                             ///< The congestion control's name.
    std::vector<std::pair<std::string, double>> parameters; ///< Its constants, if not the defaults.
    PeerOptions peer{};         ///< The peers' options; the net sets self and replyTo.
    bool routedAcks{false};     ///< Whether overlay-acks come back through the overlay.
    WorkloadOptions workload{}; ///< What every peer's application makes; it may be idle.
    std::string workloadKind{WorkloadRegistry::kRandom}; ///< Of which kind it is.
    MaintenanceOptions maintenance{};                    ///< How peers keep their places.
    /// Makes the memberships of peers that join; empty: JoinedPlace() with the above. It is not
    /// used in a ready-made net.
    MembershipMaker place{};

    double uplinkRate{100};            ///< Requests/s that a host's links can send, all together.
    std::size_t window{4};             ///< Requests on the way on each link, as TCP's buffers.
    Time delay{FromSeconds(0.01)};     ///< One way, between any two hosts.
    const PeerDelays* delays{nullptr}; ///< One way, by the hosts' places; null: that delay.

    /// Of kDtl, links are the overlay's own transport over datagrams. Then nobody is told of a
    /// crash but by silence, and neither uplinkRate nor window holds requests up.
    LinkOptions links{};
    TransportOptions transport{};     ///< Of such links, whose send buffer bounds frames, too.
    std::string linkWindow{"multcp"}; ///< Of such links: a name of WindowRegistry.
    double uplinkBytes{1e6};          ///< Bytes/s of such links that a host can send, all together.

    double loss{0};              ///< Share of packets that get lost at first.
    double duplication{0};       ///< Share of datagrams that arrive twice at first.
    Time jitter{0};              ///< By how much packets take longer at first, at most.
    bool silentCrashes{false};   ///< Whether a crash closes no connection.
    Time linger{FromSeconds(2)}; ///< How long a host stays whose peer leaves.
    Time retry{kNever};          ///< After how long a peer retries that has found no place.
    std::uint64_t seed{1};       ///< Of all random numbers.
    std::map<std::size_t, Behaviour> behaviours{}; ///< By place, of hosts that are hostile.
    std::optional<MemoryStoreOptions> store{};     ///< Of every host, if they have stores.
    /// Where to reach hosts, by place, each different; none: MemoryNet::EndpointOf().
    std::vector<Endpoint> endpoints{};
};

} // namespace dht

#endif // DHT_MEMORY_NET_OPTIONS_H
