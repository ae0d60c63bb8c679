/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/deadlock-report.h"
#include "ns3/dht-output-file.h"
#include "ns3/dht-overlay-registry.h"
#include "ns3/dht-program.h"
#include "ns3/dht-run-origin.h"
#include "ns3/dht-signal-guard.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-examples
 * Can back-pressure lock up in an overlay? Nothing is simulated: all ways that requests may take
 * are followed, and a cycle is searched among the queues that may wait for each other.
 *
 *     build/examples/deadlock-analysis
 *     build/examples/deadlock-analysis --overlay=small-world --peers=32
 */

using namespace ns3;

namespace
{

const char* const USAGE =
    "Can back-pressure lock up in an overlay? Says which relay queues may wait for each other in "
    "a\n"
    "cycle, or that there is none, for the very overlay that collapse simulates with the same\n"
    "options and --RngRun. Peers are numbered in the order of their ids. Without any option, or\n"
    "with --table, there is a line for each combination of what is not given.\n"
    "Exit status: 0 analysed, whatever came out, 1 something failed, 2 an option is wrong.";

/// What the wrong entries of a table are if it is not told, in percent.
const std::vector<double> WRONG_ENTRIES{0, 5};

/// What the program is asked for.
struct Options
{
    DeadlockCase given;  //!< What to analyse.
    bool table{false};   //!< Analyse every combination of what is not given.
    std::string summary; //!< Where the summary goes; empty: nowhere.
};

/// Put a case for each value in the place of each case. @param cases The cases. @param member What
/// to vary. @param values Its values.
template <typename Owner, typename Value>
void
Vary(std::vector<DeadlockCase>& cases, Value Owner::*member, const std::vector<Value>& values)
{
    std::vector<DeadlockCase> varied;
    for (const DeadlockCase& given : cases)
    {
        for (const Value& value : values)
        {
            varied.push_back(given);
            varied.back().*member = value;
        }
    }
    cases = std::move(varied);
}

std::vector<DeadlockCase>
Cases(const DhtOptionTable& table, const Options& options)
{
    std::vector<DeadlockCase> cases{options.given};
    const auto vary = [&](const std::string& name, auto member, const auto& values) {
        if (options.table && !table.WasGiven(name))
        {
            Vary(cases, member, values);
        }
    };
    using Names = std::vector<std::string>;
    vary("overlay", &DeadlockCase::overlay, dht::OverlayRegistry::Get().NamesWith(false));
    vary("ids", &DeadlockCase::ids, Names{"even", "sha1"});
    vary("wrong-entries", &DeadlockCase::wrongEntries, WRONG_ENTRIES);
    vary("queues", &DeadlockCase::queues, Names{"per-neighbour", "shared"});
    vary("acks", &DeadlockCase::acks, Names{"direct", "overlay"});
    return cases;
}

nlohmann::ordered_json
Summarise(const std::vector<DeadlockReport>& reports)
{
    nlohmann::ordered_json summary{{"run", RunOriginToJson()}};
    for (const DeadlockReport& report : reports)
    {
        summary["results"].push_back(ToJson(report));
    }
    return summary;
}

void
Run(int argc, char* argv[])
{
    Options options;
    options.table = argc == 1;
    DhtOptionTable table(USAGE);
    options.given.Define(table);
    table.AddSwitch("table", "Show every combination of what is not given", options.table);
    table.AddText("summary", "File for a summary (JSON)", options.summary);
    table.Parse(argc, argv);

    const DhtSignalGuard guard;
    dht::OutputFile file("summary", options.summary);
    std::vector<DeadlockReport> reports;
    for (const DeadlockCase& given : Cases(table, options))
    {
        reports.push_back(MakeDeadlockReport(given));
    }
    options.table ? PrintTable(std::cout, reports) : PrintVerdict(std::cout, reports.front());
    dht::FlushStandardOutput();
    if (file.IsWanted())
    {
        file.Stream() << Summarise(reports).dump(2) << "\n";
        file.Commit();
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { Run(argc, argv); });
}
