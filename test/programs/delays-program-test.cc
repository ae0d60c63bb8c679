/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// The program delays, as a user meets it.

namespace
{

const char* const kDelaysProgram = "delays";

class BadDelaysOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadDelaysOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused(kDelaysProgram, GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Options,
    BadDelaysOptionTest,
    testing::Values(
        BadOption{"--peers=1", "--peers", "from 2 to"},
        BadOption{"--peers=9000", "--peers", "to 8192"},
        BadOption{"--delay=0ms", "--delay", "from 1us to 4s"},
        BadOption{"--delay-model=mars", "--delay-model", "globe"},
        BadOption{"--delay-model=globe --delay=9ms", "--delay", "--delay-model=access"},
        BadOption{"--delay-unit=us", "--delay-unit", "--delay-model=matrix"},
        BadOption{"--delay-model=matrix --delay-matrix=/ ", "--delay-matrix", "read"},
        BadOption{"--delay-model=matrix --delay-matrix=/dev/null", "--delay-matrix", "no delays"},
        BadOption{"--delay-missing=median", "--delay-missing", "--delay-model=matrix"},
        BadOption{"--delay-column=avg", "--delay-column", "--delay-model=matrix"},
        BadOption{"--delay-model=matrix --delay-matrix=/dev/zero", "--delay-matrix", "line 1"},
        BadOption{"--convert=x", "--convert", "--delay-model=matrix"},
        BadOption{"--delay-model=matrix --delay-matrix=x --convert=y --peers=4",
                  "--peers",
                  "no --convert"},
        BadOption{"--delay-model=matrix --delay-matrix=x --delay-within-host=5s",
                  "--delay-within-host",
                  "1us to 4s"}));

/// @param arguments Of the program. @return The results in its summary.
nlohmann::json
ResultsOf(const std::string& arguments)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("shape.json");
    const ProgramRun run = RunProgram(kDelaysProgram, arguments + " --summary=" + file);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_NE(run.output.find("\nmedian "), std::string::npos) << run.output;
    return nlohmann::json::parse(ReadFile(file))["results"];
}

TEST(DelaysProgramTest, AGlobeHasTheMeasuredMedianAndMean)
{
    const auto results = ResultsOf("--delay-model=globe");
    EXPECT_NEAR(results["round_trip_ms"]["p50"], 134, 0.01);
    EXPECT_NEAR(results["round_trip_ms"]["mean"], 154, 0.01);
    EXPECT_EQ(results["percentiles_ms"].size(), 101u);
    EXPECT_EQ(results["percentiles_ms"][50], results["round_trip_ms"]["p50"]);
    EXPECT_LT(results["median_least_of_ms"]["16"], 40);
    EXPECT_EQ(results["asymmetry_percent"], 0);
    EXPECT_NE(ResultsOf("--delay-model=globe --RngRun=2")["nearest_ms"], results["nearest_ms"]);
}

TEST(DelaysProgramTest, AFileMayHaveMoreOrFewerHostsThanPeers)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("king");
    {
        std::ofstream out(file);
        out << "topology E2EGraph 3\n\nnode 1\nnode 2\nnode 3\n1,2 10\n1,3 20\n2,3 40\n";
    }
    const std::string options = "--delay-model=matrix --delay-format=p2psim --delay-unit=rtt-ms "
                                "--delay-matrix=" +
                                file;
    const auto all = ResultsOf(options);
    EXPECT_NEAR(all["round_trip_ms"]["mean"], 70.0 / 3, 1e-3);
    EXPECT_NEAR(all["shorter_by_third_percent"], 100.0 / 3, 1e-3);
    const auto two = ResultsOf(options + " --peers=2")["round_trip_ms"];
    EXPECT_EQ(two["least"], two["greatest"]);
    const ProgramRun many = RunProgram(kDelaysProgram, options + " --peers=6");
    EXPECT_EQ(many.status, 2);
    EXPECT_NE(many.errors.find("3 hosts for 6 peers"), std::string::npos) << many.errors;
    EXPECT_NE(many.errors.find("--delay-within-host"), std::string::npos) << many.errors;
    const auto shared = ResultsOf(options + " --peers=6 --delay-within-host=1ms");
    EXPECT_EQ(shared["round_trip_ms"]["least"], 2);
    EXPECT_EQ(shared["nearest_ms"], 2);
    // three hosts with two peers each
    EXPECT_NEAR(shared["round_trip_ms"]["mean"], (3 * 2 + 4 * 70) / 15.0, 1e-3);
}

TEST(DelaysProgramTest, AFileIsConvertedPackedOrNot)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("king");
    {
        std::ofstream out(file);
        out << "0 20 -1\n20 0 40\n30 40 0\n";
    }
    const std::string rows = scratch.Path("rows");
    const std::string from = "--delay-model=matrix --delay-matrix=";
    const ProgramRun run =
        RunProgram(kDelaysProgram,
                   from + file + " --delay-unit=rtt-ms --delay-missing=median --convert=" + rows);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_NE(run.output.find("filled in: 1\n"), std::string::npos) << run.output;
    EXPECT_EQ(ReadFile(rows),
              "# delays of dht-cc, unit=ns\n0,10000000,15000000\n10000000,0,20000000\n"
              "15000000,20000000,0\n");
    EXPECT_EQ(std::system(("gzip " + rows).c_str()), 0);
    EXPECT_NEAR(ResultsOf(from + rows + ".gz")["round_trip_ms"]["mean"], 30, 1e-3);
    EXPECT_EQ(std::system(("truncate -s -12 " + rows + ".gz").c_str()), 0);
    const ProgramRun cut = RunProgram(kDelaysProgram, from + rows + ".gz");
    EXPECT_EQ(cut.status, 2);
    EXPECT_NE(cut.errors.find("cannot be read to its end"), std::string::npos) << cut.errors;
}

} // namespace
