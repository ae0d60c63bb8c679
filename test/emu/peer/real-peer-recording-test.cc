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

/// Recordings of real peers, and of the simulated ones of an emulation, read by
/// test/programs/recordings.py.

namespace
{

class RealTimeRecordingTest : public testing::TestWithParam<const char*>
{
};

TEST_P(RealTimeRecordingTest, HasWhatPeersCountedAndForwarded)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("recordings");
    std::filesystem::create_directory(directory);
    const ProgramRun run =
        RunCommand("python3 -B '" + places::Source() + "/test/programs/recordings.py' " +
                   GetParam() + " --examples='" + places::Examples() + "' --emu='" + places::Emu() +
                   "' --scratch='" + directory + "'");
    EXPECT_EQ(run.status, 0) << run.errors;
}

INSTANTIATE_TEST_SUITE_P(Checks, RealTimeRecordingTest, testing::Values("real", "emulated"));

} // namespace
