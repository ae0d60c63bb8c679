/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"
#include "sqlite-block-store.h"
#include "sqlite-store-trials.h"
#include "stored-files.h"

#include <chrono>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

/// Files of a store of an earlier version, sound and damaged.

namespace dht
{
namespace test
{
namespace
{

/// Make a store of version 1. @param directory The directory that it is made in. @param now The
/// time by its machine's clock.
void
MakeVersionOne(const std::string& directory, Time now)
{
    Fill(directory, 20);
    ChangeStore(directory,
                "CREATE TABLE old(key BLOB NOT NULL, expires INTEGER NOT NULL, cost INTEGER NOT "
                "NULL, needed INTEGER NOT NULL, size INTEGER NOT NULL, coefficients BLOB NOT NULL, "
                "bytes BLOB NOT NULL);"
                "INSERT INTO old SELECT key, " +
                    std::to_string((now + kHour).count()) +
                    ", cost, needed, size, coefficients, bytes FROM fragment;"
                    "DROP TABLE fragment; DROP TABLE clock; ALTER TABLE old RENAME TO fragment;"
                    "CREATE UNIQUE INDEX by_key ON fragment(key);"
                    "CREATE INDEX by_expiry ON fragment(expires, key, cost);"
                    "PRAGMA user_version = 1");
}

TEST(SqliteStoreVersionTest, AStoreOfVersionOneIsTakenOverWhateverItsClockSaid)
{
    const Time now =
        std::chrono::duration_cast<Time>(std::chrono::system_clock::now().time_since_epoch());
    StoreLimits limits;
    limits.longest = kHour;
    for (const Time wrong : {Time(0), 24 * 10 * kHour, -24 * 10 * kHour})
    {
        const ScratchDirectory scratch;
        const std::string directory = scratch.Path("store");
        MakeVersionOne(directory, now + wrong);
        for (unsigned times = 0; times < 2; ++times)
        {
            SqliteBlockStore store(directory, limits);
            ASSERT_EQ(store.Count(), 20u);
            for (unsigned i = 0; i < 20; ++i)
            {
                const auto fragment = store.Get(store.Opened(), Key(i));
                ASSERT_TRUE(fragment);
                EXPECT_EQ(fragment->bytes, SomeFragment(i).bytes);
                EXPECT_GT(fragment->left, kHour - std::chrono::minutes(1));
                EXPECT_LE(fragment->left, kHour);
            }
            EXPECT_TRUE(store.News().empty());
        }
        DecayRow(directory, Key(5), [](Fragment& fragment) { fragment.bytes[0] ^= 1; });
        SqliteBlockStore store(directory, limits);
        EXPECT_FALSE(store.Get(store.Opened(), Key(5))) << "it has no checksum";
        EXPECT_EQ(store.Expire(store.Opened() + kHour), 19u);
    }
}

/// @param directory Of a store. @return How many fragments there are once all was taken over.
std::uint64_t
CountAfterAll(const std::string& directory)
{
    SqliteBlockStore store(directory, {});
    MendAll(store, store.Opened());
    return store.Count();
}

/// What a header says may decay. What the tables are like tells whose they are, however they were
/// made.
TEST(SqliteStoreVersionTest, AHeaderThatHasDecayedIsDamageAlsoOfAnUpgradedStore)
{
    const Time now =
        std::chrono::duration_cast<Time>(std::chrono::system_clock::now().time_since_epoch());
    for (const char* const made : {"", "UPGRADE", "ANALYZE"})
    {
        for (const char* const decay : {"PRAGMA application_id = 7",
                                        "PRAGMA application_id = 0",
                                        "PRAGMA user_version = 77",
                                        "PRAGMA user_version = 0",
                                        "PRAGMA user_version = -5"})
        {
            SCOPED_TRACE(std::string(made) + " " + decay);
            const ScratchDirectory scratch;
            const std::string directory = scratch.Path("store");
            MakeVersionOne(directory, now);
            if (*made)
            {
                ASSERT_EQ(CountAfterAll(directory), 20u);
            }
            ChangeStore(directory, std::string(made) == "ANALYZE" ? "ANALYZE" : "SELECT 1");
            ChangeStore(directory, decay);
            ASSERT_EQ(CountAfterAll(directory), 20u);
            EXPECT_TRUE(std::filesystem::exists(directory + "/" + SqliteBlockStore::kSetAside));
        }
    }
}

TEST(SqliteStoreVersionTest, OtherTablesAreNotOurs)
{
    for (const char* const other : {"CREATE TABLE t(key, expires)",
                                    "CREATE TABLE fragment(key, expires)",
                                    "CREATE TABLE clock(now, complement)",
                                    "CREATE TABLE fragment(key, expires, cost, needed, size, "
                                    "coefficients, bytes, owner)",
                                    "CREATE TABLE fragment(key, expires, cost, needed, size, "
                                    "coefficients, bytes); CREATE TABLE mine(x)"})
    {
        const ScratchDirectory scratch;
        const std::string directory = scratch.Path("store");
        std::filesystem::create_directory(directory);
        ChangeStore(directory, other);
        ExpectLine(WhyNot(directory), {directory, "another program"});
        ChangeStore(directory, "PRAGMA application_id = 1684567139; PRAGMA user_version = 3");
        ExpectLine(WhyNot(directory), {directory, "version 3"});
    }
}

/// Damage is met while rows get their checksums: those that have none yet are not wrong.
TEST(SqliteStoreVersionTest, DamageDuringAnUpgradeLosesNoMoreThanItself)
{
    const Time now =
        std::chrono::duration_cast<Time>(std::chrono::system_clock::now().time_since_epoch());
    const ScratchDirectory scratch;
    const std::string directory = scratch.Path("store");
    MakeVersionOne(directory, now);
    ChangeStore(directory, "VACUUM");
    const std::size_t pages = std::filesystem::file_size(directory + kFile) / kPage;
    Overwrite(directory + kFile, pages / 2 * kPage, std::string(kPage, '\xa5'));
    EXPECT_GE(CountAfterAll(directory), 20u - 4);
    // one of a decayed row that has one is compared all the same
    const std::string second = scratch.Path("second");
    MakeVersionOne(second, now);
    ASSERT_EQ(CountAfterAll(second), 20u);
    ChangeStore(second, "UPDATE fragment SET checksum = 0 WHERE rowid = 3; DROP TABLE clock");
    EXPECT_EQ(CountAfterAll(second), 19u);
}

} // namespace
} // namespace test
} // namespace dht
