/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "eventually.h"
#include "places.h"
#include "program-run.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

/// Programs that are told to end by a signal: they clean up, and then end by it.

namespace
{

const std::string kExamples = places::Examples();
const std::string kTop = places::Source();

/// A simulation that would take hours, as a shell starts it.
const std::string kEndless = "exec '" + kExamples + "/collapse' --peers=8 --duration=100h --quiet ";

/// A command that is sent a signal as soon as there is something to clean up.
class Interrupted
{
  public:
    /// @param command As a shell reads it. @param ready Whether to send. @param signal The signal's
    /// number.
    /// @param all Whether its children are sent it, too, as a terminal does.
    Interrupted(const std::string& command,
                const std::function<bool()>& ready,
                int signal,
                bool all = false)
    {
        const std::string line = command + " 2>'" + m_scratch.Path("err") + "'";
        const pid_t child = fork();
        if (child == 0)
        {
            setpgid(0, 0);
            // who starts the tests may ignore them, as nohup does
            std::signal(SIGINT, SIG_DFL);
            std::signal(SIGHUP, SIG_DFL);
            execl("/bin/bash", "bash", "-c", line.c_str(), nullptr);
            _exit(127);
        }
        EXPECT_TRUE(Eventually(ready));
        kill(all ? -child : child, signal);
        const bool ended = Eventually([&] { return waitpid(child, &m_status, WNOHANG) != 0; });
        EXPECT_TRUE(ended) << "it does not end";
        kill(-child, SIGKILL); // of a failure, nothing may be left
        if (!ended)
        {
            waitpid(child, &m_status, 0);
        }
    }

    /// @return The signal that ended it; 0 if it ended otherwise.
    int EndedBy() const
    {
        return WIFSIGNALED(m_status) ? WTERMSIG(m_status) : 0;
    }

    /// @return Its standard error.
    std::string Errors() const
    {
        return ReadFile(m_scratch.Path("err"));
    }

  private:
    ScratchDirectory m_scratch; ///< Where its standard error goes.
    int m_status{0};            ///< How it ended.
};

class InterruptionTest : public testing::TestWithParam<int>
{
  protected:
    /// @return Whether the program has begun to write.
    std::function<bool()> IsWriting() const
    {
        return [this] { return m_scratch.FileCount() > 0; };
    }

    const ScratchDirectory m_scratch;
};

INSTANTIATE_TEST_SUITE_P(Signals, InterruptionTest, testing::Values(SIGINT, SIGTERM, SIGHUP));

TEST_P(InterruptionTest, ASimulationLeavesNothingAndEndsByTheSignal)
{
    const Interrupted run(kEndless + "--summary='" + m_scratch.Path("summary") + "'",
                          IsWriting(),
                          GetParam());
    EXPECT_EQ(run.EndedBy(), GetParam());
    EXPECT_EQ(run.Errors(), "collapse: interrupted; nothing was written\n");
    EXPECT_EQ(m_scratch.FileCount(), 0U);
}

TEST(ShellLoopTest, EndsWithItsProgram)
{
    const ScratchDirectory scratch;
    const Interrupted loop(
        "for i in 1 2 3; do (" + kEndless + "--summary='" + scratch.Path("summary") + "'); done",
        [&] { return scratch.FileCount() > 0; },
        SIGINT,
        true);
    EXPECT_EQ(loop.EndedBy(), SIGINT);
    EXPECT_EQ(loop.Errors(), "collapse: interrupted; nothing was written\n");
}

TEST_P(InterruptionTest, ADriverEndsItsRunsAndEndsByTheSignal)
{
    const std::string script = "import pathlib, runs, interruption\n"
                               "options = {\"peers\": 8, \"duration\": \"100h\"}\n"
                               "planned = [runs.Run(str(i), options) for i in range(5)]\n"
                               "with interruption.passed_on():\n"
                               "    runs.run_all(\"" +
                               kExamples + "/collapse\", planned, pathlib.Path(\"" +
                               m_scratch.Path("out") + "\"), 2)\n";
    const std::filesystem::path out = m_scratch.Path("out");
    // two of them run, each with a log and an unfinished summary
    const auto started = [&] {
        return std::filesystem::exists(out) &&
               std::distance(std::filesystem::directory_iterator(out), {}) == 4;
    };
    const Interrupted run("exec env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" + kTop +
                              "/examples:" + kTop + "/helper/shared' python3 -c '" + script + "'",
                          started,
                          GetParam());
    EXPECT_EQ(run.EndedBy(), GetParam());
    EXPECT_EQ(run.Errors().find("Traceback"), std::string::npos) << run.Errors();
    std::size_t logs = 0;
    for (const auto& file : std::filesystem::directory_iterator(out))
    {
        EXPECT_EQ(file.path().extension(), ".log");
        EXPECT_NE(ReadFile(file.path().string()).find("interrupted"), std::string::npos);
        ++logs;
    }
    EXPECT_EQ(logs, 2U); // the others were not started any more
}

/// @param script A script that uses interruption.py. @return What it did.
ProgramRun
RunPython(const std::string& script)
{
    return RunCommand("env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" + kTop +
                      "/helper/shared' python3 -c '" + script + "'");
}

TEST(PythonInterruptionTest, WhatCleansUpIsNotInterruptedAgain)
{
    const ProgramRun run = RunPython("import interruption, os, signal\n"
                                     "with interruption.passed_on():\n"
                                     "    try:\n"
                                     "        os.kill(os.getpid(), signal.SIGTERM)\n"
                                     "    finally:\n"
                                     "        os.kill(os.getpid(), signal.SIGINT)\n"
                                     "        print(\"clean\")\n");
    EXPECT_EQ(run.status, 128 + SIGTERM);
    EXPECT_EQ(run.output, "clean\n");
    EXPECT_EQ(run.errors.find("Traceback"), std::string::npos) << run.errors;
}

TEST(PythonInterruptionTest, WhoIsNotInterruptedEndsAsEver)
{
    EXPECT_EQ(RunPython("import interruption, sys\n"
                        "with interruption.passed_on():\n"
                        "    sys.exit(7)\n")
                  .status,
              7);
}

TEST(QuantityTest, ANumberWithoutItsUnitIsRefusedUnlessItIsZero)
{
    const ProgramRun run = RunPython("import quantity\n"
                                     "for text in (\"500ms\", \"1min..2h\", \"0\", \"5\", "
                                     "\"1s..2\", \"5parsecs\", \"\", \"1s..2s..3s\"):\n"
                                     "    try:\n"
                                     "        print(*quantity.read_range(text, "
                                     "quantity.DURATIONS))\n"
                                     "    except ValueError as error:\n"
                                     "        print(error)\n");
    EXPECT_EQ(run.output,
              "0.5 0.5\n60.0 7200.0\n0.0 0.0\nhas no unit: write 5s or 5ms\n"
              "has no unit: write 2s or 2ms\n"
              "allowed is a number with a unit (s, ms, us, ns, min, h)\n"
              "allowed is a number with a unit (s, ms, us, ns, min, h)\n"
              "has more than two ends: allowed is one value, or LEAST..GREATEST\n")
        << run.errors;
}

} // namespace
