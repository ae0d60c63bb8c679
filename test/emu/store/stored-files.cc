/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stored-files.h"

#include "peer-process.h"
#include "sqlite-fragment-file.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sqlite3.h>
#include <sstream>
#include <vector>

void
MakeFile(const std::string& path, std::size_t size, unsigned seed)
{
    std::mt19937 random(seed);
    std::string bytes(size, 0);
    std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<char>(random()); });
    std::ofstream(path) << bytes;
}

std::string
LineOf(const std::string& text)
{
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
    return text.substr(0, text.find('\n'));
}

std::string
Put(const std::string& path, const std::string& peer)
{
    const ProgramRun run = RunPeer("put '" + path + "' --join=" + peer);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.output.size(), 41u) << run.output;
    return LineOf(run.output);
}

std::string
ExpectGot(const std::string& key, const std::string& peer, const std::string& original)
{
    const ScratchDirectory scratch;
    const std::string path = scratch.Path("got");
    const ProgramRun run = RunPeer("get " + key + " --join=" + peer + " --output='" + path + "'");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(scratch.FileCount(), 1u) << "no partial file is left";
    EXPECT_TRUE(ReadFile(path) == ReadFile(original));
    return run.errors;
}

int
LeastSpare(const std::string& key, const std::string& peer)
{
    const ProgramRun run = RunPeer("check " + key + " --quiet --join=" + peer);
    std::istringstream lines(run.status == 0 ? run.output : "");
    int least = -1;
    for (std::string line; std::getline(lines, line);)
    {
        std::istringstream words(line);
        std::size_t blocks = 0;
        std::string word;
        int spare = 0;
        if (words >> blocks >> word >> spare && (word == "blocks:" || word == "block:"))
        {
            least = least < 0 ? spare : std::min(least, spare);
        }
    }
    return least;
}

void
MakeLiar(const std::string& directory)
{
    using namespace dht;
    const std::string path = directory + "/fragments.sqlite";
    std::vector<FragmentRecord> records;
    {
        FragmentImport import(path);
        while (!import.IsDone())
        {
            if (auto record = import.Next())
            {
                records.push_back(std::move(*record));
            }
        }
    }
    EXPECT_GT(records.size(), 0u);
    FragmentFile file(path, std::chrono::hours(24));
    for (FragmentRecord& record : records)
    {
        for (std::uint8_t& byte : record.fragment.bytes)
        {
            byte ^= 0x55;
        }
        record.checksum = Checksum(record.key, record.fragment);
        EXPECT_TRUE(file.Erase(record.key) && file.Insert(record));
    }
}

void
ChangeStore(const std::string& directory, const std::string& sql)
{
    sqlite3* store = nullptr;
    ASSERT_EQ(sqlite3_open((directory + "/fragments.sqlite").c_str(), &store), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(store, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(store);
}
