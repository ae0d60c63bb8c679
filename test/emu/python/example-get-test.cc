/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"
#include "store-ring.h"
#include "stored-files.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <thread>

/// Files in a ring of processes, read and stored by programs in Python (emu/examples/get.py,
/// put.py).

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

/// @param arguments For emu/examples/put.py, as a shell reads them. @return What it did.
ProgramRun
RunPut(const std::string& arguments)
{
    return RunCommand("python3 -B '" + places::Source() + "/emu/examples/put.py' " + arguments);
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
    std::string capitals = key;
    std::transform(key.begin(), key.end(), capitals.begin(), [](unsigned char digit) {
        return std::toupper(digit);
    });
    EXPECT_EQ(RunGet(capitals + " --join " + ring.Name(3), got).status, 0);
    EXPECT_TRUE(ReadFile(got) == ReadFile(file));
    const ProgramRun nobody = RunGet(std::string(40, '7') + " --join " + ring.Name(3), got);
    EXPECT_EQ(nobody.status, 5);
    EXPECT_NE(nobody.errors.find("nobody has it"), std::string::npos) << nobody.errors;
    EXPECT_EQ(ReadFile(got), "");
}

TEST(ExamplePeerPutTest, WhatItPutsIsReadByBoth)
{
    // in the second ring, m is half of the followers
    for (const std::size_t peers : {15, 5})
    {
        StoreRing ring(peers, "--repair-interval=0s");
        const ScratchDirectory scratch;
        const std::string file = scratch.Path("file");
        const std::string got = scratch.Path("got");
        const std::string join = " --join " + ring.Name(2);
        for (const std::size_t size : {0, 1, 8193, 3'400'000})
        {
            MakeFile(file, size, 22);
            const ProgramRun put = RunPut("'" + file + "'" + join);
            EXPECT_EQ(put.status, 0) << put.errors;
            const std::string key = LineOf(put.output);
            EXPECT_EQ(key, Put(file, ring.Name(1))) << "both name it alike";
            ExpectGot(key, ring.Name(3), file);
            EXPECT_EQ(RunGet(key + join, got).status, 0);
            EXPECT_TRUE(ReadFile(got) == ReadFile(file));
        }
    }
}

TEST(ExamplePeerPutTest, AMomentWithoutAnswersIsNotTheEnd)
{
    StoreRing ring(5, "--repair-interval=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    const std::string got = scratch.Path("got");
    const std::string end = " --timeout 0.1s --join " + ring.Name(0);
    MakeFile(file, 20'000, 25);
    const std::string key = Put(file, ring.Name(0));
    const auto signal = [&](int number) {
        for (const std::size_t peer : {1, 2, 3, 4})
        {
            ring.At(peer).Signal(number);
        }
    };
    for (const bool isPut : {false, true})
    {
        signal(SIGSTOP);
        std::thread later([&] {
            PauseFor(3.5);
            signal(SIGCONT);
        });
        const ProgramRun run = isPut ? RunPut("'" + file + "'" + end) : RunGet(key + end, got);
        later.join();
        EXPECT_EQ(run.status, 0) << run.errors;
    }
    EXPECT_TRUE(ReadFile(got) == ReadFile(file));
}

TEST(ExamplePeerPutTest, EachBlockHasAsManyFragmentsAsThereAreHolders)
{
    StoreRing ring(15, "--repair-interval=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 300'000, 23);
    const ProgramRun put = RunPut("'" + file + "' --join " + ring.Name(2));
    ASSERT_EQ(put.status, 0) << put.errors;
    const std::string key = LineOf(put.output);
    const ProgramRun check = RunPeer("check " + key + " --quiet --join=" + ring.Name(0));
    EXPECT_NE(check.output.find("36 blocks: 7 fragments more than it takes"), std::string::npos)
        << check.output;
    for (const std::size_t peer : {3, 7, 8, 12})
    {
        ring.Kill(peer);
    }
    ExpectGot(key, ring.Name(0), file);
}

TEST(ExamplePeerPutTest, SeveralFilesBlocksAndStandardInput)
{
    StoreRing ring(3);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("a file");
    const std::string got = scratch.Path("got");
    const std::string join = " --join " + ring.Name(2);
    MakeFile(file, 5000, 24);
    const ProgramRun raw = RunPut("- --raw" + join + " < '" + file + "'");
    EXPECT_EQ(raw.status, 0) << raw.errors;
    EXPECT_EQ(RunGet(LineOf(raw.output) + " --raw" + join, got).status, 0);
    EXPECT_TRUE(ReadFile(got) == ReadFile(file));
    const ProgramRun several = RunPut("'" + file + "' /no/such '" + file + "'" + join);
    EXPECT_EQ(several.status, 1) << "one of them is not stored";
    const std::string line = Put(file, ring.Name(0)) + "  " + file + "\n";
    EXPECT_EQ(several.output, line + line);
    EXPECT_NE(several.errors.find("/no/such: No such file"), std::string::npos) << several.errors;
    MakeFile(file, 8193, 24);
    EXPECT_EQ(RunPut("'" + file + "' --raw" + join).status, 1) << "too long for a block";
    EXPECT_EQ(RunGet(LineOf(raw.output) + " --limit 4kB" + join, got).status, 5) << "no file";
    EXPECT_EQ(RunGet(Put(file, ring.Name(0)) + " --limit 8kB" + join, got).status, 1);
    EXPECT_EQ(ReadFile(got), "");
    EXPECT_EQ(RunGet(Put(file, ring.Name(0)) + join, "/dev/full").status, 1);
    EXPECT_EQ(RunPut("'" + file + "' --join 127.0.0.1:1").status, 4);
}

} // namespace
