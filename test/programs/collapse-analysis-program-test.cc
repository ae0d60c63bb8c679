/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-analysis.h"
#include "program-run.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

/// The program collapse-analysis, as a user meets it.

namespace
{

const std::string kAnalysisProgram = "collapse-analysis";

/// A line of the table: numbers by column, and the model's name.
using Line = std::map<std::string, std::string>;

std::vector<std::string>
Split(const std::string& line)
{
    std::vector<std::string> parts;
    std::istringstream stream(line);
    for (std::string part; std::getline(stream, part, ',');)
    {
        parts.push_back(part);
    }
    return parts;
}

std::vector<Line>
ReadTable(const std::string& text)
{
    std::istringstream stream(text);
    std::string line;
    std::getline(stream, line);
    const auto names = Split(line);
    std::vector<Line> table;
    while (std::getline(stream, line))
    {
        const auto parts = Split(line);
        EXPECT_EQ(parts.size(), names.size());
        table.emplace_back();
        for (std::size_t i = 0; i < parts.size(); ++i)
        {
            table.back()[names[i]] = parts[i];
        }
    }
    return table;
}

/// Run it. @param arguments Its arguments. @return Its summary.
nlohmann::json
Summarise(const std::string& arguments)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("s.json");
    const ProgramRun run = RunProgram(kAnalysisProgram, arguments + " --summary=" + file);
    EXPECT_EQ(run.status, 0) << run.errors;
    return nlohmann::json::parse(ReadFile(file));
}

class BadAnalysisOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadAnalysisOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused(kAnalysisProgram, GetParam(), "--output");
}

INSTANTIATE_TEST_SUITE_P(
    CollapseAnalysis,
    BadAnalysisOptionTest,
    testing::Values(
        BadOption{"--model=m3", "--model=m3", "m1, m2, both, link"},
        BadOption{"--links=61", "--links", "from 1 to 60"},
        BadOption{"--capacity=0", "--capacity", "from 1e-06"},
        BadOption{"--capacity=", "--capacity", "from 1e-06"},
        BadOption{"--alpha=-1", "--alpha", "from 0"},
        BadOption{"--x=0..1", "--x=0", "from 1e-06"},
        BadOption{"--x=3..2", "--x", "first value must not be above the second"},
        BadOption{"--x=nan", "--x", "from 1e-06"},
        BadOption{"--points=0", "--points", "from 1"},
        BadOption{"--spacing=square", "--spacing", "log, linear"},
        BadOption{"--overlay=hypercube", "--overlay", "ideal, chord, tree, small-world"},
        BadOption{"--peers=16", "--peers", "--overlay=chord"},
        BadOption{"--overlay=chord --links=7", "--links", "--peers"},
        BadOption{"--overlay=chord --peers=8193", "--peers", "to 8192"},
        BadOption{"--rate=1Mbps", "--rate", "--model=link"},
        BadOption{"--model=link --capacity=1", "--capacity", "--model=m1"},
        BadOption{"--model=m2 --alpha=1", "--alpha", "--model=m1"},
        BadOption{"--model=link --rate=1Mbps..2Mbps", "--rate", "one rate"},
        BadOption{"--summary=/no/such/directory/x", "--summary", "No such file"}));

TEST(CollapseAnalysisProgramTest, OneMillionPeersSaturateAtThePublishedRates)
{
    const auto results = Summarise("--points=2").at("results");
    EXPECT_NEAR(results["m1"]["x_opt"]["closed_form"], 11.4, 0.05);
    EXPECT_NEAR(results["m2"]["x_opt"]["closed_form"], 10.9, 0.05);
    for (const std::string model : {"m1", "m2"})
    {
        for (const std::string quantity : {"x_opt", "overloaded"})
        {
            const double closed = results[model][quantity]["closed_form"];
            EXPECT_NEAR(results[model][quantity]["found"], closed, 1e-9 * closed);
        }
    }
}

