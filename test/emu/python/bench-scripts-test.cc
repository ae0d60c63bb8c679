/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <gtest/gtest.h>
#include <string>

/// The scripts of emu/bench, which compare the overlay's own transport with others.

namespace
{

/// @param script A script of emu/bench. @param arguments Its arguments. @return What it did.
ProgramRun
RunScript(const std::string& script, const std::string& arguments)
{
    return RunCommand("python3 -B '" + places::Source() + "/emu/bench/" + script + "' " +
                      arguments);
}

TEST(BenchScriptsTest, TransportsAreComparedInOneRun)
{
    const ProgramRun run = RunScript("transports.py", "--quic=no --megabytes=10 --rounds=1");
    ASSERT_EQ(run.status, 0) << run.errors;
    for (const char* row :
         {"the overlay's own transport", "the system's TCP, cubic", "an idle link"})
    {
        EXPECT_NE(run.output.find(row), std::string::npos) << run.output;
    }
}

/// One line for each mistake, before anything begins.
TEST(BenchScriptsTest, WrongOptionsAreToldAtOnce)
{
    EXPECT_NE(RunScript("transports.py", "--quic=no --rounds=0").status, 0);
    const ProgramRun shorter = RunScript("beside_tcp.py", "--seconds=10");
    EXPECT_EQ(shorter.errors, "beside_tcp: --seconds=10: takes more than 10\n");
    const ProgramRun unknown = RunScript("beside_tcp.py", "--tcp=fast");
    EXPECT_EQ(unknown.errors.rfind("beside_tcp: --tcp=fast: ", 0), 0u) << unknown.errors;
}

} // namespace
