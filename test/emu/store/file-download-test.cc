/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "damaged-file.h"
#include "dht-file-builder.h"
#include "file-download.h"
#include "peer-error.h"
#include "program-run.h"
#include "trials.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// Files that come block by block, on a disk that is not to be believed.

namespace dht
{
namespace
{

/// A file, and its blocks.
struct Original
{
    std::string bytes;           ///< What is in it.
    Key root;                    ///< Names it.
    std::map<Key, Bytes> blocks; ///< Of its tree.
};

/// @param bytes What is in a file. @return The file.
Original
OriginalOf(const std::string& bytes)
{
    Original file{bytes, Key(0), {}};
    FileBuilder builder([&](const Key& key, const Bytes& block) { file.blocks[key] = block; });
    builder.Append(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    file.root = builder.Finish();
    return file;
}

/// @return Files of many sizes; some have the same block more than once.
const std::vector<Original>&
Originals()
{
    static const std::vector<Original> originals = [] {
        std::mt19937 random(1);
        std::vector<Original> files;
        for (const std::size_t size : {0, 1, 8191, 8192, 8193, 50000, 50001, 200000, 3400000})
        {
            files.push_back(OriginalOf(DrawBytes(size, random)));
        }
        files.push_back(OriginalOf(std::string(300000, '\0')));
        const std::string leaf = DrawBytes(kLeafBytes, random);
        files.push_back(OriginalOf(leaf + leaf + std::string(kLeafBytes, '\0') + leaf));
        return files;
    }();
    return originals;
}

void
WriteFile(const std::string& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// The file has its name.
const std::string kThere = "there, and right";

/// One file is got to one name, however often that takes.
class Trial
{
  public:
    /// @param seed For everything. @param directory Where the files are.
    Trial(unsigned seed, const ScratchDirectory& directory)
        : m_random(seed),
          m_file(Originals()[Draw(0, Originals().size() - 1, m_random)]),
          m_old(Originals()[Draw(0, Originals().size() - 1, m_random)].bytes),
          m_path(directory.Path("file")),
          m_part(m_path + "." + KeyToHex(m_file.root) + ".part")
    {
        std::filesystem::remove(m_path);
        WriteFile(m_part, Damaged(m_file.bytes, m_old, m_random));
        if (Chance(3))
        {
            WriteFile(m_path, m_old);
            m_former = m_old;
        }
    }

    /// Try until it is there. @param [in,out] counts What came out of the attempts.
    void Run(std::map<std::string, unsigned>& counts)
    {
        for (unsigned attempt = 0; attempt < 8; ++attempt)
        {
            m_isDisturbed = false;
            const std::string result = Attempt(attempt == 7);
            ++counts[result];
            if (result == kThere)
            {
                EXPECT_TRUE(ReadFile(m_path) == m_file.bytes)
                    << "it is wrong, and said to be right";
                EXPECT_FALSE(std::filesystem::exists(m_part));
                return;
            }
            EXPECT_EQ(std::filesystem::exists(m_path) ? ReadFile(m_path) : "none",
                      m_former.value_or("none"))
                << "the name is for what is whole";
        }
        ADD_FAILURE() << "it never came";
    }

  private:
    bool Chance(std::size_t oneOf)
    {
        return Draw(1, oneOf, m_random) == 1;
    }

    /// @return Bytes of leaves that are right on the disk.
    std::uint64_t RightBytes() const
    {
        const std::string there = ReadFile(m_part);
        std::uint64_t right = 0;
        for (std::size_t i = 0; i < m_file.bytes.size(); i += kLeafBytes)
        {
            const std::string leaf = m_file.bytes.substr(i, kLeafBytes);
            right += i < there.size() && there.substr(i, kLeafBytes).substr(0, leaf.size()) == leaf
                         ? leaf.size()
                         : 0;
        }
        return right;
    }

    /// @param isLast Whether nothing disturbs this time. @return What came out.
    std::string Attempt(bool isLast)
    {
        const std::uint64_t right = std::filesystem::exists(m_part) ? RightBytes() : 0;
        auto download = std::make_unique<FileDownload>(
            FileDownload::Wanted{m_file.root, FileReader::Names::kFile, m_path});
        EXPECT_THROW(FileDownload({m_file.root, FileReader::Names::kFile, m_path}), OutputError)
            << "one writer a name";
        const bool isKilled = !isLast && Chance(3);
        const bool isWatched = isLast || Chance(2);
        std::vector<Key> asked;
        while (!download->IsDone())
        {
            const auto more = download->Ask();
            asked.insert(asked.end(), more.begin(), more.end());
            if (asked.empty())
            {
                ADD_FAILURE() << "nothing is asked for";
                break;
            }
            std::swap(asked.at(Draw(0, asked.size() - 1, m_random)), asked.back());
            download->Give(asked.back(), m_file.blocks.at(asked.back()));
            asked.pop_back();
            download->Write(asked.empty());
            if (isKilled && Chance(10))
            {
                download.reset();
                PowerCut();
                return "killed";
            }
            if (!isWatched && Chance(10))
            {
                Disturb();
            }
        }
        if (isWatched)
        {
            EXPECT_EQ(download->Kept(), right) << "what is right is not fetched again";
        }
        try
        {
            download->Commit();
            return kThere;
        }
        catch (const OutputError& error)
        {
            EXPECT_TRUE(m_isDisturbed) << error.what();
            return "refused";
        }
    }

    /// Somebody else writes there: the same file, or anything.
    void Disturb()
    {
        std::fstream part(m_part, std::ios::binary | std::ios::in | std::ios::out);
        const std::size_t begin = Draw(0, m_file.bytes.size(), m_random);
        part.seekp(static_cast<std::streamoff>(begin));
        if (Chance(2))
        {
            part << m_file.bytes.substr(begin, kLeafBytes);
            return;
        }
        m_isDisturbed = true;
        if (Chance(4))
        {
            part.close();
            std::filesystem::resize_file(m_part, begin);
            return;
        }
        part << (Chance(2) ? std::string(Draw(1, 10000, m_random), '\0')
                           : DrawBytes(Draw(1, 10000, m_random), m_random));
    }

    /// The machine has lost power; now it is on again.
    void PowerCut()
    {
        if (Chance(2) && std::filesystem::exists(m_part))
        {
            const std::string there = ReadFile(m_part);
            WriteFile(m_part, Damaged(there, m_old, m_random));
        }
    }

    std::mt19937 m_random;               ///< For everything.
    const Original& m_file;              ///< What is got.
    std::string m_old;                   ///< What was on the disk before.
    std::string m_path;                  ///< Where it goes.
    std::string m_part;                  ///< Where it is until then.
    std::optional<std::string> m_former; ///< What had its name.
    bool m_isDisturbed{false};           ///< Whether somebody else has written wrong bytes.
};

TEST(FileDownloadTest, AWrongFileNeverGetsTheName)
{
    const ScratchDirectory scratch;
    const unsigned trials = Trials(100);
    std::map<std::string, unsigned> counts;
    for (unsigned seed = 0; seed < trials && !HasFailure(); ++seed)
    {
        SCOPED_TRACE(seed);
        Trial(seed, scratch).Run(counts);
    }
    for (const auto& [result, count] : counts)
    {
        std::cout << count << " " << result << "\n";
        EXPECT_GT(count, trials / 20) << "the trials try it";
    }
    EXPECT_EQ(counts.size(), 3u);
    EXPECT_LE(scratch.FileCount(), 1u);
}

/// @param root A root block. @param limit Bytes that the file may have. @return Why it is refused.
std::string
WhyRefused(const Bytes& root, std::uint64_t limit = kMostFileBytes)
{
    const ScratchDirectory scratch;
    std::string why = "it is not";
    try
    {
        FileDownload file({BlockKey(root), FileReader::Names::kFile, scratch.Path("file"), limit});
        file.Ask();
        file.Give(BlockKey(root), root);
    }
    catch (const std::runtime_error& error)
    {
        why = error.what();
    }
    EXPECT_EQ(scratch.FileCount(), 0u);
    return why;
}

TEST(FileDownloadTest, AFileForWhichThereIsNoRoomIsNotBegun)
{
    const Bytes leaf(kLeafBytes);
    const Bytes huge =
        EncodeInnerBlock({kMostFileBytes, std::vector<Key>(kFanOut, BlockKey(leaf))});
    EXPECT_NE(WhyRefused(huge).find("and the file has 227.0 TB"), std::string::npos)
        << WhyRefused(huge);
    EXPECT_NE(WhyRefused(huge, 5'000'000).find("has 227.0 TB, and --limit allows 5.0 MB"),
              std::string::npos)
        << WhyRefused(huge, 5'000'000);
    EXPECT_EQ(WhyRefused(EncodeInnerBlock({kLeafBytes, {BlockKey(leaf)}}), kLeafBytes),
              "it is not");
}

} // namespace
} // namespace dht
