/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

/// README.md and doc/ name commands, and say what comes of them: test/tree/documented-commands.py
/// looks whether that is so.

namespace
{

/// Parts of the claims, which may run at the same time.
constexpr int kShares = 4;

/// @param arguments For test/tree/documented-commands.py. Expects that it finds nothing wrong.
/// @param environment Variables for it, as a shell sets them.
void
ExpectTrue(const std::string& arguments, const std::string& environment = "")
{
    const ScratchDirectory scratch;
    // inside an ns-3 tree, there are no programs of emu/
    const bool hasEmu = std::filesystem::exists(places::Emu() + "/dht-peer");
    const std::string command =
        environment + " python3 -B '" + places::Source() + "/test/tree/documented-commands.py' " +
        arguments + " --examples='" + places::Examples() + "' --emu='" +
        (hasEmu ? places::Emu() : "") + "' >'" + scratch.Path("out") + "' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << ReadFile(scratch.Path("out"));
}

TEST(DocumentedCommandsTest, ProgramsTakeTheirOptions)
{
    const std::string code = places::DocCode();
    ExpectTrue("programs",
               "DHT_CC_PLUGINS='" + code + "/libxor-overlay.so:" + code +
                   "/libindexing-workload.so'");
}

TEST(DocumentedCommandsTest, WafTakesItsOptions)
{
    ExpectTrue("waf");
}

class DocumentedCommandsClaimTest : public testing::TestWithParam<int>
{
};

TEST_P(DocumentedCommandsClaimTest, Holds)
{
    ExpectTrue("claims --share=" + std::to_string(GetParam()) + "/" + std::to_string(kShares));
}

INSTANTIATE_TEST_SUITE_P(Shares, DocumentedCommandsClaimTest, testing::Range(0, kShares));

} // namespace
