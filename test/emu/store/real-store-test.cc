/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-key.h"
#include "dht-key.h"
#include "places.h"
#include "store-ring.h"
#include "stored-files.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>

/// Files in a ring of processes (dht-peer --store, put and get).

namespace
{

/// @param run A command that has failed. @param status Its exit status. @param said What its one
/// line says.
void
ExpectFailed(const ProgramRun& run, int status, const std::string& said)
{
    EXPECT_EQ(run.status, status) << run.errors;
    EXPECT_NE(run.errors.find(said), std::string::npos) << run.errors;
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_EQ(run.output, "");
}

TEST(RealStoreTest, AFileOutlivesFivePeersOfSixteenAndARestartOfAll)
{
    // no fragment is made but by the put
    StoreRing ring(16, "--repair-interval=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 4 << 20, 1);
    const std::string key = Put(file, ring.Name(0));
    ExpectGot(key, ring.Name(7), file);
    for (const std::size_t peer : {1, 4, 5, 10, 15})
    {
        ring.Kill(peer);
    }
    ExpectGot(key, ring.Name(7), file);
    const ProgramRun check = RunPeer("check " + key + " --quiet --join=" + ring.Name(7));
    EXPECT_EQ(check.status, 0) << check.errors;
    EXPECT_NE(check.output.find(", 515 blocks; "), std::string::npos) << check.output;
    EXPECT_NE(check.output.find("2 fragments more than it takes"), std::string::npos)
        << "nine of fourteen: " << check.output;
    for (std::size_t peer = 0; peer < 16; ++peer)
    {
        if (peer != 1 && peer != 4 && peer != 5 && peer != 10 && peer != 15)
        {
            ring.Kill(peer);
        }
    }
    for (std::size_t peer = 0; peer < 16; ++peer)
    {
        ring.Restart(peer, peer > 0 ? ring.Name(0) : "");
        EXPECT_TRUE(ring.At(peer).Says("storing in " + ring.Directory(peer)));
        EXPECT_EQ(ring.At(peer).Errors().find(": 0 fragments"), std::string::npos);
    }
    ring.AwaitRing();
    ExpectGot(key, ring.Name(12), file);
    std::uint64_t found = 0;
    std::uint64_t here = 0;
    for (std::size_t peer = 0; peer < 16; ++peer)
    {
        const auto storage = ring.At(peer).End()["storage"];
        found += storage["found"].get<std::uint64_t>();
        here += storage["fetches_here"].get<std::uint64_t>();
        EXPECT_EQ(storage["found"].get<std::uint64_t>() + storage["accepted"].get<std::uint64_t>(),
                  storage["held"].get<std::uint64_t>() + storage["moved"].get<std::uint64_t>())
            << "of sixteen and fifteen peers, each hands over what it holds when it ends";
    }
    // more than fourteen only of a block of which a holder was late twice, and the next peer asked
    EXPECT_GE(found, (512u + 2 + 1) * 14);
    EXPECT_LE(found, (512u + 2 + 1) * 14 * 51 / 50);
    EXPECT_GE(here, (512u + 2 + 1) * 7);
}

/// Half of its peers are enough for a block of a small ring.
/// @param peers How many there are. @param spare Fragments beyond those that a block takes. @param
/// killed Peers that vanish.
void
ExpectKept(std::size_t peers, std::size_t spare, std::size_t killed)
{
    SCOPED_TRACE(peers);
    StoreRing ring(peers, "--repair-interval=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 8192, 11);
    const std::string key = Put(file, ring.Name(0));
    const ProgramRun check = RunPeer("check " + key + " --quiet --join=" + ring.Name(0));
    EXPECT_NE(check.output.find(": " + std::to_string(spare) + " fragments more than it takes"),
              std::string::npos)
        << check.output;
    for (std::size_t peer = 1; peer <= killed; ++peer)
    {
        ring.Kill(peer);
    }
    ExpectGot(key, ring.Name(0), file);
}

TEST(RealStoreTest, ASmallRingKeepsWhatHalfOfItsPeersHold)
{
    ExpectKept(1, 0, 0);
    ExpectKept(3, 2, 2);
    // one fewer than may vanish: rows of some depend on each other
    ExpectKept(5, 3, 2);
    ExpectKept(8, 4, 3);
}

TEST(RealStoreTest, ARingWithoutRoomSaysSo)
{
    StoreRing ring(3, "--store-limit=100kB");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 1000000, 2);
    ExpectFailed(RunPeer("put '" + file + "' --quiet --join=" + ring.Name(0)),
                 1,
                 "the ring is full");
    EXPECT_TRUE(ring.At(1).Says("the store is full, at "));
    const auto storage = ring.At(1).End()["storage"];
    EXPECT_GT(storage["full"], 0u);
    EXPECT_LE(storage["bytes"], 100000u);
}

TEST(RealStoreTest, HoldersThatLieAreFoundOut)
{
    StoreRing ring(12);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 300000, 3);
    const std::string key = Put(file, ring.Name(0));
    for (const std::size_t liar : {2, 4, 8, 9})
    {
        ring.Kill(liar);
        MakeLiar(ring.Directory(liar));
        ring.Restart(liar, ring.Name(0));
    }
    ring.AwaitRing();
    // eight tell the truth, seven are enough: a reader may find them without asking a liar
    const std::regex wrong(
        "; (1 fragment was wrong, and another took its place|"
        "([2-9]|[1-9][0-9]+) fragments were wrong, and others took their place)");
    bool isFound = false;
    for (const std::size_t reader : {5, 3, 7, 11})
    {
        const std::string said = ExpectGot(key, ring.Name(reader), file);
        isFound = isFound || std::regex_search(said, wrong);
    }
    EXPECT_TRUE(isFound);
}

TEST(RealStoreTest, WhereAllHoldersLieThereAreEnoughFragmentsAndNoBlock)
{
    constexpr std::size_t peers = 5;
    StoreRing ring(peers);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 20000, 3);
    const std::string key = Put(file, ring.Name(0));
    for (std::size_t liar = 0; liar < peers; ++liar)
    {
        ring.Kill(liar);
        MakeLiar(ring.Directory(liar));
    }
    for (std::size_t liar = 0; liar < peers; ++liar)
    {
        ring.Restart(liar, liar > 0 ? ring.Name(0) : "");
    }
    ring.AwaitRing();
    // the file's root is short: each of its fragments is the whole; some holders may be late
    const std::regex line("dht-peer: [^ ]*: ([2-5]) fragments were found, "
                          "but none of them gives the block: \\1 are wrong\n");
    for (const std::string command : {"get ", "check "})
    {
        const ProgramRun run = RunPeer(command + key + " --quiet --join=" + ring.Name(0));
        ExpectFailed(run, 5, key);
        EXPECT_TRUE(std::regex_match(run.errors, line)) << run.errors;
    }
}

