/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-block.h"
#include "storage-world.h"

#include <gtest/gtest.h>

/// Blocks that are put and fetched in whole rings.

namespace dht
{
namespace
{

using test::RandomBlock;
using test::StorageWorld;
using test::StorageWorldOptions;

/// @param peers How many. @return A ring of them.
Ring
SomeRing(std::size_t peers)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < peers; ++i)
    {
        names.push_back("peer-" + std::to_string(i));
    }
    return Ring::Hashed(names);
}

/// NSDI04, section 3.1, mirrored: the peers that follow the key hold it, and who is responsible
/// does not.
TEST(StorageTest, TheFourteenPeersThatFollowTheKeyHoldTheBlock)
{
    StorageWorld world(SomeRing(64), {});
    const Bytes block = RandomBlock(8192, 1);
    const Key key = BlockKey(block);
    const PutReport put = world.Put(5, block);
    EXPECT_TRUE(put.ok);
    EXPECT_EQ(put.holders, 14u);
    const auto holders = world.HoldersOf(key, 14);
    for (std::size_t place = 0; place < world.Size(); ++place)
    {
        const bool isHolder = std::count(holders.begin(), holders.end(), place) > 0;
        EXPECT_EQ(world.DiskAt(place).Count(), isHolder ? 1u : 0u) << place;
    }
    EXPECT_TRUE(world.IdentitiesHold());
}

TEST(StorageTest, ARenewalSendsFragmentsOnlyWhereTheyAreMissing)
{
    StorageWorldOptions options;
    options.storage.lifetime = std::chrono::hours(1);
    StorageWorld world(SomeRing(64), options);
    const Bytes block = RandomBlock(8192, 3);
    const PutReport put = world.Put(5, block);
    ASSERT_TRUE(put.ok);
    EXPECT_EQ(put.made, 14u);
    world.Run(std::chrono::minutes(50));
    const auto sent = [&] {
        return std::count_if(world.sent.begin(), world.sent.end(), [](const auto& one) {
            const auto* const store = BodyOf<StoreBody>(one.message);
            return store && store->fragment;
        });
    };
    world.sent.clear();
    const PutReport renewed = world.Renew(6, block);
    EXPECT_TRUE(renewed.ok);
    EXPECT_EQ(renewed.holders, 14u);
    EXPECT_EQ(renewed.made, 0u);
    EXPECT_EQ(sent(), 0);
    world.Run(std::chrono::minutes(50));
    const auto holders = world.HoldersOf(put.key, 14);
    for (const std::size_t holder : holders)
    {
        EXPECT_EQ(world.DiskAt(holder).Count(), 1u) << "its first lifetime is over";
    }
    world.DiskAt(holders[3]).HandOver(put.key);
    world.dead.insert(holders[9]);
    world.sent.clear();
    const PutReport partly = world.Renew(7, block);
    EXPECT_TRUE(partly.ok);
    EXPECT_EQ(partly.holders, 14u) << "a peer behind them has taken the place of who is silent";
    EXPECT_EQ(partly.made, 2u);
    EXPECT_EQ(partly.silent, 1u);
    EXPECT_EQ(sent(), 2);
    EXPECT_TRUE(world.IdentitiesHold());
}

class StorageSeedTest : public testing::TestWithParam<std::uint64_t>
{
};

TEST_P(StorageSeedTest, EverybodyGetsWhatAnybodyHasPut)
{
    StorageWorldOptions options;
    options.seed = GetParam();
    options.overlay = "chord-pns";
    StorageWorld world(SomeRing(64), options);
    for (std::uint64_t i = 0; i < 10; ++i)
    {
        const Bytes block = RandomBlock(8192, 1000 * GetParam() + i);
        const PutReport put = world.Put((GetParam() + 6 * i) % 64, block);
        ASSERT_TRUE(put.ok);
        for (std::size_t place = 0; place < world.Size(); ++place)
        {
            const FetchReport got = world.Get(place, put.key);
            ASSERT_TRUE(got.ok) << place;
            EXPECT_EQ(got.block, block);
            EXPECT_EQ(got.needed, 7u);
            EXPECT_GT(got.lookup + got.fetch, Time(0));
        }
    }
    EXPECT_TRUE(world.IdentitiesHold());
    EXPECT_EQ(world.StorageTotals().failed, 0u);
}

