/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "live-ring-setup.h"
#include "live-stores.h"
#include "random-block.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

/// Blocks in rings whose peers come and go.

namespace dht
{
namespace
{

using test::Followers;
using test::HoldersIn;
using test::kStorers;
using test::LiveRing;
using test::LiveRingOptions;
using test::RandomBlock;
using test::Storing;

TEST(LiveStorageTest, ASettledRingKnowsWhatAReadyMadeOneKnows)
{
    const auto ring = test::MakeSettledRing(Storing(), kStorers);
    for (std::size_t peer = 0; peer < kStorers; ++peer)
    {
        const auto known = ring->At(peer).GetMembership().MakeRingInfo();
        const RingInfo& info = *known;
        const Key own = info.Self().id;
        EXPECT_TRUE(info.HasPlace());
        EXPECT_FALSE(info.IsWhole());
        std::vector<std::size_t> next = Followers(*ring, own + Key(1));
        next.resize(kMaximumLocated);
        std::vector<Endpoint> endpoints;
        std::transform(next.begin(),
                       next.end(),
                       std::back_inserter(endpoints),
                       LiveRing::EndpointOf);
        EXPECT_EQ(EndpointsOf(info.Successors()), endpoints);
        EXPECT_TRUE(info.Towards(own, RingInfo::kMostTowards).empty()) << "its own arc";
        for (const Key& key : {own - Key(1), own + (Key(1) << 159), own + (Key(3) << 158)})
        {
            const RingNodes way = info.Towards(key, RingInfo::kMostTowards);
            ASSERT_FALSE(way.empty());
            for (const RingNode& node : way)
            {
                EXPECT_LE(Distance(own, node.id), Distance(own, key)) << "beyond the key";
            }
            const auto fingers = ring->At(peer).GetMembership().Fingers();
            EXPECT_NE(std::find(fingers.begin(), fingers.end(), way.front().endpoint),
                      fingers.end());
        }
    }
}

TEST(LiveStorageTest, EverybodyGetsWhatAnybodyHasPut)
{
    const auto ring = test::MakeSettledRing(Storing(), kStorers);
    const Bytes block = RandomBlock(8192, 1);
    const PutReport put = ring->Put(3, block);
    ASSERT_TRUE(put.ok);
    EXPECT_EQ(put.holders, 14u);
    std::vector<std::size_t> followers = Followers(*ring, put.key);
    followers.resize(14);
    EXPECT_EQ(HoldersIn(*ring, put.key), followers) << "not the responsible peer";
    for (std::size_t peer = 0; peer < kStorers; ++peer)
    {
        const FetchReport got = ring->Get(peer, put.key);
        ASSERT_TRUE(got.ok) << peer;
        EXPECT_EQ(got.block, block);
    }
    EXPECT_EQ(ring->Violations(), 0u);
}

class LiveStorageSeedTest : public testing::TestWithParam<std::uint64_t>
{
};

/// Nothing is rebuilt: what is left after a crash is what there is.
TEST_P(LiveStorageSeedTest, SevenHoldersMayCrash)
{
    LiveRingOptions options = Storing();
    options.seed = GetParam();
    const auto ring = test::MakeSettledRing(options, kStorers);
    const Bytes block = RandomBlock(8192, GetParam());
    const PutReport put = ring->Put(1, block);
    ASSERT_TRUE(put.ok);
    std::vector<std::size_t> holders = HoldersIn(*ring, put.key);
    ASSERT_EQ(holders.size(), 14u);
    test::MersenneRandom random(GetParam());
    while (holders.size() > 7)
    {
        const auto gone =
            holders.begin() + static_cast<std::ptrdiff_t>(DrawBelow(random, holders.size()));
        ring->Crash(*gone);
        holders.erase(gone);
    }
    const std::size_t reader = Followers(*ring, put.key).back();
    const FetchReport atOnce = ring->Get(reader, put.key);
    EXPECT_TRUE(atOnce.ok) << "found " << atOnce.found << ", asked " << atOnce.asked;
    ASSERT_NE(ring->Settle(FromSeconds(60)), kNever) << ring->Flaws();
    const FetchReport later = ring->Get(reader, put.key);
    EXPECT_TRUE(later.ok);
    EXPECT_EQ(later.block, block);
    ring->Crash(holders.front());
    const FetchReport lost = ring->Get(reader, put.key);
    EXPECT_FALSE(lost.ok);
    EXPECT_EQ(lost.found, 6u);
    EXPECT_EQ(lost.needed, 7u);
    EXPECT_EQ(ring->Violations(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LiveStorageSeedTest, testing::Range<std::uint64_t>(1, 11));

TEST(LiveStorageTest, ACheckTellsOfAllHolders)
{
    const auto ring = test::MakeSettledRing(Storing(), kStorers);
    const Bytes block = RandomBlock(8192, 21);
    const PutReport put = ring->Put(1, block);
    ASSERT_TRUE(put.ok);
    const std::vector<std::size_t> holders = HoldersIn(*ring, put.key);
    ring->DiskAt(holders[2]).Remove(put.key);
    ring->Crash(holders[5]);
    const std::size_t reader = Followers(*ring, put.key).back();
    const Time begun = ring->Now();
    const FetchReport checked = ring->Check(reader, put.key);
    EXPECT_LT(ring->Now(), begun + FromSeconds(5));
    EXPECT_TRUE(checked.ok);
    EXPECT_EQ(checked.found, 12u);
    ASSERT_EQ(checked.holders.size(), 14u);
    for (const HolderReport& holder : checked.holders)
    {
        const bool isGone = holder.endpoint == LiveRing::EndpointOf(holders[5]);
        const bool isEmpty = holder.endpoint == LiveRing::EndpointOf(holders[2]);
        EXPECT_EQ(holder.hasAnswered, !isGone);
        EXPECT_EQ(holder.holds, !isGone && !isEmpty);
        EXPECT_EQ(holder.left > std::chrono::hours(23), holder.holds);
    }
    EXPECT_EQ(ring->Violations(), 0u);
}

/// It is the first holder from then on, and has nothing.
TEST(LiveStorageTest, APeerMayJoinBetweenTheResponsibleOneAndTheFirstHolder)
{
    constexpr std::size_t newcomer = kStorers;
    LiveRing ring(Storing(), kStorers + 1);
    test::Populate(ring, kStorers);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever) << ring.Flaws();
    // a block whose key lies just before the newcomer's place
    const Key place = IdOf(LiveRing::EndpointOf(newcomer));
    Bytes block;
    for (std::uint64_t seed = 1; (Distance(BlockKey(block), place) >> 155) != Key(0); ++seed)
    {
        block = RandomBlock(8192, seed);
    }
    const PutReport put = ring.Put(5, block);
    ASSERT_TRUE(put.ok);
    const std::vector<std::size_t> holders = HoldersIn(ring, put.key);
    ring.Join(newcomer, {4});
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever) << ring.Flaws();
    ASSERT_EQ(Followers(ring, put.key).front(), newcomer) << "another port, maybe";
    ASSERT_EQ(HoldersIn(ring, put.key), holders);
    for (const std::size_t peer : {newcomer, std::size_t{0}, holders[0], holders[13]})
    {
        const FetchReport got = ring.Get(peer, put.key);
        EXPECT_TRUE(got.ok) << peer;
        EXPECT_EQ(got.block, block);
    }
}

TEST(LiveStorageTest, BlocksOutliveHoldersThatLeaveWhileOthersJoin)
{
    LiveRing ring(Storing(), 2 * kStorers);
    test::Populate(ring, kStorers);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever) << ring.Flaws();
    std::vector<Key> keys;
    for (std::uint64_t i = 0; i < 20; ++i)
    {
        const PutReport put = ring.Put(i, RandomBlock(100 + 400 * i, i));
        ASSERT_TRUE(put.ok);
        keys.push_back(put.key);
    }
    for (std::size_t i = 0; i < 4; ++i)
    {
        ring.Leave(i);
        ring.Join(kStorers + i, {10});
        ring.RunUntil(ring.Now() + FromSeconds(1));
    }
    for (const Key& key : keys)
    {
        EXPECT_TRUE(ring.Get(kStorers + 1, key).ok);
    }
    EXPECT_EQ(ring.Violations(), 0u);
}

/// More leave than hold a block at first; each time, repair has some rounds.
TEST(LiveStorageTest, BlocksOutliveAllTheirFirstHolders)
{
    LiveRingOptions options = Storing();
    options.store->storage.repairInterval = FromSeconds(30);
    LiveRing ring(options, 2 * kStorers);
    test::Populate(ring, kStorers);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever) << ring.Flaws();
    std::vector<Bytes> blocks;
    std::vector<Key> keys;
    for (std::uint64_t i = 0; i < 10; ++i)
    {
        blocks.push_back(RandomBlock(8192, i));
        keys.push_back(ring.Put(i, blocks.back()).key);
    }
    StorageCounters totals;
    // two leave, and two come to other places, until nobody is left of the first ones but two
    for (std::size_t i = 0; i + 2 < kStorers; i += 2)
    {
        for (const std::size_t peer : {i, i + 1})
        {
            totals += ring.StorageAt(peer).Counters();
            ring.Crash(peer);
        }
        ring.Join(kStorers + i, {kStorers - 1});
        ring.Join(kStorers + i + 1, {kStorers - 2});
        ring.RunUntil(ring.Now() + FromSeconds(90));
    }
    ASSERT_NE(ring.Settle(FromSeconds(60)), kNever) << ring.Flaws();
    ring.RunUntil(ring.Now() + FromSeconds(90));
    for (const std::size_t peer : ring.Alive())
    {
        totals += ring.StorageAt(peer).Counters();
        EXPECT_TRUE(ring.StorageAt(peer).IdentitiesHold());
    }
    EXPECT_GT(totals.fragmentsMade, 0u);
    EXPECT_GT(totals.moved + totals.needless, 0u) << "of those who are too far by then";
    EXPECT_GT(totals.unproved, 0u) << "by tokens";
    for (std::size_t i = 0; i < keys.size(); ++i)
    {
        std::vector<std::size_t> holders = Followers(ring, keys[i]);
        holders.resize(14);
        const auto left = std::count_if(holders.begin(), holders.end(), [&](std::size_t peer) {
            return ring.DiskAt(peer).Get(ring.Now(), keys[i]).has_value();
        });
        EXPECT_GE(left, 12) << i;
        const FetchReport got = ring.Get(kStorers + i, keys[i]);
        EXPECT_TRUE(got.ok);
        EXPECT_EQ(got.block, blocks[i]);
    }
    EXPECT_EQ(ring.Violations(), 0u);
}