TEST(RealStoreTest, WhatIsNotThereIsSaidInOneLine)
{
    StoreRing ring(2);
    const std::string nothing(40, '7');
    ExpectFailed(RunPeer("get " + nothing + " --join=" + ring.Name(0)), 5, "nobody has it");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 100, 4);
    const std::string key = Put(file, ring.Name(1));
    ExpectFailed(RunCommand("sh -c \"'" + places::Emu() + "/dht-peer' get " + key +
                            " --quiet --join=" + ring.Name(0) + " > /dev/full\""),
                 1,
                 "standard output: ");
    ExpectFailed(RunPeer("get " + key + " --quiet --join=" + ring.Name(0) + " --output=/nowhere/x"),
                 1,
                 "/nowhere/x.");
    for (const std::size_t peer : {0, 1})
    {
        ring.Kill(peer);
        ChangeStore(ring.Directory(peer), "DELETE FROM fragment WHERE size < 90");
    }
    ring.Restart(0, "");
    ring.Restart(1, ring.Name(0));
    ring.AwaitRing();
    ExpectFailed(RunPeer("get " + key + " --quiet --join=" + ring.Name(0)), 5, key);
}

TEST(RealStoreTest, WithoutARingThereIsOneLine)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 100, 5);
    ExpectFailed(RunPeer("put '" + file + "' --join=127.0.0.1:1"), 4, "no answer from 127.0.0.1:1");
    const PeerProcesses others = StartRing(1, "127.0.0.1", "--idle");
    ExpectFailed(RunPeer("put '" + file + "' --join=" + others[0]->Name()),
                 4,
                 "a peer there that stores");
}

