/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sqlite-store-trials.h"

#include "block-store-suite.h"
#include "peer-error.h"
#include "random-block.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>

namespace dht
{
namespace test
{

Fragment
SomeFragment(unsigned number)
{
    Fragment fragment = RandomFragments(RandomBlock(8192, number), 1).front();
    fragment.left = kHour;
    return fragment;
}

void
Fill(const std::string& directory, unsigned count)
{
    SqliteBlockStore store(directory, {});
    for (unsigned i = 0; i < count; ++i)
    {
        ASSERT_EQ(store.Put(Time(0), Key(i), SomeFragment(i)), StoreAnswer::kStored);
    }
    store.Note(std::chrono::minutes(1));
}

void
DecayRow(const std::string& directory, const Key& key, const std::function<void(Fragment&)>& change)
{
    SqliteDatabase database(directory + "/" + SqliteBlockStore::kFile);
    std::array<std::uint8_t, kKeyBits / 8> name;
    key.ToBytes(name.data());
    SqliteStatement find(database,
                         "SELECT needed, size, coefficients, bytes FROM fragment WHERE key = ?");
    ASSERT_TRUE(find.Use().Bind(name.data(), name.size()).Next());
    Fragment fragment;
    fragment.needed = static_cast<std::size_t>(find.NumberAt(0));
    fragment.blockSize = static_cast<std::size_t>(find.NumberAt(1));
    const auto row = find.BytesAt(2);
    std::copy_n(row.begin(), kMostNeeded, fragment.row.begin());
    fragment.bytes = find.BytesAt(3);
    find.Use();
    change(fragment);
    SqliteStatement set(
        database,
        "UPDATE fragment SET needed = ?, size = ?, coefficients = ?, bytes = ? WHERE key = ?");
    EXPECT_TRUE(set.Use()
                    .Bind(static_cast<std::int64_t>(fragment.needed))
                    .Bind(static_cast<std::int64_t>(fragment.blockSize))
                    .Bind(fragment.row.data(), fragment.row.size())
                    .Bind(fragment.bytes.data(), fragment.bytes.size())
                    .Bind(name.data(), name.size())
                    .Write());
}

void
Overwrite(const std::string& path, std::size_t place, const std::string& bytes)
{
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(place));
    file << bytes;
    ASSERT_TRUE(file.flush());
}

void
MendAll(SqliteBlockStore& store, Time now)
{
    for (unsigned i = 0; i < 1000; ++i)
    {
        store.Mend(now);
    }
}

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

void
ExpectLine(const std::string& line, const std::vector<std::string>& words)
{
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    for (const std::string& word : words)
    {
        EXPECT_NE(line.find(word), std::string::npos) << line;
    }
}

} // namespace test
} // namespace dht
