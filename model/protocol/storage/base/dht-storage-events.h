/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_EVENTS_H
#define DHT_STORAGE_EVENTS_H

#include "dht-block-key.h"
#include "dht-endpoint.h"
#include "dht-key.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What becomes of a store's work.
 */

namespace dht
{

/// How a lookup ended.
struct LocateReport
{
    Key key{0};            ///< The key.
    bool complete{false};  ///< Whether enough peers were found, or all there are.
    std::size_t peers{0};  ///< How many were.
    std::uint8_t hops{0};  ///< Peers that it visited on the way.
    std::uint8_t tries{1}; ///< How often it was begun.
    Time took{0};          ///< From begin to end.
};

/// What somebody has of a block who should hold a fragment of it.
struct HolderReport
{
    Endpoint endpoint{};     ///< Address of the holder.
    bool hasAnswered{false}; ///< Whether it has said so.
    bool holds{false};       ///< Whether it has a fragment.
    Time left{0};            ///< For how long.
    bool isWrong{false};     ///< Whether that is no fragment of the block.
};

/// How a block was fetched, or was not.
struct FetchReport
{
    std::uint64_t id{0};               ///< Of the get.
    Key key{0};                        ///< The block's key.
    bool ok{false};                    ///< Whether the block came.
    bool isGivenUp{false};             ///< Whether more came than were tried, in vain.
    Bytes block;                       ///< The block, if it came.
    std::size_t found{0};              ///< Fragments that came.
    std::size_t needed{0};             ///< Fragments that it needs, as most say; 0 if none came.
    Time left{0};                      ///< How long it is kept yet, if so.
    std::size_t asked{0};              ///< Holders that were asked.
    std::uint8_t hops{0};              ///< Of its last lookup.
    Time lookup{0};                    ///< What its lookups took.
    Time fetch{0};                     ///< What the rest took.
    std::vector<Endpoint> liars;       ///< Who sent what is no fragment of it.
    std::vector<Endpoint> senders;     ///< Who sent fragments, right or wrong.
    std::vector<HolderReport> holders; ///< Of a check: all who should hold a fragment.
};

/// Peers that hold fragments of a block, or may.
struct HolderCount
{
    std::size_t peers{0}; ///< How many they are.
    std::size_t hosts{0}; ///< On how many hosts.
    std::size_t spare{0}; ///< Of these, how many may fail at once, whichever: HostsToSpare().
};

/// How a block was stored, or was not.
struct PutReport
{
    std::uint64_t id{0};        ///< Of the put.
    Key key{0};                 ///< The block's key.
    bool ok{false};             ///< Whether enough holders have it.
    std::size_t holders{0};     ///< How many have.
    std::vector<Endpoint> held; ///< Who these are.
    std::size_t made{0};        ///< Of these, those that had none before.
    std::size_t enough{0};      ///< How many it must be; 0 if nobody was found.
    HolderCount reached;        ///< Those that have, and where they are.
    HolderCount wanted;         ///< Those that should.
    std::size_t promised{0}; ///< Hosts of these that must be able to fail; 0: it does not matter.
    std::size_t full{0};     ///< Holders that had no room.
    std::size_t wrong{0};    ///< Holders that keep something else under this key, or do not
    ///< show what they keep.
    std::size_t silent{0}; ///< Holders that did not answer.
    Time took{0};          ///< From begin to end.
};

/// Watches a storage. It must not call it from within.
class StorageObserver
{
  public:
    virtual ~StorageObserver() = default;

    /// An own lookup ended. @param now The present. @param report The peers found, or why there are
    /// none.
    virtual void OnLocated(Time /* now */, const LocateReport& /* report */)
    {
    }

    /// An own get ended. @param now The present. @param report The block, or why there is none.
    virtual void OnFetched(Time /* now */, const FetchReport& /* report */)
    {
    }

