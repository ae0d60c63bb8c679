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
AddJoin(Options& table, std::vector<Endpoint>& peers, const std::string& help)
{
    table.Add({"join", help, "", [&peers](const std::string& text) {
                   peers.clear();
                   std::istringstream names(text);
                   for (std::string name; std::getline(names, name, ',');)
                   {
                       peers.push_back(ParseEndpoint("join", name, true));
                   }
                   if (peers.empty())
                   {
                       throw OptionError("join", text, "a value is missing");
                   }
               }});
}

void
CheckFamily(const std::vector<Endpoint>& peers)
{
    for (const Endpoint& peer : peers)
    {
        if (peer.ipv6 != peers.front().ipv6)
        {
            throw OptionError("join",
                              NameOf(peer),
                              "all peers of a ring are of one address family");
        }
    }
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
