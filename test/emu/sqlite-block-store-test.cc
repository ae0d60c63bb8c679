/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-store-suite.h"
#include "peer-error.h"
#include "program-run.h"
#include "random-block.h"
#include "sqlite-block-store.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sched.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/// The store of real peers: what it shares with others, and what its file goes through.

namespace dht
{
namespace test
{
namespace
{

INSTANTIATE_TEST_SUITE_P(
    Sqlite,
    BlockStoreSuite,
    testing::Values(StoreKind{
        "InAFile",
        [](const StoreLimits& limits) {
            auto scratch = std::make_shared<ScratchDirectory>();
            const std::string path = scratch->Path("store");
            return StoreUnderTest{scratch, std::make_unique<SqliteBlockStore>(path, limits)};
        }}),
    NameOfKind);

constexpr Time kHour = std::chrono::hours(1);

/// @param number Any number; the same one makes the same fragment. @return A fragment.
Fragment
SomeFragment(unsigned number)
{
    Fragment fragment = RandomFragments(RandomBlock(8192, number), 1).front();
    fragment.left = kHour;
    return fragment;
}

/// @param directory Where a store shall be opened. @return The line that says why it is not.
std::string
WhyNot(const std::string& directory)
{
    try
    {
        const SqliteBlockStore store(directory, {});
    }
    catch (const PeerError& error)
    {
        EXPECT_EQ(error.GetStatus(), PeerError::kFailed);
        return error.what();
    }
    return "";
}

/// Expect that a line has some words, and is one. @param line What a program said. @param words The
/// words.
void
ExpectLine(const std::string& line, const std::vector<std::string>& words)
{
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    for (const std::string& word : words)
    {
        EXPECT_NE(line.find(word), std::string::npos) << line;
    }
}

/// @param path A file. @param place The first byte's offset. @param bytes What is written there.
void
Overwrite(const std::string& path, std::size_t place, const std::string& bytes)
{
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(place));
    file << bytes;
    ASSERT_TRUE(file.flush());
}

/// @param child What a process of its own does. @return How that ended.
int
InAnotherProcess(const std::function<int()>& child)
{
    std::fflush(nullptr);
    const pid_t pid = fork();
    if (pid == 0)
    {
        int status = 99;
        try
        {
            status = child();
        }
        catch (const std::exception& error)
        {
            std::fprintf(stderr, "%s\n", error.what());
        }
        std::fflush(nullptr);
        _exit(status);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(SqliteBlockStoreTest, SurvivesARestart)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    {
        SqliteBlockStore store(directory, {});
        for (unsigned i = 0; i < 10; ++i)
        {
            EXPECT_EQ(store.Put(kHour, Key(i), SomeFragment(i)), StoreAnswer::kStored);
        }
        store.Remove(Key(3));
        store.Renew(kHour, Key(4), 2 * kHour);
    }
    SqliteBlockStore store(directory, {});
    EXPECT_EQ(store.Count(), 9u);
    EXPECT_EQ(store.Counters().found, 9u);
    EXPECT_EQ(store.Counters().accepted, 0u);
    EXPECT_EQ(store.Bytes(), 9 * BlockStore::Cost(SomeFragment(0)));
    EXPECT_EQ(store.Get(kHour + Time(1), Key(2))->bytes, SomeFragment(2).bytes);
    EXPECT_EQ(store.Get(kHour + Time(1), Key(2))->left, kHour - Time(1));
    EXPECT_EQ(store.Get(kHour, Key(4))->left, 2 * kHour);
    EXPECT_FALSE(store.Get(kHour, Key(3)));
    EXPECT_EQ(store.Put(kHour, Key(5), SomeFragment(5)), StoreAnswer::kHad);
    EXPECT_EQ(store.Expire(2 * kHour), 8u);
    ExpectNothingVanished(store.Counters(), store.Count());
}

/// The child says what it has stored, and is killed at some moment.
TEST(SqliteBlockStoreTest, WhatWasStoredIsThereAfterAKill)
{
    for (const unsigned most : {1, 100, 1500})
    {
        const ScratchDirectory scratch;
        const std::string directory = scratch.Path("store");
        int pipe[2];
        ASSERT_EQ(::pipe(pipe), 0);
        const pid_t child = fork();
        if (child == 0)
        {
            SqliteBlockStore store(directory, {});
            for (unsigned i = 0;; ++i)
            {
                if (store.Put(Time(0), Key(i), SomeFragment(i % 10)) != StoreAnswer::kStored ||
                    write(pipe[1], &i, sizeof(i)) != sizeof(i))
                {
                    _exit(1);
                }
            }
        }
        close(pipe[1]);
        unsigned last = 0;
        while (last < most && read(pipe[0], &last, sizeof(last)) == sizeof(last))
        {
        }
        kill(child, SIGKILL);
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status));
        while (read(pipe[0], &last, sizeof(last)) == sizeof(last))
        {
        }
        close(pipe[0]);
        ASSERT_GE(last, most);
        const SqliteBlockStore store(directory, {});
        // it may have stored one more than it could say
        EXPECT_GE(store.Count(), last + 1);
        EXPECT_LE(store.Count(), last + 2);
        for (unsigned i = 0; i <= last; ++i)
        {
            const auto fragment = store.Get(Time(0), Key(i));
            ASSERT_TRUE(fragment) << i << " of " << last;
            ASSERT_EQ(fragment->bytes, SomeFragment(i % 10).bytes);
        }
    }
}

TEST(SqliteBlockStoreTest, IsOneProcessesOwn)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    {
        const SqliteBlockStore store(directory, {});
        ExpectLine(WhyNot(directory), {directory, "another process"});
        EXPECT_EQ(InAnotherProcess([&] {
                      return WhyNot(directory).find("another process") != std::string::npos ? 7 : 1;
                  }),
                  7);
    }
    EXPECT_EQ(WhyNot(directory), "");
}

