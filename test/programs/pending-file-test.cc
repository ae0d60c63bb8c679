/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-option-error.h"
#include "dht-output-file.h"
#include "places.h"
#include "program-run.h"

#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <thread>
#include <unistd.h>

/// Outputs that are ordinary files, and those that are not.

namespace dht
{
namespace
{

/// Write an output. @param path Where it goes. @param text What is written. @return Why it cannot
/// be; empty if it was.
std::string
WhyNotWritten(const std::string& path, const std::string& text)
{
    try
    {
        OutputFile file("output", path);
        file.Stream() << text;
        file.Commit(Lasting::kThroughCrash);
        return "";
    }
    catch (const std::runtime_error& error)
    {
        return error.what();
    }
}

/// @param path A path. @return What the system knows of it, itself and not what it leads to.
struct stat
StatusOf(const std::string& path)
{
    struct stat status = {};
    EXPECT_EQ(lstat(path.c_str(), &status), 0) << path;
    return status;
}

void
WriteFile(const std::string& path, const std::string& text)
{
    std::ofstream(path) << text;
}

/// A directory in which things are that are no ordinary files.
class PendingFileTest : public testing::Test
{
  protected:
    /// Expect an error. @param path Where an output would go. @param words What it says.
    void ExpectRefused(const std::string& path, const std::string& words)
    {
        const std::size_t before = m_scratch.FileCount();
        const std::string why = WhyNotWritten(path, std::string(100000, 'x'));
        EXPECT_NE(why.find("--output=" + path + ": "), std::string::npos) << why;
        EXPECT_NE(why.find(words), std::string::npos) << why;
        EXPECT_EQ(m_scratch.FileCount(), before) << "nothing is left";
    }

