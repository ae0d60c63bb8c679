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

/// ./waf view: what makes the page, and the page, by test/view/views.py.

namespace
{

/// Of test/view/views.py: something that it needs is not installed.
constexpr int SKIPPED = 77;

class RingViewTest : public testing::TestWithParam<const char*>
{
};

TEST_P(RingViewTest, Holds)
{
    const std::filesystem::path examples = places::Examples();
    const ScratchDirectory scratch;
    const ProgramRun run = RunCommand("python3 -B '" + places::Source() + "/test/view/views.py' " +
                                      GetParam() + " --build='" + examples.parent_path().string() +
                                      "' --scratch='" + scratch.Path("") + "'");
    // where everything has to be installed, nothing is left out in silence
    if (run.status == SKIPPED && !std::getenv("CI"))
    {
        GTEST_SKIP() << run.output;
    }
    EXPECT_EQ(run.status, 0) << run.output << run.errors;
}

INSTANTIATE_TEST_SUITE_P(Checks,
                         RingViewTest,
                         testing::Values("refused",
                                         "types",
                                         "units",
                                         "browser",
                                         "shipped",
                                         "promised",
                                         "watched",
                                         "tailed"));

} // namespace