TEST(SqliteBlockStoreTest, WhereNothingCanBeMadeItSaysSo)
{
    const ScratchDirectory scratch;
    ExpectLine(WhyNot(scratch.Path("no/such")), {scratch.Path("no/such"), "No such file"});
    std::ofstream(scratch.Path("file")) << "x";
    ExpectLine(WhyNot(scratch.Path("file") + "/store"), {"Not a directory"});
    ExpectLine(WhyNot(scratch.Path("file")), {scratch.Path("file"), "cannot be opened"});
}

TEST(SqliteBlockStoreTest, ADirectoryThatIsNotWritableSaysSo)
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

TEST(SqliteBlockStoreTest, AFileThatCannotBeWrittenSaysSo)
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

TEST(SqliteBlockStoreTest, WhatIsNoStoreIsLeftAlone)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    const std::string file = directory + "/fragments.sqlite";
    ASSERT_EQ(mkdir(directory.c_str(), 0700), 0);
    const std::string text(5000, 'x');
    std::ofstream(file) << text;
    ExpectLine(WhyNot(directory), {file, "no database"});
    EXPECT_EQ(ReadFile(file), text);
    ASSERT_EQ(unlink(file.c_str()), 0);

    sqlite3* other = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &other), SQLITE_OK);
    sqlite3_exec(other, "CREATE TABLE t(x); INSERT INTO t VALUES(1)", nullptr, nullptr, nullptr);
    sqlite3_close(other);
    ExpectLine(WhyNot(directory), {file, "another program"});
    ASSERT_EQ(unlink(file.c_str()), 0);

    EXPECT_EQ(WhyNot(directory), "");
    ASSERT_EQ(sqlite3_open(file.c_str(), &other), SQLITE_OK);
    sqlite3_exec(other, "PRAGMA user_version = 2", nullptr, nullptr, nullptr);
    sqlite3_close(other);
    ExpectLine(WhyNot(directory), {file, "version 2", "version 1"});
}

/// Pages are overwritten one after the other, but for the first, which says that it is a database.
TEST(SqliteBlockStoreTest, DamageIsToldInOneLineAndNeverGivesWhatWasNotStored)
{
    const ScratchDirectory scratch;
    const std::string whole = scratch.Path("whole");
    {
        SqliteBlockStore store(whole, {});
        for (unsigned i = 0; i < 20; ++i)
        {
            store.Put(Time(0), Key(i), SomeFragment(i));
        }
    }
    constexpr std::size_t kPage = 4096;
    const std::string file = "/fragments.sqlite";
    const std::size_t pages = std::filesystem::file_size(whole + file) / kPage;
    ASSERT_GT(pages, 8u);
    std::size_t told = 0;
    for (std::size_t page = 1; page < pages; ++page)
    {
        const std::string broken = scratch.Path("broken" + std::to_string(page));
        std::filesystem::copy(whole, broken);
        Overwrite(broken + file, page * kPage, std::string(kPage, '\xa5'));
        try
        {
            SqliteBlockStore store(broken, {});
            for (unsigned i = 0; i < 20; ++i)
            {
                store.Get(Time(0), Key(i));
            }
            store.Keys(Key(0), Key(0), 100);
            store.Expire(2 * kHour);
        }
        catch (const PeerError& error)
        {
            ++told;
            ExpectLine(error.what(), {broken, "damaged"});
        }
    }
    EXPECT_EQ(told, pages - 1);
}

