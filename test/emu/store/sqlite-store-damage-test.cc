/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-store-suite.h"
#include "program-run.h"
#include "sqlite-block-store.h"
#include "sqlite-store-trials.h"
#include "stored-files.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

/// Files of a store that are damaged, and what is left of them.

namespace dht
{
namespace test
{
namespace
{

/// Expect that a store works, and gives nothing that was not put. @param store The store. @param
/// count How many were put. @return How many of them are there.
unsigned
ExpectWorks(SqliteBlockStore& store, unsigned count)
{
    const Time now = store.Opened();
    MendAll(store, now);
    unsigned there = 0;
    for (unsigned i = 0; i < count; ++i)
    {
        const auto fragment = store.Get(now, Key(i));
        there += fragment ? 1 : 0;
        EXPECT_TRUE(!fragment || fragment->bytes == SomeFragment(i).bytes) << i;
    }
    MendAll(store, now);
    EXPECT_EQ(store.Keys(Key(0), Key(0), 1000).size(), store.Count());
    EXPECT_EQ(store.Put(now, Key(1) << 100, SomeFragment(1)), StoreAnswer::kStored);
    EXPECT_TRUE(store.Get(now, Key(1) << 100));
    EXPECT_EQ(store.Count(), there + 1);
    EXPECT_EQ(store.Bytes(), (there + 1) * BlockStore::Cost(SomeFragment(1)));
    EXPECT_EQ(store.Expire(now + 48 * kHour), there + 1);
    ExpectNothingVanished(store.Counters(), store.Count());
    return there;
}

/// Pages are overwritten one after the other, the first too, which says that it is a database.
TEST(SqliteStoreDamageTest, AnyPageMayBeRubbish)
{
    const ScratchDirectory scratch;
    const std::string whole = scratch.Path("whole");
    constexpr unsigned kCount = 60;
    Fill(whole, kCount);
    const std::size_t pages = std::filesystem::file_size(whole + kFile) / kPage;
    ASSERT_GT(pages, 20u);
    unsigned most = 0;
    unsigned all = 0;
    for (std::size_t page = 0; page < pages; ++page)
    {
        const std::string broken = scratch.Path("broken" + std::to_string(page));
        std::filesystem::copy(whole, broken);
        Overwrite(broken + kFile, page * kPage, std::string(kPage, '\xa5'));
        SqliteBlockStore store(broken, {});
        const unsigned there = ExpectWorks(store, kCount);
        EXPECT_GE(store.News().size(), 2u) << page;
        EXPECT_TRUE(std::filesystem::exists(broken + "/" + SqliteBlockStore::kSetAside)) << page;
        most = std::max(most, page == 0 ? 0 : kCount - there);
        all += there == 0 ? 1 : 0;
        std::filesystem::remove_all(broken);
    }
    EXPECT_LE(all, 2u) << "the page that has the names of tables, and the one that has the pages";
    EXPECT_GT(most, 0u);
}

/// Single bits, anywhere.
TEST(SqliteStoreDamageTest, AnyBitMayFlip)
{
    const ScratchDirectory scratch;
    const std::string whole = scratch.Path("whole");
    constexpr unsigned kCount = 20;
    Fill(whole, kCount);
    const std::string sound = ReadFile(whole + kFile);
    unsigned lost = 0;
    constexpr unsigned kFlips = 150;
    for (unsigned i = 0; i < kFlips; ++i)
    {
        const std::string broken = scratch.Path("broken");
        std::filesystem::copy(whole, broken);
        const std::size_t place = i < 100 ? i : (std::size_t{i} * 7919 * 31) % sound.size();
        const char flipped = static_cast<char>(sound[place] ^ (1 << i % 8));
        Overwrite(broken + kFile, place, std::string(1, flipped));
        try
        {
            SqliteBlockStore store(broken, {});
            lost += kCount - ExpectWorks(store, kCount);
        }
        catch (const PeerError& error)
        {
            ADD_FAILURE() << "bit " << i % 8 << " of byte " << place << ": " << error.what();
        }
        std::filesystem::remove_all(broken);
    }
    RecordProperty("lost", static_cast<int>(lost));
    EXPECT_LT(lost, kFlips * kCount / 2);
}

TEST(SqliteStoreDamageTest, AFileMayBeCutShortOrEmptyOrHaveAStrangeLog)
{
    const ScratchDirectory scratch;
    const std::string whole = scratch.Path("whole");
    constexpr unsigned kCount = 60;
    Fill(whole, kCount);
    const std::size_t size = std::filesystem::file_size(whole + kFile);
    const auto after = [&](const std::function<void(const std::string&)>& damage) {
        const std::string broken = scratch.Path("broken");
        std::filesystem::remove_all(broken);
        std::filesystem::copy(whole, broken);
        damage(broken + kFile);
        SqliteBlockStore store(broken, {});
        return ExpectWorks(store, kCount);
    };
    EXPECT_EQ(after([](const std::string&) {}), kCount);
    EXPECT_EQ(after([](const std::string& file) { std::filesystem::resize_file(file, 0); }), 0u);
    after([](const std::string& file) { std::filesystem::resize_file(file, 50); });
    after([&](const std::string& file) { std::filesystem::resize_file(file, size / 2); });
    const unsigned most =
        after([&](const std::string& file) { std::filesystem::resize_file(file, size - kPage); });
    EXPECT_GT(most, kCount / 2);
    EXPECT_EQ(after([](const std::string& file) {
                  std::ofstream(file + "-wal") << std::string(100000, 'x');
              }),
              kCount);
}

TEST(SqliteStoreDamageTest, ARowThatSaysWhatIsNotSoLosesOnlyItself)
{
    const ScratchDirectory scratch;
    const std::string whole = scratch.Path("whole");
    Fill(whole, 20);
    const std::string row = " WHERE rowid = 7";
    for (const char* const change : {"key = x'00'",
                                     "key = randomblob(20)",
                                     "expires = -5",
                                     "expires = 0",
                                     "cost = cost + 100000",
                                     "cost = -1",
                                     "needed = 9",
                                     "needed = 0",
                                     "size = size + 1",
                                     "size = 9000000000",
                                     "coefficients = x''",
                                     "bytes = x''",
                                     "bytes = 'text'",
                                     "checksum = checksum + 1"})
    {
        const std::string broken = scratch.Path("broken");
        std::filesystem::copy(whole, broken);
        ChangeStore(broken, "UPDATE fragment SET " + std::string(change) + row);
        SqliteBlockStore store(broken, {});
        store.Scrub(store.Opened(), 100);
        store.Expire(store.Opened());
        EXPECT_EQ(ExpectWorks(store, 20), 19u) << change;
        std::filesystem::remove_all(broken);
    }
}

/// A row's number says nothing of a fragment, and what follows is taken over all the same.
TEST(SqliteStoreDamageTest, ANumberOfARowThatHasDecayedHidesNoOthers)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    constexpr unsigned kCount = 300;
    Fill(directory, kCount);
    // number 150, the length of what says what is in the row, that, and the key
    const std::string number = "\x81\x16\x0a";
    std::string key(kKeyBits / 8, '\0');
    key.back() = '\x95';
    const std::string file = ReadFile(directory + kFile);
    std::size_t place = file.find(key);
    while (place != std::string::npos && file.compare(place - 12, 3, number) != 0)
    {
        place = file.find(key, place + 1);
    }
    ASSERT_NE(place, std::string::npos);
    Overwrite(directory + kFile, place - 12, "\xc1");
    SqliteBlockStore store(directory, {});
    EXPECT_EQ(ExpectWorks(store, kCount), kCount);
}

/// Who believed such an entry would take it away for ever, as soon as its lifetime ends.
TEST(SqliteStoreDamageTest, AnEntryOfAnIndexWithoutARowIsDamage)
{
    const ScratchDirectory scratch;
    Fill(scratch.Path("store"), 3);
    FragmentFile file(scratch.Path("store") + kFile, kHour);
    const auto isDamage = [](const auto& act) {
        try
        {
            act();
        }
        catch (const SqliteError& error)
        {
            return error.IsDamage();
        }
        return false;
    };
    EXPECT_TRUE(file.Erase(Key(1)));
    EXPECT_TRUE(isDamage([&] { file.Erase(Key(1)); }));
    EXPECT_TRUE(isDamage([&] { file.SetExpiry(Key(1), kHour); }));
    EXPECT_TRUE(file.SetExpiry(Key(2), kHour));
}

/// More pages than are in memory are overwritten while a store has them open.
TEST(SqliteStoreDamageTest, WhatBreaksWhileItIsOpenIsReplacedMeanwhile)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    constexpr unsigned kCount = 5000;
    const Fragment fragment = SomeFragment(1);
    {
        SqliteBlockStore store(directory, {});
        for (unsigned i = 0; i < kCount; ++i)
        {
            store.Put(Time(0), Key(i), fragment);
        }
    }
    SqliteBlockStore store(directory, {});
    ASSERT_EQ(store.Count(), kCount);
    const std::size_t pages = std::filesystem::file_size(directory + kFile) / kPage;
    for (std::size_t page = pages / 2; page < pages / 2 + 20; ++page)
    {
        Overwrite(directory + kFile, page * kPage, std::string(kPage, '\xa5'));
    }
    unsigned there = 0;
    for (unsigned i = 0; i < kCount; ++i)
    {
        there += store.Get(Time(0), Key(i)) ? 1 : 0;
    }
    EXPECT_LT(there, kCount);
    EXPECT_GT(there, kCount / 2);
    ExpectNothingVanished(store.Counters(), store.Count());
    MendAll(store, Time(0));
    ExpectNothingVanished(store.Counters(), store.Count());
    EXPECT_GT(store.Count(), kCount / 2);
    EXPECT_LT(store.Count(), kCount);
    const std::uint64_t count = store.Count();
    EXPECT_EQ(store.Put(Time(0), Key(kCount), fragment), StoreAnswer::kStored);
    EXPECT_EQ(store.Keys(Key(0), Key(0), kCount).size(), count + 1);
    EXPECT_EQ(store.Count(), count + 1);
}

/// What a disk does that has failed: the file and all that belongs to it are gone.
TEST(SqliteStoreDamageTest, ADirectoryThatVanishesEndsNothing)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    Fill(directory, 20);
    SqliteBlockStore store(directory, {});
    ASSERT_EQ(truncate((directory + kFile).c_str(), 0), 0);
    std::filesystem::remove_all(directory);
    for (unsigned i = 0; i < 40; ++i)
    {
        store.Get(Time(0), Key(i));
        store.Put(Time(0), Key(100 + i), SomeFragment(1));
        store.Mend(std::chrono::seconds(i));
    }
    store.Expire(48 * kHour);
    ExpectNothingVanished(store.Counters(), store.Count());
}

