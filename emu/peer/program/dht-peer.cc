/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-fetch.h"
#include "dht-end-by-signal.h"
#include "dht-output-file.h"
#include "file-check.h"
#include "file-get.h"
#include "file-list.h"
#include "file-put.h"
#include "file-renewal.h"
#include "lookup.h"
#include "peer-commands.h"
#include "peer-error.h"
#include "run-commands.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * The program dht-peer: a peer that is a process.
 */

namespace
{

const char* const kUsage =
    "A peer of an overlay, as a process, and what asks a ring of such peers.\n\n"
    "    dht-peer --listen=10.0.0.1:7000 --store=DIR                        begins a ring\n"
    "    dht-peer --listen=10.0.0.2:7000 --store=DIR --join=10.0.0.1:7000   joins it\n"
    "    dht-peer put photo.jpg --join=10.0.0.1:7000                        stores a file, prints "
    "its "
    "KEY\n"
    "    dht-peer get KEY --join=10.0.0.2:7000 > copy.jpg                   fetches it\n";

/// @return All commands, in the order in which help lists them.
dht::PeerCommands
MakeCommands()
{
    dht::PeerCommands commands;
    for (const auto make : {dht::MakeServeCommand,
                            dht::MakePutCommand,
                            dht::MakeGetCommand,
                            dht::MakeListCommand,
                            dht::MakeCheckCommand,
                            dht::MakeRenewCommand,
                            dht::MakeLookupCommand,
                            dht::MakeFetchCommand,
                            dht::MakeLoadCommand})
    {
        commands.push_back(make());
    }
    return commands;
}

/// @param error What went wrong. @return The exit status.
int
StatusOf(const std::exception& error)
{
    if (const auto* const known = dynamic_cast<const dht::PeerError*>(&error))
    {
        return known->GetStatus();
    }
    return dynamic_cast<const dht::OptionError*>(&error) ? dht::PeerError::kBadOption
                                                         : dht::PeerError::kFailed;
}

/// @param error What went wrong. @return The same, and what to do, where files were lacking: who
/// asks a ring needs a dozen.
std::string
TextOf(const std::exception& error)
{
    const std::string text = error.what();
    const bool lacksFiles = text.find(std::strerror(EMFILE)) != std::string::npos;
    return text + (lacksFiles ? ": allow more (ulimit -n 64, and of a peer, 1024)" : "");
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        // SIGTERM is how a supervisor ends a peer; who presses Ctrl-C wants a shell's loop to end,
        // too
        const int signal =
            dht::RunCommand({"dht-peer", kUsage, {}}, MakeCommands(), dht::ImpliedRun, argc, argv);
        dht::FlushStandardOutput();
        if (signal == SIGINT)
        {
            dht::EndBySignal(SIGINT);
        }
        return 0;
    }
    catch (const std::exception& error)
    {
        std::cerr << "dht-peer: " << TextOf(error) << std::endl;
        return StatusOf(error);
    }
}
