/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-get.h"

#include "asking-command.h"
#include "each-file.h"
#include "file-download.h"
#include "files-to-get.h"
#include "fragments-found.h"
#include "outside-store.h"
#include "peer-error.h"
#include "peer-option-values.h"
#include "spread-text.h"
#include "transfer-progress.h"

#include <filesystem>
#include <iostream>
#include <limits>

namespace dht
{

namespace
{

/// Gets one file.
class Getter
{
  public:
    /// @param asking How the ring is asked. @param wanted What is got.
    Getter(const AskingOptions& asking, const FileDownload::Wanted& wanted)
        : m_root(wanted.root),
          m_file(wanted),
          m_progress("got", asking.quiet),
          m_client(asking,
                   {[this](const FetchReport& report) { OnFetched(report); },
                    [](const PutReport&) {},
                    [this] { Show(); }})
    {
        if (m_file.Former() > 0)
        {
            m_progress.Say("going on with what is right of " +
                           BytesToText(static_cast<double>(m_file.Former())) + " in " +
                           m_file.Name());
        }
    }

    /// Do it.
    void Run()
    {
        AskMore();
        m_client.Run();
        m_file.Commit();
        m_progress.End(m_client.Now(),
                       m_file.Done(),
                       "; " + Counted(m_blocks, "block") +
                           (m_liars > 0
                                ? "; " + Counted(m_liars, "fragment") +
                                      (m_liars == 1 ? " was wrong, and another took its place"
                                                    : " were wrong, and others took their place")
                                : ""));
    }

  private:
    /// Fetch as many blocks as may be under way.
    void AskMore()
    {
        for (const Key& key : m_file.Ask())
        {
            ++m_underWay;
            m_client.Get(key);
        }
    }

    /// A get has ended. @param report The block, or why there is none.
    void OnFetched(const FetchReport& report)
    {
        --m_underWay;
        m_liars += report.liars.size();
        if (report.ok)
        {
            ++m_blocks;
            m_file.Give(report.key, report.block);
        }
        else
        {
            m_client.Fail(PeerError::kNotThere, Explain(report));
            return;
        }
        // to wait for who reads a pipe would keep answers waiting, too
        m_file.Write(m_underWay == 0);
        if (m_file.IsDone())
        {
            m_client.Stop();
            return;
        }
        AskMore();
    }

    /// Show how far it is.
    void Show()
    {
        m_progress.Begin(m_file.Kept());
        m_progress.Update(m_client.Now(), m_file.Done(), m_file.Size());
    }

    /// @param report Of a get that has failed. @return A sentence with the reason and what to do.
    std::string Explain(const FetchReport& report) const
    {
        const bool isRoot = report.key == m_root;
        if (report.found == 0)
        {
            return KeyToHex(report.key) +
                   (isRoot ? ": nobody has it: is the key right, and has its lifetime not ended?"
                           : ": nobody has this block of the file any more; what came is kept");
        }
        return WhyNotFetched(report) +
               (AreTooFew(report) ? ": try again when more of its holders are there" : "");
    }

    Key m_root;                  ///< The file's key.
    FileDownload m_file;         ///< Makes it of blocks.
    TransferProgress m_progress; ///< What the user sees.
    std::size_t m_underWay{0};   ///< Blocks that were asked for.
    std::uint64_t m_blocks{0};   ///< Blocks that came.
    std::uint64_t m_liars{0};    ///< Fragments that were wrong.
    OutsideStore m_client;       ///< Gets blocks.
};

/// Fetches a file.
class GetCommand : public AskingCommand
{
  public:
    GetCommand()
        : AskingCommand({"get",
                         "KEY [KEY...] --join=HOST:PORT",
                         "fetch files",
                         "Fetches the files that put has called KEY, 40 hexadecimal digits, and "
                         "writes them to standard output\nunless --output names a file or a "
                         "directory. With - for KEY, standard input lists keys, and names\nin the "
                         "directory, as put does.\n\n"
                         "    dht-peer get KEY --join=10.0.0.1:7000 --output=copy.jpg\n"
                         "    dht-peer get - --join=10.0.0.1:7000 --output=copies/ < photos\n\n"
                         "Exit status 5: one is not in the ring, or too little of it.\n",
                         1,
                         std::numeric_limits<std::size_t>::max()},
                        kReadBlocks)
    {
    }

    void Define(Options& table) override
    {
        table.BeginGroup("File");
        table.AddText("output",
                      "File to write, which has another name until it is whole and was compared "
                      "with its key; if it was left half-way, what is right of it is kept. Or a "
                      "directory, which ends with /",
                      m_output);
        table.Add({"limit",
                   "Size of a file at most, such as 500MB or 2TB; without, what the disk has room "
                   "for",
                   "",
                   [this](const std::string& text) { m_limit = ParseBytes("limit", text); }});
        table.AddSwitch("raw", "Fetch one block, as put --raw stores it, and no file", m_isRaw);
        AskingCommand::Define(table);
    }

    void Take(const std::vector<std::string>& words, Options& table) override
    {
        AskingCommand::Take(words, table);
        m_isListed = words == std::vector<std::string>{"-"};
        for (const std::string& word : m_isListed ? std::vector<std::string>{} : words)
        {
            m_files.push_back({ParseKey(word), ""});
        }
    }

    int Run() override
    {
        if (m_isListed)
        {
            m_files = ReadFilesToGet(std::cin);
        }
        std::vector<FileDownload::Wanted> all;
        const auto places = PlacesOf(m_files, m_output);
        for (std::size_t i = 0; i < places.size(); ++i)
        {
            all.push_back({m_files[i].key,
                           m_isRaw ? FileReader::Names::kBlock : FileReader::Names::kFile,
                           places[i],
                           m_limit});
        }
        Each(all, "fetched", [this](const FileDownload::Wanted& wanted) {
            if (wanted.path != m_output)
            {
                std::filesystem::create_directories(DirectoryOf(wanted.path));
            }
            Getter(Asking(), wanted).Run();
        });
        return 0;
    }

  private:
    std::vector<FileToGet> m_files;        ///< What is fetched.
    bool m_isListed{false};                ///< Whether standard input says it.
    std::string m_output{"-"};             ///< Where it goes.
    std::uint64_t m_limit{kMostFileBytes}; ///< Bytes of a file, at the most.
    bool m_isRaw{false};                   ///< Whether each is one block.
};

} // namespace

std::unique_ptr<PeerCommand>
MakeGetCommand()
{
    return std::make_unique<GetCommand>();
}

} // namespace dht
