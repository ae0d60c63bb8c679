/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"
#include "store-ring.h"
#include "stored-files.h"

#include <cstdint>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// Fragments that decay in a ring of processes (dht-peer --store), or were wrong from the start.

namespace
{

/// What a bit of each fragment becomes that is here, of those of whose keys the first digit of ten
/// and this peer's number say so: three of ten, and of one block seven of seventeen peers' at most.
/// @param peer The peer's number. @return What to do with what it holds.
std::string
DecayOf(std::size_t peer)
{
    return "UPDATE fragment SET bytes = CAST(substr(bytes, 2) || x'07' AS BLOB) WHERE "
           "(unicode(substr(hex(key), 2, 1)) + " +
           std::to_string(peer) + ") % 10 < 3";
}

TEST(RealStoreDamageTest, WhatHasDecayedIsMadeAnewBeforeMorePeersVanish)
{
    constexpr std::size_t kCount = 17;
    StoreRing ring(kCount, "--repair-interval=1s --scrub-interval=2s --hand-over=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 1 << 20, 1);
    const std::string key = Put(file, ring.Name(0));
    for (std::size_t peer = 0; peer < kCount; ++peer)
    {
        ring.Kill(peer);
        ChangeStore(ring.Directory(peer), DecayOf(peer));
    }
    for (std::size_t peer = 0; peer < kCount; ++peer)
    {
        ring.Restart(peer, peer > 0 ? ring.Name(0) : "");
    }
    ring.AwaitRing();
    int spare = -1;
    EXPECT_TRUE(Eventually([&] {
        spare = LeastSpare(key, ring.Name(0));
        return spare >= 5;
    })) << spare;
    for (const std::size_t peer : {2, 6, 11, 13, 16})
    {
        ring.Kill(peer);
    }
    ExpectGot(key, ring.Name(0), file);
    std::uint64_t damaged = 0;
    std::uint64_t scrubbed = 0;
    for (const std::size_t peer : {0, 1, 3, 4})
    {
        const auto storage = ring.At(peer).End()["storage"];
        damaged += storage["damaged"].get<std::uint64_t>();
        scrubbed += storage["scrubbed"].get<std::uint64_t>();
    }
    EXPECT_GT(damaged, 50u);
    EXPECT_GT(scrubbed, 500u);
}

/// Nothing that a row says ends a peer, whoever asks for it.
TEST(RealStoreDamageTest, ARowThatIsNoFragmentCostsOnlyItself)
{
    StoreRing ring(1, "--repair-interval=0s --scrub-interval=0s --hand-over=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 100'000, 2);
    const std::string key = Put(file, ring.Name(0));
    ring.Kill(0);
    ChangeStore(ring.Directory(0),
                "UPDATE fragment SET bytes = x'' WHERE rowid = 2;"
                "UPDATE fragment SET size = size + 1 WHERE rowid = 3;"
                "UPDATE fragment SET coefficients = x'' WHERE rowid = 4;"
                "UPDATE fragment SET bytes = substr(bytes, 2) WHERE rowid = 5;"
                "UPDATE fragment SET cost = -1 WHERE rowid = 6");
    ring.Restart(0, "");
    ring.AwaitRing();
    EXPECT_EQ(RunPeer("get " + key + " --quiet --join=" + ring.Name(0)).status, 5);
    Put(file, ring.Name(0));
    ExpectGot(key, ring.Name(0), file);
    EXPECT_EQ(ring.EndAndSum(1, "damaged"), 4u);
}

TEST(RealStoreDamageTest, AFileThatIsDamagedIsSetAsideAndTakenOver)
{
    StoreRing ring(1, "--repair-interval=0s --hand-over=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 1 << 20, 3);
    const std::string key = Put(file, ring.Name(0));
    ring.Kill(0);
    ChangeStore(ring.Directory(0), "PRAGMA wal_checkpoint(TRUNCATE)");
    std::fstream database(ring.Directory(0) + "/fragments.sqlite",
                          std::ios::in | std::ios::out | std::ios::binary);
    database.seekp(40 * 4096);
    database << std::string(4096, 'x');
    database.close();
    ring.Restart(0, "");
    ring.AwaitRing();
    EXPECT_TRUE(ring.At(0).Says("a new one is begun")) << ring.At(0).Errors();
    EXPECT_TRUE(ring.At(0).Says("fragments of it were taken over")) << ring.At(0).Errors();
    const ProgramRun renewed = RunPeer("renew " + key + " --join=" + ring.Name(0));
    EXPECT_EQ(renewed.status, 5) << "a peer alone has lost some";
    Put(file, ring.Name(0));
    ExpectGot(key, ring.Name(0), file);
}

/// Fragments with right checksums that are of something else.
TEST(RealStoreDamageTest, LiesAreNamedAndWhoPutsOrRenewsReplacesThem)
{
    constexpr std::size_t kCount = 15;
    StoreRing ring(kCount, "--repair-interval=0s --hand-over=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 200'000, 4);
    const std::string key = Put(file, ring.Name(0));
    const auto lie = [&](std::size_t first, std::size_t last) {
        for (std::size_t liar = first; liar < last; ++liar)
        {
            ring.Kill(liar);
            MakeLiar(ring.Directory(liar));
        }
        for (std::size_t liar = first; liar < last; ++liar)
        {
            ring.Restart(liar, liar > 0 ? ring.Name(0) : "");
        }
        ring.AwaitRing();
    };
    const auto wrongAt = [&] {
        const ProgramRun run = RunPeer("check " + key + " --quiet --join=" + ring.Name(0));
        std::size_t named = 0;
        for (std::size_t peer = 0; peer < kCount; ++peer)
        {
            const auto line = run.output.find(ring.Name(peer) + ": ");
            const auto end = run.output.find('\n', line);
            named += line != std::string::npos &&
                             run.output.substr(line, end - line).find(" wrong") != std::string::npos
                         ? 1
                         : 0;
        }
        return named;
    };
    EXPECT_EQ(wrongAt(), 0u);
    lie(3, 6);
    EXPECT_EQ(wrongAt(), 3u);
    const ProgramRun renewed = RunPeer("renew " + key + " --join=" + ring.Name(1));
    EXPECT_EQ(renewed.status, 0) << renewed.errors;
    EXPECT_EQ(wrongAt(), 0u);
    lie(0, kCount);
    EXPECT_EQ(RunPeer("get " + key + " --quiet --join=" + ring.Name(0)).status, 5);
    EXPECT_EQ(RunPeer("renew " + key + " --quiet --join=" + ring.Name(0)).status, 5);
    const ProgramRun put = RunPeer("put '" + file + "' --verify --join=" + ring.Name(0));
    EXPECT_EQ(put.status, 0) << put.errors;
    ExpectGot(key, ring.Name(2), file);
    EXPECT_EQ(wrongAt(), 0u);
    EXPECT_GT(ring.EndAndSum(kCount, "disproved"), 300u);
}

} // namespace
