/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_OPTIONS_H
#define DHT_STORAGE_OPTIONS_H

#include "dht-parameter.h"
#include "dht-time.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What a store is like.
 */

namespace dht
{

/// Who asks the peers on the way of a lookup.
enum class LocateRouting : std::uint8_t
{
    kRecursive, ///< Each hands it on; after two failures its origin asks them itself.
    kIterative, ///< Its origin asks them, one after the other.
};

/// Where a lookup ends.
enum class LocateEnd : std::uint8_t
{
    kEnough,      ///< Where enough of the key's followers are known (NSDI04, figure 10).
    kResponsible, ///< At the peer that is responsible for the key.
};

/// Whom a lookup names whose last peer has merged its own list of followers with another peer's.
enum class MergedNames : std::uint8_t
{
    kAll,   ///< All that both lists have, as far as they fit into an answer.
    kFirst, ///< As many as the lookup wants (NSDI04, figure 10).
};

/// Whom a block's fragments are fetched from.
enum class HolderChoice : std::uint8_t
{
    kNearest, ///< Those nearest to who fetches.
    kRandom,  ///< Any.
};

/// What a block's fragments are spread over.
enum class HolderSpread : std::uint8_t
{
    kHosts, ///< Hosts, then networks, then peers: what is on one of them fails together.
    kPeers, ///< Peers, whatever hosts they are on (NSDI04, section 4.4).
};

/// How blocks are found, fetched and stored. The defaults are those of NSDI04 (section 4), and
/// where it has none, those that doc/store.rst gives reasons for.
struct StorageOptions
{
    LocateRouting routing{LocateRouting::kRecursive}; ///< Who asks the peers on the way.
    LocateEnd end{LocateEnd::kEnough};                ///< Where a lookup ends.
    std::uint8_t wanted{14};                          ///< Holders to know at its end (d).
    MergedNames merged{MergedNames::kAll};            ///< Whom it names after a merger.
    HolderChoice choice{HolderChoice::kNearest};      ///< Whom fragments are fetched from.
    HolderSpread spread{HolderSpread::kHosts};        ///< What fragments are spread over.
    std::uint8_t fragments{14};                       ///< Of a block (l).
    std::uint8_t needed{0};                           ///< Of these (m); 0: by the block's size.
    std::uint8_t happy{3};     ///< Holders beyond m that a put must reach, or all of a small ring.
    bool happyBinds{false};    ///< Whether so many hosts must be able to fail, in any ring.
    std::uint8_t hopLimit{64}; ///< Hops of a lookup.
    std::uint8_t detours{3};   ///< Peers that a hop asks instead of the best.
    Time originMargin{FromSeconds(1)};     ///< Of a lookup's timer at its origin.
    Time lifetime{std::chrono::hours(24)}; ///< Of a block that is put.
    Time repairInterval{0};                ///< Of comparing with all other holders; 0: never.
    std::uint8_t repairBelow{12};          ///< Fragments below which others are made.
    Time scrubInterval{0};                 ///< Of reading all that is held; 0: never.
    Time probeInterval{0};                 ///< Between probes of round-trip times; 0: none.

    /// @return What users may set of it: all but happyBinds, which is for who sets happy.
    static const std::vector<ParameterOf<StorageOptions>>& Table();
};

} // namespace dht

#endif // DHT_STORAGE_OPTIONS_H
