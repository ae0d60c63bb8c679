/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-store-options.h"

#include "dht-parameter-options.h"
#include "dht-storage-parameters.h"
#include "dht-window-registry.h"
#include "shared-options.h"

#include <cstddef>
#include <string>

namespace dht
{

namespace
{

/// Heading of the options of links that carry repair.
constexpr const char* kRepairGroup = "Links that carry repair (--repair-transport=dtl)";
/// Heading of the options of a store beside that which begins it.
constexpr const char* kStoreGroup = "Store (--store=DIR)";

} // namespace

void
DefineStoreOptions(Options& table, PeerProgramOptions& o, PeerTexts& texts)
{
    PeerStoreOptions& store = o.peer.store;
    table.BeginGroup("Store");
    table.AddText("store",
                  "Directory for fragments of files that this peer keeps for others",
                  store.directory);
    table.BeginGroup(kStoreGroup);
    table.AddText("store-limit",
                  "Size of the store at most, such as 500MB or 2TB",
                  texts.storeLimit);
    table.AddDuration("store-lifetime",
                      "Longest time that a fragment is kept, whatever its peer asks for",
                      store.limits.longest,
                      FromSeconds(1));
    table.AddDuration(
        "hand-over",
        "How long a peer that leaves the ring stays at most, to hand its fragments to "
        "other peers; 0s: not at all",
        store.handOver,
        Time(0));
    store.storage.repairInterval = std::chrono::minutes(5);
    store.storage.scrubInterval = std::chrono::hours(24);
    const auto add = [&table](const auto& parameter, auto& values) {
        // the first option is what the others need
        AddParameter(table, values, parameter.name);
        table.BeginGroup(kRepairGroup);
    };
    ForEachParameter(o.peer.repair.options, add);
    table.AddChoice("repair-window",
                    "Congestion control of such links at priority 0; above, it is multcp",
                    o.peer.repair.windows.polite,
                    WindowRegistry::Get().Names());
    AddStoreParameters(table, store, kKeepBlocks);
}

void
TakeStore(PeerProgramOptions& o, Options& table)
{
    FinishRpcWindow(table, o.peer.store.rpcs);
    if (o.peer.repair.options.carrier != RepairCarrier::kDtl)
    {
        table.RemoveEffect(kRepairGroup, "--repair-transport=dtl");
        table.Hide("repair-transport");
    }
    if (o.peer.store.directory.empty())
    {
        for (const char* const group : {kStoreGroup, kBlockGroup, kRpcGroup})
        {
            table.RemoveEffect(group, "--store=DIR");
        }
        o.peer.store.storage.repairInterval = Time(0);
        o.peer.store.storage.scrubInterval = Time(0);
        return;
    }
    table.SetUnlessGiven("successors", std::to_string(kMaximumLocated));
    const std::size_t least = o.peer.store.storage.fragments;
    if (o.peer.maintenance.successors < least)
    {
        throw OptionError("successors",
                          std::to_string(o.peer.maintenance.successors),
                          "with --store, allowed are " + std::to_string(least) + " to " +
                              std::to_string(kMaximumLocated) + ": they hold what it is asked for");
    }
}

} // namespace dht
