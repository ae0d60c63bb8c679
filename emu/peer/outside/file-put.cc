/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-put.h"

#include "dht-file-builder.h"
#include "dht-pending-file.h"
#include "each-file.h"
#include "file-to-put.h"
#include "outside-store.h"
#include "peer-error.h"
#include "spread-text.h"
#include "transfer-progress.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <limits>
#include <map>
#include <utility>

namespace dht
{

namespace
{

/// Blocks under way.
constexpr std::size_t kAtOnce = 64;

/// Puts one file, or one block.
class Putter
{
  public:
    /// @param asking How the ring is asked. @param file What to store. @param isRaw Whether it is
    /// one block, and no file. @param isVerified Whether blocks are read back.
    Putter(const AskingOptions& asking, const std::string& file, bool isRaw, bool isVerified)
        : m_isRaw(isRaw),
          m_input(file),
          m_progress("put", asking.quiet),
          m_builder([this](const Key& key, const Bytes& block) { Wait(key, block); }),
          m_isWarned(asking.store.storage.happy > 0),
          m_isVerified(isVerified),
          m_client(asking,
                   {[this](const FetchReport& report) { OnReadBack(report); },
                    [this](const PutReport& report) { OnPut(report); },
                    [this] { Tick(); }})
    {
    }

    /// @return The file's key.
    Key Run()
    {
        PutMore();
        m_client.Run();
        const HolderCount poorest = m_poorest.Count().value_or(HolderCount{});
        m_progress.End(
            m_client.Now(),
            m_isRaw ? m_block.size() : m_builder.Size(),
            "; " + Counted(m_blocks, "block") + ", " + Counted(m_fragments, "fragment") +
                (m_full > 0 ? "; peers without room were asked " + Counted(m_full, "time") : "") +
                (poorest.spare > 0 ? "; " + SpreadText(poorest) : ""));
        if (poorest.spare == 0 && m_isWarned)
        {
            std::fprintf(stderr, "dht-peer: warning: %s\n", SpreadText(poorest).c_str());
        }
        return m_root;
    }

  private:
    /// A block on its way.
    struct Work
    {
        Bytes block;       ///< What is put.
        unsigned tries{1}; ///< How often it was put.
        PutReport report;  ///< What came of it: it is stored, and may be read back.
    };

    /// Whether a block is read back, and the id of what does it; or puts it.
    using Way = std::pair<bool, std::uint64_t>;

    /// Put as many blocks as may be under way.
    void PutMore()
    {
        while (m_underWay.size() < kAtOnce)
        {
            // to wait for who writes a pipe would keep answers waiting, too
            while (m_waiting.empty() && !m_isRead && (m_underWay.empty() || m_input.IsReady()))
            {
                Read();
            }
            if (m_waiting.empty())
            {
                break;
            }
            Work work = std::move(m_waiting.front());
            m_waiting.pop_front();
            const Bytes block = work.block;
            const Way there{false, m_client.Put(block)};
            m_underWay.emplace(there, std::move(work));
        }
        if (m_underWay.empty())
        {
            m_client.Stop();
        }
    }

    /// @param id Of a put, or of a check that reads back. @return The block, which is no more on
    /// its way.
    Work Arrive(const Way& id)
    {
        const auto found = m_underWay.find(id);
        Work work = std::move(found->second);
        m_underWay.erase(found);
        return work;
    }

    /// A block is to be put. @param key Its key. @param block The block.
    void Wait(const Key& key, const Bytes& block)
    {
        // a run of equal leaves
        if (m_waiting.empty() || m_lastKey != key)
        {
            m_waiting.push_back({block, 1, {}});
        }
        m_lastKey = key;
    }

    /// Read the next bytes.
    void Read()
    {
        const Bytes bytes = m_input.Read();
        m_isRead = bytes.empty();
        if (m_isRaw)
        {
            ReadBlock(bytes);
            return;
        }
        m_builder.Append(bytes.data(), bytes.size());
        if (m_isRead)
        {
            m_root = m_builder.Finish();
        }
    }