TEST_P(StorageSeedTest, SevenHoldersMayBeGoneButNotEight)
{
    StorageWorldOptions options;
    options.seed = GetParam();
    StorageWorld world(SomeRing(64), options);
    const Bytes block = RandomBlock(8192, 100 + GetParam());
    const PutReport put = world.Put(1, block);
    ASSERT_TRUE(put.ok);
    const auto holders = world.HoldersOf(put.key, 14);
    MersenneRandom random(GetParam());
    while (world.dead.size() < 7)
    {
        world.dead.insert(holders[DrawBelow(random, 14)]);
    }
    std::size_t asker = 0;
    while (std::count(holders.begin(), holders.end(), asker) > 0)
    {
        ++asker;
    }
    const FetchReport got = world.Get(asker, put.key);
    EXPECT_TRUE(got.ok);
    EXPECT_EQ(got.block, block);
    for (const std::size_t holder : holders)
    {
        if (world.dead.insert(holder).second)
        {
            break;
        }
    }
    const FetchReport lost = world.Get(asker, put.key);
    EXPECT_FALSE(lost.ok);
    EXPECT_EQ(lost.found, 6u);
    EXPECT_EQ(lost.needed, 7u);
    EXPECT_TRUE(world.IdentitiesHold());
}

TEST_P(StorageSeedTest, LossCostsTimeAndNothingElse)
{
    StorageWorldOptions options;
    options.seed = GetParam();
    options.loss = 0.05;
    options.knowsDelays = false;
    StorageWorld world(SomeRing(64), options);
    for (std::size_t i = 0; i < 20; ++i)
    {
        const Bytes block = RandomBlock(8192, 200 + i);
        const PutReport put = world.Put(i, block);
        EXPECT_TRUE(put.ok) << i;
        const FetchReport got = world.Get(63 - i, put.key);
        EXPECT_TRUE(got.ok) << i;
        EXPECT_EQ(got.block, block) << i;
    }
    EXPECT_TRUE(world.IdentitiesHold());
}

TEST_P(StorageSeedTest, WhoAsksOftenStandsALossOfThreeInTen)
{
    StorageWorldOptions options;
    options.seed = GetParam();
    options.loss = 0.3;
    options.knowsDelays = false;
    options.rpcs = RpcOptions::Patient();
    StorageWorld world(SomeRing(64), options);
    std::size_t right = 0;
    const std::size_t blocks = 20;
    for (std::size_t i = 0; i < blocks; ++i)
    {
        const Bytes block = RandomBlock(8192, 300 + i);
        const PutReport put = world.Put(i, block);
        const FetchReport got = world.Get(63 - i, put.key);
        right += put.ok && got.ok && got.block == block ? 1 : 0;
    }
    EXPECT_GE(20 * right, 19 * blocks);
    EXPECT_TRUE(world.IdentitiesHold());
}

/// @param seed Of a world. @param rpcs How a peer asks there. @param dead How many of a block's
/// holders are dead, of which nobody knows. @return How long it takes to fetch the block from the
/// others.
Time
FetchAround(std::uint64_t seed, const RpcOptions& rpcs, std::size_t dead)
{
    StorageWorldOptions options;
    options.seed = seed;
    options.rpcs = rpcs;
    StorageWorld world(SomeRing(64), options);
    const PutReport put = world.Put(1, RandomBlock(8192, seed));
    const auto holders = world.HoldersOf(put.key, 14);
    for (std::size_t i = 0; i < dead; ++i)
    {
        world.dead.insert(holders[2 * i]);
    }
    const FetchReport got = world.Get((holders[0] + 32) % world.Size(), put.key);
    EXPECT_TRUE(got.ok);
    EXPECT_LE(got.asked, 14u);
    EXPECT_TRUE(world.IdentitiesHold());
    return got.fetch;
}

