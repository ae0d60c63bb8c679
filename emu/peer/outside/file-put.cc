/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-put.h"

#include "dht-file-builder.h"
#include "input-file.h"
#include "outside-store.h"
#include "peer-error.h"
#include "spread-text.h"
#include "transfer-progress.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <sys/stat.h>
#include <utility>

namespace dht
{

namespace
{

/// Blocks under way.
constexpr std::size_t kAtOnce = 64;

/// Puts one file.
class Putter
{
  public:
    /// @param asking How the ring is asked. @param file What to store. @param isVerified Whether
    /// blocks are read back.
    Putter(const AskingOptions& asking, const std::string& file, bool isVerified)
        : m_input(file),
          m_progress("put", asking.quiet),
          m_builder([this](const Key& key, const Bytes& block) {
              // a run of equal leaves
              if (m_waiting.empty() || m_lastKey != key)
              {
                  m_waiting.push_back({block, 1, {}});
              }
              m_lastKey = key;
          }),
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
            m_builder.Size(),
            "; " + std::to_string(m_blocks) + " blocks, " + std::to_string(m_fragments) +
                " fragments" +
                (m_full > 0 ? "; peers without room were asked " + std::to_string(m_full) + " times"
                            : "") +
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
        PutReport report;  ///< What came of it, while it is read back.
    };

    /// Put as many blocks as may be under way.
    void PutMore()
    {
        while (m_underWay.size() + m_readBack.size() < kAtOnce)
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
            const std::uint64_t id = m_client.Put(block);
            m_underWay.emplace(id, std::move(work));
        }
        if (m_underWay.empty() && m_readBack.empty())
        {
            m_client.Stop();
        }
    }

    /// Read the next bytes.
    void Read()
    {
        const Bytes bytes = m_input.Read();
        if (!bytes.empty())
        {
            m_builder.Append(bytes.data(), bytes.size());
            return;
        }
        m_isRead = true;
        m_root = m_builder.Finish();
    }

    /// A put has ended. @param report The key, or why the block is not stored.
    void OnPut(const PutReport& report)
    {
        const auto found = m_underWay.find(report.id);
        Work work = std::move(found->second);
        m_underWay.erase(found);
        work.report = report;
        m_full += report.full;
        if (report.ok && m_isVerified)
        {
            m_readBack.emplace(m_client.Check(report.key), std::move(work));
            return;
        }
        OnEnded(std::move(work), report.ok, Explain(report));
    }

    /// A block was read back. @param found What its holders have.
    void OnReadBack(const FetchReport& found)
    {
        const auto entry = m_readBack.find(found.id);
        Work work = std::move(entry->second);
        m_readBack.erase(entry);
        const std::size_t right = found.found - std::min(found.found, found.liars.size());
        const std::size_t enough = work.report.enough;
        OnEnded(std::move(work),
                found.ok && right >= enough,
                "block " + KeyToHex(found.key) + ": " + std::to_string(right) + " of the " +
                    std::to_string(enough) +
                    " holders that it needs have a right fragment of it, " +
                    std::to_string(found.liars.size()) + " have something else: try again later");
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
    static std::string Explain(const PutReport& report)
    {
        const std::string block = "block " + KeyToHex(report.key) + ": ";
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
            return why + std::to_string(report.full) +
                   " have no room: the ring is full; give peers more room (--store-limit), or add "
                   "peers";
        }
        if (report.wrong > 0)
        {
            return why + std::to_string(report.wrong) +
                   " have something else under this key, and keep it: try again later";
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

    InputFile m_input;                        ///< The file.
    TransferProgress m_progress;              ///< What the user sees.
    std::deque<Work> m_waiting;               ///< Blocks to put.
    Key m_lastKey{0};                         ///< Of the last one that was made.
    std::map<std::uint64_t, Work> m_underWay; ///< Blocks on their way, by the put's id.
    std::map<std::uint64_t, Work> m_readBack; ///< Blocks that are read back, by the get's id.
    FileBuilder m_builder;                    ///< Cuts the file into blocks.
    bool m_isRead{false};                     ///< Whether all is read.
    Key m_root{0};                            ///< The file's key, once it is.
    std::uint64_t m_done{0};                  ///< Bytes of blocks that are stored.
    std::uint64_t m_blocks{0};                ///< Blocks that are stored.
    std::uint64_t m_fragments{0};             ///< Their fragments.
    std::uint64_t m_full{0};                  ///< Times that somebody had no room.
    PoorestBlock m_poorest;                   ///< Which the fewest hosts take away.
    bool m_isWarned;                          ///< Whether it matters if one host does.
    bool m_isVerified;                        ///< Whether blocks are read back.
    OutsideStore m_client;                    ///< Puts blocks.
};

/// Stores a file.
class PutCommand : public AskingCommand
{
  public:
    PutCommand()
        : AskingCommand({"put",
                         "FILE --join=HOST:PORT",
                         "store a file, and print its key",
                         "Stores a file in a ring whose peers have --store, and prints the key by "
                         "which get fetches it.\n\n"
                         "    dht-peer put photo.jpg --join=10.0.0.1:7000\n",
                         1,
                         1},
                        kWriteBlocks)
    {
    }

    void Define(Options& table) override
    {
        table.BeginGroup("File");
        table.AddSwitch("verify",
                        "Read each block back from all of its holders, and store it again if too "
                        "few have it right",
                        m_isVerified);
        AskingCommand::Define(table);
    }

    void Take(const std::vector<std::string>& words, Options& table) override
    {
        AskingCommand::Take(words, table);
        m_file = words[0];
    }

    int Run() override
    {
        Putter putter(Asking(), m_file, m_isVerified);
        const Key key = putter.Run();
        if (std::printf("%s\n", KeyToHex(key).c_str()) < 0 || std::fflush(stdout) != 0)
        {
            throw PeerError(PeerError::kFailed,
                            std::string("standard output: ") + std::strerror(errno));
        }
        return 0;
    }

  private:
    std::string m_file;       ///< What to store.
    bool m_isVerified{false}; ///< Whether blocks are read back.
};

} // namespace

std::unique_ptr<PeerCommand>
MakePutCommand()
{
    return std::make_unique<PutCommand>();
}

} // namespace dht