// ---- Time

TEST(SqliteStoreDamageTest, ItsTimeGoesOnOnlyWhileItIsOpen)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    const auto left = [&](Time open) {
        SqliteBlockStore store(directory, {});
        Time now = store.Opened();
        const auto fragment = store.Get(now, Key(1));
        EXPECT_TRUE(fragment);
        for (const Time end = now + open; now < end; now += std::chrono::seconds(1))
        {
            store.Mend(now);
        }
        return fragment ? fragment->left : Time(0);
    };
    {
        SqliteBlockStore store(directory, {});
        store.Put(store.Opened(), Key(1), SomeFragment(1));
    }
    EXPECT_EQ(left(std::chrono::minutes(30)), kHour);
    const Time second = left(Time(0));
    EXPECT_LE(second, std::chrono::minutes(30) + SqliteBlockStore::kNotes);
    EXPECT_GE(second, std::chrono::minutes(30));
    EXPECT_EQ(left(Time(0)), second)
        << "one that begins again and again gets no older, nor younger";
}

TEST(SqliteStoreDamageTest, AClockThatHasDecayedEndsNoLifetime)
{
    for (const char* const change : {"UPDATE clock SET now = now + 1000000000000000000",
                                     "UPDATE clock SET now = 9223372036854775807",
                                     "UPDATE clock SET now = -1",
                                     "UPDATE clock SET complement = 0",
                                     "DELETE FROM clock",
                                     "DROP TABLE clock"})
    {
        SCOPED_TRACE(change);
        const ScratchDirectory scratch;
        const std::string directory = scratch.Path("store");
        Fill(directory, 20);
        ChangeStore(directory, change);
        SqliteBlockStore store(directory, {});
        EXPECT_EQ(ExpectWorks(store, 20), 20u);
        EXPECT_GE(store.News().size(), 2u);
    }
}

TEST(SqliteStoreDamageTest, WhatWouldBeKeptTooLongIsCut)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    StoreLimits limits;
    limits.longest = 2 * kHour;
    Fill(directory, 5);
    ChangeStore(directory, "UPDATE fragment SET expires = expires + 315360000000000000");
    SqliteBlockStore store(directory, limits);
    EXPECT_EQ(store.Get(store.Opened(), Key(1))->left, limits.longest);
    EXPECT_GT(store.NextExpiry(), 1000 * kHour);
    store.Scrub(store.Opened(), 10);
    EXPECT_EQ(store.NextExpiry(), store.Opened() + limits.longest);
    EXPECT_EQ(store.Expire(store.Opened() + limits.longest), 5u);
}

} // namespace
} // namespace test
} // namespace dht
