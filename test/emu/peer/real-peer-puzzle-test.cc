/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"
#include "places.h"

#include <algorithm>
#include <csignal>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// Real peers of a ring in which each place costs work (dht-peer --puzzle).

namespace
{

/// @param ring A peer of a ring. @param bits Of the puzzle of somebody who tries to join it. @param
/// why What that one has to say as it ends.
void
ExpectNoPlace(const PeerProcess& ring, const std::string& bits, const std::string& why)
{
    const ProgramRun run =
        RunPeer("--quiet --listen=127.0.0.1:0 --query-timeout=50ms --join=" + ring.Name() +
                " --puzzle=" + bits);
    EXPECT_EQ(run.status, 4);
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_NE(run.errors.find(ring.Name() + why), std::string::npos) << run.errors;
}

TEST(RealPuzzleTest, WhoHasTheSamePuzzleJoinsAndOthersSayWhyTheyDoNot)
{
    const PeerProcesses peers =
        StartRing(3, "127.0.0.1", "--puzzle=10 --idle --duration=0s --linger=2s" + kFastRing);
    AwaitRing(peers);
    const auto same = ": all peers of a ring need the same";
    ExpectNoPlace(*peers[0], "0", std::string(" has --puzzle=10, this peer --puzzle=0") + same);
    ExpectNoPlace(*peers[0], "11", std::string(" has --puzzle=10, this peer --puzzle=11") + same);
    // who is no peer needs no work
    const std::string to = peers[1]->Name();
    const ProgramRun lookup =
        RunPeer("lookup a9993e364706816aba3e25717850c26c9cd0d89d --join=" + to);
    EXPECT_EQ(lookup.status, 0) << lookup.errors;
    const ProgramRun storm =
        RunProgram("../emu/dht-storm",
                   "--frames=2000 --to=127.0.0.1 --port=" + std::to_string(EndpointNamed(to).port));
    EXPECT_EQ(storm.status, 0) << storm.errors;
    const ProgramRun example = RunCommand("'" + places::Source() +
                                          "/emu/examples/peer.py' --listen 127.0.0.1:0 "
                                          "--interval 0.05s --duration 1s --join " +
                                          to);
    EXPECT_EQ(example.status, 4);
    EXPECT_NE(example.errors.find(to + " wants work for a place"), std::string::npos)
        << example.errors;
    const auto summaries = EndAll(peers);
    ExpectRightRing(summaries);
    EXPECT_EQ(summaries[0]["options"]["puzzle"], "10");
    EXPECT_GT(summaries[0]["maintenance"]["unsolved"], 0);
}

TEST(RealPuzzleTest, ARingWithoutOneTakesNobodyWhoHasOne)
{
    PeerProcess alone("--listen=127.0.0.1:0 --idle --duration=0s");
    ASSERT_TRUE(alone.Says("joined")) << alone.Errors();
    ExpectNoPlace(alone, "10", " has --puzzle=0, this peer --puzzle=10");
    EXPECT_FALSE(alone.End()["options"].contains("puzzle"));
}

TEST(RealPuzzleTest, WhoWorksForAPlaceCanBeToldToEnd)
{
    PeerProcess worker("serve --listen=127.0.0.1:0 --puzzle=32");
    ASSERT_TRUE(worker.Says("works for a place first, --puzzle=32: about 4294967296 hashes"))
        << worker.Errors();
    worker.Signal(SIGTERM);
    EXPECT_EQ(worker.Wait(), 0) << worker.Errors();
    EXPECT_EQ(worker.Errors().find("joined"), std::string::npos) << worker.Errors();
}

} // namespace
