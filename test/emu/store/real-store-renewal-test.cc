/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-ring.h"
#include "stored-files.h"

#include <csignal>
#include <gtest/gtest.h>
#include <string>

/// Files in a ring of processes that are kept (dht-peer renew).

namespace
{

/// @param file What is put. @param peer Through whom. @param lifetime For how long. @return Its
/// key.
std::string
PutFor(const std::string& file, const std::string& peer, const std::string& lifetime)
{
    const ProgramRun run =
        RunPeer("put '" + file + "' --quiet --lifetime=" + lifetime + " --join=" + peer);
    EXPECT_EQ(run.status, 0) << run.errors;
    return LineOf(run.output);
}

TEST(RealStoreRenewalTest, AFileThatIsKeptOutlivesItsLifetimeAndRestartsOfItsHolders)
{
    StoreRing ring(4, "--repair-interval=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 100'000, 31);
    const std::string key = PutFor(file, ring.Name(0), "6s");
    PeerProcess renew("renew " + key + " --keep --lifetime=6s --join=" + ring.Name(0));
    for (const std::size_t holder : {1, 2, 3})
    {
        ring.Kill(holder);
        PauseFor(0.5);
        ring.Restart(holder, ring.Name(0));
        PauseFor(3.5);
    }
    // twice its lifetime
    ExpectGot(key, ring.Name(2), file);
    EXPECT_TRUE(renew.Says("renewed 14 of 14 blocks in ")) << renew.Errors();
    renew.Signal(SIGKILL);
    const std::string get = "get " + key + " --quiet --join=" + ring.Name(1);
    EXPECT_TRUE(Eventually([&] { return RunPeer(get).status == 5; })) << "nobody renews it";
}

TEST(RealStoreRenewalTest, WhatHoldersHaveLostIsPutAgain)
{
    StoreRing ring(16, "--repair-interval=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    // two levels of inner blocks: 416 leaves, 2 + 1 others
    MakeFile(file, 3'400'000, 32);
    const std::string key = PutFor(file, ring.Name(0), "1h");
    const std::string renew = "renew " + key + " --lifetime=2h --join=" + ring.Name(3);
    // what a ring that had not settled took comes to where it belongs
    const std::string again = "lost fragments, and were put again";
    std::string said;
    const auto isWhole = [&] {
        const ProgramRun run = RunPeer(renew);
        said += run.errors;
        return run.status == 0 &&
               run.errors.find("renewed 419 of 419 blocks") != std::string::npos &&
               run.errors.find(again) == std::string::npos;
    };
    EXPECT_TRUE(Eventually(isWhole)) << said;
    for (const std::size_t holder : {2, 9})
    {
        ring.Kill(holder);
        ChangeStore(ring.Directory(holder), "DELETE FROM fragment");
        ring.Restart(holder, ring.Name(0));
    }
    ring.AwaitRing();
    said.clear();
    EXPECT_TRUE(Eventually(isWhole)) << said;
    EXPECT_NE(said.find(again), std::string::npos) << said;
    const ProgramRun check = RunPeer("check " + key + " --quiet --join=" + ring.Name(5));
    EXPECT_EQ(check.output.find(" 5 fragments more"), std::string::npos) << check.output;
    EXPECT_NE(check.output.find("7 fragments more"), std::string::npos) << check.output;
    const auto ends = check.output.find("lifetimes end in ");
    ASSERT_NE(ends, std::string::npos) << check.output;
    EXPECT_GT(std::stoi(check.output.substr(ends + 17)), 7000) << check.output;
}

TEST(RealStoreRenewalTest, WhatCannotBeRenewedIsSaid)
{
    StoreRing ring(1);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 20'000, 33);
    const std::string key = PutFor(file, ring.Name(0), "1h");
    PeerProcess slow("renew " + key + " --keep --lifetime=1s --join=" + ring.Name(0));
    ring.At(0).Signal(SIGSTOP);
    PauseFor(2);
    ring.At(0).Signal(SIGCONT);
    EXPECT_TRUE(slow.Says("it falls behind: peers keep the file for 1.0 s"));
    slow.Signal(SIGKILL);
    ring.Kill(0);
    ChangeStore(ring.Directory(0), "DELETE FROM fragment WHERE length(bytes) = 3616");
    ring.Restart(0, "");
    const ProgramRun lost = RunPeer("renew " + key + " --quiet --join=" + ring.Name(0));
    EXPECT_EQ(lost.status, 5);
    EXPECT_NE(lost.errors.find("1 block could not be renewed"), std::string::npos) << lost.errors;
    const ProgramRun nobody = RunPeer("renew " + key + " --quiet --join=127.0.0.1:1");
    EXPECT_EQ(nobody.status, 4) << nobody.errors;
}

} // namespace
