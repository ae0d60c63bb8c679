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
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-examples
 * Draws achieved throughput, delay and drops over offered load from summaries of the program
 * collapse, with the published band of COMSNETS09, figure 4:
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
    {"ferry", "#e377c2"},
};

/// For other schemes, in turn.
const char* const SPARE[] = {"#17a2a2", "#8c564b", "#636363"};

/// One of the panels, from the top.
struct Panel
{
    const char* pointer; //!< Where a summary has what it shows.
    const char* label;   //!< Of its vertical axis.
    double top;          //!< Where that ends; 0: where the data do.
    double height;       //!< Its share of the picture.
};

const Panel PANELS[] = {
    {"/results/achieved", "achieved [requests/s/peer]", 90, 0.54},
    {"/results/delay_s/mean", "mean delay [s]", 0, 0.23},
    {"/results/dropped_percent", "dropped [%]", 100, 0.23},
};

/// What a run came to.
struct Values
{
    std::array<double, std::size(PANELS)> panels; //!< For each panel; NaN: nothing.
    double least;                                 //!< The slowest peer's rate, requests/s.
    double most;                                  //!< The fastest one's.
};

/// What a figure shows: the curve of `none`, and what each scheme holds.
struct Curves
{
    std::vector<std::pair<double, Values>> none; //!< By offered load, requests/s/peer.
    std::map<std::string, Values> schemes;       //!< By scheme.
};

