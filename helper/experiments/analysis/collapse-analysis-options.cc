/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-analysis-options.h"

#include "dht-overlay-registry.h"

#include <cmath>

namespace ns3
{

namespace
{

const char* const ANALYSIS_USAGE =
    "Congestion collapse without a simulation: what peers without congestion control achieve, by\n"
    "the models of COMSNETS09, section III. Peers are all alike, with 2^l of them, or those of "
    "the\n"
    "overlay that the program collapse runs with the same --overlay, --peers, --ids,\n"
    "--wrong-entries and --RngRun. The table is CSV, on standard output unless --output names a\n"
    "file, with a line for each model and request rate x; rates are means per peer.\n"
    "Exit status: 0 done, 1 the analysis failed, 2 an option is wrong.";

void
DefineModel(DhtOptionTable& table, CollapseAnalysisOptions& o)
{
    table.AddChoice(
        "model",
        "Bottleneck; m1: the uplink, m2: the processor, both: a table of each, link: the "
        "uplink in bytes, first with a TCP segment for each request, then with full ones",
        o.model,
        {"m1", "m2", "both", "link"});
    table.AddNumber("capacity", "Capacity of a peer [requests/s]", o.capacity, 1e-6, 1e12);
    table.AddNumber("alpha",
                    "With m1, cost of a request that comes in [requests that go out]",
                    o.alpha,
                    0,
                    1000);
    table.AddRateRange("rate",
                       "With --model=link, rate of every uplink; A..B draws one for each peer",
                       "600kbps",
                       o.rate);
    table.AddInteger("message-size",
                     "With --model=link, length of a request's frame [bytes]",
                     o.messageSize,
                     46,
                     65535);
}

void
DefinePeers(DhtOptionTable& table, CollapseAnalysisOptions& o)
{
    std::vector<std::string> kinds = dht::OverlayRegistry::Get().NamesWith(false);
    kinds.insert(kinds.begin(), "ideal");
    table.AddChoice("overlay",
                    "The overlay: which peers a peer has links to; ideal: 2^links peers that are "
                    "all alike, without --peers, "
                    "--ids and --wrong-entries",
                    o.kind,
                    kinds);
    table.AddInteger("links", "With ideal, links of a peer, 1 to 60", o.links, 1, 60);
    o.overlay.DefinePeers(table, 8192);
}

void
DefineTable(DhtOptionTable& table, CollapseAnalysisOptions& o)
{
    table.AddNumberRange("x",
                         "Requests that each peer issues, one value or A..B [requests/s]",
                         "1..100",
                         o.x,
                         1e-6,
                         1e12);
    table.AddInteger("points", "Number of values of x", o.points, 1, 1000000);
    table.AddChoice("spacing", "Distances between them", o.spacing, {"log", "linear"});
    table.AddText("output", "File for the table (CSV)", o.output);
    table.AddText("summary", "File for x_opt, limits and bottlenecks (JSON)", o.summary);
}

void
CheckTogether(const DhtOptionTable& table, const CollapseAnalysisOptions& o)
{
    const bool ideal = o.IsIdeal();
    table.CheckEffect(ideal, {"links"}, "--overlay=ideal; use --peers");
    table.CheckEffect(!ideal,
                      {"peers", "ids", "wrong-entries"},
                      "--overlay=chord, tree or small-world");
    table.CheckEffect(o.model == "link", {"rate", "message-size"}, "--model=link");
    table.CheckEffect(o.model != "link", {"capacity"}, "--model=m1, m2 or both");
    table.CheckEffect(o.model == "m1" || o.model == "both", {"alpha"}, "--model=m1 or both");
    if (ideal && o.rate.first < o.rate.second)
    {
        throw DhtOptionError("--rate: peers that are all alike (--overlay=ideal) have one rate");
    }
    if (!o.summary.empty() && o.summary == o.output)
    {
        throw DhtOptionError("--summary=" + o.summary + ": is --output's file too");
    }
}

} // namespace

CollapseAnalysisOptions
CollapseAnalysisOptions::Parse(int argc, char* argv[])
{
    CollapseAnalysisOptions options;
    DhtOptionTable table(ANALYSIS_USAGE);
    DefineModel(table, options);
    DefinePeers(table, options);
    DefineTable(table, options);
    table.Parse(argc, argv);
    CheckTogether(table, options);
    options.asGiven = table.GetValues();
    if (!options.IsIdeal())
    {
        options.overlay.overlay = options.kind;
    }
    return options;
}

bool
CollapseAnalysisOptions::IsIdeal() const
{
    return kind == "ideal";
}

std::vector<double>
CollapseAnalysisOptions::GetRates() const
{
    const auto [from, to] = x;
    if (from == to || points == 1)
    {
        return {from};
    }
    std::vector<double> rates;
    rates.reserve(points);
    for (uint64_t i = 0; i < points; ++i)
    {
        const double part = static_cast<double>(i) / (points - 1);
        rates.push_back(spacing == "log" ? from * std::pow(to / from, part)
                                         : from + (to - from) * part);
    }
    return rates;
}

} // namespace ns3
