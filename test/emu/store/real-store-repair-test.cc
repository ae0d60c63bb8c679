/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "store-ring.h"
#include "stored-files.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// Fragments that are made anew in a ring of processes (dht-peer --store --repair-interval).

namespace
{

/// Peers of the ring. Nine of them vanish, and eight fragments of a block are left: seven would be
/// too few for two of the five hundred blocks of a file, whose rows depend on each other.
constexpr std::size_t kPeers = 17;

/// @param ring Some peers. @return Their numbers, in the order of their ids.
std::vector<std::size_t>
InOrder(const StoreRing& ring)
{
    std::vector<std::size_t> order(kPeers);
    for (std::size_t peer = 0; peer < kPeers; ++peer)
    {
        order[peer] = peer;
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return dht::IdOf(EndpointNamed(ring.Name(a))) < dht::IdOf(EndpointNamed(ring.Name(b)));
    });
    return order;
}

/// Neighbours vanish, so that blocks are theirs that lose all of these fragments.
/// @param ring A ring. @param order Its peers. @param first The first that vanishes. @param last
/// The one behind the last.
void
KillNeighbours(StoreRing& ring,
               const std::vector<std::size_t>& order,
               std::size_t first,
               std::size_t last)
{
    for (std::size_t place = first; place < last; ++place)
    {
        ring.Kill(order.at(place));
    }
}

/// Nine neighbours vanish, five and then, when all is repaired, four; a file is still there. @param
/// ring A ring. @param order Its peers. @param size Bytes of the file.
void
LoseNineInTwoSteps(StoreRing& ring, const std::vector<std::size_t>& order, std::size_t size)
{
    const std::string& asked = ring.Name(order[0]);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, size, 1);
    const std::string key = Put(file, asked);
    KillNeighbours(ring, order, 1, 6);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    int spare = -1;
    while (spare < 5 && std::chrono::steady_clock::now() < end)
    {
        spare = LeastSpare(key, asked);
    }
    ASSERT_EQ(spare, 5) << "each of twelve peers has a fragment of each block";
    KillNeighbours(ring, order, 6, 10);
    ExpectGot(key, asked, file);
}

TEST(RealStoreRepairTest, FragmentsAreMadeAnewBeforeMorePeersVanish)
{
    StoreRing ring(kPeers, "--repair-interval=1s");
    const std::vector<std::size_t> order = InOrder(ring);
    LoseNineInTwoSteps(ring, order, 4 << 20);
    std::uint64_t made = 0;
    for (std::size_t place = 0; place < kPeers; place += place == 0 ? 10 : 1)
    {
        const auto storage = ring.At(order[place]).End()["storage"];
        made += storage["fragments_made"].get<std::uint64_t>();
        EXPECT_EQ(storage["held"], 512u + 2 + 1);
    }
    EXPECT_GT(made, 0u);
}

/// Links to neighbours and those of repair share a port: neither gets what is for the other.
TEST(RealStoreRepairTest, FragmentsGoOverLinksBesideThoseToNeighbours)
{
    StoreRing ring(kPeers,
                   "--repair-interval=1s --transport=dtl --repair-transport=dtl "
                   "--repair-raise-below=12 --repair-below=12");
    const std::vector<std::size_t> order = InOrder(ring);
    LoseNineInTwoSteps(ring, order, 1 << 20);
    std::uint64_t made = 0;
    std::uint64_t sent = 0;
    double raised = 0;
    for (std::size_t place = 0; place < kPeers; place += place == 0 ? 10 : 1)
    {
        const auto summary = ring.At(order[place]).End();
        made += summary["storage"]["fragments_made"].get<std::uint64_t>();
        const auto& links = summary["repair_links"];
        sent += links["messages"]["sent"].get<std::uint64_t>();
        raised += links["raised_s"].get<double>();
        EXPECT_EQ(links["messages"]["dropped"], 0);
        EXPECT_EQ(links["messages"]["rejected"], 0);
        EXPECT_EQ(summary["limits"]["connections_broken"], 0);
        EXPECT_GT(summary["transport"]["packets_sent"], 0);
    }
    EXPECT_GT(made, 0u);
    EXPECT_GT(sent, 2 * made) << "seven are fetched for those that are made of a block";
    EXPECT_GT(raised, 0);
}

/// When peers are told to end.
enum class Ends
{
    kInTurn,       ///< One after the other.
    kAtTheSameTime ///< All at once.
};

/// Nine of seventeen neighbours are told to end; nothing is repaired. @param arguments For all
/// peers. @param ends When they end. @return The status of a get of a file after that, and the
/// fragments that these nine have handed over.
std::pair<int, std::uint64_t>
GetAfterNineHaveLeft(const std::string& arguments, Ends ends)
{
    StoreRing ring(kPeers, "--repair-interval=0s " + arguments);
    const std::vector<std::size_t> order = InOrder(ring);
    const std::string& asked = ring.Name(order[0]);
    const ScratchDirectory scratch;
    MakeFile(scratch.Path("file"), 1 << 20, 1);
    const std::string key = Put(scratch.Path("file"), asked);
    std::uint64_t moved = 0;
    for (std::size_t place = 1; ends == Ends::kAtTheSameTime && place < 10; ++place)
    {
        ring.At(order[place]).Signal(SIGTERM);
    }
    for (std::size_t place = 1; place < 10; ++place)
    {
        PeerProcess& peer = ring.At(order[place]);
        if (ends == Ends::kInTurn)
        {
            peer.Signal(SIGTERM);
        }
        EXPECT_EQ(peer.Wait(), 0) << peer.Errors();
        moved += peer.Summary()["storage"]["moved"].get<std::uint64_t>();
    }
    ring.AwaitRing();
    return {RunPeer("get " + key + " --quiet --join=" + asked).status, moved};
}

TEST(RealStoreRepairTest, WhoIsToldToEndHandsOverItsFragments)
{
    for (const Ends ends : {Ends::kInTurn, Ends::kAtTheSameTime})
    {
        const auto [status, moved] = GetAfterNineHaveLeft("", ends);
        EXPECT_EQ(status, 0);
        EXPECT_GT(moved, 0u);
    }
    const auto [status, moved] = GetAfterNineHaveLeft("--repair-transport=dtl", Ends::kInTurn);
    EXPECT_EQ(status, 0);
    EXPECT_GT(moved, 0u);
    EXPECT_EQ(GetAfterNineHaveLeft("--hand-over=0s", Ends::kInTurn),
              std::pair(5, std::uint64_t{0}));
}

TEST(RealStoreRepairTest, WithoutThatBlocksAreLost)
{
    StoreRing ring(kPeers, "--repair-interval=0s");
    const std::vector<std::size_t> order = InOrder(ring);
    const std::string& asked = ring.Name(order[0]);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 1 << 20, 1);
    const std::string key = Put(file, asked);
    KillNeighbours(ring, order, 1, 6);
    ExpectGot(key, asked, file);
    KillNeighbours(ring, order, 6, 10);
    ring.AwaitRing();
    const ProgramRun get = RunPeer("get " + key + " --quiet --join=" + asked);
    EXPECT_EQ(get.status, 5) << get.errors;
    EXPECT_NE(get.errors.find(" of 7 fragments were found"), std::string::npos) << get.errors;
    EXPECT_EQ(ring.At(order[0]).End()["storage"]["fragments_made"], 0u);
}

} // namespace
