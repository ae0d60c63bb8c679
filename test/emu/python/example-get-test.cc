/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"
#include "store-ring.h"
#include "stored-files.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

/// Files in a ring of processes, read by a program in Python (emu/examples/get.py).

namespace
{

/// @param arguments For emu/examples/get.py. @param output Where its output goes. @return What it
/// has said, and its exit status.
ProgramRun
RunGet(const std::string& arguments, const std::string& output)
{
    return RunCommand("sh -c \"python3 -B '" + places::Source() + "/emu/examples/get.py' " +
                      arguments + " > '" + output + "'\"");
}

/// @param said What emu/examples/get.py has said. @return Fragments that were of no use to it.
int
Useless(const std::string& said)
{
    const auto at = said.find("fragments, ");
    EXPECT_NE(at, std::string::npos) << said;
    return at == std::string::npos ? -1 : std::atoi(said.c_str() + at + 11);
}

TEST(ExamplePeerGetTest, ItGetsWhatWasPutAlsoFromHoldersWithWrongFragments)
{
    StoreRing ring(16, "--repair-interval=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    const std::string got = scratch.Path("got");
    // two levels of inner blocks
    MakeFile(file, 3'400'000, 21);
    const std::string key = Put(file, ring.Name(0));
    const std::string command = key + " --join " + ring.Name(3);
    const ProgramRun right = RunGet(command, got);
    EXPECT_EQ(right.status, 0) << right.errors;
    EXPECT_TRUE(ReadFile(got) == ReadFile(file));
    // each fragment that one of fourteen holders has
    ring.Kill(5);
    MakeLiar(ring.Directory(5));
    ring.Restart(5, ring.Name(0));
    ring.AwaitRing();
    const ProgramRun wrong = RunGet(command, got);
    EXPECT_EQ(wrong.status, 0) << wrong.errors;
    EXPECT_TRUE(ReadFile(got) == ReadFile(file));
    // seven of fourteen are asked: this holder for as many blocks as its arc and six before it have
    EXPECT_GT(Useless(wrong.errors), Useless(right.errors) + 10) << wrong.errors;
    const ProgramRun nobody = RunGet(std::string(40, '7') + " --join " + ring.Name(3), got);
    EXPECT_EQ(nobody.status, 5);
    EXPECT_NE(nobody.errors.find("nobody has it"), std::string::npos) << nobody.errors;
    EXPECT_EQ(ReadFile(got), "");
}

} // namespace