    ScratchDirectory m_scratch;                   ///< Where all is.
    std::string m_path{m_scratch.Path("output")}; ///< An output.
};

TEST_F(PendingFileTest, AFileAppearsWhenItIsWhole)
{
    {
        OutputFile file("output", m_path);
        file.Stream() << "half";
        file.Stream().flush();
        EXPECT_FALSE(std::filesystem::exists(m_path));
        EXPECT_EQ(m_scratch.FileCount(), 1u);
        OutputFile second("output", m_path);
        EXPECT_EQ(m_scratch.FileCount(), 2u) << "two of one name do not share a file";
    }
    EXPECT_EQ(m_scratch.FileCount(), 0u);
    const mode_t mask = umask(027);
    EXPECT_EQ(WhyNotWritten(m_path, "whole"), "");
    umask(mask);
    EXPECT_EQ(ReadFile(m_path), "whole");
    EXPECT_EQ(StatusOf(m_path).st_mode & 07777, 0640u);
    EXPECT_EQ(m_scratch.FileCount(), 1u);
}

TEST_F(PendingFileTest, TheModeAndTheOwnerAreKept)
{
    for (const mode_t mode : {0600, 0664, 0755})
    {
        WriteFile(m_path, "old");
        ASSERT_EQ(chmod(m_path.c_str(), mode), 0);
        const uid_t owner = geteuid() == 0 ? 12345 : geteuid();
        ASSERT_EQ(chown(m_path.c_str(), owner, getegid()), 0);
        EXPECT_EQ(WhyNotWritten(m_path, "new"), "");
        EXPECT_EQ(ReadFile(m_path), "new");
        EXPECT_EQ(StatusOf(m_path).st_mode & 07777, mode);
        EXPECT_EQ(StatusOf(m_path).st_uid, owner);
    }
}

TEST_F(PendingFileTest, LinksAreFollowed)
{
    const std::string target = m_scratch.Path("target");
    const std::string link = m_scratch.Path("link");
    std::filesystem::create_symlink("target", link);
    std::filesystem::create_symlink(link, m_path);
    for (const std::string text : {"made", "replaced"})
    {
        EXPECT_EQ(WhyNotWritten(m_path, text), "");
        EXPECT_TRUE(S_ISLNK(StatusOf(m_path).st_mode) && S_ISLNK(StatusOf(link).st_mode));
        EXPECT_TRUE(S_ISREG(StatusOf(target).st_mode));
        EXPECT_EQ(ReadFile(target), text);
    }
    const std::string circle = m_scratch.Path("circle");
    std::filesystem::create_symlink("circle", circle);
    ExpectRefused(circle, "Too many levels of symbolic links");
    const std::string nowhere = m_scratch.Path("nowhere");
    std::filesystem::create_symlink("/no/such/file", nowhere);
    ExpectRefused(nowhere, "No such file");
}

TEST_F(PendingFileTest, TheOtherNameOfAFileKeepsWhatWasThere)
{
    WriteFile(m_path, "old");
    std::filesystem::create_hard_link(m_path, m_scratch.Path("other"));
    EXPECT_EQ(WhyNotWritten(m_path, "new"), "");
    EXPECT_EQ(ReadFile(m_scratch.Path("other")), "old");
}

TEST_F(PendingFileTest, APipeIsWrittenThrough)
{
    ASSERT_EQ(mkfifo(m_path.c_str(), 0600), 0);
    std::string got;
    std::thread reader([&] { got = ReadFile(m_path); });
    const std::string text(200000, 'x');
    EXPECT_EQ(WhyNotWritten(m_path, text), "");
    reader.join();
    EXPECT_EQ(got, text);
    EXPECT_TRUE(S_ISFIFO(StatusOf(m_path).st_mode));
    // one that goes away
    std::thread gone([&] { close(open(m_path.c_str(), O_RDONLY)); });
    EXPECT_EQ(WhyNotWritten(m_path, text),
              "--output=" + m_path + ": cannot be written: Broken pipe");
    gone.join();
    EXPECT_TRUE(S_ISFIFO(StatusOf(m_path).st_mode));
}

TEST_F(PendingFileTest, ADeviceIsWrittenThrough)
{
    const std::string full = m_scratch.Path("full");
    if (mknod(m_path.c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0 ||
        mknod(full.c_str(), S_IFCHR | 0666, makedev(1, 7)) != 0 || !std::ofstream(m_path))
    {
        GTEST_SKIP() << "this process may not make devices here";
    }
    std::filesystem::create_symlink("full", m_scratch.Path("link"));
    EXPECT_EQ(WhyNotWritten(m_path, "text"), "");
    ExpectRefused(full, "No space left on device");
    ExpectRefused(m_scratch.Path("link"), "No space left on device");
    for (const std::string& device : {m_path, full})
    {
        EXPECT_TRUE(S_ISCHR(StatusOf(device).st_mode)) << device;
    }
    PendingFile part(m_path, "what");
    part.WriteAt(0, "text", 4);
    part.Commit(Lasting::kThroughCrash);
    EXPECT_TRUE(S_ISCHR(StatusOf(m_path).st_mode));
    EXPECT_EQ(m_scratch.FileCount(), 3u);
}

TEST_F(PendingFileTest, WhatIsOpenAlreadyIsWrittenToAsItIs)
{
    WriteFile(m_path, "");
    const Descriptor file(open(m_path.c_str(), O_WRONLY));
    ASSERT_TRUE(file.Write("first ", 6));
    const std::string name = "/proc/self/fd/" + std::to_string(file.Number());
    EXPECT_EQ(WhyNotWritten(name, "second "), "");
    std::filesystem::create_symlink(name, m_scratch.Path("link"));
    EXPECT_EQ(WhyNotWritten(m_scratch.Path("link"), "third "), "");
    ASSERT_TRUE(file.Write("last", 4));
    EXPECT_EQ(ReadFile(m_path), "first second third last");
    EXPECT_TRUE(file.HasName(m_path));
    ExpectRefused("/proc/self/fd/1000000", "Bad file descriptor");
}

TEST_F(PendingFileTest, WhatComesToThePlaceMeanwhileIsNotReplaced)
{
    OutputFile file("output", m_path);
    file.Stream() << "text";
    ASSERT_EQ(mkfifo(m_path.c_str(), 0600), 0);
    EXPECT_THROW(file.Commit(), std::runtime_error);
    EXPECT_TRUE(S_ISFIFO(StatusOf(m_path).st_mode));
}

TEST_F(PendingFileTest, WhatIsNoFileIsRefused)
{
    std::filesystem::create_directory(m_path);
    ExpectRefused(m_path, "is a directory");
    ExpectRefused(m_path + "/", "is a directory");
    ExpectRefused(m_scratch.Path("none/"), "No such file");
    ExpectRefused(m_scratch.Path("none/file"), "No such file");
    WriteFile(m_scratch.Path("file"), "");
    ExpectRefused(m_scratch.Path("file/"), "Not a directory");
    ExpectRefused(m_scratch.Path(std::string(250, 'x')), "File name too long");
}

TEST_F(PendingFileTest, WhatMayNotBeWrittenIsRefused)
{
    const std::string directory = m_scratch.Path("directory");
    const std::string inside = directory + "/file";
    const auto status = InAnotherProcess([&] {
        std::filesystem::create_directory(directory);
        WriteFile(inside, "old");
        WriteFile(m_path, "old");
        // root writes everywhere: be nobody in particular
        if (chmod(inside.c_str(), 0666) != 0 || chmod(directory.c_str(), 0555) != 0 ||
            chmod(m_path.c_str(), 0444) != 0 || chmod(m_scratch.Path("").c_str(), 0777) != 0 ||
            (geteuid() == 0 && setuid(65534) != 0))
        {
            return 1;
        }
        ExpectRefused(m_path, "Permission denied");
        ExpectRefused(inside, "Permission denied");
        EXPECT_EQ(ReadFile(inside), "old");
        EXPECT_EQ(ReadFile(m_path), "old");
        return testing::Test::HasFailure() ? 2 : 7;
    });
    EXPECT_EQ(status, 7);
}

TEST_F(PendingFileTest, AFullDiskLeavesWhatWasThere)
{
    const std::string disk = m_scratch.Path("disk");
    std::filesystem::create_directory(disk);
    WriteFile(m_path, "old");
    const int status = InAnotherProcess([&] {
        if ((geteuid() == 0 ? unshare(CLONE_NEWNS) : unshare(CLONE_NEWUSER | CLONE_NEWNS)) != 0 ||
            mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            mount("none", disk.c_str(), "tmpfs", 0, "size=64k") != 0 ||
            mount(m_path.c_str(), m_path.c_str(), nullptr, MS_BIND, nullptr) != 0)
        {
            return 5;
        }
        WriteFile(disk + "/file", "old");
        ExpectRefused(disk + "/file", "No space left on device");
        EXPECT_EQ(ReadFile(disk + "/file"), "old");
        // a file that is mounted by itself
        ExpectRefused(m_path, "is mounted by itself");
        EXPECT_EQ(ReadFile(m_path), "old");
        return testing::Test::HasFailure() ? 1 : 7;
    });
    if (status == 5)
    {
        GTEST_SKIP() << "this process may not mount a disk of its own";
    }
    EXPECT_EQ(status, 7);
}

TEST_F(PendingFileTest, OneWriterANameWhateverItWillBe)
{
    const std::string one = m_path + ".one.part";
    {
        PendingFile first(m_path, "one");
        EXPECT_THROW(PendingFile(m_path, "one"), OutputError);
        EXPECT_THROW(PendingFile(m_path, "two"), OutputError);
        PendingFile other(m_path + ".x", "two"); // of another name
        first.WriteAt(0, "text", 4);
        EXPECT_EQ(m_scratch.FileCount(), 2u);
    }
    EXPECT_EQ(m_scratch.FileCount(), 1u) << "what is empty goes";
    EXPECT_EQ(ReadFile(one), "text");
    {
        PendingFile again(m_path, "one");
        EXPECT_EQ(again.Size(), 4u);
        again.WriteAt(2, "n", 1);
        again.Resize(3);
        again.Commit(Lasting::kThroughCrash);
    }
    EXPECT_EQ(ReadFile(m_path), "ten");
    EXPECT_EQ(m_scratch.FileCount(), 1u);
    // somebody has put something else there
    std::filesystem::create_symlink(m_path, one);
    EXPECT_THROW(PendingFile(m_path, "one"), OutputError);
    std::filesystem::remove(one);
    ASSERT_EQ(mkfifo(one.c_str(), 0600), 0);
    EXPECT_THROW(PendingFile(m_path, "one"), OutputError);
    EXPECT_EQ(ReadFile(m_path), "ten");
}

TEST_F(PendingFileTest, WhoWritesBehindTheCheckIsFoundOut)
{
    PendingFile file(m_path, "what");
    file.Write("right", 5);
    file.Sync();
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // clocks of file systems are coarse
    WriteFile(file.Name(), "wrong");
    EXPECT_THROW(file.Commit(Lasting::kThroughCrash), OutputError);
    EXPECT_FALSE(std::filesystem::exists(m_path));
    file.WriteAt(0, "right", 5);
    file.Sync();
    file.Commit(Lasting::kThroughCrash);
    EXPECT_EQ(ReadFile(m_path), "right");
}

TEST_F(PendingFileTest, ProgramsInPythonDoTheSame)
{
    const ProgramRun run =
        RunCommand("python3 -B '" + places::Source() + "/test/programs/python-outputs.py' '" +
                   m_scratch.Path("") + "'");
    EXPECT_EQ(run.status, 0) << run.errors;
}

} // namespace
} // namespace dht