TEST(RealStoreTest, WrongOptionsAreSaidInOneLine)
{
    const ScratchDirectory scratch;
    const std::string key(40, '7');
    const std::string peer = "--listen=127.0.0.1:0 --store='" + scratch.Path("s") + "' ";
    ExpectFailed(RunPeer("put --join=127.0.0.1:1"), 2, "put: FILE is missing");
    ExpectFailed(RunPeer("put /nowhere/file --join=127.0.0.1:1"), 1, "/nowhere/file: No such");
    ExpectFailed(RunPeer("put / --join=127.0.0.1:1"), 1, "it is a directory");
    ExpectFailed(RunPeer("put /dev/null"), 2, "--join is missing: put needs");
    ExpectFailed(RunPeer("get abc --join=127.0.0.1:1"), 2, "40 hexadecimal digits");
    ExpectFailed(RunPeer("get " + key + " " + key + " --join=127.0.0.1:1 --output=x"),
                 2,
                 "--output=x: two files would go to x");
    ExpectFailed(RunPeer("get - --join=127.0.0.1:1 < /dev/null"), 2, "names no file");
    ExpectFailed(RunPeer("get - --join=127.0.0.1:1 < /proc/self/comm"), 2, "a line is a key of 40");
    ExpectFailed(RunPeer("get " + key + " --join=127.0.0.1:1 --limit=1"), 2, "write 1MB or 1GB");
    ExpectFailed(RunPeer("put - - --join=127.0.0.1:1"), 2, "standard input can be read once");
    ExpectFailed(RunPeer("put x 'y\nz' --join=127.0.0.1:1"), 2, "a name with a line break");
    ExpectFailed(RunPeer("give " + key), 2, "give: options begin with --, and the commands are");
    ExpectFailed(RunPeer("get " + key + " --join=127.0.0.1:1 --lifetime=1h"), 2, "of put, renew");
    ExpectFailed(RunPeer("put x --join=127.0.0.1:1 --output=y"), 2, "but of get");
    ExpectFailed(RunPeer("renew --join=127.0.0.1:1"), 2, "renew: KEY is missing");
    ExpectFailed(RunPeer("get " + key + " --join=127.0.0.1:1 --store=y"),
                 2,
                 "--store: not an option of get");
    ExpectFailed(RunPeer("--listen=127.0.0.1:0 --store-limit=1GB"), 2, "only with --store=DIR");
    ExpectFailed(RunPeer(peer + "--store-limit=1"), 2, "write 1MB or 1GB");
    ExpectFailed(RunPeer(peer + "--store-limit=1PB"), 2, "such as 500MB");
    ExpectFailed(RunPeer(peer + "--store-limit=-1MB"), 2, "such as 500MB");
    ExpectFailed(RunPeer(peer + "--successors=13"), 2, "14 to 16");
    ExpectFailed(RunPeer("--listen=127.0.0.1:0 --store=/proc/none"), 1, "cannot be made");
    EXPECT_EQ(scratch.FileCount(), 0u);
}

TEST(RealStoreTest, AStoreHasOnePeer)
{
    StoreRing ring(1);
    ExpectFailed(RunPeer("--listen=127.0.0.2:0 --quiet --store='" + ring.Directory(0) + "'"),
                 1,
                 "another process has it open");
}