    /// Read the next bytes of what is one block. @param bytes The bytes; none at the end. @throws
    /// PeerError They are too many.
    void ReadBlock(const Bytes& bytes)
    {
        m_block.insert(m_block.end(), bytes.begin(), bytes.end());
        if (m_block.size() > kMostBlockBytes)
        {
            throw PeerError(PeerError::kFailed,
                            m_input.Name() + ": a block has at most " +
                                std::to_string(kMostBlockBytes) +
                                " bytes: put it as a file, without --raw");
        }
        if (m_isRead)
        {
            m_root = BlockKey(m_block);
            Wait(m_root, m_block);
        }
    }

    /// A put has ended. @param report The key, or why the block is not stored.
    void OnPut(const PutReport& report)
    {
        Work work = Arrive({false, report.id});
        work.report = report;
        m_full += report.full;
        if (report.ok && m_isVerified)
        {
            const Way back{true, m_client.Check(report.key, report.held)};
            m_underWay.emplace(back, std::move(work));
            return;
        }
        OnEnded(std::move(work), report.ok, Explain(report));
    }

    /// A block was read back. @param found What its holders have.
    void OnReadBack(const FetchReport& found)
    {
        Work work = Arrive({true, found.id});
        const HolderCount right = CountRight(found);
        const PutReport& put = work.report;
        const bool isKept = found.ok && right.peers >= put.enough && right.spare >= put.promised;
        const std::string spread = right.spare < put.promised ? SpreadText(right) + ", " : "";
        const std::string why =
            m_input.Name() + ": block " + KeyToHex(found.key) + ": " + std::to_string(right.peers) +
            " of the " + std::to_string(put.enough) +
            " holders that it needs have a right fragment of it, " + spread +
            std::to_string(found.liars.size()) + (found.liars.size() == 1 ? " has" : " have") +
            " something else: try again later";
        work.report.reached = right;
        OnEnded(std::move(work), isKept, why);
    }

    /// A block is stored, or is not. @param work The block. @param isOk Whether it is. @param why
    /// Why it is not.
    void OnEnded(Work work, bool isOk, const std::string& why)
    {
        if (isOk)
        {
            ++m_blocks;
            m_fragments += work.report.holders;
            m_poorest.Add(work.report.reached);
            m_done += work.block.size();
        }
        else if (work.tries == OutsideStore::kTries ||
                 m_client.GetStorage().Rpcs().Counts().answered == 0)
        {
            m_client.Fail(PeerError::kFailed, why);
            return;
        }
        else
        {
            ++work.tries;
            m_waiting.push_front(std::move(work));
        }
        PutMore();
    }

    /// @param report Of a put that has failed. @return A sentence with the reason and what to do.
    std::string Explain(const PutReport& report) const
    {
        const std::string block = m_input.Name() + ": block " + KeyToHex(report.key) + ": ";
        if (report.enough == 0)
        {
            return block + "no peer was found that could hold it: try again later";
        }
        if (report.promised > report.wanted.spare)
        {
            return block + BrokenPromise(report);
        }
        std::string why = block + std::to_string(report.holders) + " of the " +
                          std::to_string(report.enough) + " holders that it needs took it, ";
        if (report.holders >= report.enough)
        {
            why = block + SpreadText(report.reached) +
                  ", and --happy=" + std::to_string(report.promised) + " asks for more, ";
        }
        if (report.full > 0)
        {
            return why + std::to_string(report.full) + (report.full == 1 ? " has" : " have") +
                   " no room: the ring is full; give peers more room (--store-limit), or add "
                   "peers";
        }
        if (report.wrong > 0)
        {
            return why + std::to_string(report.wrong) +
                   (report.wrong == 1
                        ? " has something else under this key, or does not show what, "
                          "and keeps it: try again later"
                        : " have something else under this key, or do not show what, "
                          "and keep it: try again later");
        }
        return why + std::to_string(report.silent) + " did not answer: try again later";
    }