TEST(LiveStorageTest, ALonelyPeerAndSmallRingsStoreForThemselves)
{
    for (const std::size_t peers : {1, 2, 5, 16, 17, 18})
    {
        LiveRing ring(Storing(), peers);
        test::Populate(ring, peers);
        ASSERT_NE(ring.Settle(FromSeconds(30)), kNever) << ring.Flaws();
        EXPECT_EQ(ring.At(0).GetMembership().MakeRingInfo()->IsWhole(), peers <= 17) << peers;
        const Bytes block = RandomBlock(5000, peers);
        const PutReport put = ring.Put(0, block);
        EXPECT_TRUE(put.ok) << peers;
        EXPECT_EQ(put.holders, std::min<std::size_t>(peers, 14));
        for (std::size_t peer = 0; peer < peers; ++peer)
        {
            EXPECT_EQ(ring.Get(peer, put.key).block, block);
        }
    }
}

TEST(LiveStorageTest, WhoHasNoPlaceAnswersNobody)
{
    LiveRingOptions options = Storing();
    options.retry = FromSeconds(1);
    LiveRing ring(options, 3);
    ring.Create(0);
    ring.Join(1, {2}); // nobody is there
    StorageMessage question;
    question.body.Write() = LocateBody{1, Key(5), 14, LiveRing::EndpointOf(0)};
    ring.SendAs(LiveRing::EndpointOf(0), 1, question);
    question.body.Write() = FetchBody{Key(5)};
    ring.SendAs(LiveRing::EndpointOf(0), 1, question);
    EXPECT_EQ(ring.StorageAt(1).Counters().useless, 2u);
    EXPECT_EQ(ring.StorageAt(1).Counters().fetches, 0u);
}

} // namespace
} // namespace dht
