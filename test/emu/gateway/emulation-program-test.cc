/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-build-info.h"
#include "emulation-gateway.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

/// The program dht-emulate, as a user meets it: options, ends, what it needs of the machine.

namespace emulation
{
namespace
{

TEST_F(EmulationTest, CtrlCEndsALoopTooButNotBeforeTheSummaryIsWritten)
{
    const auto emulator = Start("--simulated=2 --scheme=credit --warmup=1h");
    const DatagramPair pair(*m_namespaces);
    pair.first.Send("x");
    ASSERT_TRUE(pair.second.Receive());
    const ProgramRun run = End(*emulator, SIGINT);
    EXPECT_EQ(run.status, 128 + SIGINT) << run.errors;
    EXPECT_GE(run.Json()["real"]["sum"]["delivered"], 1);
    EXPECT_EQ(run.Json()["simulated"]["results"]["achieved"], 0); // it never measured
}

TEST_F(EmulationTest, ARunThatIsLateIsNotValid)
{
    const auto emulator = Start("--lag-limit=1us --duration=2s");
    const ProgramRun run = emulator->Wait();
    EXPECT_EQ(run.status, 4);
    EXPECT_NE(run.errors.find("not valid"), std::string::npos) << run.errors;
    EXPECT_EQ(run.Json()["lag"]["valid"], false);
    EXPECT_GT(run.Json()["lag"]["p99_ms"], 0.001);
}

TEST_F(EmulationTest, ATapHasOneEmulatorOnly)
{
    const auto emulator = Start();
    const DatagramPair reachable(*m_namespaces);
    const ProgramRun run = Start()->Wait();
    EXPECT_EQ(run.status, 3);
    EXPECT_NE(run.errors.find("another emulation runs"), std::string::npos) << run.errors;
    EXPECT_EQ(End(*emulator).status, 0);
}

TEST_F(EmulationTest, ItMayRunBeforeAllOtherProcesses)
{
    const ProgramRun run = Start("--fifo --duration=1s")->Wait();
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.Json()["lag"]["fifo_pauses"], 0);
}

/// @param run A run. @param status What it ends with. @param text What its one line says.
void
ExpectOneLine(const ProgramRun& run, int status, const std::string& text)
{
    EXPECT_EQ(run.status, status);
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_NE(run.errors.find(text), std::string::npos) << run.errors;
}

TEST_F(EmulationTest, WhatTheMachineLacksIsSaidInOneLine)
{
    const std::string program =
        "'" + places::Emu() + "/dht-emulate' --quiet --namespaces=" + m_namespaces->Prefix() + " ";
    ExpectOneLine(RunCommand(program + "--real=3"), 3, "emu/netns");
    ExpectOneLine(RunCommand("setpriv --bounding-set=-all --inh-caps=-all " + program + "--real=2"),
                  3,
                  "run it as root");
    ExpectOneLine(RunCommand("unshare --mount sh -c \"mount -t tmpfs none /dev/net && exec " +
                             program + "--real=2\""),
                  3,
                  "modprobe tun");
    ExpectOneLine(RunCommand("setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice " + program +
                             "--real=2 --fifo"),
                  3,
                  "CAP_SYS_NICE");
}

class EmulationOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(EmulationOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    if (!std::filesystem::exists(places::Emu() + "/dht-emulate"))
    {
        GTEST_SKIP() << "dht-emulate was not built";
    }
    ExpectRefused("../emu/dht-emulate", GetParam(), "--series");
}

INSTANTIATE_TEST_SUITE_P(
    Emulation,
    EmulationOptionTest,
    testing::Values(
        BadOption{"", "--real=0", "--simulated"},
        BadOption{"--real=-1", "--real=-1", "whole number"},
        BadOption{"--simulated=1", "--simulated=1", "at least 2"},
        BadOption{"--real=2 --network=10.0.0.0", "--network", "10.0.0.0/16"},
        BadOption{"--real=2 --network=10.0.0.0/33", "--network", "10.0.0.0/16"},
        BadOption{"--real=2 --network=10.0.0.1/16", "--network", "behind its prefix"},
        BadOption{"--real=6 --network=10.0.0.0/29", "--network", "too small for 6 peers"},
        BadOption{"--real=2 --scheme=credit", "--scheme", "--simulated"},
        BadOption{"--real=2 --simulated=2 --scheme=none", "--load=0", "above 0"},
        BadOption{"--real=2 --lag-limit=0s", "--lag-limit=0s", "at least"},
        BadOption{"--real=2 --rate=600", "--rate=600", "no unit: write 600kbps or 600bps"},
        BadOption{"--real=2 --duration=5", "--duration=5", "no unit: write 5s or 5ms"},
        BadOption{"--real=2 --delay-model=matrix", "--delay-matrix", "name a file"},
        BadOption{"--real=2 --delay-model=globe --delay=1ms", "--delay", "--delay-model=access"},
        BadOption{"--real=2 --delay-unit=us", "--delay-unit", "--delay-model=matrix"},
        BadOption{"--real=2 --reel=2", "--reel", "--help"},
        BadOption{"--real=2 --rate=0kbps", "--rate", "above 0"}));

TEST(EmulationProgramTest, HasHelpAndVersion)
{
    const std::string program = "../emu/dht-emulate";
    const ProgramRun help = RunProgram(program, "--help");
    EXPECT_EQ(help.status, 0);
    EXPECT_NE(help.output.find("--lag-limit"), std::string::npos);
    EXPECT_EQ(RunProgram(program, "-h").output, help.output);
    EXPECT_EQ(RunProgram(program, "--version").output,
              dht::BuildInfo::Get().Describe("dht-emulate", true) + "\n");
}

} // namespace
} // namespace emulation
