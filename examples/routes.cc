/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dht-option-table.h"
#include "ns3/dht-overlay.h"
#include "ns3/dht-stream-random.h"

#include <iostream>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-examples
 * The ways that the requests of one peer take, hop by hop, as CSV:
 *
 *     build/examples/routes --peers=8 --from=0
 */

using namespace ns3;

namespace
{

const char* const USAGE =
    "The ways that the requests of one peer take in an overlay of evenly spaced peers: a line\n"
    "for each hop to each destination, as CSV on standard output. Nothing is simulated.\n"
    "Exit status: 0 done, 1 something failed, 2 an option is wrong.";

/// What the program is asked for.
struct Options
{
    uint64_t peers{8};
    uint64_t from{0};
    std::string overlay{"chord"};
};

Options
Parse(int argc, char* argv[])
{
    std::vector<std::string> names;
    for (const auto& kind : dht::OverlayKinds())
    {
        names.push_back(kind.name);
    }
    Options options;
    DhtOptionTable table(USAGE);
    table.AddInteger("peers", "Number of peers, 2 to 16384", options.peers, 2, 16384);
    table.AddInteger("from", "Whose requests, from 0", options.from, 0, 16383);
    table.AddChoice("overlay", "Who knows whom", options.overlay, names);
    table.Parse(argc, argv);
    if (options.from >= options.peers)
    {
        const std::string from = std::to_string(options.from);
        throw DhtOptionError("from", from, "allowed is a peer's number, below --peers");
    }
    return options;
}

void
PrintRoutes(const dht::Overlay& overlay, std::size_t from)
{
    std::cout << "destination,hop,from,to\n";
    for (std::size_t destination = 0; destination < overlay.Peers().Size(); ++destination)
    {
        const dht::Key& key = overlay.Peers().Id(destination);
        std::size_t peer = from;
        for (unsigned hop = 1; const auto link = overlay.MakeTable(peer)->NextHop(key); ++hop)
        {
            const std::size_t next = overlay.Neighbours(peer).at(*link);
            std::cout << destination << "," << hop << "," << peer << "," << next << "\n";
            peer = next;
        }
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        const Options options = Parse(argc, argv);
        DhtStreamRandom random;
        random.SetStream(0);
        const auto& kind = dht::FindOverlayKind(options.overlay);
        PrintRoutes(*kind.make(dht::Ring::Even(options.peers), random), options.from);
    }
    catch (const std::exception& error)
    {
        std::cerr << "routes: " << error.what() << std::endl;
        return dynamic_cast<const DhtOptionError*>(&error) ? 2 : 1;
    }
    return std::cout.flush() ? 0 : 1;
}