TEST(RealStoreTest, AMomentWithoutAnswersIsNotTheEnd)
{
    StoreRing ring(5, "--repair-interval=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 1'000'000, 12);
    const std::string key = Put(file, ring.Name(0));
    for (const std::size_t peer : {1, 2, 3, 4})
    {
        ring.At(peer).Signal(SIGSTOP);
    }
    const std::string end = " " + key + " --quiet --join=" + ring.Name(0);
    const std::string got = " --output='" + scratch.Path("got") + "'";
    PeerProcess get("get" + end + got);
    PeerProcess check("check" + end);
    PeerProcess list("ls" + end);
    PeerProcess renew("renew" + end + " --happy=0");
    PauseFor(6);
    for (const std::size_t peer : {1, 2, 3, 4})
    {
        ring.At(peer).Signal(SIGCONT);
    }
    for (PeerProcess* const asker : {&get, &check, &list, &renew})
    {
        EXPECT_EQ(asker->Wait(), 0) << asker->Errors();
    }
    EXPECT_TRUE(ReadFile(scratch.Path("got")) == ReadFile(file));
}

TEST(RealStoreTest, AFileThatChangesWhileItIsPutIsAnError)
{
    StoreRing ring(1);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 4 << 20, 6);
    ring.At(0).Signal(SIGSTOP);
    PeerProcess put("put '" + file + "' --quiet --join=" + ring.Name(0));
    ASSERT_TRUE(Eventually([&] { return put.WaitsWith(file); }));
    std::filesystem::resize_file(file, 1 << 20);
    ring.At(0).Signal(SIGCONT);
    EXPECT_EQ(put.Wait(), 1);
    EXPECT_NE(put.Errors().find("it has changed while it was read"), std::string::npos)
        << put.Errors();
}

TEST(RealStoreTest, AGetThatWasKilledGoesOnWhereItWas)
{
    StoreRing ring(3);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    const std::string output = scratch.Path("output");
    MakeFile(file, 4 << 20, 7);
    const std::string key = Put(file, ring.Name(0));
    const std::string part = output + "." + key + ".part";
    {
        PeerProcess get("get " + key + " --join=" + ring.Name(0) + " --output='" + output + "'");
        ASSERT_TRUE(Eventually([&] {
            std::error_code none;
            return std::filesystem::file_size(part, none) + 1 > 500'000;
        }));
        get.Signal(SIGKILL);
        ASSERT_EQ(get.Wait(), 128 + SIGKILL);
    }
    ASSERT_FALSE(std::filesystem::exists(output));
    ASSERT_LT(std::filesystem::file_size(part), 4u << 20);
    const ProgramRun again =
        RunPeer("get " + key + " --join=" + ring.Name(1) + " --output='" + output + "'");
    EXPECT_EQ(again.status, 0) << again.errors;
    EXPECT_NE(again.errors.find("going on with what is right of "), std::string::npos)
        << again.errors;
    EXPECT_TRUE(ReadFile(output) == ReadFile(file));
    EXPECT_FALSE(std::filesystem::exists(part));
}

TEST(RealStoreTest, FilesOfAllSizesComeBack)
{
    StoreRing ring(2);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    for (const std::size_t size : {0, 1, 8192, 8193, 100000})
    {
        MakeFile(file, size, 8);
        ExpectGot(Put(file, ring.Name(0)), ring.Name(1), file);
    }
    std::ofstream(file) << std::string(1000000, 0);
    ExpectGot(Put(file, ring.Name(0)), ring.Name(1), file);
    const std::string key = Put(file, ring.Name(1));
    const ProgramRun run = RunPeer("get " + key + " --join=" + ring.Name(0));
    EXPECT_TRUE(run.output == ReadFile(file)) << "standard output";
}

/// Blocks go by datagrams, on the socket that carries packets of the links, too.
TEST(RealStoreTest, FilesAndLinksOverTheTransportShareASocket)
{
    StoreRing ring(5, "--transport=dtl --scheme=none --load=50 --duration=0s");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 300000, 3);
    ExpectGot(Put(file, ring.Name(0)), ring.Name(2), file);
    const auto summary = ring.At(1).End();
    EXPECT_GT(summary["transport"]["bytes_read"], 0);
    EXPECT_EQ(summary["transport"]["packets_rejected"], 0);
    EXPECT_GT(summary["storage"]["bytes"], 0);
    EXPECT_TRUE(summary["counters"]["identities_hold"]);
}

