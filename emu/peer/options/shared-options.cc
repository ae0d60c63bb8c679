/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "shared-options.h"

#include "dht-endpoint-name.h"
#include "dht-parameter-options.h"
#include "dht-storage-parameters.h"
#include "peer-endpoint.h"

#include <map>
#include <sstream>

namespace dht
{

namespace
{

/// Parameters of a store that not all heed, and who does; any one bit is enough.
const std::map<std::string, unsigned> kHeeded{{"MergedNames", kKeepBlocks},
                                              {"RepairInterval", kKeepBlocks},
                                              {"RepairBelow", kKeepBlocks},
                                              {"ScrubInterval", kKeepBlocks},
                                              {"ProbeInterval", kKeepBlocks},
                                              {"LocateEnd", kReadBlocks},
                                              {"Wanted", kReadBlocks},
                                              {"HolderChoice", kReadBlocks},
                                              {"Needed", kReadBlocks | kWriteBlocks},
                                              {"Lifetime", kWriteBlocks},
                                              {"Happy", kWriteBlocks}};

} // namespace

const char* const kBlockGroup = "Blocks";
const char* const kRpcGroup = "RPCs and coordinates";

void
AddJoin(Options& table, PeerNames& peers, const std::string& help)
{
    table.Add({"join", help, "", [&peers](const std::string& text) { peers.Parse("join", text); }});
}

void
AddStoreParameters(Options& table, PeerStoreOptions& store, unsigned uses)
{
    const auto add = [&table, uses](const auto& parameter, auto& values) {
        const auto heeded = kHeeded.find(parameter.name);
        if (heeded == kHeeded.end() || (heeded->second & uses) != 0)
        {
            AddParameter(table, values, parameter.name);
        }
    };
    table.BeginGroup(kBlockGroup);
    ForEachParameter(store.storage, add);
    table.BeginGroup(kRpcGroup);
    ForEachRpcParameter(store, add);
}

} // namespace dht
