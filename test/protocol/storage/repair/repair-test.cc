/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-holder-census.h"
#include "dht-key-range.h"
#include "dht-repair-limits.h"
#include "random-block.h"
#include "storage-world.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

/// Fragments that are lost are made anew, and those in the wrong place are taken to the right one.

namespace dht
{
namespace
{

using test::RandomBlock;
using test::StorageWorld;
using test::StorageWorldOptions;

constexpr std::size_t kRepairers = 40;
constexpr std::size_t kHolders = 14;
constexpr Time kRound = std::chrono::minutes(1);

/// @return What a world is like whose peers repair.
StorageWorldOptions
Repairing()
{
    StorageWorldOptions options;
    options.storage.repairInterval = kRound;
    return options;
}

/// @param peers How many. @return A ring of them, at uneven places.
Ring
UnevenRing(std::size_t peers)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < peers; ++i)
    {
        names.push_back("repairer-" + std::to_string(i));
    }
    return Ring::Hashed(names);
}

/// @tparam Body What somebody says. @param world A world. @return How often that has arrived.
template <typename Body>
std::size_t
Arrived(const StorageWorld& world)
{
    return static_cast<std::size_t>(
        std::count_if(world.sent.begin(), world.sent.end(), [](const StorageWorld::Sent& sent) {
            return BodyOf<Body>(sent.message) != nullptr;
        }));
}

/// A ring in which some blocks were put.
class RepairTest : public testing::Test
{
  protected:
    /// Put blocks. @param count How many. @param size Bytes of each.
    void Put(std::size_t count, std::size_t size = 8192)
    {
        for (std::uint64_t i = 0; i < count; ++i)
        {
            m_blocks.push_back(RandomBlock(size, i));
            const PutReport put = m_world.Put(i % kRepairers, m_blocks.back());
            EXPECT_EQ(put.holders, kHolders);
            m_keys.push_back(put.key);
        }
        m_world.sent.clear();
    }

    /// Let repair begin, as a host does that has put its peer into a ring.
    void Start()
    {
        for (std::size_t peer = 0; peer < kRepairers; ++peer)
        {
            m_world.At(peer).OnWake(m_world.Now());
        }
    }

    /// @param key A key. @param i Which holder. @return Its fragment.
    std::optional<Fragment> At(const Key& key, std::size_t i)
    {
        return m_world.StoreOf(m_world.HoldersOf(key, kHolders)[i]).Get(m_world.Now(), key);
    }

    /// A holder loses a fragment. @param key Its block's key. @param i Which holder.
    void Lose(const Key& key, std::size_t i)
    {
        m_world.StoreOf(m_world.HoldersOf(key, kHolders)[i]).Remove(key);
    }

    /// All that somebody says of what it holds is that it is something else, down to ranges that
    /// have no parts. @param world A world. @param liar The place of the peer that says so.
    void RambleAs(StorageWorld& world, std::size_t liar)
    {
        world.change = [this, liar](std::size_t from, std::size_t to, StorageMessage& message) {
            if (const auto* const sync = to == liar ? BodyOf<SyncBody>(message) : nullptr)
            {
                m_asked[from] = {sync->from, sync->to};
            }
            if (BodyOf<SyncedBody>(message) && from == liar)
            {
                const bool hasParts = !PartsOf(m_asked[to]).empty();
                SyncedBody lie{hasParts ? SyncStatus::kDigests : SyncStatus::kKeys, {}, {}};
                for (std::uint64_t& digest : lie.digests)
                {
                    digest = ++m_noise;
                }
                message.body.Write() = lie;
            }
        };
    }

    /// @param key A key. @return How many holders have a fragment.
    std::size_t Left(const Key& key)
    {
        std::size_t left = 0;
        for (std::size_t i = 0; i < kHolders; ++i)
        {
            left += At(key, i) ? 1 : 0;
        }
        return left;
    }

    /// @return Questions of others that a peer may have made beyond its share.
    void ExpectShares()
    {
        for (std::size_t peer = 0; peer < kRepairers; ++peer)
        {
            const RpcEndpoint& rpcs = m_world.At(peer).Rpcs();
            // a comparison of either kind, and a lookup with what it hands on for others
            const std::size_t beside = 2 + 4;
            EXPECT_LE(rpcs.Outstanding(),
                      std::max<std::size_t>(1, rpcs.Window().Limit() / 4) + beside);
        }
    }