TEST(SqliteBlockStoreTest, ARowThatIsNoFragmentIsDamage)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    SqliteBlockStore(directory, {}).Put(Time(0), Key(1), SomeFragment(1));
    sqlite3* other = nullptr;
    ASSERT_EQ(sqlite3_open((directory + "/fragments.sqlite").c_str(), &other), SQLITE_OK);
    sqlite3_exec(other, "UPDATE fragment SET needed = 9", nullptr, nullptr, nullptr);
    sqlite3_close(other);
    const SqliteBlockStore store(directory, {});
    try
    {
        store.Get(Time(0), Key(1));
        ADD_FAILURE() << "it was got";
    }
    catch (const PeerError& error)
    {
        ExpectLine(error.what(), {directory, "fragment " + KeyToHex(Key(1)), "damaged"});
    }
}

/// @param store To be filled. @param now The present. @return Fragments that were stored until it
/// was full.
unsigned
Fill(BlockStore& store, Time now)
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
    const unsigned count = Fill(store, Time(0));
    EXPECT_GT(count, 1000u);
    EXPECT_LT(count, 5000u);
    EXPECT_EQ(store.Count(), count);
    EXPECT_EQ(store.Counters().full, 1u);
    // it goes on: what is there ends in time, and makes room
    EXPECT_EQ(store.Expire(2 * kHour), count);
    EXPECT_GT(Fill(store, 2 * kHour), count / 2);
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

TEST(SqliteBlockStoreTest, AFullDiskIsAsAFullStore)
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

/// Microseconds that something takes.
struct Duration
{
    double elapsed; ///< By the clock on the wall.
    double cpu;     ///< Of this process.
};

/// @param count How often. @param what Done so often. @return What one takes.
Duration
DurationOf(unsigned count, const std::function<void(unsigned)>& what)
{
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    for (unsigned i = 0; i < count; ++i)
    {
        what(i);
    }
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    return {time.count() / count, 1e6 * double(std::clock() - cpu) / CLOCKS_PER_SEC / count};
}

TEST(SqliteBlockStoreTest, IsFastEnoughForAPeer)
{
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    constexpr unsigned kCount = 20000;
    const Fragment fragment = SomeFragment(1);
    const auto key = [](unsigned i) { return HashKey(std::to_string(i % kCount)); };
    auto store = std::make_unique<SqliteBlockStore>(directory, StoreLimits());
    const Duration put =
        DurationOf(kCount, [&](unsigned i) { store->Put(Time(0), key(i), fragment); });
    const Duration get =
        DurationOf(kCount, [&](unsigned i) { store->Get(Time(0), key(i * 7919)); });
    EXPECT_EQ(store->Count(), kCount);
    store.reset();
    const auto size =
        static_cast<double>(std::filesystem::file_size(directory + "/" + SqliteBlockStore::kFile));
    const Duration open =
        DurationOf(1, [&](unsigned) { const SqliteBlockStore again(directory, {}); });
    std::printf("%u fragments of %zu bytes, %.1f MB of file; put %.0f us (CPU %.0f), get %.0f us "
                "(CPU %.0f), open %.1f ms\n",
                kCount,
                fragment.bytes.size(),
                size / 1e6,
                put.elapsed,
                put.cpu,
                get.elapsed,
                get.cpu,
                open.elapsed / 1000);
    // what is charged for a fragment is what it takes
    EXPECT_NEAR(size / (kCount * static_cast<double>(BlockStore::Cost(fragment))), 1, 0.1);
    // several times what it takes
    EXPECT_LT(put.cpu, 500);
    EXPECT_LT(get.cpu, 100);
}

} // namespace
} // namespace test
} // namespace dht
