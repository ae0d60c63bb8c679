/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-store-network.h"

#include "dht-present-time.h"
#include "dht-rpc-names.h"
#include "store-coordinates.h"
#include "store-options.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

/// @param s What peers have counted. @return What of it concerns repair.
nlohmann::ordered_json
RepairToJson(const dht::StorageCounters& s)
{
    return {{"comparisons", s.comparisons},
            {"compared", s.compared},
            {"comparisons_failed", s.comparisonsFailed},
            {"nonsense", s.syncNonsense},
            {"syncs", s.syncs},
            {"syncs_busy", s.syncsBusy},
            {"rebuilds", s.rebuilds},
            {"rebuilt", s.rebuilt},
            {"rebuilds_failed", s.rebuildsFailed},
            {"fragments_made", s.fragmentsMade},
            {"sweeps", s.sweeps},
            {"moves", s.moves},
            {"moved", s.moved},
            {"moves_failed", s.movesFailed},
            {"needless", s.needless},
            {"distrusted", s.distrusted},
            {"messages", s.repairMessages},
            {"bytes", s.repairBytes}};
}

} // namespace

DatagramStoreNetwork::DatagramStoreNetwork(const StoreOptions& options)
    : m_options(options)
{
}

void
DatagramStoreNetwork::Prepare(const std::function<void()>& onEnd)
{
    if (m_options.IsExact())
    {
        onEnd();
        return;
    }
    SettleCoordinates(*this, m_options.probes, [this, onEnd] {
        // they choose fingers by them
        SetOverlay(m_options.MakeOverlay(PredictedDelays(*this, m_options.vivaldi.space)));
        onEnd();
    });
}

void
DatagramStoreNetwork::Get(uint32_t peer, const dht::Key& key)
{
    Expect(peer);
    StorageOf(peer).Get(DhtPresent(), key);
}

void
DatagramStoreNetwork::Locate(uint32_t peer, const dht::Key& key)
{
    Expect(peer);
    StorageOf(peer).Locate(DhtPresent(), key);
}

void
DatagramStoreNetwork::Put(uint32_t peer, dht::Bytes block)
{
    Expect(peer);
    StorageOf(peer).Put(DhtPresent(), std::move(block));
}

uint64_t
DatagramStoreNetwork::UnderWay()
{
    uint64_t sum = 0;
    for (uint32_t peer = 0; peer < Size(); ++peer)
    {
        sum += StorageOf(peer).UnderWay();
    }
    return sum;
}

dht::RpcCounters
DatagramStoreNetwork::Rpcs()
{
    return Count().rpcs;
}

dht::PeerState
DatagramStoreNetwork::StateOf(uint32_t peer, const dht::StorageCounters& counters)
{
    const dht::Storage& storage = StorageOf(peer);
    dht::PeerState state;
    state.made = counters.gets + counters.puts;
    state.counters.issued = state.made;
    state.counters.answered = counters.complete + counters.putsOk;
    state.counters.givenUp = counters.failed + counters.putsFailed;
    state.outstanding = static_cast<double>(storage.UnderWay());
    state.queue = static_cast<double>(storage.Rpcs().Waiting());
    state.level = static_cast<double>(storage.Rpcs().Window().Limit());
    state.presence = IsUp(peer) ? dht::Presence::kMember : dht::Presence::kAway;
    return state;
}

const dht::StorageCounters&
DatagramStoreNetwork::CountersOf(uint32_t peer)
{
    return StorageOf(peer).Counters();
}

std::vector<double>
DatagramStoreNetwork::CoordinateErrors(dht::Random& random)
{
    return ns3::CoordinateErrors(*this, random);
}

DatagramStoreNetwork::Totals
DatagramStoreNetwork::Count()
{
    Totals totals;
    for (uint32_t peer = 0; peer < Size(); ++peer)
    {
        const dht::Storage& storage = StorageOf(peer);
        totals.storage += storage.Counters();
        totals.rpcs += storage.Rpcs().Counts();
        totals.hold = totals.hold && storage.IdentitiesHold();
    }
    return totals;
}

nlohmann::ordered_json
DatagramStoreNetwork::CountersToJson()
{
    const auto [s, r, hold] = Count();
    if (!hold)
    {
        throw std::runtime_error("the counters of some peer contradict each other");
    }
    nlohmann::ordered_json json{{"gets", s.gets},
                                {"complete", s.complete},
                                {"failed", s.failed},
                                {"puts", s.puts},
                                {"puts_ok", s.putsOk},
                                {"puts_failed", s.putsFailed},
                                {"lookups", s.lookups},
                                {"lookups_again", s.lookupsAgain},
                                {"relayed", s.relayed},
                                {"answered_to_origins", s.answered},
                                {"merged", s.merged},
                                {"listed", s.listed},
                                {"probes", s.probes},
                                {"probes_answered", s.probesAnswered},
                                {"stranded", s.stranded},
                                {"useless", s.useless},
                                {"fetches", s.fetches},
                                {"fetches_here", s.fetchesHere},
                                {"stores", s.stores},
                                {"stores_kept", s.storesKept},
                                {"rpcs", dht::RpcsToJson<nlohmann::ordered_json>(r)},
                                {"identities_hold", hold}};
    if (m_options.Repairs())
    {
        json["repair"] = RepairToJson(s);
    }
    return json;
}

} // namespace ns3