void
Add(const nlohmann::json& summary, Curves& curves)
{
    const std::string scheme = summary.at("options").at("scheme");
    Values values;
    std::transform(std::begin(PANELS),
                   std::end(PANELS),
                   values.panels.begin(),
                   [&](const Panel& panel) {
                       // nothing answered has no delay
                       const auto& value = summary.at(nlohmann::json::json_pointer(panel.pointer));
                       return value.is_null() ? std::nan("") : value.get<double>();
                   });
    const auto& peers = summary.at("results").at("peers");
    values.least = peers.at("least");
    values.most = peers.at("most");
    if (scheme == "none")
    {
        curves.none.emplace_back(summary.at("results").at("offered"), values);
    }
    else if (!curves.schemes.emplace(scheme, values).second)
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
    std::sort(curves.none.begin(), curves.none.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    return curves;
}

/// @return The number, as gnuplot reads it.
std::string
Text(double number)
{
    std::ostringstream text;
    text << number;
    return text.str();
}

Gnuplot2dDataset
Line(const std::string& title, const std::string& style)
{
    Gnuplot2dDataset line(title);
    line.SetStyle(Gnuplot2dDataset::LINES_POINTS);
    line.SetExtra(style);
    return line;
}

/// What is offered, and what the paper has: in the first panel.
void
DrawExpected(Gnuplot& plot, double right)
{
    plot.AppendExtra("set object rectangle from graph 0, first 65 to graph 1, first 70 behind "
                     "fc rgb '#ffe8b0' fs solid noborder");
    plot.AppendExtra("set label 'published: 65-70' at graph 0.5, first 67.5 center tc rgb "
                     "'#907020'");
    Gnuplot2dDataset load = Line("all that is offered", "lc rgb '#999999' dt 2 pt -1");
    load.Add(0, 0);
    load.Add(std::min(right, 80.0), std::min(right, 80.0));
    plot.AddDataset(load);
}

/// @return The colour of each scheme.
std::map<std::string, std::string>
ColoursOf(const Curves& curves)
{
    std::map<std::string, std::string> colours = COLOURS;
    std::size_t next = 0;
    for (const auto& [scheme, values] : curves.schemes)
    {
        if (colours.count(scheme) == 0)
        {
            colours[scheme] = SPARE[next++ % std::size(SPARE)];
        }
    }
    return colours;
}

void
DrawCurves(Gnuplot& plot, const Curves& curves, std::size_t panel, double right)
{
    Gnuplot2dDataset none =
        Line("no congestion control", "lc rgb '" + COLOURS.at("none") + "' lw 3 pt 7");
    for (const auto& [offered, values] : curves.none)
    {
        if (!std::isnan(values.panels[panel]))
        {
            none.Add(offered, values.panels[panel]);
        }
    }
    plot.AddDataset(none);

    const auto colours = ColoursOf(curves);
    for (const auto& [scheme, values] : curves.schemes)
    {
        char title[80];
        std::snprintf(title,
                      sizeof(title),
                      "%s, unlimited: %.1f",
                      scheme.c_str(),
                      values.panels[0]);
        if (!std::isnan(values.panels[panel]))
        {
            Gnuplot2dDataset line = Line(title, "lc rgb '" + colours.at(scheme) + "' lw 2 pt -1");
            line.Add(0, values.panels[panel]);
            line.Add(right, values.panels[panel]);
            plot.AddDataset(line);
        }
    }
}

/// Draw how far peers are apart, in the first panel: a single run has no other error.
void
DrawSpread(Gnuplot& plot, const Curves& curves, double right)
{
    const auto bar =
        [&plot](double x, const Values& values, const std::string& colour, const char* title) {
            const std::string key = *title == '\0' ? " notitle" : "";
            Gnuplot2dDataset line = Line(title, "lc rgb '" + colour + "' lw 4 pt -1" + key);
            line.Add(x, values.least);
            line.Add(x, values.most);
            plot.AddDataset(line);
        };
    const auto colours = ColoursOf(curves);
    const char* title = "bars: slowest to fastest peer";
    for (const auto& [offered, values] : curves.none)
    {
        bar(offered, values, colours.at("none"), title);
        title = "";
    }
    // the lines of the schemes are as wide as the panel: their bars are near its end
    double x = 0.96 * right;
    for (const auto& [scheme, values] : curves.schemes)
    {
        bar(x, values, colours.at(scheme), title);
        title = "";
        x -= 0.03 * right;
    }
}

Gnuplot
DrawPanel(const Curves& curves, std::size_t index, double bottom)
{
    const Panel& panel = PANELS[index];
    const bool isFirst = index == 0;
    const bool isLast = index + 1 == std::size(PANELS);
    const double right = curves.none.empty() ? 100 : curves.none.back().first + 2;
    Gnuplot plot("", isFirst ? "Congestion collapse, and three cures" : "");
    plot.SetLegend(isLast ? "offered load [requests/s/peer]" : "", panel.label);
    plot.AppendExtra(isFirst ? "set multiplot"
                             : "unset title; unset key; unset object; unset label");
    plot.AppendExtra("set origin 0, " + Text(bottom) + "; set size 1, " + Text(panel.height));
    plot.AppendExtra("set lmargin 10; set rmargin 3");
    plot.AppendExtra("set xrange [0:" + Text(right) + "]");
    plot.AppendExtra("set yrange [0:" + (panel.top > 0 ? Text(panel.top) : "*") + "]");
    plot.AppendExtra("set grid lt 1 lc rgb '#dddddd'");
    if (isFirst)
    {
        plot.AppendExtra("set key outside below maxcols 3 spacing 1.2");
        DrawExpected(plot, right);
    }
    DrawCurves(plot, curves, index, right);
    if (isFirst)
    {
        DrawSpread(plot, curves, right);
    }
    return plot;
}

bool
HasValues(const Curves& curves, std::size_t panel)
{
    const auto isThere = [panel](const auto& run) { return !std::isnan(run.second.panels[panel]); };
    return std::any_of(curves.none.begin(), curves.none.end(), isThere) ||
           std::any_of(curves.schemes.begin(), curves.schemes.end(), isThere);
}

GnuplotCollection
Draw(const Curves& curves, const std::string& picture)
{
    GnuplotCollection panels(picture);
    panels.SetTerminal("pngcairo size 1000,1000 font 'DejaVu Sans,12'");
    double bottom = 1;
    for (std::size_t i = 0; i < std::size(PANELS); ++i)
    {
        bottom = std::max(0.0, bottom - PANELS[i].height);
        // gnuplot does not draw a panel of nothing
        if (HasValues(curves, i))
        {
            panels.AddPlot(DrawPanel(curves, i, bottom));
        }
    }
    return panels;
}

const char* const USAGE =
    "Writes a gnuplot script that draws FILE.png: what the scheme none achieves over its offered\n"
    "load, its delay and what it drops, and what each other scheme holds.\n"
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
    GnuplotCollection plot = Draw(Read(summaries), name.substr(0, name.rfind('.')) + ".png");
    dht::OutputFile file("output", script);
    plot.GenerateOutput(file.Stream());
    file.Stream() << "unset multiplot\n";
    file.Commit();
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { Run(argc, argv); });
}
