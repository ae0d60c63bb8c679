/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-store-options.h"

#include "dht-parameter-options.h"
#include "dht-storage-parameters.h"
#include "dht-window-registry.h"
#include "peer-commands.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace dht
{

namespace
{

/// Who heeds some parameters of a store.
struct Heed
{
    std::set<PeerCommand> commands;      ///< Commands that do; of peers, those that store.
    std::string condition;               ///< The same, for readers.
    std::vector<std::string> parameters; ///< The parameters; none: all others.
};

/// @param parameter A parameter of a store. @return Who heeds it.
const Heed&
HeedOf(const std::string& parameter)
{
    using Command = PeerCommand;
    static const std::vector<Heed> heeds{
        {{Command::kRun},
         "--store=DIR",
         {"MergedNames", "RepairInterval", "RepairBelow", "ProbeInterval"}},
        {{Command::kGet, Command::kFetch, Command::kRenew},
         "get, fetch and renew",
         {"LocateEnd", "Wanted", "HolderChoice"}},
        {{Command::kPut, Command::kRenew}, "put and renew", {"Lifetime", "Happy"}},
        {{Command::kPut, Command::kRenew, Command::kGet, Command::kFetch},
         "put, renew, get and fetch",
         {"Needed"}},
        {{Command::kRun,
          Command::kPut,
          Command::kGet,
          Command::kCheck,
          Command::kRenew,
          Command::kFetch},
         "--store=DIR, put, get, check, renew and fetch",
         {}}};
    return *std::find_if(heeds.begin(), heeds.end(), [&](const Heed& heed) {
        const auto& names = heed.parameters;
        return names.empty() || std::find(names.begin(), names.end(), parameter) != names.end();
    });
}

/// @param o All options. @param [in,out] table Their table, in which what nothing heeds is hidden.
/// @throws OptionError A parameter of a store was given that nothing heeds.
void
TakeParameters(const PeerProgramOptions& o, Options& table)
{
    const bool isIdle = o.command == PeerCommand::kRun && o.peer.store.directory.empty();
    ForEachStorageParameter(o.peer.store, [&](const auto& parameter, const auto&) {
        const Heed& heed = HeedOf(parameter.name);
        const bool isHeeded = !isIdle && heed.commands.count(o.command) > 0;
        table.CheckEffect(isHeeded, {parameter.OptionName()}, heed.condition);
        if (!isHeeded)
        {
            table.Hide(parameter.OptionName());
        }
    });
    FinishRpcWindow(table, o.peer.store.rpcs);
    if (o.command == PeerCommand::kPut || o.command == PeerCommand::kRenew)
    {
        const StorageOptions& storage = o.peer.store.storage;
        CheckFragments(storage, kMostBlockBytes, storage.fragments);
    }
}

/// @param [in,out] table The options, in which those are hidden that nothing heeds. @param o Their
/// values. @throws OptionError One of links that carry repair was given, and nothing heeds it.
void
TakeRepairLinks(const PeerProgramOptions& o, Options& table)
{
    std::vector<std::string> ofLinks{"repair-window"};
    for (const auto& parameter : RepairLinkOptions::Table())
    {
        ofLinks.push_back(parameter.OptionName());
    }
    const bool isDtl = o.peer.repair.options.carrier == RepairCarrier::kDtl;
    for (const std::string& name : ofLinks)
    {
        if (name == "repair-transport")
        {
            table.CheckEffect(!o.peer.store.directory.empty(), {name}, "--store=DIR");
        }
        else
        {
            table.CheckEffect(isDtl, {name}, "--repair-transport=dtl");
        }
        if (!isDtl)
        {
            table.Hide(name);
        }
    }
}

} // namespace

void
DefineStoreOptions(Options& table, PeerProgramOptions& o, PeerTexts& texts)
{
    PeerStoreOptions& store = o.peer.store;
    table.AddText("store",
                  "Directory for fragments of files that this peer keeps for others; it is idle "
                  "unless a load is named",
                  store.directory);
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
    ForEachStorageParameter(store, [&table](const auto& parameter, auto& values) {
        const Heed& heed = HeedOf(parameter.name);
        AddParameter(table,
                     values,
                     parameter.name,
                     heed.parameters.empty() ? "for blocks" : heed.condition);
    });
    const auto addOfLinks = [&table](const auto& parameter, auto& values) {
        AddParameter(table, values, parameter.name, "--store=DIR");
    };
    ForEachParameter(o.peer.repair.options, addOfLinks);
    table.AddChoice("repair-window",
                    "Congestion control of such links at priority 0; above, it is multcp",
                    o.peer.repair.windows.polite,
                    WindowRegistry::Get().Names());
    table.AddText("output",
                  "get: file to write, which has another name until it is whole; if it was left "
                  "half-way, it goes on there",
                  o.output);
    table.AddSwitch(
        "keep",
        "renew: do it again after half of the time for which peers keep the file, until "
        "told to end",
        o.keep);
}

void
TakeStore(PeerProgramOptions& o, Options& table)
{
    const bool isPeer = o.command == PeerCommand::kRun;
    const bool hasStore = !o.peer.store.directory.empty();
    table.CheckEffect(isPeer, {"store"}, "a peer, not with " + NameOf(o.command));
    table.CheckEffect(hasStore, {"store-limit", "store-lifetime", "hand-over"}, "--store=DIR");
    table.CheckEffect(o.command == PeerCommand::kRenew, {"keep"}, "renew");
    table.CheckEffect(o.command == PeerCommand::kGet, {"output"}, "get");
    TakeParameters(o, table);
    TakeRepairLinks(o, table);
    if (!hasStore)
    {
        o.peer.store.storage.repairInterval = Time(0);
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
    const std::array<const char*, 3> loads{"load", "arrivals", "requests"};
    if (std::none_of(loads.begin(), loads.end(), [&](const char* name) {
            return table.WasGiven(name);
        }))
    {
        table.SetUnlessGiven("idle", "true");
    }
}

} // namespace dht
