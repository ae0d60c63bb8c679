/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/delay-options.h"
#include "ns3/delay-shape.h"
#include "ns3/dht-output-file.h"
#include "ns3/dht-program.h"
#include "ns3/dht-run-summary.h"
#include "ns3/dht-signal-guard.h"
#include "ns3/network-file.h"

#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-examples
 * What the delays between peers are like:
 *
 *     build/examples/delays --delay-model=globe
 *     build/examples/delays --delay-model=matrix --delay-matrix=FILE
 *     build/examples/delays --delay-model=matrix --delay-matrix=FILE --convert=FILE
 */

using namespace ns3;

namespace
{

const char* const USAGE =
    "What the delays between peers are like that the other programs have with the same options,\n"
    "seed and run number: round trips in ms, the nearest peer, shorter ways by way of third "
    "peers,\n"
    "and the difference of the two directions. Nothing is simulated. Beside it, as far as it was\n"
    "published, what was measured between hosts of the Internet by the method King: median and\n"
    "mean of the 2048 hosts of NSDI04, detours in the 1740 hosts of Ledlie et al., NSDI 2007.\n"
    "Exit status: 0 done, 1 it failed, 2 an option is wrong.";

/// What the table and the summary have of the round trips, in percent of all pairs.
const std::vector<unsigned> PERCENTILES{1, 5, 10, 25, 50, 75, 90, 95, 99};
/// Of how many pairs the nearest is taken, as in figure 8 of NSDI04.
const std::vector<unsigned> SAMPLES{1, 2, 4, 8, 16, 32};

/// What the program is asked for.
struct Options : DelayOptions
{
    uint64_t peers{2048}; //!< Between how many.
    std::string summary;  //!< Where the summary goes; empty: nowhere.
    std::string convert;  //!< Where the delays go; empty: nowhere.
};

/// @param options What is asked for; without --peers, all hosts of a file. @param wasGiven Whether
/// --peers was. @return The delays.
std::unique_ptr<const dht::PeerDelays>
MakeDelays(Options& options, bool wasGiven)
{
    if (options.delayModel != "matrix" || wasGiven)
    {
        return options.MakeDelays(static_cast<uint32_t>(options.peers));
    }
    const auto hosts = options.ReadHosts();
    if (hosts->hosts > dht::DelayShape::kMostPeers)
    {
        throw DhtOptionError("delay-matrix",
                             options.delayMatrix,
                             "has many hosts: --peers says how many of them to look at");
    }
    options.peers = hosts->hosts;
    return options.MakeDelays(static_cast<uint32_t>(options.peers));
}

/// Print what is not as the file has it. @param hosts What was read.
void
PrintNotes(const dht::HostNetwork& hosts)
{
    if (hosts.replaced > 0)
    {
        std::cout << "delays that were not measured, and were filled in: " << hosts.replaced
                  << "\n";
    }
    if (hosts.dropped > 0)
    {
        std::cout << "hosts that were left out: " << hosts.dropped << "\n";
    }
    if (!hosts.changes.empty())
    {
        std::cout << "not used: changes of the links at " << hosts.changes.size() << " times\n";
    }
    for (const std::string& note : hosts.notes)
    {
        std::cout << "not used: " << note << "\n";
    }
}

/// Write the delays of the hosts as rows. @param options What is asked for.
void
Convert(const Options& options)
{
    dht::OutputFile file("convert", options.convert);
    const auto hosts = options.ReadHosts();
    dht::WriteRows(*hosts, file.Stream());
    file.Commit();
    std::cout << "hosts: " << hosts->hosts << "\n";
    PrintNotes(*hosts);
}

nlohmann::ordered_json
ToJson(const dht::DelayShape& shape)
{
    nlohmann::ordered_json roundTrip{{"mean", shape.Mean()},
                                     {"least", shape.Quantile(0)},
                                     {"greatest", shape.Quantile(1)}};
    for (const unsigned percent : PERCENTILES)
    {
        roundTrip["p" + std::to_string(percent)] = shape.Quantile(percent / 100.0);
    }
    nlohmann::ordered_json curve;
    for (unsigned percent = 0; percent <= 100; ++percent)
    {
        curve.push_back(shape.Quantile(percent / 100.0));
    }
    nlohmann::ordered_json nearest;
    for (const unsigned samples : SAMPLES)
    {
        nearest[std::to_string(samples)] = shape.MedianLeastOf(samples);
    }
    return {{"round_trip_ms", roundTrip},
            {"percentiles_ms", curve},
            {"median_least_of_ms", nearest},
            {"nearest_ms", shape.Nearest()},
            {"shorter_by_third_percent", 100 * shape.ShorterBy(1)},
            {"fifth_shorter_by_third_percent", 100 * shape.ShorterBy(0.8)},
            {"asymmetry_percent", 100 * shape.Asymmetry()}};
}

/// @param name Of a row. @param value Its value. @param published What was published of it.
void
PrintRow(const std::string& name, double value, const std::string& published = "")
{
    char row[80];
    std::snprintf(row, sizeof(row), "%-36s %9.2f  %s", name.c_str(), value, published.c_str());
    std::string text(row);
    text.erase(text.find_last_not_of(' ') + 1);
    std::cout << text << "\n";
}

void
PrintTable(const dht::DelayShape& shape, uint64_t peers)
{
    std::cout << "round trips between " << peers << " peers [ms]" << std::string(11, ' ')
              << "King\n";
    PrintRow("median", shape.Quantile(0.5), "134");
    PrintRow("mean", shape.Mean(), "154");
    PrintRow("least", shape.Quantile(0));
    for (const unsigned percent : PERCENTILES)
    {
        PrintRow("percentile " + std::to_string(percent), shape.Quantile(percent / 100.0));
    }
    PrintRow("greatest", shape.Quantile(1));
    PrintRow("nearest peer, median", shape.Nearest());
    for (const unsigned samples : SAMPLES)
    {
        PrintRow("median of the least of " + std::to_string(samples), shape.MedianLeastOf(samples));
    }
    PrintRow("shorter by a third peer [%]", 100 * shape.ShorterBy(1), "85");
    PrintRow("a fifth shorter or more [%]", 100 * shape.ShorterBy(0.8), "22");
    PrintRow("difference of directions [%]", 100 * shape.Asymmetry());
}

void
Run(int argc, char* argv[])
{
    Options options;
    DhtOptionTable table(USAGE);
    table.AddInteger("peers",
                     "Between how many peers, 2 to 8192; with a matrix, all hosts by default",
                     options.peers,
                     2,
                     dht::DelayShape::kMostPeers);
    options.DefineDelays(table);
    table.AddText("summary", "File for a summary (JSON)", options.summary);
    table.AddText("convert",
                  "With matrix, file for the delays between all hosts as rows, which say their "
                  "unit; nothing else is done then",
                  options.convert);
    table.Parse(argc, argv);
    options.CheckDelays(table);
    options.CheckDelayRange();

    table.CheckEffect(options.delayModel == "matrix", {"convert"}, "--delay-model=matrix");
    table.CheckEffect(options.convert.empty(), {"peers", "summary"}, "no --convert");

    const DhtSignalGuard guard;
    if (!options.convert.empty())
    {
        Convert(options);
        return;
    }
    dht::OutputFile file("summary", options.summary);
    const auto start = std::chrono::steady_clock::now();
    const auto delays = MakeDelays(options, table.WasGiven("peers"));
    table.Show("peers", std::to_string(options.peers));
    const dht::DelayShape shape(*delays, options.peers);
    PrintTable(shape, options.peers);
    if (options.delayModel == "matrix")
    {
        PrintNotes(*options.ReadHosts());
    }
    if (!std::cout.flush())
    {
        throw std::runtime_error("the table cannot be written");
    }
    if (file.IsWanted())
    {
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
        nlohmann::ordered_json json = RunToJson(table.GetValues(), wall.count());
        json["results"] = ToJson(shape);
        file.Stream() << json.dump(2) << "\n";
        file.Commit();
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { Run(argc, argv); });
}
