/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>

/// The program routes, as a user meets it.

namespace
{

TEST(RoutesProgramTest, EightPeersTakeTheHopsOfThePapersFigure)
{
    const ProgramRun run = RunProgram("routes", "--peers=8 --from=0");
    EXPECT_EQ(run.status, 0) << run.errors;
    // COMSNETS09, figure 1: three peers are one hop away, three two, and one three
    EXPECT_EQ(run.output,
              "destination,hop,from,to\n"
              "1,1,0,1\n"
              "2,1,0,2\n"
              "3,1,0,2\n"
              "3,2,2,3\n"
              "4,1,0,4\n"
              "5,1,0,4\n"
              "5,2,4,5\n"
              "6,1,0,4\n"
              "6,2,4,6\n"
              "7,1,0,4\n"
              "7,2,4,6\n"
              "7,3,6,7\n");
}

TEST(RoutesProgramTest, TheOverlayIsThatOfTheOtherPrograms)
{
    const ProgramRun run = RunProgram("routes", "--overlay=small-world --peers=32 --from=7");
    EXPECT_EQ(run.status, 0) << run.errors;
    // the cycle of deadlock-analysis begins with these hops (doc/deadlocks.rst)
    EXPECT_NE(run.output.find("\n0,1,7,15\n0,2,15,24\n"), std::string::npos) << run.output;
    EXPECT_NE(RunProgram("routes", "--overlay=small-world --peers=32 --from=7 --RngRun=2").output,
              run.output);
    EXPECT_EQ(RunProgram("routes", "--ids=sha1 --peers=32").status, 0);
}

TEST(RoutesProgramTest, ARequestThatGoesAroundIsAnError)
{
    const ProgramRun run = RunProgram("routes", "--peers=32 --wrong-entries=100");
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.output, "");
    EXPECT_NE(run.errors.find("never arrive"), std::string::npos) << run.errors;
}

TEST(RoutesProgramTest, APeerThatIsNotThereIsAnError)
{
    const ProgramRun run = RunProgram("routes", "--peers=8 --from=8");
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.output, "");
    EXPECT_NE(run.errors.find("--from=8"), std::string::npos) << run.errors;
}

} // namespace
