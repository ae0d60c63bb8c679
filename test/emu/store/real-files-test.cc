/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"
#include "places.h"
#include "store-ring.h"
#include "stored-files.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/// What put reads and get writes: several files, blocks, pipes and devices.

namespace
{

/// A ring, and a directory in which files are.
class RealFilesTest : public testing::Test
{
  protected:
    /// @param arguments Of dht-peer, as a shell reads them, but for --join and --quiet; it is in
    /// the directory. @return What it did.
    ProgramRun Run(const std::string& arguments)
    {
        const std::string peer = "'" + places::Emu() + "/dht-peer' ";
        const std::string join = " --quiet --join=" + m_ring.Name(1) + " ";
        const std::string command = arguments.substr(0, arguments.find(' '));
        return RunCommand("cd '" + m_scratch.Path("") + "' && { " + peer + command + join +
                          arguments.substr(command.size()) + "; }");
    }

    /// @param name A file. @return What is in it.
    std::string Read(const std::string& name) const
    {
        return ReadFile(m_scratch.Path(name));
    }

    StoreRing m_ring{3};        ///< Where the files are.
    ScratchDirectory m_scratch; ///< The directory.
};

TEST_F(RealFilesTest, WhatPutPrintsOfSeveralFilesIsFedToGet)
{
    std::filesystem::create_directory(m_scratch.Path("a"));
    MakeFile(m_scratch.Path("a/b  c"), 100000, 1);
    MakeFile(m_scratch.Path("d"), 10, 2);
    const ProgramRun put = Run("put 'a/b  c' d > list");
    EXPECT_EQ(put.status, 0) << put.errors;
    const ProgramRun get = Run("get - --output=new/ < list");
    EXPECT_EQ(get.status, 0) << get.errors;
    EXPECT_TRUE(Read("new/a/b  c") == Read("a/b  c"));
    EXPECT_TRUE(Read("new/d") == Read("d"));
    const std::string list = Read("list");
    const std::string first = list.substr(0, 40);
    EXPECT_EQ(Run("get " + first + " --output=new").status, 0);
    EXPECT_TRUE(Read("new/" + first) == Read("a/b  c")) << "a directory that is there";
    EXPECT_TRUE(Run("get " + first + " " + first).output == Read("a/b  c") + Read("a/b  c"));
    std::ofstream(m_scratch.Path("list")) << first << "  /d/../../x\n";
    EXPECT_EQ(Run("get - --output=new/ < list").status, 2) << "it would lead out of new";
}

TEST_F(RealFilesTest, OneThatFailsDoesNotKeepTheOthers)
{
    MakeFile(m_scratch.Path("a"), 100, 1);
    const ProgramRun put = Run("put a none a > list");
    EXPECT_EQ(put.status, 1);
    EXPECT_NE(put.errors.find("none: No such file"), std::string::npos) << put.errors;
    EXPECT_NE(put.errors.find("1 of 3 files was not stored"), std::string::npos) << put.errors;
    const std::string key = Read("list").substr(0, 40);
    EXPECT_EQ(Read("list"), key + "  a\n" + key + "  a\n");
    const std::string none(40, '7');
    const ProgramRun get = Run("get " + none + " " + key + " --output=new/");
    EXPECT_EQ(get.status, 5);
    EXPECT_TRUE(Read("new/" + key) == Read("a"));
    EXPECT_FALSE(std::filesystem::exists(m_scratch.Path("new/" + none)));
    EXPECT_EQ(Run("put a a > /dev/full").status, 1);
}

TEST_F(RealFilesTest, ABlockNeedsNoTree)
{
    for (const std::size_t size : {0, 1, 8192})
    {
        MakeFile(m_scratch.Path("block"), size, 3);
        const ProgramRun put = Run("put --raw block");
        ASSERT_EQ(put.status, 0) << put.errors;
        const std::string key = LineOf(put.output);
        EXPECT_EQ(RunCommand("sha1sum '" + m_scratch.Path("block") + "'").output.substr(0, 40),
                  key);
        EXPECT_EQ(Run("get --raw --output=got " + key).status, 0);
        EXPECT_TRUE(Read("got") == Read("block"));
        EXPECT_EQ(Run("get --output=other " + key).status, 5) << "it is the root of no file";
        EXPECT_FALSE(std::filesystem::exists(m_scratch.Path("other")));
    }
    MakeFile(m_scratch.Path("block"), 8193, 3);
    const ProgramRun put = Run("put --raw block");
    EXPECT_EQ(put.status, 1);
    EXPECT_NE(put.errors.find("block: a block has at most 8192 bytes"), std::string::npos)
        << put.errors;
}

TEST_F(RealFilesTest, AFileThatPromisesMoreThanThereIsRoomForIsNotBegun)
{
    MakeFile(m_scratch.Path("file"), 20000, 4);
    const std::string key = LineOf(Run("put file").output);
    const ProgramRun small = Run("get --limit=10kB --output=got " + key);
    EXPECT_EQ(small.status, 1);
    EXPECT_NE(small.errors.find("has 20.0 kB, and --limit allows 10.0 kB"), std::string::npos)
        << small.errors;
    EXPECT_EQ(Run("get --limit=20kB --output=got " + key).status, 0);
    std::filesystem::remove(m_scratch.Path("got"));
    // 227 TB of a root whose children are all the same
    const std::string root = std::string("\0\0\xce\x75\x22\0\0\0", 8);
    std::ofstream out(m_scratch.Path("root"), std::ios::binary);
    out << root;
    for (int i = 0; i < 408; ++i)
    {
        out << std::string(20, 'x');
    }
    out.close();
    const std::string huge = LineOf(Run("put --raw root").output);
    for (const std::string output : {"--output=got", "> got"})
    {
        const ProgramRun get = Run("get " + huge + " " + output);
        EXPECT_EQ(get.status, 1);
        EXPECT_NE(get.errors.find(", and the file has 227.0 TB"), std::string::npos) << get.errors;
        EXPECT_TRUE(!std::filesystem::exists(m_scratch.Path("got")) || Read("got").empty());
    }
    for (const std::string command : {"check", "ls", "renew"})
    {
        const ProgramRun run = Run(command + " " + huge);
        EXPECT_EQ(run.status, 1);
        EXPECT_NE(run.errors.find("has 227.0 TB, and --limit allows 1.0 TB"), std::string::npos)
            << command << ": " << run.errors;
    }
}

TEST_F(RealFilesTest, BlocksThatAreInManyPlacesAreAskedForOnce)
{
    // 1.4 GB of one leaf and two inner blocks
    std::ofstream(m_scratch.Path("block"), std::ios::binary) << std::string(8192, 'x');
    std::string key = LineOf(Run("put --raw block").output);
    for (const std::string& size :
         {std::string("\0\0\0\0\0\x33\0\0", 8), std::string("\0\0\0\0\x51\x48\0\0", 8)})
    {
        std::string bytes;
        for (std::size_t i = 0; i < key.size(); i += 2)
        {
            bytes += static_cast<char>(std::stoi(key.substr(i, 2), nullptr, 16));
        }
        std::ofstream out(m_scratch.Path("block"), std::ios::binary);
        out << size;
        for (int i = 0; i < 408; ++i)
        {
            out << bytes;
        }
        out.close();
        key = LineOf(Run("put --raw block").output);
    }
    const ProgramRun check = Run("check " + key);
    EXPECT_EQ(check.status, 0) << check.errors;
    EXPECT_NE(check.output.find(key + ": 1.4 GB, 3 blocks;"), std::string::npos) << check.output;
    const ProgramRun renew = RunPeer("renew " + key + " --happy=0 --join=" + m_ring.Name(0));
    EXPECT_EQ(renew.status, 0);
    EXPECT_NE(renew.errors.find("renewed 3 of 3 blocks"), std::string::npos) << renew.errors;
    EXPECT_EQ(Run("ls " + key + " | wc -l").output, std::to_string(1 + 408 + 408 * 408) + "\n");
    EXPECT_EQ(Run("check --limit=1GB " + key).status, 1);
}

TEST_F(RealFilesTest, PipesAreReadAndWrittenHoweverSlowTheyAre)
{
    MakeFile(m_scratch.Path("file"), 2'000'000, 5);
    const ProgramRun put =
        Run("put - < file; { head -c 1000000 file; sleep 4; tail -c +1000001 file; } | '" +
            places::Emu() + "/dht-peer' put - --verify --quiet --join=" + m_ring.Name(0));
    EXPECT_EQ(put.status, 0) << put.errors;
    ASSERT_EQ(put.output.size(), 82u) << put.output;
    const std::string key = put.output.substr(0, 40);
    EXPECT_EQ(put.output.substr(41, 40), key);
    const ProgramRun get = Run("get " + key + " | { sleep 4; cat > got; }");
    EXPECT_EQ(get.errors, "");
    EXPECT_TRUE(Read("got") == Read("file"));
    const ProgramRun gone = Run("get " + key + " | head -c 10");
    EXPECT_EQ(gone.output, Read("file").substr(0, 10));
    EXPECT_EQ(gone.errors, "dht-peer: standard output: Broken pipe\n");
}

TEST_F(RealFilesTest, ADeviceStaysADevice)
{
    const std::string null = m_scratch.Path("null");
    const std::string full = m_scratch.Path("full");
    if (mknod(null.c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0 ||
        mknod(full.c_str(), S_IFCHR | 0666, makedev(1, 7)) != 0 || !std::ofstream(null))
    {
        GTEST_SKIP() << "this process may not make devices here";
    }
    MakeFile(m_scratch.Path("file"), 100000, 6);
    const std::string key = LineOf(Run("put file").output);
    EXPECT_EQ(Run("get --output=null " + key).status, 0);
    EXPECT_EQ(Run("get --output=full " + key).errors, "dht-peer: full: No space left on device\n");
    EXPECT_TRUE(std::filesystem::is_character_file(null));
    EXPECT_TRUE(std::filesystem::is_character_file(full));
    EXPECT_EQ(Run("put null > list").status, 0) << "an empty file";
    EXPECT_EQ(m_scratch.FileCount(), 4u);
}

TEST_F(RealFilesTest, AFileThatIsWrittenWhileItIsPutIsAnError)
{
    MakeFile(m_scratch.Path("file"), 4 << 20, 7);
    for (const std::string change : {"printf x | dd of=file bs=1 seek=5 conv=notrunc status=none",
                                     "printf x >> file",
                                     "truncate -s 5 file",
                                     "cp -p file new; touch -r file new; printf x | dd of=file "
                                     "bs=1 seek=5 conv=notrunc status=none; touch -r new file",
                                     "cp file new; mv new file"})
    {
        SCOPED_TRACE(change);
        MakeFile(m_scratch.Path("file"), 4 << 20, 7);
        m_ring.At(0).Signal(SIGSTOP);
        PeerProcess put("put '" + m_scratch.Path("file") + "' --quiet --join=" + m_ring.Name(0));
        ASSERT_TRUE(Eventually([&] { return put.WaitsWith(m_scratch.Path("file")); }));
        RunCommand("cd '" + m_scratch.Path("") + "' && { " + change + "; }");
        m_ring.At(0).Signal(SIGCONT);
        EXPECT_EQ(put.Wait(), 1);
        EXPECT_NE(put.Errors().find("it has changed while it was read"), std::string::npos)
            << put.Errors();
    }
}

} // namespace