TEST(RealStoreTest, AFetchSaysWhatEachBlockTook)
{
    StoreRing ring(3, "--probe-interval=100ms");
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    const std::string keys = scratch.Path("keys");
    MakeFile(file, 20000, 10);
    const std::string key = Put(file, ring.Name(0));
    const std::string nothing(40, '7');
    const std::string join = " --join=" + ring.Name(1);
    const std::regex line(key + "  68 bytes  [0-9]+\\.[0-9] ms  [0-9]+\\.[0-9] ms\n");
    const ProgramRun one = RunPeer("fetch " + key + join + " --holder-choice=random");
    EXPECT_EQ(one.status, 0) << one.errors;
    EXPECT_TRUE(std::regex_match(one.output, line)) << one.output;
    std::ofstream(keys) << key << '\n' << nothing << '\n' << key << '\n';
    const ProgramRun all = RunPeer("fetch" + join + " < '" + keys + "'");
    EXPECT_EQ(all.status, 5);
    EXPECT_EQ(std::count(all.output.begin(), all.output.end(), '\n'), 2) << all.output;
    EXPECT_NE(all.errors.find(nothing + ": nobody has it"), std::string::npos) << all.errors;
    EXPECT_NE(all.errors.find("1 block could not be fetched"), std::string::npos) << all.errors;
    std::ofstream(keys) << "seven\n";
    ExpectFailed(RunPeer("fetch" + join + " < '" + keys + "'"), 2, "fetch: seven: a key is 40");
    ExpectFailed(RunPeer("fetch " + key + " --join=127.0.0.1:1"), 4, "no answer from 127.0.0.1:1");
    ExpectFailed(RunPeer("check " + key + join + " --holder-choice=random"),
                 2,
                 "but of get, ls, renew, fetch");
}

TEST(RealStoreTest, LsListsTheBlocksOfAFileInItsOrder)
{
    StoreRing ring(3);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 3400000, 11); // of two levels
    const std::string key = Put(file, ring.Name(0));
    const ProgramRun run = RunPeer("ls " + key + " --join=" + ring.Name(1));
    ASSERT_EQ(run.status, 0) << run.errors;
    const std::string bytes = ReadFile(file);
    std::istringstream lines(run.output);
    std::size_t leaves = 0;
    std::size_t next = 0;
    std::size_t inner = 0;
    for (std::string line; std::getline(lines, line);)
    {
        const std::size_t depth = line.find_first_not_of(' ') / 2;
        std::istringstream words(line);
        std::string name;
        std::size_t offset = 0;
        std::size_t size = 0;
        words >> name >> offset >> size;
        EXPECT_EQ(offset, next) << line;
        if (depth < 2)
        {
            const std::size_t most = depth == 0 ? bytes.size() : 408 * 8192;
            ++inner;
            EXPECT_EQ(size, std::min(most, bytes.size() - offset)) << line;
            EXPECT_EQ(name == key, depth == 0) << line;
            continue;
        }
        ++leaves;
        next += size;
        const dht::Bytes block(bytes.begin() + offset, bytes.begin() + offset + size);
        EXPECT_EQ(name, dht::KeyToHex(dht::BlockKey(block))) << line;
    }
    EXPECT_EQ(next, bytes.size());
    EXPECT_EQ(leaves, 416u);
    EXPECT_EQ(inner, 3u);
    const std::string leaf = run.output.substr(run.output.rfind("    ") + 4, 40);
    ExpectFailed(RunPeer("ls " + leaf + " --join=" + ring.Name(1)), 5, "names no file");
    ExpectFailed(RunPeer("ls " + std::string(40, '7') + " --join=" + ring.Name(1)), 5, "nobody");
}

TEST(RealStoreTest, ALifetimeEnds)
{
    StoreRing ring(1);
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    MakeFile(file, 10000, 9);
    const ProgramRun put = RunPeer("put '" + file + "' --lifetime=2s --join=" + ring.Name(0));
    ASSERT_EQ(put.status, 0) << put.errors;
    const std::string get = "get " + LineOf(put.output) + " --quiet --join=" + ring.Name(0);
    EXPECT_TRUE(Eventually([&] { return RunPeer(get).status == 5; }));
    EXPECT_EQ(ring.At(0).End()["storage"]["expired"], 3u);
}

} // namespace
