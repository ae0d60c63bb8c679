/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>

/// ./waf sweep, after its build: small sweeps, made by test/programs/sweeps.py.

namespace
{

class SweepTest : public testing::TestWithParam<const char*>
{
};

TEST_P(SweepTest, Holds)
{
    const std::string top = places::Source();
    if (!std::filesystem::exists(top + "/.venv/bin/snakemake"))
    {
        GTEST_SKIP() << "./waf has not installed Snakemake";
    }
    const std::filesystem::path examples = places::Examples();
    if (!std::filesystem::exists(examples.parent_path() / "examples/collapse"))
    {
        GTEST_SKIP() << "a sweep runs what ./waf has built";
    }
    const ScratchDirectory scratch;
    std::filesystem::create_directory(scratch.Path("sweeps"));
    const std::string command = "'" + top + "/.venv/bin/python' -B '" + top +
                                "/test/programs/sweeps.py' " + GetParam() + " --build='" +
                                examples.parent_path().string() + "' --scratch='" +
                                scratch.Path("sweeps") + "' >'" + scratch.Path("out") + "' 2>&1";
    const int status = std::system(command.c_str());
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
    {
        GTEST_SKIP() << "pyarrow is not installed (examples/recording/requirements.txt)";
    }
    EXPECT_EQ(status, 0) << ReadFile(scratch.Path("out"));
}

INSTANTIATE_TEST_SUITE_P(Checks,
                         SweepTest,
                         testing::Values("lists",
                                         "refused",
                                         "killed",
                                         "failing",
                                         "in_use",
                                         "dry_run",
                                         "inputs",
                                         "warned",
                                         "tables",
                                         "parquet",
                                         "notebook"));

} // namespace
