/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>

/// Recordings of programs, read by test/programs/recordings.py.

namespace
{

class RecordingTest : public testing::TestWithParam<const char*>
{
};

TEST_P(RecordingTest, Holds)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("recordings");
    std::filesystem::create_directory(directory);
    // which may have what Parquet needs
    const std::string installed = places::Source() + "/.venv/bin/python";
    const std::string python = std::filesystem::exists(installed) ? installed : "python3";
    const ProgramRun run = RunCommand(
        "'" + python + "' -B '" + places::Source() + "/test/programs/recordings.py' " + GetParam() +
        " --examples='" + places::Examples() + "' --scratch='" + directory + "'");
    EXPECT_EQ(run.status, 0) << run.errors;
}

INSTANTIATE_TEST_SUITE_P(Checks,
                         RecordingTest,
                         testing::Values("collapse",
                                         "million",
                                         "churn",
                                         "store",
                                         "flows",
                                         "queues",
                                         "harmless",
                                         "options",
                                         "index",
                                         "broken",
                                         "killed",
                                         "refused",
                                         "converted",
                                         "lock_up"));

} // namespace
