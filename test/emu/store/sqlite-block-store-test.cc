/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-store-suite.h"
#include "program-run.h"
#include "sqlite-block-store.h"
#include "sqlite-store-trials.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <string>
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
        },
        [](StoreUnderTest& store, const Key& key, const std::function<void(Fragment&)>& change) {
            const auto scratch = std::static_pointer_cast<ScratchDirectory>(store.around);
            store.store.reset();
            DecayRow(scratch->Path("store"), key, change);
            store.store = std::make_unique<SqliteBlockStore>(scratch->Path("store"), StoreLimits());
        }}),
    NameOfKind);

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
        SqliteBlockStore store(directory, {});
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