    StorageWorld m_world{UnevenRing(kRepairers), Repairing()}; ///< The ring.
    std::vector<Bytes> m_blocks;                               ///< That were put.
    std::vector<Key> m_keys;                                   ///< Theirs.
    std::map<std::size_t, KeyRange> m_asked;                   ///< What each has asked a liar.
    std::uint64_t m_noise{1};                                  ///< Digests of nothing.
};

TEST_F(RepairTest, WhereNothingIsMissingPeersOnlyCompare)
{
    Put(60);
    Start();
    const StorageCounters before = m_world.Totals();
    m_world.Run(10 * kRound);
    EXPECT_EQ(Arrived<FetchBody>(m_world) + Arrived<StoreBody>(m_world), 0u);
    const StorageCounters totals = m_world.Totals();
    // a round is a comparison with each of the thirteen others
    const auto compared = static_cast<double>(totals.compared - before.compared);
    EXPECT_NEAR(compared, kRepairers * 13 * 10, kRepairers * 13);
    EXPECT_NEAR(static_cast<double>(Arrived<SyncBody>(m_world)), compared, kRepairers)
        << "one question each";
    for (const StorageWorld::Sent& sent : m_world.sent)
    {
        const auto* const synced = BodyOf<SyncedBody>(sent.message);
        EXPECT_TRUE(!synced || synced->status == SyncStatus::kSame);
    }
    const auto messages = static_cast<double>(totals.repairMessages - before.repairMessages);
    EXPECT_NEAR(messages, 2 * compared, kRepairers);
    const auto bytes = static_cast<double>(totals.repairBytes - before.repairBytes);
    EXPECT_NEAR(bytes, (72 + 25) * compared, 72 * kRepairers);
    EXPECT_EQ(totals.rebuilds + totals.moves + totals.needless, 0u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairTest, WithoutAnIntervalNothingIsSent)
{
    StorageWorldOptions options = Repairing();
    options.storage.repairInterval = Time(0);
    StorageWorld world(UnevenRing(kRepairers), options);
    const PutReport put = world.Put(0, RandomBlock(8192, 1));
    world.StoreOf(world.HoldersOf(put.key, 1)[0]).Remove(put.key);
    world.sent.clear();
    world.At(1).OnWake(world.Now());
    world.Run(std::chrono::hours(2));
    EXPECT_TRUE(world.sent.empty());
}

TEST_F(RepairTest, WhatIsLostIsMadeAnewAndGoesWithWhatIsOld)
{
    Put(20);
    std::map<Key, Time> before;
    for (std::size_t i = 0; i < m_keys.size(); ++i)
    {
        for (std::size_t holder = 0; holder < kHolders; ++holder)
        {
            Time& end = before[m_keys[i]];
            end = std::max(end, m_world.Now() + At(m_keys[i], holder)->left);
        }
        // the first holder is among those who lose it, each other time
        for (const std::size_t lost : {i % 2, 4 + i % 5, std::size_t{10}})
        {
            Lose(m_keys[i], lost);
        }
        EXPECT_EQ(Left(m_keys[i]), 11u);
    }
    Start();
    for (int i = 0; i < 3000; ++i)
    {
        m_world.Run(3 * kRound / 3000);
        ExpectShares();
    }
    for (std::size_t i = 0; i < m_keys.size(); ++i)
    {
        EXPECT_EQ(Left(m_keys[i]), kHolders);
        // with those that are old, those that are new give the block, and none of them is wrong
        const std::set<std::size_t> made{i % 2, 4 + i % 5, 10};
        BlockAssembler assembler(m_keys[i]);
        for (const std::size_t holder : made)
        {
            const auto part = At(m_keys[i], holder);
            ASSERT_TRUE(part);
            const Time end = m_world.Now() + part->left;
            EXPECT_LE(end, before[m_keys[i]]) << "repair renews nothing";
            EXPECT_GT(end, before[m_keys[i]] - FromSeconds(10));
            assembler.Add(ReadyRing::EndpointOf(holder), *part);
        }
        for (std::size_t holder = 13; assembler.MoreNeeded() > 0 && holder > 0; --holder)
        {
            if (made.count(holder) == 0)
            {
                assembler.Add(ReadyRing::EndpointOf(holder), At(m_keys[i], holder).value());
            }
        }
        ASSERT_EQ(assembler.GetState(), BlockAssembler::State::kDone);
        EXPECT_EQ(assembler.Block(), m_blocks[i]);
        EXPECT_TRUE(assembler.Liars().empty());
        EXPECT_LE(assembler.SetsTried(), 2u) << "their rows depend on others once in 255 times";
    }
    const StorageCounters totals = m_world.Totals();
    EXPECT_EQ(totals.rebuilt, m_keys.size()) << "each block was fetched once";
    EXPECT_EQ(totals.fragmentsMade, 3 * m_keys.size());
    EXPECT_EQ(totals.gets, 0u) << "nobody's own";
    EXPECT_EQ(totals.puts, m_keys.size());
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairTest, WhileEnoughAreLeftNothingIsMade)
{
    Put(10);
    for (const Key& key : m_keys)
    {
        Lose(key, 0);
        Lose(key, 7);
    }
    Start();
    m_world.Run(5 * kRound);
    EXPECT_EQ(m_world.Totals().rebuilds, 0u);
    EXPECT_EQ(Left(m_keys[0]), 12u);
    Lose(m_keys[0], 3);
    m_world.Run(3 * kRound);
    EXPECT_EQ(Left(m_keys[0]), kHolders);
    EXPECT_EQ(m_world.Totals().rebuilt, 1u);
}

TEST_F(RepairTest, ManyKeysAreComparedByTheirDigests)
{
    // some hundred an arc; each holder lacks one in 200 or so
    test::MersenneRandom random(5);
    for (std::size_t i = 0; i < 200 * kRepairers; ++i)
    {
        const Key key = DrawKey(random);
        for (const std::size_t holder : m_world.HoldersOf(key, kHolders))
        {
            const Fragment fragment = MakeFragments(Bytes{1}, 1, {{1}}, std::chrono::hours(9))[0];
            if (DrawBelow(random, 200) > 0)
            {
                m_world.StoreOf(holder).Put(m_world.Now(), key, fragment);
            }
        }
    }
    Start();
    m_world.Run(kRound);
    std::size_t listed = 0;
    std::size_t digests = 0;
    for (const StorageWorld::Sent& sent : m_world.sent)
    {
        EXPECT_LT(FrameSize(sent.message) + 28, 1472u);
        const auto* const synced = BodyOf<SyncedBody>(sent.message);
        listed += synced ? synced->keys.size() : 0;
        digests += synced && synced->status == SyncStatus::kDigests ? 1 : 0;
    }
    EXPECT_GT(digests, 0u);
    const StorageCounters totals = m_world.Totals();
    // of 200 keys in an arc, two differ: a part or two is listed for each, with three keys in it
    EXPECT_LT(listed, 40 * totals.compared);
    EXPECT_LT(totals.repairBytes, 1000 * totals.compared) << "to list all would take 4000";
    EXPECT_EQ(totals.comparisonsFailed, 0u);
    EXPECT_GT(totals.compared, 0u);
}

TEST_F(RepairTest, ABlockThatCannotBeHadIsTriedLessAndLess)
{
    Put(1);
    for (std::size_t i = 0; i < 8; ++i)
    {
        Lose(m_keys[0], i);
    }
    Start();
    m_world.Run(64 * kRound);
    EXPECT_EQ(Left(m_keys[0]), 6u);
    EXPECT_GE(m_world.Totals().rebuildsFailed, 2u);
    EXPECT_LE(m_world.Totals().rebuildsFailed, 8u) << "after 1, 2, 4, ... rounds";
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairTest, ADeadHolderCountsAsNone)
{
    Put(5);
    const auto holders = m_world.HoldersOf(m_keys[0], kHolders);
    m_world.dead = {holders[3], holders[5], holders[9]};
    Start();
    m_world.Run(4 * kRound);
    EXPECT_GT(m_world.Totals().comparisonsFailed, 0u);
    // there is nobody to hold others as long as the ring names these
    EXPECT_EQ(m_world.Totals().fragmentsMade, 0u);
    Lose(m_keys[0], 1);
    m_world.Run(3 * kRound);
    EXPECT_TRUE(At(m_keys[0], 1));
    EXPECT_TRUE(m_world.IdentitiesHold());
}

// ---- Liars

TEST_F(RepairTest, WhoClaimsToHoldNothingIsGivenItAFewTimes)
{
    Put(10);
    const auto holders = m_world.HoldersOf(m_keys[0], kHolders);
    const std::set<std::size_t> liars{holders[2], holders[6], holders[11]};
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        if (BodyOf<SyncedBody>(message) && liars.count(from) > 0)
        {
            message.body.Write() = SyncedBody{SyncStatus::kKeys, {}, {}};
        }
    };
    Start();
    m_world.Run(64 * kRound);
    const StorageCounters totals = m_world.Totals();
    EXPECT_GT(totals.distrusted, 0u);
    EXPECT_GT(totals.rebuilds, 0u);
    EXPECT_LE(totals.rebuilds, 10u * 3 * 8) << "less and less";
    EXPECT_EQ(totals.fragmentsMade, 0u) << "they have it";
    for (const Key& key : m_keys)
    {
        EXPECT_EQ(Left(key), kHolders);
    }
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairTest, WhoClaimsToHoldWhatDoesNotExistIsAskedForItAFewTimes)
{
    Put(10);
    const std::size_t liar = m_world.HoldersOf(m_keys[0], kHolders)[5];
    std::size_t claims = 0;
    m_world.change = [&](std::size_t from, std::size_t to, StorageMessage& message) {
        if (BodyOf<SyncedBody>(message) && from == liar)
        {
            // in the arc of whoever asks
            SyncedBody lie{SyncStatus::kKeys, {}, {}};
            for (std::uint64_t i = 0; i < kMostSyncKeys; ++i)
            {
                lie.keys.push_back(m_world.Peers().Id(to) - Key(1000 - i));
            }
            message.body.Write() = lie;
            ++claims;
        }
    };
    Start();
    m_world.Run(64 * kRound);
    const StorageCounters totals = m_world.Totals();
    EXPECT_GT(claims, 13u * 50);
    EXPECT_GT(totals.rebuildsFailed, 0u);
    EXPECT_LE(totals.rebuildsFailed, claims * 2) << "of 64 that each claims";
    EXPECT_LE(Arrived<FetchBody>(m_world), 4 * claims);
    EXPECT_EQ(totals.rebuilt + totals.fragmentsMade, 0u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairTest, WhoseTreeNeverEndsIsAskedABoundedNumberOfTimes)
{
    Put(10);
    const std::size_t liar = m_world.HoldersOf(m_keys[0], kHolders)[5];
    RambleAs(m_world, liar);
    Start();
    m_world.Run(10 * kRound);
    std::size_t asked = 0;
    for (const StorageWorld::Sent& sent : m_world.sent)
    {
        asked += BodyOf<SyncBody>(sent.message) && sent.to == liar ? 1 : 0;
    }
    // thirteen peers compare with it, once a round
    EXPECT_GT(asked, 1000u);
    EXPECT_LE(asked, 11u * 13 * (KeyComparisons::kLeastQuestions + 10 * kHolders / 4 + 2));
    const StorageCounters totals = m_world.Totals();
    EXPECT_EQ(totals.rebuilds + totals.moves, 0u);
    EXPECT_GT(totals.compared, 10u * kRepairers * 12) << "the others are compared as before";
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairTest, WhatCannotBeSaidOfARangeIsNotBelieved)
{
    Put(10);
    const std::size_t liar = m_world.HoldersOf(m_keys[0], kHolders)[5];
    std::size_t lies = 0;
    m_world.change = [&](std::size_t from, std::size_t to, StorageMessage& message) {
        if (BodyOf<SyncedBody>(message) && from == liar)
        {
            const Key last = m_world.Peers().Id(to);
            // beyond the arc; twice the same; backwards; something else
            const std::vector<Key> keys[] = {{last}, {last - 2, last - 2}, {last - 2, last - 3}};
            if (lies % 4 < 3)
            {
                message.body.Write() = SyncedBody{SyncStatus::kKeys, keys[lies % 4], {}};
            }
            else
            {
                message.body.Write() = StoredBody{};
            }
            ++lies;
        }
    };
    Start();
    m_world.Run(5 * kRound);
    const StorageCounters totals = m_world.Totals();
    EXPECT_GT(lies, 13u * 4);
    EXPECT_NEAR(static_cast<double>(totals.syncNonsense), static_cast<double>(lies), 13);
    EXPECT_EQ(totals.rebuilds, 0u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST(HolderCensusTest, WhatAHolderClaimsTakesNoMoreRoomThanItMay)
{
    const Endpoint liar = ReadyRing::EndpointOf(1);
    const KeyRange arc{Key(0), Key(1000000)};
    HolderCensus census;
    census.SetHolders({liar}, arc);
    for (std::uint64_t round = 0; round < 50; ++round)
    {
        EXPECT_EQ(census.TakeNext(), liar);
        KeyDifference claim;
        claim.hasAnswered = true;
        for (std::uint64_t i = 0; i < 30; ++i)
        {
            claim.more.push_back(Key(30 * round + i));
        }
        claim.rest = {{Key(30 * round + 30), Key(1000000)}};
        census.OnCompared(liar, claim, 100);
        EXPECT_LE(census.Lacking().size(), 200u) << "those of the last time, and of this time";
        // the hundredth comes in the fourth round
        EXPECT_EQ(census.RangesFor(liar).front().from,
                  round % 4 == 3 ? arc.from : Key(30 * round + 30));
    }
    KeyDifference claim;
    claim.hasAnswered = true;
    claim.more = {Key(7)};
    claim.rest = {{Key(8), Key(9)}};
    for (int i = 0; i < 2; ++i)
    {
        census.OnCompared(liar, claim, 0);
        EXPECT_EQ(census.RangesFor(liar).front().to, arc.to) << "not resumed";
    }
    EXPECT_TRUE(census.Lacking().empty()) << "nothing is taken from who is not trusted";
}

TEST(HolderCensusTest, WhatWasNotComparedIsNotTakenToLack)
{
    const Endpoint peer = ReadyRing::EndpointOf(1);
    const KeyRange arc{Key(0), Key(1000)};
    HolderCensus census;
    census.SetHolders({peer}, arc);
    KeyDifference busy;
    busy.hasAnswered = true;
    busy.rest = {arc};
    census.OnCompared(peer, busy, 100);
    EXPECT_TRUE(census.Holds(peer, Key(5), false));
    census.OnHere(Key(5));
    EXPECT_TRUE(census.Lacking().empty());
    census.SetHolders({peer}, {Key(2), Key(1000)});
    EXPECT_TRUE(census.Holds(peer, Key(5), false)) << "nor by another arc";
    census.SetHolders({peer}, arc);
    KeyDifference half = busy;
    half.rest = {{Key(500), Key(1000)}};
    half.missing = {Key(6)};
    census.OnCompared(peer, half, 100);
    EXPECT_FALSE(census.Holds(peer, Key(7), false)) << "compared, and not there";
    EXPECT_FALSE(census.Holds(peer, Key(6), true));
    EXPECT_TRUE(census.Holds(peer, Key(7), true));
    EXPECT_TRUE(census.Holds(peer, Key(700), false)) << "not compared yet";
    KeyDifference rest;
    rest.hasAnswered = true;
    census.OnCompared(peer, rest, 100);
    EXPECT_FALSE(census.Holds(peer, Key(700), false));
}

TEST(PatienceTest, WhatFailsOftenAtOnceWaitsOnce)
{
    Patience<Key> patience;
    for (int i = 0; i < 20; ++i)
    {
        patience.Fail(FromSeconds(1), Key(1), FromSeconds(10));
    }
    EXPECT_TRUE(patience.IsWaiting(FromSeconds(10), Key(1)));
    EXPECT_FALSE(patience.IsWaiting(FromSeconds(11), Key(1)));
    patience.Fail(FromSeconds(11), Key(1), FromSeconds(10));
    EXPECT_TRUE(patience.IsWaiting(FromSeconds(30), Key(1)));
    EXPECT_FALSE(patience.IsWaiting(FromSeconds(31), Key(1)));
}

TEST_F(RepairTest, WhoHasNoRoomItselfFetchesLessAndLess)
{
    StorageWorldOptions options = Repairing();
    options.limits.bytes = 100000;
    StorageWorld world(UnevenRing(kRepairers), options);
    const Key key = world.Put(0, RandomBlock(8192, 1)).key;
    const auto holders = world.HoldersOf(key, kHolders);
    BlockStore& store = world.StoreOf(holders[0]);
    store.Remove(key);
    // of an arc of which it is the fifteenth follower: nobody looks at them
    const Key last = world.Peers().Id((holders[0] + kRepairers - 14) % kRepairers);
    const Bytes filler(1000);
    for (std::uint64_t i = 1;; ++i)
    {
        const Fragment fragment = MakeFragments(filler, 1, {{1}}, std::chrono::hours(9))[0];
        if (store.Put(world.Now(), last - Key(i), fragment) != StoreAnswer::kStored)
        {
            break;
        }
    }
    world.dead = {holders[3], holders[5]};
    world.sent.clear();
    for (std::size_t peer = 0; peer < kRepairers; ++peer)
    {
        world.At(peer).OnWake(world.Now());
    }
    world.Run(30 * kRound);
    const StorageCounters counted = world.At(holders[0]).Counters();
    EXPECT_GT(counted.rebuildsFailed, 0u);
    EXPECT_LE(counted.rebuildsFailed, 6u) << "after 1, 2, 4, ... rounds";
    EXPECT_LE(Arrived<FetchBody>(world), 6u * kHolders);
    EXPECT_TRUE(world.IdentitiesHold());
}

TEST_F(RepairTest, WhatIsMadeLateEndsWithTheOthers)
{
    Put(1);
    for (const std::size_t i : {4, 6, 8, 10})
    {
        Lose(m_keys[0], i);
    }
    const auto holders = m_world.HoldersOf(m_keys[0], kHolders);
    std::set<Time> ends;
    std::set<Time> times;
    std::size_t deaf = kRepairers;
    std::size_t told = 0;
    m_world.change = [&](std::size_t, std::size_t to, StorageMessage& message) {
        const auto* const store = BodyOf<StoreBody>(message);
        if (store)
        {
            times.insert(m_world.Now());
            ends.insert(m_world.Now() + store->left);
            // who is asked first hears nothing, and is asked again
            deaf = deaf == kRepairers ? to : deaf;
            told += to == deaf ? 1 : 0;
            m_world.dead = {told == 1 ? deaf : kRepairers};
        }
    };
    Start();
    m_world.Run(3 * kRound);
    EXPECT_GT(times.size(), 1u);
    EXPECT_EQ(ends.size(), 1u);
    EXPECT_GE(Left(m_keys[0]), 13u);
}

TEST_F(RepairTest, WhoIsSlowDoesNotHoldUpTheOthers)
{
    StorageWorldOptions options = Repairing();
    options.storage.repairInterval = FromSeconds(13);
    StorageWorld world(UnevenRing(kRepairers), options);
    const auto holders = world.HoldersOf(world.Put(0, RandomBlock(8192, 1)).key, kHolders);
    RambleAs(world, holders[5]);
    world.sent.clear();
    world.At(holders[0]).OnWake(world.Now());
    world.Run(FromSeconds(130));
    const auto asked = std::count_if(world.sent.begin(), world.sent.end(), [&](auto& sent) {
        return sent.from == holders[0] && sent.to == holders[5] && BodyOf<SyncBody>(sent.message);
    });
    const Time roundTrip = 2 * world.delays.Get(static_cast<std::uint32_t>(holders[0]),
                                                static_cast<std::uint32_t>(holders[5]));
    const double inATurn = ToSeconds(FromSeconds(1)) / ToSeconds(roundTrip);
    EXPECT_LT(inATurn + 2, static_cast<double>(KeyComparisons::kLeastQuestions) / 2);
    EXPECT_GT(static_cast<double>(asked), 4 * inATurn);
    EXPECT_LE(static_cast<double>(asked), 12 * (inATurn + 2));
}

TEST_F(RepairTest, AnIntervalOfNothingIsASecond)
{
    StorageWorldOptions options = Repairing();
    options.storage.repairInterval = Time(1);
    StorageWorld world(UnevenRing(kRepairers), options);
    for (std::size_t peer = 0; peer < kRepairers; ++peer)
    {
        world.At(peer).OnWake(world.Now());
    }
    world.Run(FromSeconds(10));
    // a turn is shorter than a round trip, mostly: some are left out
    EXPECT_GT(world.Totals().comparisons, 10u * kRepairers);
    EXPECT_LE(world.Totals().comparisons, (10u + 1) * 13 * kRepairers);
}

// ---- What is in the wrong place

TEST_F(RepairTest, WhoMayHaveTakenAFragmentIsWaitedFor)
{
    Put(10);
    const Key key = m_keys[0];
    const auto followers = m_world.HoldersOf(key, 20);
    m_world.StoreOf(followers[19]).Put(m_world.Now(), key, *At(key, 4));
    Lose(key, 4);
    Lose(key, 6);
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        if (BodyOf<StoredBody>(message) && from == followers[4])
        {
            message.id ^= 1; // nobody takes that for an answer
        }
    };
    Start();
    m_world.Run(5 * kRound);
    EXPECT_TRUE(At(key, 4)) << "it has taken it";
    EXPECT_FALSE(At(key, 6)) << "the same row would be of no use";
    EXPECT_FALSE(m_world.StoreOf(followers[19]).Get(m_world.Now(), key));
    EXPECT_EQ(m_world.Totals().movesFailed, 1u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairTest, WhoHasItAlreadyHasTakenIt)
{
    Put(10);
    const Key key = m_keys[0];
    const auto followers = m_world.HoldersOf(key, 20);
    m_world.StoreOf(followers[19]).Put(m_world.Now(), key, *At(key, 4));
    Lose(key, 4);
    std::size_t lost = 0;
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        if (BodyOf<StoredBody>(message) && from == followers[4] && lost++ == 0)
        {
            message.id ^= 1; // the first answer only
        }
    };
    Start();
    m_world.Run(3 * kRound);
    EXPECT_EQ(lost, 2u);
    EXPECT_EQ(m_world.Totals().moved, 1u);
    EXPECT_FALSE(m_world.StoreOf(followers[19]).Get(m_world.Now(), key));
}

TEST_F(RepairTest, AFragmentInTheWrongPlaceIsTakenToWhoLacksOne)
{
    Put(10);
    const Key key = m_keys[0];
    const std::size_t wrong = m_world.HoldersOf(key, 20).back();
    const auto some = At(key, 4);
    Lose(key, 4);
    m_world.StoreOf(wrong).Put(m_world.Now(), key, *some);
    Start();
    m_world.Run(3 * kRound);
    ASSERT_TRUE(At(key, 4));
    EXPECT_EQ(At(key, 4)->row, some->row) << "that very one";
    EXPECT_FALSE(m_world.StoreOf(wrong).Get(m_world.Now(), key));
    EXPECT_EQ(m_world.StoreOf(wrong).Counters().moved, 1u);
    EXPECT_EQ(m_world.Totals().moved, 1u);
    EXPECT_EQ(m_world.Totals().rebuilds, 0u) << "thirteen are enough";
    EXPECT_TRUE(m_world.IdentitiesHold());
}

TEST_F(RepairTest, AFragmentThatNobodyLacksIsGivenUp)
{
    Put(10);
    const Key key = m_keys[0];
    const auto followers = m_world.HoldersOf(key, 20);
    for (const std::size_t i : {14, 15, 16, 19})
    {
        m_world.StoreOf(followers[i]).Put(m_world.Now(), key, *At(key, 4));
    }
    Start();
    m_world.Run(3 * kRound);
    const auto has = [&](std::size_t i) {
        return m_world.StoreOf(followers[i]).Get(m_world.Now(), key).has_value();
    };
    EXPECT_TRUE(has(14)) << "among the first l + 2";
    EXPECT_TRUE(has(15));
    EXPECT_FALSE(has(16));
    EXPECT_FALSE(has(19));
    EXPECT_EQ(m_world.Totals().needless, 2u);
    EXPECT_EQ(Left(key), kHolders);
}

TEST_F(RepairTest, NothingIsGivenUpWhileSomebodyIsSilentOrFull)
{
    Put(10);
    const Key key = m_keys[0];
    const auto followers = m_world.HoldersOf(key, 20);
    m_world.StoreOf(followers[19]).Put(m_world.Now(), key, *At(key, 4));
    Lose(key, 6);
    m_world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        if (BodyOf<StoredBody>(message) && from == followers[6])
        {
            message.body.Write() = StoredBody{StoredStatus::kFull};
        }
    };
    m_world.dead = {followers[9]};
    Start();
    m_world.Run(5 * kRound);
    EXPECT_TRUE(m_world.StoreOf(followers[19]).Get(m_world.Now(), key));
    EXPECT_EQ(m_world.Totals().moved + m_world.Totals().needless, 0u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

// ---- Who leaves

TEST_F(RepairTest, WhoLeavesRepairsNothingMore)
{
    constexpr std::size_t keys = 200;
    const std::size_t leaving = 7;
    for (std::size_t i = 0; i < keys; ++i)
    {
        const Key key = m_world.Peers().Id(leaving) - Key(i + 1);
        for (const std::size_t holder : m_world.HoldersOf(key, 11))
        {
            m_world.StoreOf(holder).Put(
                m_world.Now(),
                key,
                MakeFragments(Bytes{1}, 1, {{1}}, std::chrono::hours(9))[0]);
        }
    }
    Storage& storage = m_world.At(leaving);
    storage.OnWake(m_world.Now());
    while (storage.Counters().rebuilds == 0 && m_world.Now() < 20 * kRound)
    {
        m_world.Run(FromSeconds(0.001));
    }
    const auto begun = storage.Counters().rebuilds;
    ASSERT_GT(begun, 0u);
    ASSERT_LT(begun, keys);
    storage.HandOver(m_world.Now(), m_world.Now() + std::chrono::hours(1));
    m_world.Run(5 * kRound);
    EXPECT_EQ(storage.Counters().rebuilds, begun);
    EXPECT_FALSE(storage.IsHandingOver());
    EXPECT_EQ(m_world.StoreOf(leaving).Count(), 0u);
    EXPECT_TRUE(m_world.IdentitiesHold());
}

// ---- Ranges

TEST(KeyRangeTest, PartsFollowOnEachOther)
{
    const Key far = Key(0) - Key(5000);
    for (const KeyRange& range :
         {KeyRange{Key(7), Key(7)}, KeyRange{far, Key(777)}, KeyRange{Key(1), Key(65)}})
    {
        const std::vector<KeyRange> parts = PartsOf(range);
        ASSERT_EQ(parts.size(), kSyncParts);
        EXPECT_EQ(parts.front().from, range.from);
        EXPECT_EQ(parts.back().to, range.to);
        for (std::size_t i = 1; i < parts.size(); ++i)
        {
            EXPECT_EQ(parts[i].from, parts[i - 1].to);
            EXPECT_TRUE(IsIn(range, parts[i].from));
        }
    }
    EXPECT_TRUE(PartsOf({Key(1), Key(64)}).empty()) << "there are too few keys";
}

TEST(KeyRangeTest, AKeyIsInTheArcThatGoesAroundTheEndOfTheNumbers)
{
    const KeyRange range{Key(0) - Key(3), Key(3)};
    EXPECT_TRUE(IsIn(range, Key(0) - Key(3)));
    EXPECT_TRUE(IsIn(range, Key(2)));
    EXPECT_FALSE(IsIn(range, Key(3)));
    EXPECT_FALSE(IsIn(range, Key(0) - Key(4)));
    EXPECT_TRUE(IsIn({Key(9), Key(9)}, Key(8))) << "all keys";
}

TEST(KeyRangeTest, DigestsOfPartsAreThoseOfTheirKeys)
{
    const KeyRange range{Key(0) - Key(640), Key(0)};
    const std::vector<KeyRange> parts = PartsOf(range);
    const Key first = range.from + Key(5);
    const Key second = range.from + Key(9);
    const Key last = range.to - Key(1);
    const auto digests = DigestsOf(parts, {first, second, last});
    EXPECT_EQ(digests[0], DigestOf({first, second}));
    EXPECT_EQ(digests[63], DigestOf({last}));
    EXPECT_EQ(digests[1], 0u);
    EXPECT_NE(digests[0], DigestOf({second, first}));
    EXPECT_EQ(DigestOf({}), 0u);
}

} // namespace
} // namespace dht
