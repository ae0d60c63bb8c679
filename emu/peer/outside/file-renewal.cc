/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-renewal.h"

#include "fragments-found.h"
#include "key-command.h"
#include "outside-store.h"
#include "peer-error.h"
#include "spread-text.h"
#include "transfer-progress.h"
#include "tree-walk.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace dht
{

namespace
{

/// Blocks under way.
constexpr std::size_t kMostRenewed = 64;
/// With --keep: what a file whose blocks could not all be renewed waits for, at the most, as a
/// share of its lifetime.
constexpr int kSoonerShare = 8;
/// Between two renewals, whatever holders say.
constexpr Time kLeastPause = std::chrono::seconds(1);

/// @param time A time. @return The time in seconds, as text.
std::string
SecondsToText(Time time)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f s", ToSeconds(time));
    return text.data();
}

/// Renews one file: in sweeps over all of its blocks. Each is fetched, so that it is certain that
/// there is one, and so that what its holders have can be compared with it; an inner block also
/// tells what is below it.
class Renewer
{
  public:
    /// @param asking How the ring is asked. @param root The file's key. @param isKept Whether it is
    /// renewed again and again. @param limit Bytes that the file may have.
    Renewer(const AskingOptions& asking, const Key& root, bool isKept, std::uint64_t limit)
        : m_root(root),
          m_limit(limit),
          m_isKept(isKept),
          m_lifetime(asking.store.storage.lifetime),
          m_progress("renewed", asking.quiet),
          m_client(asking,
                   {[this](const FetchReport& report) { OnFetched(report); },
                    [this](const PutReport& report) { OnPut(report); },
                    [this] { Tick(); }})
    {
    }

    /// Do it.
    void Run()
    {
        Sweep();
        m_client.Run();
    }

  private:
    /// Begin to renew all blocks.
    void Sweep()
    {
        m_begun = m_client.Now();
        m_walk.emplace(m_root, m_limit);
        m_blocks = m_refilled = m_lost = m_wrong = 0;
        m_broken.clear();
        m_isWaiting = false;
        RenewMore();
    }

    /// Renew as many blocks as may be under way.
    void RenewMore()
    {
        while (m_renewing.size() < kMostRenewed)
        {
            const auto key = m_walk->Next();
            if (!key)
            {
                break;
            }
            ++m_blocks;
            m_renewing.insert(*key);
            m_client.Get(*key);
        }
        if (m_renewing.empty())
        {
            m_client.Check(m_root); // says for how long it is kept
        }
    }

    /// A renewal has ended. @param report Its outcome.
    void OnPut(const PutReport& report)
    {
        const bool isBroken = !report.ok && report.promised > report.wanted.spare;
        if (isBroken)
        {
            m_broken = ": " + BrokenPromise(report);
        }
        if (!report.ok && !isBroken && MayTryAgain(report.key))
        {
            m_client.Get(report.key);
            return;
        }
        m_refilled += report.ok && report.made > 0 ? 1 : 0;
        m_wrong += report.wrong;
        OnBlockEnded(report.key, report.ok);
    }

    /// Something is over that a block took. @param key Its key. @param isRenewed Whether it is
    /// kept.
    void OnBlockEnded(const Key& key, bool isRenewed)
    {
        m_lost += isRenewed ? 0 : 1;
        m_tries.erase(key);
        m_renewing.erase(m_renewing.find(key));
        RenewMore();
    }

    /// A get, or the check of the root, has ended. @param report Its outcome.
    void OnFetched(const FetchReport& report)
    {
        if (m_renewing.empty())
        {
            EndSweep(report);
            return;
        }
        if (report.ok)
        {
            m_walk->Give(report.key, report.block);
            m_client.Renew(report.block);
            RenewMore();
            return;
        }
        const bool isInner = m_walk->IsInner(report.key);
        if (isInner && !m_isSwept)
        {
            m_client.Fail(PeerError::kNotThere, WhyNotFetched(report));
            return;
        }
        m_walk->Skip(report.key);
        m_progress.Say(WhyNotFetched(report) + (isInner ? ", and all below it is left out" : ""));
        OnBlockEnded(report.key, false);
    }

    /// @param key A block for which something did not work. @return Whether it is tried again.
    bool MayTryAgain(const Key& key)
    {
        const bool isAnybodyThere = m_client.GetStorage().Rpcs().Counts().answered > 0;
        return isAnybodyThere && ++m_tries[key] < OutsideStore::kTries;
    }

    /// @param root What holders have of the root. @return For how long they keep it, in the median:
    /// one holder that lies does not hurry the next renewal; kNever if nobody has it.
    static Time LeftAt(const FetchReport& root)
    {
        std::vector<Time> times;
        for (const HolderReport& holder : root.holders)
        {
            if (holder.holds)
            {
                times.push_back(holder.left);
            }
        }
        if (times.empty())
        {
            return kNever;
        }
        const auto median = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
        std::nth_element(times.begin(), median, times.end());
        return *median;
    }

    /// All blocks are done. @param root What holders have of the root.
    void EndSweep(const FetchReport& root)
    {
        const Time now = m_client.Now();
        const Time took = now - m_begun;
        const Time left = std::min(m_lifetime, LeftAt(root));
        m_isSwept = true;
        m_progress.Say("renewed " + std::to_string(m_blocks - m_lost) + " of " +
                       Counted(m_blocks, "block") + " in " + SecondsToText(took) +
                       (m_refilled > 0 ? "; " + std::to_string(m_refilled) +
                                             " of them had lost fragments, and were put again"
                                       : "") +
                       (m_wrong > 0 ? "; " + Counted(m_wrong, "time") +
                                          ", a holder has something else, and keeps it"
                                    : ""));
        if (!m_isKept)
        {
            End();
            return;
        }
        const Time interval = left / 2;
        if (took > interval)
        {
            m_progress.Say("it falls behind: peers keep the file for " + SecondsToText(left) +
                           ", and to renew it takes longer than half of that");
        }
        m_again =
            std::max(m_begun + (m_lost > 0 ? left / kSoonerShare : interval), now + kLeastPause);
        m_isWaiting = true;
    }

    /// That was all.
    void End()
    {
        if (m_lost > 0)
        {
            m_client.Fail(PeerError::kNotThere,
                          KeyToHex(m_root) + ": " + Counted(m_lost, "block") +
                              " could not be renewed" + m_broken);
            return;
        }
        m_client.Stop();
    }

    /// Time goes by.
    void Tick()
    {
        if (m_isWaiting && m_client.Now() >= m_again)
        {
            Sweep();
        }
    }

    Key m_root;                      ///< The file's key.
    std::uint64_t m_limit;           ///< Bytes that it may have.
    bool m_isKept;                   ///< Whether it is renewed again and again.
    Time m_lifetime;                 ///< For how long it is to be kept each time.
    TransferProgress m_progress;     ///< What the user sees.
    std::optional<TreeWalk> m_walk;  ///< Knows the blocks of the file.
    std::size_t m_blocks{0};         ///< Those that it has named, in this sweep.
    std::multiset<Key> m_renewing;   ///< Blocks that are being renewed.
    std::map<Key, unsigned> m_tries; ///< How often something did not work for a block.
    std::size_t m_refilled{0};       ///< Blocks that had lost fragments, in this sweep.
    std::size_t m_wrong{0};          ///< Holders that have something else, in this sweep.
    std::size_t m_lost{0};           ///< Blocks that could not be renewed, in this sweep.
    std::string m_broken;            ///< Which promise was not kept of them, if that is why.
    Time m_begun{0};                 ///< When the sweep began.
    Time m_again{0};                 ///< When the next one is to.
    bool m_isWaiting{false};         ///< Whether that is all there is to do.
    bool m_isSwept{false};           ///< Whether one sweep is over.
    OutsideStore m_client;           ///< Asks.
};

/// Lets a file be kept.
class RenewCommand : public KeyCommand
{
  public:
    RenewCommand()
        : KeyCommand({"renew",
                      "KEY --join=HOST:PORT",
                      "let a file be kept for another lifetime",
                      "Fetches all blocks of the file KEY, lets their holders keep them for "
                      "another lifetime, and replaces\nfragments that are lost or wrong.\n\n"
                      "    dht-peer renew KEY --join=10.0.0.1:7000 --keep\n\n"
                      "Exit status 5: it is not in the ring, or too little of it.\n",
                      1,
                      1},
                     kReadBlocks | kWriteBlocks)
    {
    }

    void Define(Options& table) override
    {
        table.BeginGroup("File");
        table.AddSwitch("keep",
                        "Do it again after half of the time for which peers keep the file, until "
                        "told to end",
                        m_isKept);
        KeyCommand::Define(table);
    }

    int Run() override
    {
        Renewer(Asking(), Root(), m_isKept, Limit()).Run();
        return 0;
    }

  private:
    bool m_isKept{false}; ///< Whether it is renewed again and again.
};

} // namespace

std::unique_ptr<PeerCommand>
MakeRenewCommand()
{
    return std::make_unique<RenewCommand>();
}

} // namespace dht