    /// An own put ended. @param now The present. @param report The key, or why the block is not
    /// stored.
    virtual void OnPut(Time /* now */, const PutReport& /* report */)
    {
    }
};

/// What a storage counts. At any time, with the numbers under way,
///
///     gets = complete + failed + under way
///     comparisons = compared + comparisons failed + under way
///     rebuilds = rebuilt + rebuilds failed + under way
///     moves = moved + moves failed + under way
struct StorageCounters
{
    std::uint64_t lookups{0};        ///< Own lookups begun.
    std::uint64_t lookupsAgain{0};   ///< Those that had to be begun once more.
    std::uint64_t relayed{0};        ///< Lookups handed on for others and oneself.
    std::uint64_t answered{0};       ///< Lookups answered to their origins.
    std::uint64_t merged{0};         ///< Of these, with the help of a peer beyond the key.
    std::uint64_t stranded{0};       ///< Lookups that could not be handed on.
    std::uint64_t refused{0};        ///< Lookups of others for which too many were waiting.
    std::uint64_t useless{0};        ///< Messages that answer nothing that was asked.
    std::uint64_t listed{0};         ///< Others that were told the successors here.
    std::uint64_t probes{0};         ///< Round-trip times that were asked for, for their own sake.
    std::uint64_t probesAnswered{0}; ///< Of these, with an answer.
    std::uint64_t gets{0};           ///< Own gets.
    std::uint64_t complete{0};       ///< Of these, with the block.
    std::uint64_t failed{0};         ///< Of these, without.
    std::uint64_t puts{0};           ///< Own puts.
    std::uint64_t putsOk{0};         ///< Of these, with enough holders.
    std::uint64_t putsFailed{0};     ///< Of these, with fewer.
    std::uint64_t fetches{0};        ///< Fragments that others asked for.
    std::uint64_t fetchesHere{0};    ///< Of these, that were here.
    std::uint64_t stores{0};         ///< Fragments that others wanted held.
    std::uint64_t storesKept{0};     ///< Of these, that are.
    std::uint64_t disproved{0};   ///< Fragments here that the block itself has shown to be wrong.
    std::uint64_t unproved{0};    ///< Fetches and stores that were answered with a token only.
    std::uint64_t throttled{0};   ///< Ends of lookups that were not told, as there were too many.
    std::uint64_t unusable{0};    ///< Peers that others named and that nobody can be.
    std::uint64_t syncs{0};       ///< Questions of others what is held here.
    std::uint64_t syncsBusy{0};   ///< Of these, for which there was no time.
    std::uint64_t comparisons{0}; ///< With others, of what they hold.
    std::uint64_t compared{0};    ///< Of these, all that were answered.
    std::uint64_t comparisonsFailed{0}; ///< Of these, those that were not.
    std::uint64_t syncNonsense{0};   ///< Of these, those with an answer that nobody honest gives.
    std::uint64_t rebuilds{0};       ///< Blocks of which fragments were to be made.
    std::uint64_t rebuilt{0};        ///< Of these, those of which some were made.
    std::uint64_t rebuildsFailed{0}; ///< Of these, the others.
    std::uint64_t fragmentsMade{0};  ///< Fragments that this peer or others hold since then.
    std::uint64_t sweeps{0}; ///< Times that a peer looked for fragments that others should hold.
    std::uint64_t moves{0};  ///< Fragments that were offered to those who should hold them.
    std::uint64_t moved{0};  ///< Of these, those that were taken.
    std::uint64_t movesFailed{0}; ///< Of these, the others.
    std::uint64_t needless{0};    ///< Fragments given up as all who should hold one have one.
    std::uint64_t distrusted{
        0}; ///< Times that repair passed somebody over from then on, for some time.
    std::uint64_t repairMessages{0}; ///< Questions of repair, and answers to them.
    std::uint64_t repairBytes{0};    ///< Of their frames.

    /// @param other Counters to add. @return The sum.
    StorageCounters& operator+=(const StorageCounters& other);
};

} // namespace dht

#endif // DHT_STORAGE_EVENTS_H
