/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-store-suite.h"
#include "peer-error.h"
#include "program-run.h"
#include "sqlite-block-store.h"
#include "sqlite-store-trials.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <sqlite3.h>
#include <string>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

/// What a store in a file says of disks, files and directories that it cannot use.

namespace dht
{
namespace test
{
namespace
{

TEST(SqliteStoreErrorsTest, WhereNothingCanBeMadeItSaysSo)
{
    const ScratchDirectory scratch;
    ExpectLine(WhyNot(scratch.Path("no/such")), {scratch.Path("no/such"), "No such file"});
    std::ofstream(scratch.Path("file")) << "x";
    ExpectLine(WhyNot(scratch.Path("file") + "/store"), {scratch.Path("file"), "is no directory"});
    ExpectLine(WhyNot(scratch.Path("file")), {scratch.Path("file"), "is no directory"});
}

TEST(SqliteStoreErrorsTest, ADirectoryThatIsNotWritableSaysSo)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    // root writes everywhere: be nobody in particular
    const auto status = InAnotherProcess([&] {
        const bool isRoot = geteuid() == 0;
        const std::string parent = std::filesystem::path(directory).parent_path();
        if (mkdir(directory.c_str(), 0555) != 0 || chmod(parent.c_str(), 0755) != 0 ||
            (isRoot && setuid(65534) != 0))
        {
            return 1;
        }
        ExpectLine(WhyNot(directory), {directory, "cannot be opened for writing"});
        ExpectLine(WhyNot(parent + "/other/store"), {"cannot be made"});
        return testing::Test::HasFailure() ? 2 : 7;
    });
    EXPECT_EQ(status, 7);
}

TEST(SqliteStoreErrorsTest, AFileThatCannotBeWrittenSaysSo)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    EXPECT_EQ(WhyNot(directory), "");
    const auto status = InAnotherProcess([&] {
        const std::string parent = std::filesystem::path(directory).parent_path();
        if (chmod(parent.c_str(), 0755) != 0 || chmod(directory.c_str(), 0555) != 0 ||
            chmod((directory + "/fragments.sqlite").c_str(), 0444) != 0 ||
            (geteuid() == 0 && setuid(65534) != 0))
        {
            return 1;
        }
        ExpectLine(WhyNot(directory), {directory, "cannot be opened for writing"});
        return testing::Test::HasFailure() ? 2 : 7;
    });
    EXPECT_EQ(status, 7);
}

TEST(SqliteStoreErrorsTest, WhatIsNoStoreIsLeftAlone)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    const std::string file = directory + "/fragments.sqlite";
    ASSERT_EQ(mkdir(directory.c_str(), 0700), 0);
    const std::string text(5000, 'x');
    std::ofstream(file) << text;
    {
        const SqliteBlockStore store(directory, {});
        ASSERT_EQ(store.News().size(), 3u);
        ExpectLine(store.News()[0], {file, "no database"});
        ExpectLine(store.News()[1], {file, SqliteBlockStore::kSetAside, "a new one is begun"});
        ExpectLine(store.News()[2], {SqliteBlockStore::kSetAside, "nothing of it can be read"});
    }
    EXPECT_EQ(ReadFile(directory + "/" + SqliteBlockStore::kSetAside), text);
    ASSERT_EQ(unlink(file.c_str()), 0);
    ASSERT_EQ(mkdir(file.c_str(), 0700), 0);
    ExpectLine(WhyNot(directory), {file, "it is a directory"});
    ASSERT_EQ(rmdir(file.c_str()), 0);

    sqlite3* other = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &other), SQLITE_OK);
    sqlite3_exec(other, "CREATE TABLE t(x); INSERT INTO t VALUES(1)", nullptr, nullptr, nullptr);
    sqlite3_close(other);
    ExpectLine(WhyNot(directory), {file, "another program"});
    ASSERT_EQ(unlink(file.c_str()), 0);

    EXPECT_EQ(WhyNot(directory), "");
    ASSERT_EQ(sqlite3_open(file.c_str(), &other), SQLITE_OK);
    sqlite3_exec(other,
                 "PRAGMA user_version = 3; CREATE TABLE later(x)",
                 nullptr,
                 nullptr,
                 nullptr);
    sqlite3_close(other);
    ExpectLine(WhyNot(directory), {file, "version 3", "up to 2"});
}

/// @param store To be filled. @param now The present. @return Fragments that were stored until it
/// was full.
unsigned
FillAt(BlockStore& store, Time now)
{
    unsigned count = 0;
    while (count < 100000 && store.Put(now, Key(count), SomeFragment(1)) == StoreAnswer::kStored)
    {
        ++count;
    }
    return count;
}

/// A store on a disk that is too small. @param disk Where it is.
void
FillDisk(const std::string& disk)
{
    SqliteBlockStore store(disk + "/store", {});
    const unsigned count = FillAt(store, Time(0));
    EXPECT_GT(count, 1000u);
    EXPECT_LT(count, 5000u);
    EXPECT_EQ(store.Count(), count);
    EXPECT_EQ(store.Counters().full, 1u);
    // it goes on: what is there ends in time, and makes room
    EXPECT_EQ(store.Expire(2 * kHour), count);
    EXPECT_GT(FillAt(store, 2 * kHour), count / 2);
    // others take what is left of the disk
    std::ofstream(disk + "/rest") << std::string(30000000, 'x');
    ExpectLine(WhyNot(disk + "/second"), {disk, "full"});
    EXPECT_EQ(store.Put(2 * kHour, Key(1) << 100, SomeFragment(1)), StoreAnswer::kFull);
    unsigned there = 0;
    for (unsigned i = 0; i < count; ++i)
    {
        store.Remove(Key(i)); // succeeds or does not
        there += store.Get(2 * kHour, Key(i)).has_value();
    }
    EXPECT_EQ(there, store.Count());
    EXPECT_EQ(unlink((disk + "/rest").c_str()), 0);
    EXPECT_EQ(store.Put(2 * kHour, Key(1) << 100, SomeFragment(1)), StoreAnswer::kStored);
    ExpectNothingVanished(store.Counters(), store.Count());
}

TEST(SqliteStoreErrorsTest, AFullDiskIsAsAFullStore)
{
    const ScratchDirectory scratch;
    const std::string disk = scratch.Path("disk");
    ASSERT_EQ(mkdir(disk.c_str(), 0700), 0);
    const int status = InAnotherProcess([&] {
        if ((geteuid() == 0 ? unshare(CLONE_NEWNS) : unshare(CLONE_NEWUSER | CLONE_NEWNS)) != 0 ||
            mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            mount("none", disk.c_str(), "tmpfs", 0, "size=24m") != 0)
        {
            return 5;
        }
        FillDisk(disk);
        return testing::Test::HasFailure() ? 1 : 7;
    });
    if (status == 5)
    {
        GTEST_SKIP() << "this process may not mount a disk of its own";
    }
    EXPECT_EQ(status, 7);
}

} // namespace
} // namespace test
} // namespace dht
