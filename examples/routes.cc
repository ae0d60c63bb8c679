/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dht-program.h"
#include "ns3/overlay-options.h"
#include "ns3/route-finder.h"

#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

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
    "The ways that the requests of one peer take in the very overlay that collapse simulates with\n"
    "the same options and --RngRun: a line for each hop to each destination, as CSV on standard\n"
    "output. Peers are numbered in the order of their ids. Nothing is simulated. With wrong\n"
    "entries, a request may go around in a circle: that is an error.\n"
    "Exit status: 0 done, 1 something failed, 2 an option is wrong.";

/// What the program is asked for.
struct Options : OverlayOptions
{
    uint64_t from{0}; //!< Whose requests.
};

Options
Parse(int argc, char* argv[])
{
    Options options;
    options.peers = 8;
    DhtOptionTable table(USAGE);
    options.DefineOverlay(table);
    table.AddInteger("from", "The peer whose requests to follow, from 0", options.from, 0, 16383);
    table.Parse(argc, argv);
    if (options.from >= options.peers)
    {
        const std::string from = std::to_string(options.from);
        throw DhtOptionError("from", from, "allowed is a peer's number, below --peers");
    }
    return options;
}

/// @param out Where the way goes, a line for each hop. @param finder Finds it. @param peers How
/// many there are. @param source Whose request. @param destination Where it has to go.
void
WriteRoute(std::ostream& out,
           const dht::RouteFinder& finder,
           std::size_t peers,
           std::size_t source,
           std::size_t destination)
{
    std::size_t peer = source;
    for (std::size_t hop = 1; const auto step = finder.Next(peer, destination); ++hop)
    {
        if (hop == peers) // some peer has been passed twice
        {
            throw std::runtime_error("requests of peer " + std::to_string(source) + " to peer " +
                                     std::to_string(destination) +
                                     " never arrive: wrong entries send them around in a circle, "
                                     "by way of peer " +
                                     std::to_string(peer));
        }
        out << destination << "," << hop << "," << peer << "," << step->peer << "\n";
        peer = step->peer;
    }
}

void
Run(int argc, char* argv[])
{
    const Options options = Parse(argc, argv);
    const auto overlay = options.MakeOverlay();
    const dht::RouteFinder finder(*overlay);
    std::ostringstream table; // so that an error leaves no half of it
    for (std::size_t destination = 0; destination < options.peers; ++destination)
    {
        WriteRoute(table, finder, options.peers, options.from, destination);
    }
    std::cout << "destination,hop,from,to\n" << table.str();
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { Run(argc, argv); });
}
