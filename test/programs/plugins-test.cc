/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// Overlays and workloads of one's own, which programs load.

namespace
{

class PluginsTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        const std::string both = PathOf("xor-overlay") + ":" + PathOf("indexing-workload");
        setenv("DHT_CC_PLUGINS", both.c_str(), 1);
    }

    void TearDown() override
    {
        unsetenv("DHT_CC_PLUGINS");
    }

    /// @param name A file of doc/code/. @return The plugin of it.
    static std::string PathOf(const std::string& name)
    {
        return places::DocCode() + "/lib" + name + ".so";
    }

    /// @param name A program. @param options Its options. @return Its summary.
    static nlohmann::json Summary(const std::string& name, const std::string& options)
    {
        const ScratchDirectory scratch;
        const std::string file = scratch.Path("summary.json");
        const ProgramRun run = RunProgram(name, options + " --quiet --summary='" + file + "'");
        EXPECT_EQ(run.status, 0) << run.errors;
        return nlohmann::json::parse(ReadFile(file));
    }
};

const std::string kXor = "--overlay=xor --ids=sha1 --peers=21 ";

TEST_F(PluginsTest, AnOverlayAndAWorkloadAreOptionsOfSimulations)
{
    const std::string load = "--workload=indexing --workload-parameter=Words=7 --load=5 ";
    for (const std::string name : {"collapse", "million"})
    {
        SCOPED_TRACE(name);
        const auto summary = Summary(name, kXor + load + "--duration=20s --warmup=5s");
        EXPECT_EQ(summary["options"]["overlay"], "xor");
        EXPECT_EQ(summary["options"]["workload"], "indexing");
        EXPECT_EQ(summary["run"]["plugins"].size(), 2U);
        EXPECT_EQ(summary["attributes"]["ns3::DhtIndexingWorkload::Words"], "7");
        EXPECT_TRUE(summary["counters"]["identities_hold"]);
        EXPECT_GT(summary["results"]["achieved"], 3);
        EXPECT_LT(summary["results"]["achieved"], 7);
    }
    const auto churn = Summary("churn", "--peers=8 --workload=indexing --duration=20s --load=40");
    EXPECT_EQ(churn["options"]["workload"], "indexing");
    EXPECT_TRUE(churn["counters"]["identities_hold"]);
}

TEST_F(PluginsTest, AnOverlayIsAnOptionOfAnalyses)
{
    // each request arrives: from one peer, to all others
    const ProgramRun routes = RunProgram("routes", kXor + "--from=3");
    EXPECT_EQ(routes.status, 0) << routes.errors;
    EXPECT_GT(std::count(routes.output.begin(), routes.output.end(), '\n'), 20);
    EXPECT_EQ(RunProgram("deadlock-analysis", "--overlay=xor --peers=21").status, 0);
    EXPECT_EQ(RunProgram("collapse-analysis", "--overlay=xor --peers=21 --points=1").status, 0);
}

TEST_F(PluginsTest, TheSameSeedMakesTheSameRun)
{
    const std::string options = kXor + "--workload=indexing --load=5 --duration=2s --warmup=1s";
    const auto results = [&](const std::string& more) {
        return Summary("collapse", options + more)["counters"].dump();
    };
    EXPECT_EQ(results(""), results(""));
    EXPECT_NE(results(""), results(" --RngRun=2"));
}

TEST_F(PluginsTest, TheirOptionsAreChecked)
{
    const auto complaint = [](const std::string& options) {
        const ProgramRun run = RunProgram("collapse", options);
        EXPECT_EQ(run.status, 2) << options;
        return run.errors;
    };
    EXPECT_NE(complaint("--workload=indexing --workload-parameter=Words=0").find("Words"),
              std::string::npos);
    EXPECT_NE(complaint("--workload=indexing --zipf=1 --load=5").find("--workload=random"),
              std::string::npos);
    EXPECT_NE(complaint("--workload=crawler").find("random, indexing"), std::string::npos);
}

TEST_F(PluginsTest, OneThatCannotBeLoadedIsNamed)
{
    const ScratchDirectory scratch;
    const std::string text = scratch.Path("text.so");
    std::ofstream(text) << "no library";
    for (const std::string& path : {text, std::string("/no/such/plugin.so")})
    {
        setenv("DHT_CC_PLUGINS", (PathOf("xor-overlay") + ":" + path).c_str(), 1);
        for (const std::string name : {"collapse", "routes", "store"})
        {
            const ProgramRun run = RunProgram(name, "");
            EXPECT_EQ(run.status, 2) << name;
            EXPECT_NE(run.errors.find(path), std::string::npos) << run.errors;
            EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
        }
    }
}

TEST_F(PluginsTest, ANameIsTakenOnce)
{
    const ScratchDirectory scratch;
    const std::string twice = scratch.Path("twice.so");
    std::filesystem::copy_file(PathOf("xor-overlay"), twice);
    setenv("DHT_CC_PLUGINS", (PathOf("xor-overlay") + ":" + twice).c_str(), 1);
    const ProgramRun run = RunProgram("routes", "");
    EXPECT_NE(run.status, 0);
    EXPECT_NE(run.errors.find("another overlay is called xor"), std::string::npos) << run.errors;
}

TEST_F(PluginsTest, WithoutThemNothingIsShownOfWorkloads)
{
    unsetenv("DHT_CC_PLUGINS");
    const auto summary = Summary("collapse", "--peers=4 --duration=1s --warmup=1s");
    EXPECT_FALSE(summary["options"].contains("workload"));
    EXPECT_FALSE(summary["run"].contains("plugins"));
}

} // namespace
