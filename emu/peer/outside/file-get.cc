/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-get.h"

#include "asking-command.h"
#include "dht-file-reader.h"
#include "fragments-found.h"
#include "outside-store.h"
#include "partial-file.h"
#include "peer-error.h"
#include "transfer-progress.h"

#include <map>

namespace dht
{

namespace
{

/// Gets one file.
class Getter
{
  public:
    /// @param asking How the ring is asked. @param root The file's key. @param output Where it
    /// goes; empty: standard output.
    Getter(const AskingOptions& asking, const Key& root, const std::string& output)
        : m_root(root),
          m_output(output, KeyToHex(m_root)),
          m_progress("got", asking.quiet),
          m_done(m_output.Size()),
          m_reader(m_root, m_done),
          m_client(asking,
                   {[this](const FetchReport& report) { OnFetched(report); },
                    [](const PutReport&) {},
                    [this] { m_progress.Update(m_client.Now(), m_done, m_reader.Size()); }})
    {
        m_progress.Begin(m_done);
        if (m_done > 0)
        {
            m_progress.Say("going on behind " + BytesToText(static_cast<double>(m_done)) + " in " +
                           m_output.Name());
        }
    }

    /// Do it.
    void Run()
    {
        AskMore();
        m_client.Run();
        m_output.Commit();
        m_progress.End(m_client.Now(),
                       m_done,
                       "; " + std::to_string(m_blocks) + " blocks" +
                           (m_liars > 0 ? "; " + std::to_string(m_liars) +
                                              " fragments were wrong, and others took their place"
                                        : ""));
    }

  private:
    /// Fetch as many blocks as may be under way.
    void AskMore()
    {
        for (const Key& key : m_reader.Ask())
        {
            m_client.Get(key);
        }
    }

    /// A get has ended. @param report The block, or why there is none.
    void OnFetched(const FetchReport& report)
    {
        m_liars += report.liars.size();
        if (!report.ok)
        {
            const bool isHopeless = m_client.GetStorage().Rpcs().Counts().answered == 0;
            if (isHopeless || ++m_tries[report.key] == OutsideStore::kTries)
            {
                m_client.Fail(PeerError::kNotThere, Explain(report));
                return;
            }
            m_reader.Retry(report.key);
        }
        else
        {
            ++m_blocks;
            if (m_reader.Give(report.key, report.block) == FileReader::Answer::kDamaged)
            {
                m_client.Fail(PeerError::kNotThere,
                              KeyToHex(m_root) + " names no file: " + m_reader.Damage());
                return;
            }
            const Bytes bytes = m_reader.Take();
            m_output.Write(bytes);
            m_done += bytes.size();
        }
        if (m_reader.IsDone())
        {
            m_client.Stop();
            return;
        }
        AskMore();
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
        return KeyToHex(report.key) + ": " + FragmentsFound(report) +
               (AreTooFew(report) ? ": try again when more of its holders are there" : "");
    }

    Key m_root;                      ///< The file's key.
    PartialFile m_output;            ///< Where it goes.
    TransferProgress m_progress;     ///< What the user sees.
    std::uint64_t m_done;            ///< Bytes that are there.
    std::uint64_t m_blocks{0};       ///< Blocks that came.
    std::uint64_t m_liars{0};        ///< Fragments that were wrong.
    std::map<Key, unsigned> m_tries; ///< Of blocks that did not come.
    FileReader m_reader;             ///< Makes a file of blocks.
    OutsideStore m_client;           ///< Gets blocks.
};

/// Fetches a file.
class GetCommand : public AskingCommand
{
  public:
    GetCommand()
        : AskingCommand({"get",
                         "KEY --join=HOST:PORT",
                         "fetch a file",
                         "Fetches the file that put has called KEY, 40 hexadecimal digits, and "
                         "writes it to standard output\nunless --output names a file.\n\n"
                         "    dht-peer get KEY --join=10.0.0.1:7000 --output=copy.jpg\n\n"
                         "Exit status 5: it is not in the ring, or too little of it.\n",
                         1,
                         1},
                        kReadBlocks)
    {
    }

    void Define(Options& table) override
    {
        table.BeginGroup("File");
        table.AddText("output",
                      "File to write, which has another name until it is whole; if it was left "
                      "half-way, it goes on there",
                      m_output);
        AskingCommand::Define(table);
    }

    void Take(const std::vector<std::string>& words, Options& table) override
    {
        AskingCommand::Take(words, table);
        m_key = ParseKey(words[0]);
    }

    int Run() override
    {
        Getter(Asking(), m_key, m_output).Run();
        return 0;
    }

  private:
    Key m_key{0};         ///< The file's key.
    std::string m_output; ///< Where it goes; empty: standard output.
};

} // namespace

std::unique_ptr<PeerCommand>
MakeGetCommand()
{
    return std::make_unique<GetCommand>();
}

} // namespace dht
