/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-store-suite.h"
#include "failing-disk.h"
#include "killed-process.h"
#include "program-run.h"
#include "sqlite-block-store.h"
#include "sqlite-store-trials.h"
#include "stored-files.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

/// Damaged stores whose process ends while it takes over what they have, and disks that fail.

namespace dht
{
namespace test
{
namespace
{

constexpr unsigned kCount = 40;

/// Make a store, and end without closing it: part of it is in its log. @param directory The store's
/// directory. @param from The first of kCount keys.
void
FillAndEnd(const std::string& directory, unsigned from = 0)
{
    const int status = InAnotherProcess([&] {
        auto* const store = new SqliteBlockStore(directory, {});
        const Time now = store->Opened();
        for (unsigned i = from; i < from + kCount; ++i)
        {
            if (store->Put(now, Key(i), SomeFragment(i)) != StoreAnswer::kStored)
            {
                return 1;
            }
        }
        store->Note(Later(now, std::chrono::minutes(10)));
        return 7;
    });
    ASSERT_EQ(status, 7);
}

/// Overwrite a page of the middle. @param directory Of a store.
void
DamageMiddle(const std::string& directory)
{
    // closing it has written the log into it
    const std::size_t pages = std::filesystem::file_size(directory + kFile) / kPage;
    ASSERT_GT(pages, 8u);
    Overwrite(directory + kFile, pages / 2 * kPage, std::string(kPage, '\xa5'));
}

/// @param directory Of a store. @param end Of the keys that may be there. @return How many
/// fragments are there once all was taken over, each with no more of its lifetime than it had.
unsigned
CountAll(const std::string& directory, unsigned end = kCount)
{
    SqliteBlockStore store(directory, {});
    const Time now = store.Opened();
    MendAll(store, now);
    unsigned there = 0;
    for (unsigned i = 0; i < end; ++i)
    {
        const auto fragment = store.Get(now, Key(i));
        there += fragment ? 1 : 0;
        EXPECT_TRUE(!fragment || fragment->bytes == SomeFragment(i).bytes) << i;
        EXPECT_TRUE(!fragment || fragment->left <= std::chrono::minutes(51))
            << "by the clock that it was kept by";
    }
    EXPECT_EQ(there, store.Count());
    ExpectNothingVanished(store.Counters(), store.Count());
    return there;
}

/// @param directory Of a store. @return Files there that are yet to be taken over.
std::size_t
Waiting(const std::string& directory)
{
    return SetAsideFiles(directory + kFile).Waiting().size();
}

TEST(SqliteStoreCrashTest, WhatIsTakenOverIsTakenOverWheneverTheProcessEnds)
{
    const ScratchDirectory scratch;
    const std::string whole = scratch.Path("whole");
    const std::string copy = scratch.Path("copy");
    const std::string closed = scratch.Path("closed");
    FillAndEnd(closed);
    CountAll(closed);
    std::filesystem::copy(closed, whole);
    DamageMiddle(closed);
    FillAndEnd(whole, kCount); // some is in its log
    DamageMiddle(whole);
    ASSERT_GT(std::filesystem::file_size(whole + kFile + "-wal"), 0u);
    const auto run = [&] {
        SqliteBlockStore store(copy, {});
        for (unsigned i = 0; i < 4; ++i)
        {
            store.Mend(store.Opened());
        }
    };
    const auto begin = [&](const std::string& from) {
        std::filesystem::remove_all(copy);
        std::filesystem::copy(from, copy);
    };
    for (const std::string& from : {whole, closed})
    {
        begin(from);
        const unsigned most = CountAll(copy, 2 * kCount);
        EXPECT_GT(most, (from == whole ? 3 : 1) * kCount / 2);
        EXPECT_EQ(Waiting(copy), 0u);
        begin(from);
        const auto calls = RunUntilKilled(run, SIZE_MAX);
        if (!calls)
        {
            GTEST_SKIP() << "this process may not watch another one";
        }
        EXPECT_GT(calls->size(), 20u);
        for (std::size_t i = 0; i < calls->size(); ++i)
        {
            if ((*calls)[i] == FileCall::kWrite && i % 16 != 0)
            {
                continue;
            }
            begin(from);
            RunUntilKilled(run, i);
            RunUntilKilled(run, i * 7 % calls->size()); // and once more, elsewhere
            ASSERT_EQ(CountAll(copy, 2 * kCount), most) << "ended before call " << i;
            ASSERT_EQ(Waiting(copy), 0u) << i;
            ASSERT_TRUE(std::filesystem::exists(copy + "/" + SqliteBlockStore::kSetAside)) << i;
        }
    }
}

/// A log without its file, or with another one, is worth nothing.
TEST(SqliteStoreCrashTest, LogsStayWithTheirFileWheneverTheProcessEnds)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    const std::string file = directory + kFile;
    const SetAsideFiles aside(file);
    const auto begin = [&] {
        std::filesystem::remove_all(directory);
        std::filesystem::create_directory(directory);
        for (const char* const suffix : {"", "-wal", "-journal"})
        {
            std::ofstream(file + suffix) << "new" << suffix;
            std::ofstream(file + ".damaged" + suffix) << "old" << suffix;
        }
    };
    const auto expectWhole = [](const std::string& name) {
        for (const char* const suffix : {"", "-wal", "-journal"})
        {
            EXPECT_EQ(ReadFile(name + suffix), std::string("new") + suffix) << name;
        }
    };
    for (std::size_t i = 0; i < 12; ++i)
    {
        SCOPED_TRACE(i);
        begin();
        if (!RunUntilKilled([&] { aside.Finish(aside.Add()); }, i))
        {
            GTEST_SKIP() << "this process may not watch another one";
        }
        aside.Resume();
        const bool isBegun = !std::filesystem::exists(file);
        const auto waiting = aside.Waiting();
        EXPECT_LE(waiting.size(), isBegun ? 1u : 0u);
        if (!isBegun || i < 7)
        {
            expectWhole(isBegun ? file + ".damaged.1" : file);
        }
    }
    begin();
    expectWhole(aside.Add());
    expectWhole(aside.Finish(aside.Waiting().at(0)));
    EXPECT_TRUE(aside.Waiting().empty());
}

TEST(SqliteStoreCrashTest, AFileThatIsSetAsideTakesNoOthersPlace)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    for (unsigned i = 0; i < 3; ++i)
    {
        FillAndEnd(directory, i * kCount);
        CountAll(directory, 3 * kCount);
        DamageMiddle(directory);
        // set aside, and nothing of it is taken over yet
        const SqliteBlockStore store(directory, {});
        EXPECT_EQ(Waiting(directory), 1u);
    }
    // damage while the rest is taken over
    FillAndEnd(directory, 3 * kCount);
    EXPECT_EQ(Waiting(directory), 1u);
    {
        SqliteBlockStore store(directory, {});
    }
    DamageMiddle(directory);
    {
        const SqliteBlockStore store(directory, {});
        EXPECT_EQ(Waiting(directory), 2u);
    }
    EXPECT_GT(CountAll(directory, 4 * kCount), 4 * kCount - 20);
    EXPECT_EQ(Waiting(directory), 0u);
    EXPECT_TRUE(std::filesystem::exists(directory + "/" + SqliteBlockStore::kSetAside));
}

TEST(SqliteStoreCrashTest, WithoutRoomTheRestWaits)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    FillAndEnd(directory);
    CountAll(directory);
    DamageMiddle(directory);
    {
        bool isFull = false;
        FailingDisk disk([&](FailingDisk::Action action, const std::string&, std::int64_t) {
            return isFull && action == FailingDisk::Action::kWrite ? SQLITE_FULL : SQLITE_OK;
        });
        SqliteBlockStore store(directory, {});
        isFull = true;
        MendAll(store, store.Opened());
        EXPECT_EQ(store.Count(), 0u);
        EXPECT_EQ(Waiting(directory), 1u);
        ExpectLine(store.News().back(), {directory, "no room", "make room"});
        isFull = false;
        MendAll(store, store.Opened());
        EXPECT_GT(store.Count(), kCount / 2);
    }
    EXPECT_EQ(Waiting(directory), 0u);
}

