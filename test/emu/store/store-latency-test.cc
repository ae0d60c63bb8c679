/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulation-setup.h"
#include "places.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>

/// What emu/examples/store-latency.py measures.

namespace
{

/// @param arguments The script's, as a shell reads them. @return What it does.
ProgramRun
RunStoreLatency(const std::string& arguments)
{
    return RunCommand("python3 -B '" + places::Source() +
                      "/emu/examples/store-latency.py' --build='" + places::Emu() + "/..' " +
                      arguments);
}

TEST(StoreLatencyTest, EachGetIsTimedAndNothingIsLeft)
{
    const std::string why = WhyNoEmulation();
    if (!why.empty() || !std::filesystem::exists(places::Emu() + "/dht-peer"))
    {
        GTEST_SKIP() << why << (why.empty() ? "dht-peer was not built" : "");
    }
    const ScratchDirectory scratch;
    const std::string path = scratch.Path("results");
    const std::string prefix = "lat" + std::to_string(getpid()) + "-";
    const ProgramRun run =
        RunStoreLatency("--peers=15 --readers=2 --blocks=2 --first=3 --settle=6s --json='" + path +
                        "' --output='" + scratch.Path("out") + "' --namespaces=" + prefix);
    // 4: the machine had too much else to do
    ASSERT_TRUE(run.status == 0 || run.status == 4) << run.errors;
    const auto results = nlohmann::json::parse(ReadFile(path));
    EXPECT_EQ(results["round_trips"].size(), 2u * 14);
    EXPECT_GT(results["round_trips"][0], 10.0) << "milliseconds between hosts of the globe";
    EXPECT_EQ(results["first"].size(), 2u * 3);
    for (const char* size : {"1000", "8192"})
    {
        EXPECT_EQ(results["later"][size].size(), 2u * 2);
    }
    for (const auto& entry : std::filesystem::directory_iterator("/run/netns"))
    {
        EXPECT_NE(entry.path().filename().string().rfind(prefix, 0), 0u) << entry.path();
    }
}

TEST(StoreLatencyTest, AWrongOptionIsSaidInOneLine)
{
    for (const char* option : {"--readers=33", "--peers=14", "--settle=7", "--holder-choice=far"})
    {
        const ProgramRun run = RunStoreLatency(option);
        EXPECT_EQ(run.status, 2) << option;
        EXPECT_NE(run.errors.find("error: argument --"), std::string::npos) << run.errors;
    }
    EXPECT_EQ(RunStoreLatency("--build=/nowhere").status, 2);
}

} // namespace
