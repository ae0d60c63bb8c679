/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lookup.h"
#include "peer-error.h"
#include "peer-options.h"
#include "peer-run.h"

#include "ns3/dht-option-error.h"

#include <exception>
#include <iostream>

/**
 * @file
 * @ingroup dht-emu
 * The program dht-peer: a peer that is a process.
 */

namespace
{

void
Execute(const dht::PeerProgramOptions& options)
{
    switch (options.command)
    {
    case dht::PeerCommand::kHelp:
        std::cout << options.help;
        return;
    case dht::PeerCommand::kLookup:
        dht::RunLookups(options);
        return;
    case dht::PeerCommand::kRun:
        dht::PeerRun(options).Run();
    }
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
        Execute(dht::PeerProgramOptions::Parse(argc, argv));
        return 0;
    }
    catch (const std::exception& error)
    {
        std::cerr << "dht-peer: " << error.what() << std::endl;
        return StatusOf(error);
    }
}