// ---- Disks

/// Each page in turn is one that the disk does not give back, whatever its file's name is.
TEST(SqliteStoreCrashTest, APageThatCannotBeReadIsDamage)
{
    const ScratchDirectory scratch;
    const std::string whole = scratch.Path("whole");
    const std::string broken = scratch.Path("broken");
    FillAndEnd(whole);
    CountAll(whole);
    const std::size_t pages = std::filesystem::file_size(whole + kFile) / kPage;
    unsigned all = 0;
    for (std::size_t page = 0; page < pages; ++page)
    {
        std::filesystem::remove_all(broken);
        std::filesystem::copy(whole, broken);
        const auto fileOf = [](const std::string& path) {
            struct stat file = {};
            return stat(path.c_str(), &file) == 0 ? file.st_ino : 0;
        };
        const auto bad = fileOf(broken + kFile);
        FailingDisk disk(
            [&](FailingDisk::Action action, const std::string& path, std::int64_t offset) {
                const bool isThere =
                    offset / static_cast<std::int64_t>(kPage) == static_cast<std::int64_t>(page);
                return action == FailingDisk::Action::kRead && isThere && fileOf(path) == bad
                           ? SQLITE_IOERR_READ
                           : SQLITE_OK;
            });
        SqliteBlockStore store(broken, {});
        EXPECT_GE(store.News().size(), 2u) << page;
        MendAll(store, store.Opened());
        all += store.Count() == 0 ? 1 : 0;
        EXPECT_TRUE(store.Count() == 0 || store.Count() > kCount / 2) << page;
        EXPECT_EQ(store.Put(store.Opened(), Key(1) << 100, SomeFragment(1)), StoreAnswer::kStored);
    }
    EXPECT_LE(all, 2u) << "the page that has the names of tables, and the one that has the pages";
}

