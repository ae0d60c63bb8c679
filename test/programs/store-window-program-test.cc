/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// The window of RPCs, as a user of the program store chooses it.

namespace
{

class BadStoreWindowTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadStoreWindowTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused("store", GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Options,
    BadStoreWindowTest,
    testing::Values(
        BadOption{"--rpc-window=cubic", "--rpc-window", "stp, linear"},
        BadOption{"--rpc-window=linear --window-halving=each-round", "--window-halving", "stp"},
        BadOption{"--rpc-window=linear --level=packets --transport=tcp", "--rpc-window", "stp"},
        BadOption{"--ns3::DhtStoreApplication::RpcWindow=linear", "RpcWindow", "--rpc-window"}));

/// At both levels; a summary lists it unless it is the default.
TEST(StoreWindowProgramTest, RpcsHaveTheWindowThatIsAskedFor)
{
    for (const std::string level : {"messages", "packets"})
    {
        const std::string options =
            "--peers=64 --blocks=10 --gets=500 --concurrent=200 --quiet --level=" + level;
        const auto plain = RunProgram("store", options).Json();
        const auto fixed = RunProgram("store", options + " --rpc-window=fixed").Json();
        EXPECT_EQ(plain["options"].count("rpc-window"), 0u);
        EXPECT_EQ(plain["options"].count("window-multiplier"), 1u);
        EXPECT_EQ(fixed["options"]["rpc-window"], "fixed");
        EXPECT_EQ(fixed["options"].count("window-multiplier"), 0u);
        EXPECT_NE(fixed["results"]["total_s"], plain["results"]["total_s"]) << level;
        EXPECT_EQ(fixed["results"]["success_percent"], 100);
    }
}

} // namespace