/// The dead are asked several times, and the others do not wait for that.
TEST_P(StorageSeedTest, WhoAsksOftenAsksOthersMeanwhile)
{
    const Time usual = FetchAround(GetParam(), RpcOptions::Patient(), 0);
    EXPECT_LT(FetchAround(GetParam(), RpcOptions::Patient(), 1), usual + FromSeconds(0.6));
    for (const std::size_t dead : {4, 7})
    {
        const Time once = FetchAround(GetParam(), {}, dead);
        EXPECT_LT(FetchAround(GetParam(), RpcOptions::Patient(), dead) + FromSeconds(0.3), once);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds,
                         StorageSeedTest,
                         testing::Range<std::uint64_t>(1, 11),
                         [](const auto& info) { return std::to_string(info.param); });

TEST(StorageTest, SmallRingsHoldBlocksToo)
{
    for (const std::size_t peers : {1, 2, 3, 7, 14, 16, 17, 18, 30})
    {
        SCOPED_TRACE(peers);
        StorageWorld world(SomeRing(peers), {});
        for (const std::size_t size : {0, 1, 1210, 1211, 8192})
        {
            const Bytes block = RandomBlock(size, size + peers);
            const PutReport put = world.Put(peers / 2, block);
            EXPECT_TRUE(put.ok) << size;
            EXPECT_EQ(put.holders, std::min<std::size_t>(peers, 14)) << size;
            const FetchReport got = world.Get(0, put.key);
            EXPECT_TRUE(got.ok) << size;
            EXPECT_EQ(got.block, block) << size;
        }
        EXPECT_TRUE(world.IdentitiesHold());
    }
}

TEST(StorageTest, WhatNobodyHasIsNotFound)
{
    StorageWorld world(SomeRing(64), {});
    const FetchReport got = world.Get(3, HashKey("nothing"));
    EXPECT_FALSE(got.ok);
    EXPECT_EQ(got.found, 0u);
    EXPECT_GE(got.asked, 14u);
}

/// What comes late may end a get while its holders are looked up once more.
TEST(StorageTest, ALateFragmentMayBeTheLastOne)
{
    StorageWorldOptions options;
    options.storage.wanted = 7;
    options.rpcs.timer.longest = FromSeconds(0.05);
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
    {
        options.seed = seed;
        StorageWorld world(SomeRing(64), options);
        const Bytes block = RandomBlock(8192, seed);
        const PutReport put = world.Put(1, block);
        for (std::size_t place = 0; place < world.Size(); place += 3)
        {
            EXPECT_EQ(world.Get(place, put.key).block, block) << seed << ", " << place;
        }
        EXPECT_TRUE(world.IdentitiesHold());
    }
}

TEST(StorageTest, AHolderThatLiesCostsAnotherFragment)
{
    StorageWorld world(SomeRing(64), {});
    const Bytes block = RandomBlock(8192, 7);
    const PutReport put = world.Put(1, block);
    const auto holders = world.HoldersOf(put.key, 14);
    const std::set<std::size_t> liars{holders[0], holders[5], holders[9]};
    world.change = [&](std::size_t from, std::size_t /* to */, StorageMessage& message) {
        if (liars.count(from) > 0 && BodyOf<FragmentBody>(message))
        {
            auto& fragment = std::get<FragmentBody>(message.body.Write()).fragment;
            if (!fragment.bytes.empty())
            {
                fragment.bytes[100] ^= 1;
            }
        }
    };
    for (std::size_t place = 0; place < world.Size(); place += 5)
    {
        const FetchReport got = world.Get(place, put.key);
        EXPECT_TRUE(got.ok) << place;
        EXPECT_EQ(got.block, block) << place;
    }
}

/// @param fragments Of a block. @param size Bytes that the block has. @param claim What one of its
/// holders sends. @return What comes of a get to which all other holders send what is wrong.
FetchReport
GetFromLiars(std::size_t fragments, std::size_t size, const Fragment& claim)
{
    StorageWorldOptions options;
    options.storage.fragments = fragments;
    StorageWorld world(SomeRing(64), options);
    const PutReport put = world.Put(1, RandomBlock(size, 7));
    const std::size_t claimer = world.HoldersOf(put.key, 1).front();
    world.change = [&](std::size_t from, std::size_t /* to */, StorageMessage& message) {
        const auto* const body = BodyOf<FragmentBody>(message);
        if (body && !body->fragment.bytes.empty())
        {
            auto& fragment = std::get<FragmentBody>(message.body.Write()).fragment;
            fragment.bytes[100] ^= 1;
            fragment = from == claimer ? claim : fragment;
        }
    };
    return world.Get((claimer + 32) % world.Size(), put.key);
}

TEST(StorageTest, WhereAllHoldersLieAReportSaysWhatMostOfThemSay)
{
    const Fragment claim = test::SystematicFragments(RandomBlock(8192, 8), 1).front();
    const FetchReport few = GetFromLiars(14, 2000, claim);
    EXPECT_FALSE(few.ok);
    EXPECT_FALSE(few.isGivenUp);
    EXPECT_EQ(few.found, 14u);
    EXPECT_EQ(few.needed, 2u) << "one says 7";
    const FetchReport many = GetFromLiars(16, 8192, claim);
    EXPECT_FALSE(many.ok);
    EXPECT_TRUE(many.isGivenUp) << "16 give more sets than are tried";
    EXPECT_EQ(many.needed, 7u);
}

TEST(StorageTest, AFullHolderIsReplacedByTheNextPeer)
{
    StorageWorldOptions options;
    options.limits.bytes = 3000; // two fragments of the longest kind
    StorageWorld world(SomeRing(64), options);
    const Bytes block = RandomBlock(8192, 9);
    const Key key = BlockKey(block);
    const std::size_t full = world.HoldersOf(key, 3)[2];
    Fragment other =
        MakeFragments(RandomBlock(2420, 3), 2, {CauchyRow(2, 0)}, FromSeconds(1000))[0];
    world.DiskAt(full).Put(Time(0), HashKey("a"), other);
    world.DiskAt(full).Put(Time(0), HashKey("b"), other);
    const PutReport put = world.Put(0, block);
    EXPECT_TRUE(put.ok);
    EXPECT_EQ(put.full, 1u);
    EXPECT_EQ(put.holders, 14u);
    EXPECT_EQ(world.DiskAt(world.HoldersOf(key, 15)[14]).Count(), 1u);
}

TEST(StorageTest, WhenALookupIsLostItsOriginAsksAgainAndThenItself)
{
    StorageWorld world(SomeRing(128), {});
    const Bytes block = RandomBlock(8192, 11);
    const PutReport put = world.Put(1, block);
    ASSERT_TRUE(put.ok);
    // no answer to a lookup that was handed on ever arrives
    world.change = [&](std::size_t /* from */, std::size_t /* to */, StorageMessage& message) {
        const auto* const located = BodyOf<LocatedBody>(message);
        if (located && message.hopLimit > 0)
        {
            message.id = 1;
        }
    };
    std::size_t asker = 0;
    while (world.Get(asker, put.key).hops == 0 && asker < 127)
    {
        ++asker;
    }
    const FetchReport got = world.Get(asker, put.key);
    EXPECT_TRUE(got.ok);
    EXPECT_GT(got.lookup, FromSeconds(2));
    EXPECT_GE(world.StorageTotals().lookupsAgain, 2u);
}

/// Who asked itself, or sent to nobody's endpoint, would be no peer for long.
TEST(StorageTest, NonsenseThatOthersNameIsLeftOut)
{
    StorageWorldOptions options;
    options.storage.routing = LocateRouting::kIterative;
    StorageWorld world(SomeRing(64), options);
    const Bytes block = RandomBlock(8192, 13);
    const PutReport put = world.Put(1, block);
    ASSERT_TRUE(put.ok);
    world.change = [&](std::size_t /* from */, std::size_t to, StorageMessage& message) {
        if (BodyOf<LocatedBody>(message))
        {
            auto& peers = std::get<LocatedBody>(message.body.Write()).peers;
            peers.insert(peers.begin(),
                         {{ReadyRing::EndpointOf(to), {}},
                          {Endpoint::Ipv4(0, 0), {}},
                          {Endpoint::Ipv4(0xe0000001, 7000), {}}});
            peers.resize(std::min(peers.size(), kMaximumLocated));
        }
    };
    for (std::size_t place = 0; place < world.Size(); place += 3)
    {
        EXPECT_EQ(world.Get(place, put.key).block, block) << place;
    }
    EXPECT_GT(world.StorageTotals().unusable, 40u);
    EXPECT_TRUE(world.IdentitiesHold());
}

/// Whoever is asked second answers as well as the first would have.
TEST(StorageTest, IterativeLookupsFindTheirWayAroundTheDead)
{
    StorageWorldOptions options;
    options.storage.routing = LocateRouting::kIterative;
    StorageWorld world(SomeRing(256), options);
    const PutReport put = world.Put(5, RandomBlock(8192, 1));
    ASSERT_TRUE(put.ok);
    const std::size_t responsible = world.Peers().LastUpTo(put.key);
    for (std::size_t place = 0; place < world.Size(); ++place)
    {
        // with the responsible peer, and those just before it
        if (place % 5 == 0 || (responsible + 256 - place) % 256 < 2)
        {
            world.dead.insert(place);
        }
    }
    for (std::size_t place = 1; place < world.Size(); place += 10)
    {
        if (world.dead.count(place) == 0)
        {
            EXPECT_TRUE(world.Get(place, put.key).ok) << place;
        }
    }
    EXPECT_TRUE(world.IdentitiesHold());
}

TEST(StorageTest, TheSameSeedGivesTheSameMessages)
{
    std::vector<std::vector<std::uint64_t>> runs;
    for (int run = 0; run < 2; ++run)
    {
        StorageWorldOptions options;
        options.loss = 0.02;
        options.knowsDelays = false;
        StorageWorld world(SomeRing(50), options);
        for (std::size_t i = 0; i < 5; ++i)
        {
            const PutReport put = world.Put(i, RandomBlock(5000, i));
            world.Get(49 - i, put.key);
        }
        std::vector<std::uint64_t>& ids = runs.emplace_back();
        for (const auto& sent : world.sent)
        {
            ids.insert(ids.end(), {sent.from, sent.to, sent.message.id});
        }
    }
    EXPECT_GT(runs[0].size(), 300u);
    EXPECT_EQ(runs[0], runs[1]);
}

} // namespace
} // namespace dht