TEST(SqliteStoreCrashTest, WhatIsWrongWithTheHostIsNoDamage)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    FillAndEnd(directory);
    CountAll(directory);
    const auto whyNot = [&](const std::string& where, FailingDisk::Action action, int result) {
        FailingDisk disk([&](FailingDisk::Action is, const std::string&, std::int64_t) {
            return is == action ? result : SQLITE_OK;
        });
        return WhyNot(where);
    };
    using Action = FailingDisk::Action;
    const std::string fresh = scratch.Path("new");
    ExpectLine(whyNot(fresh, Action::kWrite, SQLITE_FULL), {fresh, "full", "make room"});
    ExpectLine(whyNot(fresh, Action::kWrite, SQLITE_IOERR_WRITE), {fresh, "disk"});
    ExpectLine(whyNot(fresh, Action::kSync, SQLITE_IOERR_FSYNC), {fresh, "disk"});
    ExpectLine(whyNot(directory, Action::kRead, SQLITE_IOERR_NOMEM), {directory});
    ExpectLine(whyNot(directory, Action::kRead, SQLITE_IOERR_LOCK), {directory, "disk"});
    for (const char* const log : {"-wal", "-journal"})
    {
        ASSERT_EQ(mkdir((directory + kFile + log).c_str(), 0700), 0);
        ExpectLine(WhyNot(directory), {directory, "name another directory"});
        ASSERT_EQ(rmdir((directory + kFile + log).c_str()), 0);
    }
    EXPECT_FALSE(std::filesystem::exists(directory + "/" + SqliteBlockStore::kSetAside));
    EXPECT_EQ(Waiting(directory), 0u);
    EXPECT_EQ(CountAll(directory), kCount);
}

} // namespace
} // namespace test
} // namespace dht
