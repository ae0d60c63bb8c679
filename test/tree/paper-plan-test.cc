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
#include <string>
#include <utility>

/// The figures of the papers: what examples/paper/ plans is possible.

namespace
{

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
