/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// The figures of the papers: what examples/paper/ plans is possible.

namespace
{

/// What NSDI04 states, each with the ids of its rows in published.csv.
const std::map<std::string, std::vector<std::string>> NSDI04{
    {"figure 3, King, median and mean", {"nsdi-f3-king-median", "nsdi-f3-king-mean"}},
    {"figure 3, PlanetLab", {"nsdi-f3-planetlab-median", "nsdi-f3-planetlab-mean"}},
    {"figure 4, all optimisations", {"nsdi-f4-factor"}},
    {"figure 5, recursive", {"nsdi-f5-recursive-median", "nsdi-f5-recursive-mean"}},
    {"figure 5, iterative", {"nsdi-f5-iterative-median", "nsdi-f5-iterative-mean"}},
    {"section 4.2, hops", {"nsdi-f5-hops"}},
    {"section 4.2, the way back", {"nsdi-f5-return"}},
    {"section 4.2, recursive over iterative", {"nsdi-f5-ratio"}},
    {"figure 6, candidates", {"nsdi-f6-pns1", "nsdi-f6-pns16", "nsdi-f6-pns2048"}},
    {"section 4.3, 16 are enough", {"nsdi-f6-knee"}},
    {"figure 7, size", {"nsdi-f7"}},
    {"figure 8, toe", {"nsdi-f8"}},
    {"figure 9, order", {"nsdi-f9-replicas", "nsdi-f9-redundancy"}},
    {"equation 1, r = 2", {"nsdi-f9-avail-replicas", "nsdi-f9-avail-fragments"}},
    {"equation 1, r = 3, 4", {"nsdi-f9-avail-3-replicas", "nsdi-f9-avail-4-replicas"}},
    {"section 4, bytes of a fragment", {"nsdi-fragment"}},
    {"figure 11, predecessor", {"nsdi-f11-lookup", "nsdi-f11-fetch"}},
    {"figure 11, d", {"nsdi-f11-d"}},
    {"figure 12, steps and delays", {"nsdi-f12", "nsdi-f12-king"}},
    {"figure 13, medians", {"nsdi-f13-stp", "nsdi-f13-tcp"}},
    {"section 5.3.1, hops", {"nsdi-f13-hops"}},
    {"section 5.3.1, STP expected", {"nsdi-f13-stp-model"}},
    {"section 5.3.1, TCP expected", {"nsdi-f13-tcp-model", "nsdi-f13-tcp-model-slow"}},
    {"figure 14, STP", {"nsdi-f14-stp", "nsdi-f14-stp-least", "nsdi-f14-stp-most"}},
    {"figure 14, TCP", {"nsdi-f14-tcp", "nsdi-f14-tcp-least", "nsdi-f14-tcp-most"}},
    {"section 5.3.2, bound", {"nsdi-f14-bound", "nsdi-f14-half"}},
    {"figure 15, shape and first point", {"nsdi-f15-linear", "nsdi-f15-first"}},
    {"section 5.3.3, peak", {"nsdi-f15-peak"}},
    {"section 5.2.2, spurious", {"nsdi-stp-spurious", "nsdi-stp-spurious-loaded"}},
    {"section 5.2.2, over-prediction", {"nsdi-stp-overshoot", "nsdi-stp-overshoot-loaded"}},
    {"section 5.2.1, multiplier", {"nsdi-stp-multiplier"}},
};

TEST(PaperPlanTest, EveryNumberOfNsdi04HasARow)
{
    std::istringstream published(ReadFile(places::Source() + "/examples/paper/published.csv"));
    std::set<std::string> ids;
    for (std::string line; std::getline(published, line);)
    {
        ids.insert(line.substr(0, line.find(',')));
    }
    for (const auto& [stated, rows] : NSDI04)
    {
        for (const std::string& row : rows)
        {
            EXPECT_EQ(ids.count(row), 1U) << stated << ": published.csv has no " << row;
        }
    }
}

/// @param script With its arguments. @param scratch For what it prints. @return Its exit status,
/// and that.
std::pair<int, std::string>
RunPython(const std::string& script, const ScratchDirectory& scratch)
{
    const std::string command = "'" + places::Source() + "/.venv/bin/python' -B '" +
                                places::Source() + "/" + script + " >'" + scratch.Path("out") +
                                "' 2>&1";
    const int status = std::system(command.c_str());
    return {status, ReadFile(scratch.Path("out"))};
}

bool
HasSnakemake()
{
    return std::filesystem::exists(places::Source() + "/.venv/bin/snakemake");
}

TEST(PaperPlanTest, EveryOptionIsKnownAndEveryPublishedNumberIsCompared)
{
    if (!HasSnakemake())
    {
        GTEST_SKIP() << "./waf has not installed Snakemake";
    }
    const ScratchDirectory scratch;
    const auto [status, printed] =
        RunPython("examples/paper/check.py' --program='" + places::Examples() + "/collapse'",
                  scratch);
    EXPECT_EQ(status, 0) << printed;
}

TEST(PaperPlanTest, FewRunsDecideNothingAndWhatHasNotSettledIsRefused)
{
    if (!HasSnakemake())
    {
        GTEST_SKIP() << "./waf has not installed pandas";
    }
    const ScratchDirectory scratch;
    const auto [status, printed] = RunPython("test/tree/paper-verdicts.py'", scratch);
    EXPECT_EQ(status, 0) << printed;
}

TEST(PaperPlanTest, ATableOfNumbersSaysWhereTheyComeFrom)
{
    const ScratchDirectory scratch;
    const std::string script = places::Source() + "/test/tree/measured-tables.py";
    const std::string pages = places::Source() + "/doc/validation.rst";
    const ProgramRun run = RunCommand("python3 -B '" + script + "' '" + pages + "'");
    EXPECT_EQ(run.status, 0) << run.output << run.errors;
    std::ofstream(scratch.Path("planted.rst")) << ReadFile(pages)
                                               << "\nPlanted\n=======\n\n.. list-table::\n\n"
                                                  "   * - Scheme\n     - Rate\n"
                                                  "   * - none\n     - 61.5\n";
    EXPECT_EQ(
        RunCommand("python3 -B '" + script + "' '" + scratch.Path("planted.rst") + "'").status,
        1);
}

} // namespace