    /// Show how far it is.
    void Tick()
    {
        // blocks above the leaves count, too
        const std::uint64_t done = std::min(m_done, m_input.Size().value_or(m_done));
        m_progress.Update(m_client.Now(), done, m_input.Size());
    }

    bool m_isRaw;                   ///< Whether it is one block.
    Bytes m_block;                  ///< That block, as far as it was read.
    FileToPut m_input;              ///< The file.
    TransferProgress m_progress;    ///< What the user sees.
    std::deque<Work> m_waiting;     ///< Blocks to put.
    Key m_lastKey{0};               ///< Of the last one that was made.
    std::map<Way, Work> m_underWay; ///< Blocks on their way, there or back.
    FileBuilder m_builder;          ///< Cuts the file into blocks.
    bool m_isRead{false};           ///< Whether all is read.
    Key m_root{0};                  ///< The file's key, once it is.
    std::uint64_t m_done{0};        ///< Bytes of blocks that are stored.
    std::uint64_t m_blocks{0};      ///< Blocks that are stored.
    std::uint64_t m_fragments{0};   ///< Their fragments.
    std::uint64_t m_full{0};        ///< Times that somebody had no room.
    PoorestBlock m_poorest;         ///< Which the fewest hosts take away.
    bool m_isWarned;                ///< Whether it matters if one host does.
    bool m_isVerified;              ///< Whether blocks are read back.
    OutsideStore m_client;          ///< Puts blocks.
};

/// Stores a file.
class PutCommand : public AskingCommand
{
  public:
    PutCommand()
        : AskingCommand({"put",
                         "FILE [FILE...] --join=HOST:PORT",
                         "store files, and print their keys",
                         "Stores files in a ring whose peers have --store, and prints the key by "
                         "which get fetches it;\nof several files, a line each: the key, two "
                         "spaces and the name. The file - is standard input.\n\n"
                         "    dht-peer put photo.jpg --join=10.0.0.1:7000\n"
                         "    dht-peer put *.jpg --join=10.0.0.1:7000 > photos\n",
                         1,
                         std::numeric_limits<std::size_t>::max()},
                        kWriteBlocks)
    {
    }

    void Define(Options& table) override
    {
        table.BeginGroup("File");
        table.AddSwitch("verify",
                        "Read each block back from all that took a fragment, and store it again "
                        "if too few have it right",
                        m_isVerified);
        table.AddSwitch("raw",
                        "Store one block of up to 8192 bytes, without the tree of a file",
                        m_isRaw);
        AskingCommand::Define(table);
    }

    void Take(const std::vector<std::string>& words, Options& table) override
    {
        AskingCommand::Take(words, table);
        m_files = words;
        if (std::count(words.begin(), words.end(), "-") > 1)
        {
            throw OptionError("put -: standard input can be read once");
        }
        for (const std::string& file : words)
        {
            if (words.size() > 1 && file.find('\n') != std::string::npos)
            {
                throw OptionError("put: a name with a line break is no line of a list: put that "
                                  "file by itself");
            }
        }
    }

    int Run() override
    {
        Each(m_files, "stored", [this](const std::string& file) {
            const Key key = Putter(Asking(), file, m_isRaw, m_isVerified).Run();
            const std::string line = KeyToHex(key) + (m_files.size() > 1 ? "  " + file : "") + "\n";
            PendingFile output("-");
            output.Write(line.data(), line.size());
            output.Commit(Lasting::kProcess);
        });
        return 0;
    }

  private:
    bool m_isVerified{false};         ///< Whether blocks are read back.
    std::vector<std::string> m_files; ///< What to store.
    bool m_isRaw{false};              ///< Whether that is one block.
};

} // namespace

std::unique_ptr<PeerCommand>
MakePutCommand()
{
    return std::make_unique<PutCommand>();
}

} // namespace dht
