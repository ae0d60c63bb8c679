/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "damaged-file.h"
#include "store-ring.h"
#include "stored-files.h"
#include "trials.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// Processes that get one file to one name, at once, on a disk that was left in any state.

namespace
{

/// What all trials have in common.
struct World
{
    StoreRing ring{3, "--repair-interval=0s"}; ///< Where the file is.
    ScratchDirectory scratch;                  ///< Where it goes.
    std::string original;                      ///< The file.
    std::string bytes;                         ///< What is in it.
    std::string key;                           ///< Its key.
    std::map<std::string, unsigned> ends;      ///< How processes ended, and how often.
};

/// @param world Where the file is. @param output Where it goes. @return The arguments of a get.
std::string
GetOf(World& world, const std::string& output)
{
    return "get " + world.key + " --quiet --join=" + world.ring.Name(0) + " --output='" + output +
           "'";
}

/// Somebody writes what is wrong, but not behind the last comparison: the gets stand still, and the
/// file is not whole. @param gets Who makes it. @param part The file. @param size Bytes that it
/// will have.
/// @param random Chooses.
void
WriteInto(const PeerProcesses& gets,
          const std::string& part,
          std::size_t size,
          std::mt19937& random)
{
    for (const auto& get : gets)
    {
        get->Signal(SIGSTOP);
    }
    PauseFor(0.02);
    std::error_code none;
    if (std::filesystem::file_size(part, none) < size)
    {
        std::fstream stream(part, std::ios::binary | std::ios::in | std::ios::out);
        stream.seekp(static_cast<std::streamoff>(Draw(0, size, random)));
        stream << DrawBytes(Draw(1, 5000, random), random);
    }
    for (const auto& get : gets)
    {
        get->Signal(SIGCONT);
    }
}

/// @param world As above. @param random For everything.
void
Try(World& world, std::mt19937& random)
{
    const std::string output = world.scratch.Path("output");
    const std::string part = output + "." + world.key + ".part";
    const std::string old = DrawBytes(Draw(0, world.bytes.size(), random), random);
    std::filesystem::remove(output);
    std::ofstream(part, std::ios::binary)
        << Damaged(world.bytes.substr(0, Draw(0, world.bytes.size(), random)), old, random);
    PeerProcesses gets;
    for (std::size_t i = Draw(1, 3, random); i > 0; --i)
    {
        gets.push_back(std::make_unique<PeerProcess>(GetOf(world, output)));
        PauseFor(static_cast<double>(Draw(0, 100, random)) / 1000);
    }
    bool isInTime = true;
    if (Draw(1, 3, random) == 1)
    {
        WriteInto(gets, part, world.bytes.size(), random);
        // who still writes to the file when it has its name spoils what was right
        isInTime = !std::filesystem::exists(output);
    }
    if (Draw(1, 3, random) == 1)
    {
        gets.front()->Signal(SIGKILL);
    }
    bool isThere = false;
    for (const auto& get : gets)
    {
        const int status = get->Wait().value_or(-1);
        ++world.ends[std::to_string(status)];
        isThere = isThere || status == 0;
        EXPECT_TRUE(status == 0 || status == 1 || status == 128 + SIGKILL) << get->Errors();
    }
    EXPECT_EQ(std::filesystem::exists(output), isThere);
    EXPECT_TRUE(!isThere || !isInTime || ReadFile(output) == world.bytes)
        << "exit 0, and it is wrong";
    // what is left does not matter to the next one
    const ProgramRun last = RunPeer(GetOf(world, output));
    EXPECT_EQ(last.status, 0) << last.errors;
    EXPECT_TRUE(ReadFile(output) == world.bytes);
    EXPECT_FALSE(std::filesystem::exists(part));
}

TEST(RealGetTrialsTest, ExitStatus0IsTheRightFile)
{
    World world;
    world.original = world.scratch.Path("original");
    MakeFile(world.original, 1'500'000, 31);
    world.bytes = ReadFile(world.original);
    world.key = Put(world.original, world.ring.Name(0));
    const unsigned trials = (Trials(320) + 31) / 32; // some for each of those without sockets
    for (unsigned seed = 0; seed < trials && !testing::Test::HasFailure(); ++seed)
    {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        Try(world, random);
    }
    for (const auto& [status, count] : world.ends)
    {
        std::cout << count << " ended with status " << status << "\n";
    }
    EXPECT_GT(world.ends["0"], 0u);
}

} // namespace
