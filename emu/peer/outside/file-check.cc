/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-check.h"

#include "dht-endpoint-name.h"
#include "fragments-found.h"
#include "key-command.h"
#include "outside-store.h"
#include "peer-error.h"
#include "spread-text.h"
#include "transfer-progress.h"
#include "tree-walk.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

namespace dht
{

namespace
{

/// Blocks under way.
constexpr std::size_t kMostChecked = 64;

/// What one peer holds of a file.
struct Share
{
    std::size_t blocks{0}; ///< Blocks of which it should hold a fragment.
    std::size_t held{0};   ///< Of these, those of which it does.
    std::size_t wrong{0};  ///< Of these, those of which it has something else.
    std::size_t silent{0}; ///< Of these, those of which it has not said whether it does.
};

/// Checks one file.
class Checker
{
  public:
    /// @param asking How the ring is asked. @param root The file's key. @param limit Bytes that the
    /// file may have.
    Checker(const AskingOptions& asking, const Key& root, std::uint64_t limit)
        : m_root(root),
          m_progress("checked", asking.quiet),
          m_walk(root, limit),
          m_client(asking,
                   {[this](const FetchReport& report) { OnChecked(report); },
                    [](const PutReport&) {},
                    [this] { m_progress.Update(m_client.Now(), m_walk.Done(), m_walk.Size()); }})
    {
    }

    /// Do it.
    void Run()
    {
        AskMore();
        m_client.Run();
        std::printf("%s: %s, %s; lifetimes end in %.0f s\n",
                    KeyToHex(m_root).c_str(),
                    BytesToText(static_cast<double>(m_walk.Done())).c_str(),
                    Counted(m_blocks, "block").c_str(),
                    ToSeconds(m_left));
        std::printf("the poorest block is %s\n",
                    SpreadText(m_poorest.Count().value_or(HolderCount{})).c_str());
        for (const auto& [spare, blocks] : m_spare)
        {
            std::printf("%6zu block%s: %s more than it takes\n",
                        blocks,
                        blocks == 1 ? "" : "s",
                        Counted(spare, "fragment").c_str());
        }
        for (const auto& [peer, share] : m_shares)
        {
            const std::string wrong =
                share.wrong > 0 ? ", and " + std::to_string(share.wrong) + " wrong" : "";
            std::printf("%s: %zu of %s%s%s\n",
                        NameOf(peer).c_str(),
                        share.held,
                        Counted(share.blocks, "fragment").c_str(),
                        wrong.c_str(),
                        share.silent == share.blocks ? ", silent" : "");
        }
    }

  private:
    /// Check as many blocks as may be under way.
    void AskMore()
    {
        while (m_underWay < kMostChecked)
        {
            const auto key = m_walk.Next();
            if (!key)
            {
                break;
            }
            ++m_underWay;
            m_client.Check(*key);
        }
    }

    /// A check has ended. @param report What it has found.
    void OnChecked(const FetchReport& report)
    {
        if (!report.ok)
        {
            m_client.Fail(PeerError::kNotThere, WhyNotFetched(report));
            return;
        }
        --m_underWay;
        Count(report);
        m_walk.Give(report.key, report.block);
        AskMore();
        if (m_walk.IsDone())
        {
            m_client.Stop();
        }
    }

    /// @param report Of a block.
    void Count(const FetchReport& report)
    {
        ++m_blocks;
        const std::size_t good = report.found - std::min(report.found, report.liars.size());
        ++m_spare[good - std::min(good, report.needed)];
        m_poorest.Add(CountRight(report));
        for (const HolderReport& holder : report.holders)
        {
            Share& share = m_shares[holder.endpoint];
            ++share.blocks;
            const bool isRight = holder.holds && !holder.isWrong;
            share.held += isRight ? 1 : 0;
            share.wrong += holder.isWrong ? 1 : 0;
            share.silent += holder.hasAnswered ? 0 : 1;
            m_left = isRight ? std::min(m_left, holder.left) : m_left;
        }
    }

    Key m_root;                                 ///< The file's key.
    TransferProgress m_progress;                ///< What the user sees.
    std::size_t m_underWay{0};                  ///< Blocks that are being checked.
    std::size_t m_blocks{0};                    ///< Blocks that are.
    Time m_left{kNever};                        ///< Until the first fragment's lifetime ends.
    std::map<std::size_t, std::size_t> m_spare; ///< Blocks, by fragments beyond m.
    PoorestBlock m_poorest;                     ///< Which the fewest hosts take away.
    std::map<Endpoint, Share, EndpointOrder> m_shares; ///< By holder.
    TreeWalk m_walk;                                   ///< Knows the blocks of the file.
    OutsideStore m_client;                             ///< Asks.
};

/// Says how much of a file is left.
class CheckCommand : public KeyCommand
{
  public:
    CheckCommand()
        : KeyCommand({"check",
                      "KEY --join=HOST:PORT",
                      "say how much of a file is left",
                      "Asks all peers that should hold fragments of the file KEY, and says how "
                      "many are there beyond those\nthat it takes, and who has them.\n\n"
                      "    dht-peer check KEY --join=10.0.0.1:7000\n\n"
                      "Exit status 5: it is not in the ring, or too little of it.\n",
                      1,
                      1},
                     kCheckBlocks)
    {
    }

    int Run() override
    {
        Checker(Asking(), Root(), Limit()).Run();
        return 0;
    }
};

} // namespace

std::unique_ptr<PeerCommand>
MakeCheckCommand()
{
    return std::make_unique<CheckCommand>();
}

} // namespace dht
