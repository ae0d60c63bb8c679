/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/collapse-study.h"
#include "ns3/dht-output-file.h"
#include "ns3/dht-program.h"
#include "ns3/dht-run-origin.h"
#include "ns3/dht-signal-guard.h"
#include "ns3/dht-summary.h"

#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>

/**
 * @file
 * @ingroup dht-cc-examples
 * What peers without congestion control achieve, computed instead of simulated:
 *
 *     build/examples/collapse-analysis --summary=one-million-peers.json
 *     build/examples/collapse-analysis --model=link --overlay=tree --peers=128 --x=10..100
 */

using namespace ns3;

namespace
{

using Json = nlohmann::ordered_json;

void
WriteTable(std::ostream& out, std::vector<CollapseStudy>& studies, const std::vector<double>& rates)
{
    out << "model,x,p,p_min,offered,fresh,relay,final,achieved\n" << std::setprecision(12);
    for (CollapseStudy& study : studies)
    {
        CollapseStudyLine best{};
        for (const double rate : rates)
        {
            DhtSignalGuard::Check();
            const CollapseStudyLine line = study.look(rate);
            const auto& traffic = line.traffic;
            // requests for keys of their source's own need no hop, and are always answered
            out << study.name << "," << rate << "," << line.processing << ","
                << line.leastProcessing << "," << line.offered << "," << traffic.fresh << ","
                << traffic.relay << "," << traffic.delivered << ","
                << traffic.delivered + (rate - traffic.fresh) << "\n";
            best = traffic.delivered > best.traffic.delivered ? line : best;
        }
        study.findings["best_of_table"] = {{"x", best.rate}, {"final", best.traffic.delivered}};
    }
}

void
WriteSummary(std::ostream& out,
             const CollapseAnalysisOptions& options,
             const std::vector<CollapseStudy>& studies)
{
    Json summary{{"options", dht::OptionsToJson(options.asGiven, {"output", "summary"})},
                 {"results", Json::object()},
                 {"run", RunOriginToJson()}};
    for (const CollapseStudy& study : studies)
    {
        summary["results"][study.name] = study.findings;
    }
    out << summary.dump(2) << std::endl;
}

void
Run(int argc, char* argv[])
{
    const auto options = CollapseAnalysisOptions::Parse(argc, argv);
    const DhtSignalGuard guard;
    dht::OutputFile table("output", options.output);
    dht::OutputFile summary("summary", options.summary);

    std::vector<CollapseStudy> studies = MakeCollapseStudies(options);
    std::ostream& out = table.IsWanted() ? table.Stream() : std::cout;
    WriteTable(out, studies, options.GetRates());
    dht::FlushStandardOutput();
    table.Commit();
    if (summary.IsWanted())
    {
        WriteSummary(summary.Stream(), options, studies);
        summary.Commit();
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { Run(argc, argv); });
}
