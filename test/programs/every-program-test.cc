/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-build-info.h"
#include "program-run.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

/// What all programs of examples/ have in common.

namespace
{

class EveryProgramTest : public testing::TestWithParam<std::string>
{
  protected:
    /// @param arguments Its arguments. @return What the program did.
    static ProgramRun Run(const std::string& arguments)
    {
        return RunProgram(GetParam(), arguments);
    }
};

INSTANTIATE_TEST_SUITE_P(Examples,
                         EveryProgramTest,
                         testing::Values("blocks",
                                         "churn",
                                         "collapse",
                                         "collapse-analysis",
                                         "collapse-figure",
                                         "coordinates",
                                         "deadlock-analysis",
                                         "delays",
                                         "dtl-flows",
                                         "million",
                                         "routes",
                                         "store"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_P(EveryProgramTest, HelpIsAskedForInTwoWays)
{
    const ProgramRun run = Run("--help");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.errors, "");
    EXPECT_NE(run.output.find("Exit status"), std::string::npos);
    EXPECT_EQ(Run("-h").output, run.output);
    EXPECT_EQ(Run("-h").status, 0);
}

TEST_P(EveryProgramTest, TheVersionIsThatOfThisModule)
{
    const ProgramRun run = Run("--version");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.errors, "");
    const dht::BuildInfo build = dht::BuildInfo::Get();
    // inside an ns-3 tree, the program's name has more to it
    EXPECT_NE(run.output.find(GetParam()), std::string::npos) << run.output;
    EXPECT_NE(run.output.find(" (dht-cc) " + build.version + ", commit " + build.commit +
                              ", ns-3 " + build.ns3Version + "\n"),
              std::string::npos)
        << run.output;
}

TEST_P(EveryProgramTest, WhatIsNoOptionIsRefusedInOneLine)
{
    for (const std::string argument : {"--helf", "--sumary=x", "--RngRuns=1", "-x", "-help"})
    {
        const ProgramRun run = Run(argument);
        EXPECT_EQ(run.status, 2) << argument;
        EXPECT_EQ(run.output, "") << argument;
        EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
        EXPECT_NE(run.errors.find(argument.substr(0, argument.find('='))), std::string::npos)
            << run.errors;
    }
}

TEST(CollapseFigureTest, WhatIsMissingIsNamed)
{
    const ScratchDirectory scratch;
    const std::string output = "--output=" + scratch.Path("figure.plt");
    ProgramRun run = RunProgram("collapse-figure", "none.json");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.errors.find("--output is missing"), std::string::npos) << run.errors;
    run = RunProgram("collapse-figure", output);
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.errors.find("no summary is given"), std::string::npos) << run.errors;
    run = RunProgram("collapse-figure", output + " " + scratch.Path("none.json"));
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.errors.find("none.json cannot be read"), std::string::npos) << run.errors;
    EXPECT_EQ(scratch.FileCount(), 0U);
}

} // namespace
