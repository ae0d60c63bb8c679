/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-experiment.h"
#include "dht-scheme-options.h"
#include "dht-scheme-registry.h"
#include "places.h"
#include "program-run.h"

#include "ns3/config.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

/// A scheme of one's own: all of it is in this file.

namespace
{

/// At most a fixed number of requests is outstanding.
class FixedWindow : public dht::CongestionControl
{
  public:
    explicit FixedWindow(double window)
        : m_window(window)
    {
    }

    dht::Time Admit(dht::Time now, std::size_t outstanding) override
    {
        return static_cast<double>(outstanding) < m_window ? now : dht::kNever;
    }

    double Level() const override
    {
        return m_window;
    }

  private:
    double m_window; ///< Requests that may be outstanding.
};

const dht::RegisterScheme g_fixedWindow({"fixed-window",
                                         "a fixed number of outstanding requests",
                                         dht::Parameters({{"Window", "How many", 4, 1, 1000}}),
                                         [](const dht::Parameters& p) {
                                             return std::make_unique<FixedWindow>(p["Window"]);
                                         }});

/// @param arguments Options of collapse. @return Its exit status.
int
Collapse(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "collapse");
    std::vector<char*> argv;
    for (std::string& argument : arguments)
    {
        argv.push_back(argument.data());
    }
    const int status = ns3::RunCollapse(static_cast<int>(argv.size()), argv.data());
    ns3::Config::Reset();
    return status;
}

TEST(FifthSchemeTest, RunsByNameThroughTheMachineryOfCollapse)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("summary.json");
    ASSERT_EQ(Collapse({"--scheme=fixed-window",
                        "--ns3::DhtFixedWindow::Window=7",
                        "--peers=8",
                        "--warmup=1s",
                        "--duration=5s",
                        "--quiet",
                        "--summary=" + file}),
              0);
    const auto summary = nlohmann::json::parse(ReadFile(file));
    EXPECT_EQ(summary["options"]["scheme"], "fixed-window");
    EXPECT_NEAR(summary["results"]["outstanding_mean"], 7, 0.01);
    EXPECT_NEAR(summary["results"]["level_mean"], 7, 1e-9);
    EXPECT_GT(summary["results"]["achieved"], 50);
    EXPECT_TRUE(summary["counters"]["identities_hold"]);
}

TEST(FifthSchemeTest, ItsConstantsHaveTheirRange)
{
    testing::internal::CaptureStderr();
    EXPECT_EQ(Collapse({"--scheme=fixed-window", "--ns3::DhtFixedWindow::Window=0"}), 2);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("allowed is double 1:1000"),
              std::string::npos);
}

TEST(FifthSchemeTest, ItsConstantsAreSetByTheirNamesAlone)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("summary.json");
    ASSERT_EQ(Collapse({"--scheme=fixed-window",
                        "--scheme-parameter=Window=7",
                        "--peers=8",
                        "--warmup=1s",
                        "--duration=1s",
                        "--quiet",
                        "--summary=" + file}),
              0);
    const auto summary = nlohmann::json::parse(ReadFile(file));
    EXPECT_EQ(summary["attributes"]["ns3::DhtFixedWindow::Window"], "7");
    EXPECT_NEAR(summary["results"]["level_mean"], 7, 1e-9);
    testing::internal::CaptureStderr();
    EXPECT_EQ(Collapse({"--scheme=fixed-window", "--scheme-parameter=Threshold=60"}), 2);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("fixed-window has Window"),
              std::string::npos);
}

/// Programs must not know schemes by their names.
TEST(FifthSchemeTest, WhatASchemeDoesIsAskedOfIt)
{
    EXPECT_TRUE(dht::TakesAnyNumber("none"));
    EXPECT_TRUE(dht::LetsRequestsWait("back-pressure"));
    for (const char* scheme : {"credit", "back-pressure", "marking", "fixed-window"})
    {
        EXPECT_FALSE(dht::TakesAnyNumber(scheme)) << scheme;
    }
    for (const char* scheme : {"none", "credit", "marking", "fixed-window"})
    {
        EXPECT_FALSE(dht::LetsRequestsWait(scheme)) << scheme;
    }
}

/// What Python reads of the help is what there is.
TEST(FifthSchemeTest, PythonKnowsTheSchemesOfAProgram)
{
    const std::string script = "import sys; sys.path.insert(0, sys.argv[1]); import schemes; "
                               "print(*schemes.names(sys.argv[2]))";
    const ProgramRun run = RunCommand("python3 -B -c '" + script + "' '" + places::Source() +
                                      "/helper/shared' '" + places::Examples() + "/collapse'");
    EXPECT_EQ(run.status, 0) << run.errors;
    // the program has neither this file's scheme nor those of other checks
    const ProgramRun list = RunCommand("'" + places::Examples() + "/collapse' --scheme=sixth");
    std::string names;
    std::istringstream words(run.output);
    for (std::string name; words >> name;)
    {
        names += (names.empty() ? "" : ", ") + name;
    }
    EXPECT_NE(list.errors.find("known are " + names + "\n"), std::string::npos) << list.errors;
}

TEST(FifthSchemeTest, ItIsListedWithTheOthers)
{
    testing::internal::CaptureStderr();
    EXPECT_EQ(Collapse({"--scheme=sixth"}), 2);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("ferry, fixed-window"),
              std::string::npos);
}

} // namespace
