/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-commands.h"

#include "dht-options.h"
#include "key-text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dht
{

namespace
{

/// Commands; without one, be a peer, too.
constexpr std::array<std::pair<PeerCommand, const char*>, 7> kCommands{
    {{PeerCommand::kRun, "serve"},
     {PeerCommand::kLookup, "lookup"},
     {PeerCommand::kPut, "put"},
     {PeerCommand::kGet, "get"},
     {PeerCommand::kCheck, "check"},
     {PeerCommand::kRenew, "renew"},
     {PeerCommand::kFetch, "fetch"}}};

} // namespace

std::vector<std::string>
PeerCommandNames()
{
    std::vector<std::string> names;
    for (const auto& [command, name] : kCommands)
    {
        names.emplace_back(name);
    }
    return names;
}

std::string
NameOf(PeerCommand command)
{
    const auto found = std::find_if(kCommands.begin(), kCommands.end(), [&](const auto& one) {
        return one.first == command;
    });
    return found == kCommands.end() ? "" : found->second;
}

void
TakeWords(PeerProgramOptions& o, const std::vector<std::string>& words)
{
    if (words.empty())
    {
        return;
    }
    const auto command = std::find_if(kCommands.begin(), kCommands.end(), [&](const auto& one) {
        return one.second == words[0];
    });
    if (command == kCommands.end() || words.size() > 2)
    {
        throw OptionError(words[command == kCommands.end() ? 0 : 2] +
                          ": options begin with --, and the commands are serve, lookup, put, "
                          "get, check, renew and fetch; --help lists all");
    }
    o.command = command->first;
    if (o.command == PeerCommand::kRun)
    {
        if (words.size() > 1 || o.peer.store.directory.empty())
        {
            throw OptionError("serve: where? dht-peer serve --listen=HOST:PORT --store=DIR");
        }
        return;
    }
    if (o.command == PeerCommand::kPut)
    {
        if (words.size() < 2)
        {
            throw OptionError("put: which file? dht-peer put FILE --join=HOST:PORT");
        }
        o.file = words[1];
    }
    else if (words.size() == 2)
    {
        o.key = words[1];
    }
    const bool needsKey = o.command == PeerCommand::kGet || o.command == PeerCommand::kCheck ||
                          o.command == PeerCommand::kRenew ||
                          (o.command == PeerCommand::kFetch && o.key);
    if (needsKey && !KeyIn(o.key.value_or("")))
    {
        throw OptionError(words[0] + " " + o.key.value_or("KEY") +
                          ": a key is the 40 hexadecimal digits that put has printed");
    }
}

} // namespace dht
