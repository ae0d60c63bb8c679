/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-store-suite.h"

#include "random-block.h"

#include <algorithm>
#include <map>
#include <random>

namespace dht
{
namespace test
{

namespace
{

/// @param number Any number; the same one makes the same fragment. @param left How long it is kept.
/// @return A fragment of a block of its own.
Fragment
FragmentOf(unsigned number, Time left)
{
    Fragment fragment = RandomFragments(RandomBlock(8192, number), 1).front();
    fragment.left = left;
    return fragment;
}

/// @param a A fragment. @param b Another. @return Whether they are the same, but for the lifetime.
bool
IsSame(const Fragment& a, const Fragment& b)
{
    return a.status == b.status && a.needed == b.needed && a.blockSize == b.blockSize &&
           a.row == b.row && a.bytes == b.bytes;
}

constexpr Time kHour = std::chrono::hours(1);
constexpr Time kSecond = std::chrono::seconds(1);

} // namespace

void
ExpectNothingVanished(const StoreCounters& counters, std::uint64_t held)
{
    EXPECT_EQ(counters.found + counters.accepted,
              held + counters.expired + counters.removed + counters.moved + counters.damaged);
}

BlockStoreSuite::~BlockStoreSuite()
{
    if (m_opened.store)
    {
        ExpectNothingVanished(m_opened.store->Counters(), m_opened.store->Count());
    }
}

BlockStore&
BlockStoreSuite::Open(const StoreLimits& limits)
{
    m_opened = GetParam().make(limits);
    return *m_opened.store;
}

TEST_P(BlockStoreSuite, WhatWasPutIsGot)
{
    BlockStore& store = Open();
    for (const unsigned size : {0, 1, 1210, 1211, 8192})
    {
        const Bytes block = RandomBlock(size, 1);
        Fragment fragment = RandomFragments(block, 1).front();
        fragment.left = kHour;
        EXPECT_EQ(store.Put(kHour, BlockKey(block), fragment), StoreAnswer::kStored);
        const auto got = store.Get(kHour + kSecond, BlockKey(block));
        ASSERT_TRUE(got);
        EXPECT_TRUE(IsSame(*got, fragment)) << size;
        EXPECT_EQ(got->left, kHour - kSecond);
    }
    EXPECT_EQ(store.Count(), 5u);
    EXPECT_FALSE(store.Get(kHour, Key(5)));
}

TEST_P(BlockStoreSuite, ItEndsWithItsLifetime)
{
    BlockStore& store = Open();
    store.Put(kHour, Key(1), FragmentOf(1, kSecond));
    EXPECT_EQ(store.NextExpiry(), kHour + kSecond);
    EXPECT_TRUE(store.Get(kHour + kSecond - Time(1), Key(1)));
    EXPECT_EQ(store.Expire(kHour + kSecond - Time(1)), 0u);
    EXPECT_FALSE(store.Get(kHour + kSecond, Key(1))); // even if nobody has cleaned up
    EXPECT_FALSE(store.Renew(kHour + kSecond, Key(1), kHour));
    EXPECT_EQ(store.Count(), 1u);
    EXPECT_EQ(store.Expire(kHour + kSecond), 1u);
    EXPECT_EQ(store.Count(), 0u);
    EXPECT_EQ(store.Bytes(), 0u);
    EXPECT_EQ(store.NextExpiry(), kNever);
    EXPECT_EQ(store.Counters().expired, 1u);
}

TEST_P(BlockStoreSuite, AnotherMayComeInThePlaceOfAnExpiredOne)
{
    BlockStore& store = Open();
    store.Put(kHour, Key(1), FragmentOf(1, kSecond));
    const Fragment later = FragmentOf(2, kHour);
    EXPECT_EQ(store.Put(2 * kHour, Key(1), later), StoreAnswer::kStored);
    EXPECT_TRUE(IsSame(*store.Get(2 * kHour, Key(1)), later));
    EXPECT_EQ(store.Count(), 1u);
    EXPECT_EQ(store.Counters().expired, 1u);
    EXPECT_EQ(store.Counters().accepted, 2u);
}

TEST_P(BlockStoreSuite, TheyEndInOrder)
{
    BlockStore& store = Open();
    for (const unsigned i : {3, 1, 4, 5, 9, 2, 6})
    {
        store.Put(kHour, Key(100 - i), FragmentOf(i, i * kSecond));
    }
    EXPECT_EQ(store.Expire(kHour + 5 * kSecond, 2), 2u);
    EXPECT_EQ(store.NextExpiry(), kHour + 3 * kSecond);
    EXPECT_FALSE(store.Get(kHour, Key(98)));
    EXPECT_TRUE(store.Get(kHour, Key(97)));
    EXPECT_EQ(store.Expire(kHour + 5 * kSecond), 3u);
    EXPECT_EQ(store.NextExpiry(), kHour + 6 * kSecond);
    EXPECT_EQ(store.Count(), 2u);
}

TEST_P(BlockStoreSuite, PutAgainIsKeptLongerAndNeverShorter)
{
    BlockStore& store = Open();
    const Fragment first = FragmentOf(1, kHour);
    store.Put(Time(0), Key(1), first);
    EXPECT_EQ(store.Put(kSecond, Key(1), FragmentOf(2, kHour)), StoreAnswer::kHad);
    EXPECT_TRUE(IsSame(*store.Get(kSecond, Key(1)), first));
    EXPECT_EQ(store.NextExpiry(), kHour + kSecond);
    EXPECT_EQ(store.Put(kSecond, Key(1), FragmentOf(2, kSecond)), StoreAnswer::kHad);
    EXPECT_EQ(store.NextExpiry(), kHour + kSecond);
    EXPECT_TRUE(store.Renew(kSecond, Key(1), 2 * kHour));
    EXPECT_EQ(store.NextExpiry(), 2 * kHour + kSecond);
    EXPECT_FALSE(store.Renew(kSecond, Key(2), 2 * kHour));
    EXPECT_EQ(store.Counters().accepted, 1u);
    EXPECT_EQ(store.Counters().renewed, 2u);
    EXPECT_EQ(store.Count(), 1u);
}

TEST_P(BlockStoreSuite, LongLifetimesAreCut)
{
    StoreLimits limits;
    limits.longest = kHour;
    BlockStore& store = Open(limits);
    store.Put(kSecond, Key(1), FragmentOf(1, kNever));
    EXPECT_EQ(store.Get(kSecond, Key(1))->left, kHour);
    store.Renew(2 * kSecond, Key(1), 5 * kHour);
    EXPECT_EQ(store.NextExpiry(), kHour + 2 * kSecond);
}

TEST_P(BlockStoreSuite, WhatIsNoFragmentIsRefused)
{
    BlockStore& store = Open();
    Fragment wrong = FragmentOf(1, kHour);
    wrong.bytes.pop_back();
    EXPECT_EQ(store.Put(Time(0), Key(1), wrong), StoreAnswer::kRefused);
    EXPECT_EQ(store.Put(Time(0), Key(1), FragmentOf(1, Time(0))), StoreAnswer::kRefused);
    EXPECT_EQ(store.Put(Time(0), Key(1), FragmentOf(1, -kSecond)), StoreAnswer::kRefused);
    EXPECT_EQ(store.Counters().refused, 3u);
    EXPECT_EQ(store.Count(), 0u);
}

/// With m = 1, a fragment is the block, and anybody can tell.
TEST_P(BlockStoreSuite, WhatClaimsToBeTheBlockAndIsNotIsRefused)
{
    BlockStore& store = Open();
    const Bytes block = RandomBlock(1000, 1);
    Fragment fragment = RandomFragments(block, 1).front();
    fragment.bytes[500] ^= 1;
    EXPECT_EQ(store.Put(Time(0), BlockKey(block), fragment), StoreAnswer::kRefused);
    fragment.bytes[500] ^= 1;
    EXPECT_EQ(store.Put(Time(0), Key(1), fragment), StoreAnswer::kRefused);
    EXPECT_EQ(store.Counters().refused, 2u);
    EXPECT_EQ(store.Put(Time(0), BlockKey(block), fragment), StoreAnswer::kStored);
}

TEST_P(BlockStoreSuite, TheBlockItselfDrivesOutWhatIsNoneOfIt)
{
    BlockStore& store = Open();
    const Bytes block = RandomBlock(8192, 1);
    const Key key = BlockKey(block);
    EXPECT_FALSE(store.DropIfNotOf(Time(0), key, block)) << "there is nothing";
    store.Put(Time(0), key, FragmentOf(1, kHour));
    EXPECT_FALSE(store.DropIfNotOf(Time(0), key, block)) << "it is one of it";
    EXPECT_FALSE(store.DropIfNotOf(Time(0), key, RandomBlock(8192, 2))) << "that is no proof";
    store.Remove(key);
    store.Put(Time(0), key, FragmentOf(2, kHour));
    EXPECT_FALSE(store.DropIfNotOf(Time(0), key, RandomBlock(8192, 2))) << "though it fits";
    EXPECT_TRUE(store.DropIfNotOf(Time(0), key, block));
    EXPECT_EQ(store.Counters().damaged, 1u);
    EXPECT_EQ(store.Count(), 0u);
}

/// What decays, and is looked at in some way.
TEST_P(BlockStoreSuite, WhatHasDecayedIsAsIfItHadNeverBeenThere)
{
    using Change = std::function<void(Fragment&)>;
    const std::vector<Change> changes{[](Fragment& f) { f.bytes[600] ^= 0x40; },
                                      [](Fragment& f) { f.bytes.pop_back(); },
                                      [](Fragment& f) { f.bytes.clear(); },
                                      [](Fragment& f) { ++f.blockSize; },
                                      [](Fragment& f) { f.needed = 0; },
                                      [](Fragment& f) { f.needed = 6; },
                                      [](Fragment& f) { f.row = {}; },
                                      [](Fragment& f) { f.row[3] ^= 1; }};
    using Look = std::function<void(BlockStore&)>;
    const std::vector<Look> looks{
        [](BlockStore& store) { EXPECT_FALSE(store.Get(kSecond, Key(1))); },
        [](BlockStore& store) { EXPECT_FALSE(store.Renew(kSecond, Key(1), 2 * kHour)); },
        [](BlockStore& store) { EXPECT_FALSE(store.DropIfNotOf(kSecond, Key(1), {})); },
        [](BlockStore& store) { store.Scrub(kSecond, 10); }};
    for (const Change& change : changes)
    {
        for (const Look& look : looks)
        {
            Open();
            Opened().store->Put(Time(0), Key(1), FragmentOf(1, kHour));
            Opened().store->Put(Time(0), Key(2), FragmentOf(2, kHour));
            GetParam().decay(Opened(), Key(1), change);
            BlockStore& store = *Opened().store;
            look(store);
            EXPECT_EQ(store.Counters().damaged, 1u);
            EXPECT_EQ(store.Count(), 1u);
            EXPECT_EQ(store.Bytes(), BlockStore::Cost(FragmentOf(2, kHour)));
            EXPECT_TRUE(store.Get(kSecond, Key(2)));
            EXPECT_EQ(store.Put(kSecond, Key(1), FragmentOf(1, kHour)), StoreAnswer::kStored);
            EXPECT_TRUE(IsSame(*store.Get(kSecond, Key(1)), FragmentOf(1, kHour)));
            ExpectNothingVanished(store.Counters(), store.Count());
        }
    }
}

TEST_P(BlockStoreSuite, WhatHasDecayedIsReplacedByWhatIsPut)
{
    Open();
    Opened().store->Put(Time(0), Key(1), FragmentOf(1, kHour));
    GetParam().decay(Opened(), Key(1), [](Fragment& fragment) { fragment.bytes[0] ^= 1; });
    BlockStore& store = *Opened().store;
    EXPECT_EQ(store.Put(kSecond, Key(1), FragmentOf(2, kHour)), StoreAnswer::kStored);
    EXPECT_TRUE(IsSame(*store.Get(kSecond, Key(1)), FragmentOf(2, kHour)));
    EXPECT_EQ(store.Counters().damaged, 1u);
}

TEST_P(BlockStoreSuite, AScrubReadsAllInTurn)
{
    Open();
    for (unsigned i = 0; i < 10; ++i)
    {
        Opened().store->Put(Time(0), Key(10 * i), FragmentOf(i, kHour));
    }
    for (const unsigned i : {2, 3, 9})
    {
        GetParam().decay(Opened(), Key(10 * i), [](Fragment& fragment) { fragment.bytes[7] ^= 1; });
    }
    BlockStore& store = *Opened().store;
    store.Scrub(kSecond, 3);
    EXPECT_EQ(store.Counters().damaged, 1u);
    store.Scrub(kSecond, 3);
    EXPECT_EQ(store.Counters().damaged, 2u);
    store.Scrub(kSecond, 4);
    EXPECT_EQ(store.Counters().damaged, 3u);
    EXPECT_EQ(store.Counters().scrubbed, 10u);
    store.Scrub(kSecond, 7);
    EXPECT_EQ(store.Counters().scrubbed, 17u);
    EXPECT_EQ(store.Count(), 7u);
}

TEST_P(BlockStoreSuite, AFullOneSaysSo)
{
    const std::uint64_t cost = BlockStore::Cost(FragmentOf(1, kHour));
    StoreLimits limits;
    limits.bytes = 3 * cost + cost / 2;
    BlockStore& store = Open(limits);
    for (unsigned i = 0; i < 3; ++i)
    {
        EXPECT_EQ(store.Put(Time(0), Key(i), FragmentOf(i, (i + 1) * kSecond)),
                  StoreAnswer::kStored);
    }
    EXPECT_EQ(store.Put(Time(0), Key(3), FragmentOf(3, kHour)), StoreAnswer::kFull);
    EXPECT_EQ(store.Bytes(), 3 * cost);
    EXPECT_EQ(store.Counters().full, 1u);
    // what is there is kept and renewed all the same
    EXPECT_EQ(store.Put(Time(0), Key(2), FragmentOf(2, kHour)), StoreAnswer::kHad);
    // what has expired makes room, and no more of it than needed
    EXPECT_EQ(store.Put(3 * kSecond, Key(3), FragmentOf(3, kHour)), StoreAnswer::kStored);
    EXPECT_EQ(store.Counters().expired, 1u);
    EXPECT_EQ(store.Count(), 3u);
    // so does what is taken away
    EXPECT_TRUE(store.Remove(Key(3)));
    EXPECT_EQ(store.Put(3 * kSecond, Key(4), FragmentOf(4, kHour)), StoreAnswer::kStored);
}

TEST_P(BlockStoreSuite, EmptyFragmentsFillItToo)
{
    StoreLimits limits;
    limits.bytes = 10000;
    BlockStore& store = Open(limits);
    Fragment empty;
    empty.needed = 2;
    empty.left = kHour;
    unsigned count = 0;
    while (store.Put(Time(0), Key(count), empty) == StoreAnswer::kStored)
    {
        ASSERT_LT(++count, 1000u);
    }
    EXPECT_GT(count, 10u);
}

TEST_P(BlockStoreSuite, RemovedAndMovedOnesAreCountedApart)
{
    BlockStore& store = Open();
    for (unsigned i = 0; i < 4; ++i)
    {
        store.Put(Time(0), Key(i), FragmentOf(i, kHour));
    }
    EXPECT_TRUE(store.Remove(Key(0)));
    EXPECT_FALSE(store.Remove(Key(0)));
    EXPECT_TRUE(store.HandOver(Key(1)));
    EXPECT_TRUE(store.HandOver(Key(2)));
    EXPECT_FALSE(store.HandOver(Key(2)));
    EXPECT_EQ(store.Counters().removed, 1u);
    EXPECT_EQ(store.Counters().moved, 2u);
    EXPECT_EQ(store.Count(), 1u);
    EXPECT_FALSE(store.Get(Time(0), Key(1)));
}

TEST_P(BlockStoreSuite, KeysAreListedClockwise)
{
    BlockStore& store = Open();
    const Key last = Key(0) - Key(1);
    const Key high = Key(1) << 159;
    for (const Key& key : {Key(0), Key(5), Key(6), Key(300), high, last})
    {
        store.Put(Time(0), key, FragmentOf(1, kHour));
    }
    using List = std::vector<Key>;
    EXPECT_EQ(store.Keys(Key(5), Key(300), 100), (List{Key(5), Key(6)}));
    EXPECT_EQ(store.Keys(Key(6), Key(301), 100), (List{Key(6), Key(300)}));
    EXPECT_EQ(store.Keys(Key(301), Key(0), 100), (List{high, last}));
    EXPECT_EQ(store.Keys(Key(301), Key(6), 100), (List{high, last, Key(0), Key(5)}));
    EXPECT_EQ(store.Keys(Key(301), Key(6), 3), (List{high, last, Key(0)}));
    EXPECT_EQ(store.Keys(Key(301), Key(6), 1), (List{high}));
    EXPECT_EQ(store.Keys(Key(301), Key(6), 0), List{});
    // once around
    EXPECT_EQ(store.Keys(Key(0), Key(0), 100),
              (List{Key(0), Key(5), Key(6), Key(300), high, last}));
    EXPECT_EQ(store.Keys(Key(6), Key(6), 100),
              (List{Key(6), Key(300), high, last, Key(0), Key(5)}));
    EXPECT_EQ(store.Keys(Key(7), Key(300), 100), List{});
}

/// Compared with a map, over many random calls.
TEST_P(BlockStoreSuite, DoesWhatAMapWould)
{
    StoreLimits limits;
    limits.longest = 50 * kSecond;
    BlockStore& store = Open(limits);
    std::map<Key, Time> model;
    std::mt19937 random(1);
    Fragment fragment = FragmentOf(1, kSecond);
    Time now(0);
    for (int i = 0; i < 3000; ++i)
    {
        now += kSecond / 4;
        const Key key(random() % 100);
        const bool isAlive = model.count(key) != 0 && model[key] > now;
        const unsigned what = random() % 10;
        fragment.left = static_cast<int>(1 + random() % 60) * kSecond;
        if (what < 5)
        {
            const auto answer = store.Put(now, key, fragment);
            ASSERT_EQ(answer, isAlive ? StoreAnswer::kHad : StoreAnswer::kStored);
            const Time end = now + std::min(fragment.left, limits.longest);
            model[key] = isAlive ? std::max(model[key], end) : end;
        }
        else if (what < 7)
        {
            ASSERT_EQ(store.Remove(key), model.erase(key) == 1);
        }
        else if (what < 8)
        {
            std::size_t ended = 0;
            for (auto entry = model.begin(); entry != model.end();)
            {
                const bool hasEnded = entry->second <= now;
                ended += hasEnded;
                entry = hasEnded ? model.erase(entry) : std::next(entry);
            }
            ASSERT_EQ(store.Expire(now), ended);
        }
        else
        {
            const auto got = store.Get(now, key);
            ASSERT_EQ(got.has_value(), isAlive);
            ASSERT_TRUE(!got || got->left == model[key] - now);
        }
        ASSERT_EQ(store.Count(), model.size());
        ASSERT_EQ(store.Bytes(), model.size() * BlockStore::Cost(fragment));
        ExpectNothingVanished(store.Counters(), store.Count());
    }
    const auto keys = store.Keys(Key(0), Key(0), 1000);
    ASSERT_EQ(keys.size(), model.size());
    EXPECT_TRUE(
        std::equal(keys.begin(), keys.end(), model.begin(), [](const Key& a, const auto& b) {
            return a == b.first;
        }));
    EXPECT_GT(store.Counters().expired, 50u);
}

} // namespace test
} // namespace dht