TEST(CollapseAnalysisProgramTest, TheTableIsWhatTheLibrarySays)
{
    const auto table =
        ReadTable(RunProgram(kAnalysisProgram,
                             "--model=m1 --links=7 --capacity=200 --alpha=0.1 --x=10..90 "
                             "--points=3 --spacing=linear")
                      .output);
    const dht::CollapseAnalysis analysis(7, 200, dht::LoadModel::Uplink(0.1));
    ASSERT_EQ(table.size(), 3U);
    for (int i = 0; i < 3; ++i)
    {
        const auto point = analysis.Solve(10 + 40 * i);
        Line line = table[i];
        EXPECT_EQ(line["model"], "m1");
        EXPECT_NEAR(std::stod(line["x"]), point.rate, 1e-9);
        EXPECT_NEAR(std::stod(line["p"]), point.processing, 1e-9);
        EXPECT_EQ(line["p_min"], line["p"]);
        EXPECT_NEAR(std::stod(line["offered"]), point.offered, 1e-8);
        EXPECT_NEAR(std::stod(line["fresh"]), point.traffic.fresh, 1e-9);
        EXPECT_NEAR(std::stod(line["relay"]), point.traffic.relay, 1e-8);
        EXPECT_NEAR(std::stod(line["final"]), point.traffic.delivered, 1e-9);
        EXPECT_NEAR(std::stod(line["achieved"]), point.traffic.delivered + point.rate / 128, 1e-9);
    }
}

TEST(CollapseAnalysisProgramTest, AnEvenRingIsIdeal)
{
    const std::string arguments = "--model=both --x=1..1000 --points=7 ";
    const auto ideal = ReadTable(RunProgram(kAnalysisProgram, arguments + "--links=6").output);
    const auto ring =
        ReadTable(RunProgram(kAnalysisProgram, arguments + "--overlay=chord --peers=64").output);
    ASSERT_EQ(ideal.size(), 14U);
    ASSERT_EQ(ring.size(), 14U);
    for (std::size_t i = 0; i < ideal.size(); ++i)
    {
        for (const auto& [column, text] : ideal[i])
        {
            if (column != "model")
            {
                EXPECT_NEAR(std::stod(ring[i].at(column)) / std::stod(text), 1, 1e-9) << column;
            }
        }
    }
}

TEST(CollapseAnalysisProgramTest, ALinkCarriesBetweenOwnAndFullSegments)
{
    const auto ideal = Summarise("--model=link --links=7 --points=1").at("results");
    EXPECT_NEAR(ideal["own-segments"]["x_opt"]["closed_form"], 60.9, 0.05);
    EXPECT_NEAR(ideal["full-segments"]["x_opt"]["closed_form"], 75.1, 0.1);
    const auto drawn =
        Summarise("--model=link --overlay=chord --rate=600kbps..1Mbps --points=1").at("results");
    EXPECT_GT(drawn["own-segments"]["x_opt"], 60.9);
    EXPECT_LT(drawn["own-segments"]["x_opt"], 1.2 * 60.9);
}

TEST(CollapseAnalysisProgramTest, AnotherRunNumberDrawsAnotherOverlay)
{
    const std::string arguments = "--overlay=small-world --wrong-entries=5 --points=1 --RngRun=";
    EXPECT_EQ(Summarise(arguments + "1"), Summarise(arguments + "1"));
    EXPECT_NE(Summarise(arguments + "1")["results"], Summarise(arguments + "2")["results"]);
}

/// The simulated peers have the ids, neighbours and wrong entries that are analysed: so their
/// requests take as many hops.
TEST(CollapseAnalysisProgramTest, TheOverlayIsTheOneThatIsSimulated)
{
    const std::string overlay = "--overlay=tree --ids=sha1 --peers=32 --RngRun=3 ";
    const double analysed = Summarise(overlay + "--points=1")["results"]["m1"]["hops_mean"];
    const ProgramRun run =
        RunProgram("collapse",
                   overlay + "--scheme=none --load=20 --warmup=1s --duration=60s --quiet");
    ASSERT_EQ(run.status, 0) << run.errors;
    const double simulated = run.Json()["results"]["hops_mean"];
    // the mean of 38,400 requests, whose hops deviate by less than 1.3
    EXPECT_NEAR(simulated, analysed, 5 * 1.3 / 196);
}

TEST(CollapseAnalysisProgramTest, ALostTableIsAFailure)
{
    EXPECT_EQ(RunProgram(kAnalysisProgram, ">/dev/full 2>/dev/null; exit $? #").status, 1);
    EXPECT_EQ(RunProgram(kAnalysisProgram, "--output=/dev/full").status, 1);
}

} // namespace
