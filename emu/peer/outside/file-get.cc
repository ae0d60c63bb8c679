/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-get.h"

#include "asking-command.h"
#include "file-download.h"
#include "fragments-found.h"
#include "outside-store.h"
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
          m_file({m_root, FileReader::Names::kFile, output.empty() ? "-" : output}),
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
                       "; " + std::to_string(m_blocks) + " blocks" +
                           (m_liars > 0 ? "; " + std::to_string(m_liars) +
                                              " fragments were wrong, and others took their place"
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
            const bool isHopeless = m_client.GetStorage().Rpcs().Counts().answered == 0;
            if (isHopeless || ++m_tries[report.key] == OutsideStore::kTries)
            {
                m_client.Fail(PeerError::kNotThere, Explain(report));
                return;
            }
            m_file.Retry(report.key);
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
        return KeyToHex(report.key) + ": " + FragmentsFound(report) +
               (AreTooFew(report) ? ": try again when more of its holders are there" : "");
    }

    Key m_root;                      ///< The file's key.
    FileDownload m_file;             ///< Makes it of blocks.
    TransferProgress m_progress;     ///< What the user sees.
    std::size_t m_underWay{0};       ///< Blocks that were asked for.
    std::uint64_t m_blocks{0};       ///< Blocks that came.
    std::uint64_t m_liars{0};        ///< Fragments that were wrong.
    std::map<Key, unsigned> m_tries; ///< Of blocks that did not come.
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
