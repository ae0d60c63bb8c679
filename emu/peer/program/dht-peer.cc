/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-fetch.h"
#include "dht-end-by-signal.h"
#include "dht-option-error.h"
#include "file-check.h"
#include "file-get.h"
#include "file-put.h"
#include "file-renewal.h"
#include "lookup.h"
#include "peer-error.h"
#include "peer-options.h"
#include "peer-run.h"

#include <csignal>
#include <exception>
#include <iostream>

/**
 * @file
 * @ingroup dht-emu
 * The program dht-peer: a peer that is a process.
 */

namespace
{

/// @param options What is asked for. @return The signal that told the peer to end, or 0.
int
Execute(const dht::PeerProgramOptions& options)
{
    switch (options.command)
    {
    case dht::PeerCommand::kAnswer:
        std::cout << options.answer;
        return 0;
    case dht::PeerCommand::kLookup:
        dht::RunLookups(options);
        return 0;
    case dht::PeerCommand::kPut:
        dht::PutFile(options);
        return 0;
    case dht::PeerCommand::kGet:
        dht::GetFile(options);
        return 0;
    case dht::PeerCommand::kCheck:
        dht::CheckFile(options);
        return 0;
    case dht::PeerCommand::kFetch:
        dht::FetchBlocks(options);
        return 0;
    case dht::PeerCommand::kRenew:
        dht::RenewFile(options);
        return 0;
    case dht::PeerCommand::kRun:
        return dht::PeerRun(options).Run();
    }
    return 0;
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

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        // SIGTERM is how a supervisor ends a peer; who presses Ctrl-C wants a shell's loop to end,
        // too
        if (Execute(dht::PeerProgramOptions::Parse(argc, argv)) == SIGINT)
        {
            dht::EndBySignal(SIGINT);
        }
        return 0;
    }
    catch (const std::exception& error)
    {
        std::cerr << "dht-peer: " << error.what() << std::endl;
        return StatusOf(error);
    }
}
