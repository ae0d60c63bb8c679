/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"
#include "test-name.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

/// build/examples/million in several processes, as a user sees it.

namespace
{

const std::string kSmallRanks = "--peers=100 --duration=1s --warmup=1s --load=20 --quiet ";

#ifndef DHT_CC_MPI

/// @param environment What an MPI launcher sets. @return What the program does.
ProgramRun
RunLaunched(const std::string& environment)
{
    return RunCommand("env " + environment + " '" + places::Examples() + "/million' " +
                      kSmallRanks);
}

TEST(MillionRanksTest, WithoutTheModuleMpiOneLineSaysSo)
{
    for (const char* environment :
         {"OMPI_COMM_WORLD_SIZE=2", "OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0", "PMI_SIZE=3"})
    {
        const ProgramRun run = RunLaunched(environment);
        EXPECT_EQ(run.status, 2);
        EXPECT_EQ(run.output, "");
        EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
        EXPECT_NE(run.errors.find("no module mpi"), std::string::npos) << run.errors;
        EXPECT_NE(run.errors.find("doc/scaling.rst"), std::string::npos) << run.errors;
    }
}

TEST(MillionRanksTest, WithoutTheModuleMpiTheOtherRanksSayNothing)
{
    const ProgramRun run = RunLaunched("OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=1");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.output + run.errors, "");
}

TEST(MillionRanksTest, OneProcessNeedsNoModule)
{
    EXPECT_EQ(RunLaunched("OMPI_COMM_WORLD_SIZE=1 PMI_SIZE=1").status, 0);
}

TEST(MillionRanksTest, SeveralProcessesDoWhatOneDoes)
{
    GTEST_SKIP() << "this ns-3 has no module mpi";
}

#else

/// @param ranks How many processes. @param arguments Of the program. @return What it does.
ProgramRun
RunRanks(int ranks, const std::string& arguments)
{
    // Open MPI asks root whether it is sure, and counts processors
    return RunCommand("env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
                      "OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy="
                      ":oversubscribe mpirun -np " +
                      std::to_string(ranks) + " '" + places::Examples() + "/million' " + arguments);
}

/// With each scheme and model.
class MillionSchemeTest : public testing::TestWithParam<std::tuple<std::string, std::string>>
{
};

TEST_P(MillionSchemeTest, SeveralProcessesDoWhatOneDoes)
{
    const auto& [scheme, model] = GetParam();
    const std::string arguments = kSmallRanks + "--scheme=" + scheme + " --model=" + model;
    const auto whole = RunProgram("million", arguments).Json();
    const auto expected = whole["results"].flatten();
    for (const int ranks : {1, 2, 3})
    {
        const ProgramRun run = RunRanks(ranks, arguments);
        ASSERT_EQ(run.status, 0) << run.errors;
        EXPECT_EQ(run.errors, "");
        const auto parts = run.Json();
        EXPECT_EQ(parts["host"]["ranks"], ranks);
        EXPECT_EQ(parts["counters"].dump(2), whole["counters"].dump(2));
        const auto results = parts["results"].flatten();
        for (const auto& [name, value] : expected.items())
        {
            if (!value.is_number()) // an empty list
            {
                EXPECT_EQ(results.at(name), value) << name;
                continue;
            }
            // sums of numbers in another order
            const double number = value;
            EXPECT_NEAR(results.at(name).get<double>(), number, 1e-9 * number) << name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Schemes,
    MillionSchemeTest,
    testing::Combine(testing::Values("none", "credit", "back-pressure", "marking"),
                     testing::Values("m1", "link")),
    [](const auto& info) {
        return TestName(std::get<0>(info.param)) + "_" + std::get<1>(info.param);
    });

TEST(MillionRanksTest, HelpIsShownOnce)
{
    const ProgramRun run = RunRanks(2, "--help");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    EXPECT_NE(run.output.find("--peers"), std::string::npos);
    EXPECT_EQ(run.output.find("--peers"), run.output.rfind("--peers")) << run.output;
}

TEST(MillionRanksTest, WhatIsWrongIsSaidOnce)
{
    for (const BadOption& bad :
         std::vector<BadOption>{{"--scheme=nothing", "scheme", "credit"},
                                {"--series=/tmp/never.csv", "series", "one process"},
                                {"--peers=2", "peers", "at least 3"}})
    {
        const ProgramRun run = RunRanks(3, kSmallRanks + bad.arguments);
        EXPECT_EQ(run.status, 2);
        EXPECT_EQ(run.output, "");
        const std::size_t line = run.errors.find("million: ");
        ASSERT_NE(line, std::string::npos) << run.errors;
        EXPECT_EQ(line, run.errors.rfind("million: ")) << run.errors;
        const std::string said = run.errors.substr(line, run.errors.find('\n', line) - line);
        EXPECT_NE(said.find(bad.named), std::string::npos) << said;
        EXPECT_NE(said.find(bad.allowed), std::string::npos) << said;
    }
}

#endif

} // namespace
