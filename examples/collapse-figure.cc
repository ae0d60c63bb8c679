/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dht-option-table.h"
#include "ns3/dht-output-file.h"
#include "ns3/dht-program.h"
#include "ns3/gnuplot.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-examples
 * Draws achieved throughput over offered load from summaries of the program collapse, with the
 * published band of COMSNETS09, figure 4:
 *
 *     build/examples/collapse-figure --output=collapse.plt none-60.json none-80.json credit.json
 *     gnuplot collapse.plt
 */

using namespace ns3;

namespace
{

/// A colour for each scheme, as in all other pictures (examples/workflow/looks.py).
const std::map<std::string, std::string> COLOURS{
    {"none", "#c0392b"},
    {"credit", "#2c7fb8"},
    {"back-pressure", "#31a354"},
    {"marking", "#756bb1"},
};

/// For other schemes, in turn.
const char* const SPARE[] = {"#e377c2", "#17a2a2", "#8c564b", "#636363"};

/// What a figure shows: the curve of `none`, and the rate that each scheme holds.
struct Curves
{
    std::vector<std::pair<double, double>> none; //!< Offered and achieved, requests/s/peer.
    std::map<std::string, double> schemes;       //!< Achieved, by scheme.
};

void
Add(const nlohmann::json& summary, Curves& curves)
{
    const auto& results = summary.at("results");
    const std::string scheme = summary.at("options").at("scheme");
    const double achieved = results.at("achieved");
    if (scheme == "none")
    {
        curves.none.emplace_back(results.at("offered"), achieved);
    }
    else if (!curves.schemes.emplace(scheme, achieved).second)
    {
        throw std::runtime_error("two summaries are of " + scheme);
    }
}

Curves
Read(const std::vector<std::string>& files)
{
    Curves curves;
    for (const std::string& file : files)
    {
        std::ifstream stream(file);
        if (!stream)
        {
            throw std::runtime_error(file + " cannot be read");
        }
        try
        {
            Add(nlohmann::json::parse(stream), curves);
        }
        catch (const nlohmann::json::exception& error)
        {
            throw std::runtime_error(file + " is no summary of collapse: " + error.what());
        }
    }
    std::sort(curves.none.begin(), curves.none.end());
    return curves;
}

Gnuplot2dDataset
Line(const std::string& title, const std::string& style)
{
    Gnuplot2dDataset line(title);
    line.SetStyle(Gnuplot2dDataset::LINES_POINTS);
    line.SetExtra(style);
    return line;
}

Gnuplot
Draw(const Curves& curves, const std::string& picture)
{
    const double right = curves.none.empty() ? 100 : curves.none.back().first;
    Gnuplot plot(picture, "Congestion collapse, and three cures");
    plot.SetTerminal("pngcairo size 1000,650 font 'DejaVu Sans,12'");
    plot.SetLegend("offered load [requests/s/peer]", "achieved [requests/s/peer]");
    plot.AppendExtra("set xrange [0:" + std::to_string(right + 2) + "]");
    plot.AppendExtra("set yrange [0:80]");
    plot.AppendExtra("set grid lc rgb '#dddddd'");
    plot.AppendExtra("set key below spacing 1.3");
    plot.AppendExtra("set object rectangle from graph 0, first 65 to graph 1, first 70 behind "
                     "fc rgb '#ffe8b0' fs solid noborder");
    plot.AppendExtra("set label 'published: 65-70' at 2, 67.5 tc rgb '#907020'");

    Gnuplot2dDataset load = Line("all that is offered", "lc rgb '#999999' dt 2 pt -1");
    load.Add(0, 0);
    load.Add(std::min(right, 80.0), std::min(right, 80.0));
    plot.AddDataset(load);

    Gnuplot2dDataset none =
        Line("no congestion control", "lc rgb '" + COLOURS.at("none") + "' lw 3 pt 7");
    for (const auto& [offered, achieved] : curves.none)
    {
        none.Add(offered, achieved);
    }
    plot.AddDataset(none);

    std::size_t next = 0;
    for (const auto& [scheme, achieved] : curves.schemes)
    {
        char title[80];
        std::snprintf(title, sizeof(title), "%s, unlimited: %.1f", scheme.c_str(), achieved);
        const auto own = COLOURS.find(scheme);
        const std::string colour =
            own != COLOURS.end() ? own->second : SPARE[next++ % std::size(SPARE)];
        Gnuplot2dDataset line = Line(title, "lc rgb '" + colour + "' lw 2 pt -1");
        line.Add(0, achieved);
        line.Add(right + 2, achieved);
        plot.AddDataset(line);
    }
    return plot;
}

const char* const USAGE =
    "Writes a gnuplot script that draws FILE.png: achieved over offered load of the scheme none,\n"
    "and the rate that each other scheme holds.\n"
    "Exit status: 0 done, 1 something failed, 2 an option is wrong.";

void
Run(int argc, char* argv[])
{
    std::string script;
    DhtOptionTable table(USAGE);
    table.AddText("output", "The script, FILE.plt", script);
    table.AddWords("Arguments are summaries of the program collapse: SUMMARY.json...");
    const std::vector<std::string> summaries = table.Parse(argc, argv);
    if (script.empty())
    {
        throw DhtOptionError("--output is missing: it names the script, FILE.plt");
    }
    if (summaries.empty())
    {
        throw DhtOptionError("no summary is given: --help tells how");
    }
    const std::string name = script.substr(script.find_last_of('/') + 1);
    Gnuplot plot = Draw(Read(summaries), name.substr(0, name.rfind('.')) + ".png");
    dht::OutputFile file("output", script);
    plot.GenerateOutput(file.Stream());
    file.Commit();
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { Run(argc, argv); });
}
