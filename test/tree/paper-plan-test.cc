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

/// The figures of the papers: what examples/paper/ plans is possible.

namespace
{

TEST(PaperPlanTest, EveryOptionIsKnownAndEveryPublishedNumberIsCompared)
{
    const std::string top = places::Source();
    const std::string python = top + "/.venv/bin/python";
    if (!std::filesystem::exists(top + "/.venv/bin/snakemake"))
    {
        GTEST_SKIP() << "./waf has not installed Snakemake";
    }
    const ScratchDirectory scratch;
    const std::string command = "'" + python + "' -B '" + top +
                                "/examples/paper/check.py' --program='" + places::Examples() +
                                "/collapse' >'" + scratch.Path("out") + "' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << ReadFile(scratch.Path("out"));
}

} // namespace
