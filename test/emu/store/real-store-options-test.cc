/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-ring.h"
#include "stored-files.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

/// Single mechanisms of a store that processes do otherwise (options of dht-peer from the core's
/// tables).

namespace
{

/// Nothing is looked up or moved but by commands.
const std::string kStill = " --repair-interval=0s --hand-over=0s ";

/// @param put Options of a put of a file of four blocks, in a ring of six. @param get Options of a
/// get. @return Fragments that the ring has then.
std::uint64_t
FragmentsAfter(const std::string& put, const std::string& get)
{
    StoreRing ring(6, kStill);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 20000, 1);
    const ProgramRun stored = RunPeer("put '" + file + "' --join=" + ring.Name(0) + put);
    EXPECT_EQ(stored.status, 0) << stored.errors;
    const ProgramRun got =
        RunPeer("get " + LineOf(stored.output) + " --join=" + ring.Name(1) + get);
    EXPECT_EQ(got.status, 0) << got.errors;
    EXPECT_TRUE(got.output == ReadFile(file)) << "standard output";
    return ring.EndAndSum(6, "accepted");
}

TEST(RealStoreOptionsTest, APutHasAsManyFragmentsAsItIsTold)
{
    EXPECT_EQ(FragmentsAfter("", ""), 4u * 6);
    EXPECT_EQ(FragmentsAfter(" --fragments=4 --needed=2 --happy=1", ""), 4u * 4);
    // replicas
    EXPECT_EQ(FragmentsAfter(" --fragments=2 --needed=1 --happy=1", " --fragments=2 --needed=1"),
              4u * 2);
}

/// @param routing Who asks the peers on the way of lookups. @return Lookups that peers have handed
/// on, of whom none knows all others, while a file of forty blocks was put and got.
std::uint64_t
HandedOn(const std::string& routing)
{
    StoreRing ring(6, kStill + "--fragments=3 --successors=3");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 300000, 2);
    const std::string options =
        " --locate-routing=" + routing + " --join=" + ring.Name(0) + " --fragments=3 --needed=2";
    const ProgramRun put = RunPeer("put '" + file + "'" + options + " --happy=1");
    EXPECT_EQ(put.status, 0) << put.errors;
    const ProgramRun got =
        RunPeer("get " + LineOf(put.output) + options + " --locate-end=responsible");
    EXPECT_EQ(got.status, 0) << got.errors;
    return ring.EndAndSum(6, "lookups_relayed");
}

TEST(RealStoreOptionsTest, WhoLooksUpIterativelyAsksThePeersItself)
{
    EXPECT_GT(HandedOn("recursive"), 0u);
    EXPECT_EQ(HandedOn("iterative"), 0u);
}

/// @param options Of three peers that measure their distances, one of which vanishes. @return What
/// the store of one that is left says of itself once it has waited for that in vain.
nlohmann::json
StoreBesideADeadPeer(const std::string& options)
{
    StoreRing ring(3, kStill + "--probe-interval=20ms " + options);
    ring.Kill(2);
    EXPECT_TRUE(ring.At(0).Reaches("dht_storage_rpcs_total{kind=\"timed_out\"}", 1));
    return ring.At(0).End()["storage"];
}

TEST(RealStoreOptionsTest, APeerHasTheTimersAndCoordinatesThatItIsTold)
{
    const auto usual = StoreBesideADeadPeer("");
    EXPECT_LE(usual["rpcs"]["sent"], usual["rpcs"]["issued"]);
    EXPECT_LT(usual["coordinate"]["height_ms"], 500);
    const auto other = StoreBesideADeadPeer("--rpc-transmissions=3 --least-height=500ms");
    EXPECT_GT(other["rpcs"]["sent"], other["rpcs"]["issued"]) << "sent again to the dead peer";
    EXPECT_GE(other["coordinate"]["height_ms"], 500);
}

TEST(RealStoreOptionsTest, AClientHasTheTimersThatItIsTold)
{
    StoreRing ring(8, kStill);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 20000, 3);
    const std::string key = Put(file, ring.Name(0));
    ring.Kill(7);
    // nobody knows yet that it is gone, and a client waits for it four times: by default, for 0.5 s
    const auto begin = std::chrono::steady_clock::now();
    const ProgramRun run =
        RunPeer("check " + key + " --join=" + ring.Name(0) + " --rpc-repeated-timeout=3s");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_GT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(RealStoreOptionsTest, WhatNobodyHeedsIsRefused)
{
    const std::string join = " --join=127.0.0.1:1";
    const std::string key = "check " + std::string(40, '7') + join;
    const std::vector<std::pair<std::string, std::string>> refused{
        {key + " --wanted=7", "but of get, ls, renew, fetch;"},
        {key + " --happy=1", "but of put, renew;"},
        {key + " --needed=1", "but of put, get, ls, renew, fetch;"},
        {key + " --merged-names=first", "but of serve, load;"},
        {"--listen=127.0.0.1:0 --rpc-margin=1ms", "with --store=DIR"},
        {"--listen=127.0.0.1:0 --repair-transport=dtl", "with --store=DIR"},
        {key + " --repair-transport=dtl", "but of serve, load;"},
        {"--listen=127.0.0.1:0 --store=/nowhere --repair-window=linear",
         "with --repair-transport=dtl"},
        {"--listen=127.0.0.1:0 --store=/nowhere --repair-raise-below=12",
         "with --repair-transport=dtl"},
        {"--listen=127.0.0.1:0 --store=/nowhere --repair-transport=tcp", "stp"},
        {"lookup word --detours=1" + join,
         "but of serve, put, get, ls, check, renew, fetch, load;"},
        {"put file --fragments=4" + join, "needs 7 fragments on as many peers, unless --needed"},
        {"put file --fragments=4 --needed=5" + join, "only --fragments=4"}};
    for (const auto& [command, said] : refused)
    {
        const ProgramRun run = RunPeer(command);
        EXPECT_EQ(run.status, 2) << command;
        EXPECT_NE(run.errors.find(said), std::string::npos) << command << ": " << run.errors;
    }
}

} // namespace
