/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-fetch.h"

#include "asking-command.h"
#include "dht-option-error.h"
#include "fragments-found.h"
#include "key-text.h"
#include "outside-store.h"
#include "peer-error.h"
#include "spread-text.h"

#include <cstdio>
#include <deque>
#include <iostream>
#include <string>

namespace dht
{

namespace
{

/// @return The keys on standard input. @throws OptionError A line is none.
std::deque<Key>
ReadKeys()
{
    std::deque<Key> keys;
    for (std::string line; std::getline(std::cin, line);)
    {
        const auto key = KeyIn(line);
        if (!key)
        {
            throw OptionError("fetch: " + line + ": a key is 40 hexadecimal digits, a line each");
        }
        keys.push_back(*key);
    }
    return keys;
}

/// Fetches blocks, one after the other.
class Fetcher
{
  public:
    /// @param asking How the ring is asked. @param keys Of the blocks.
    Fetcher(const AskingOptions& asking, std::deque<Key> keys)
        : m_keys(std::move(keys)),
          m_client(asking,
                   {[this](const FetchReport& report) { OnFetched(report); },
                    [](const PutReport&) {},
                    [] {}},
                   1)
    {
    }

    /// Do it.
    void Run()
    {
        if (m_keys.empty())
        {
            return;
        }
        m_client.Get(m_keys.front());
        m_client.Run();
    }

  private:
    /// Write what a block took. @param report The result of its get.
    static void Tell(const FetchReport& report)
    {
        std::printf("%s  %s  %.1f ms  %.1f ms\n",
                    KeyToHex(report.key).c_str(),
                    Counted(report.block.size(), "byte").c_str(),
                    1e3 * ToSeconds(report.lookup),
                    1e3 * ToSeconds(report.fetch));
        std::fflush(stdout);
    }

    /// A get has ended. @param report The block, or why there is none.
    void OnFetched(const FetchReport& report)
    {
        m_keys.pop_front();
        m_missing += report.ok ? 0 : 1;
        const bool isAnybodyThere = m_client.GetStorage().Rpcs().Counts().answered > 0;
        if (report.ok)
        {
            Tell(report);
        }
        else if (isAnybodyThere)
        {
            std::cerr << "dht-peer: " << WhyNotFetched(report) << std::endl;
        }
        if (!m_keys.empty() && isAnybodyThere)
        {
            m_client.Get(m_keys.front());
        }
        else if (m_missing > 0)
        {
            m_client.Fail(PeerError::kNotThere,
                          Counted(m_missing, "block") + " could not be fetched");
        }
        else
        {
            m_client.Stop();
        }
    }

    std::deque<Key> m_keys;   ///< Blocks that were not fetched yet; the first is under way.
    std::size_t m_missing{0}; ///< Blocks that did not come.
    OutsideStore m_client;    ///< Gets them.
};

/// Says how long blocks take.
class FetchCommand : public AskingCommand
{
  public:
    FetchCommand()
        : AskingCommand(
              {"fetch",
               "[KEY] --join=HOST:PORT",
               "say how long blocks take",
               "Fetches the block KEY, or those whose keys are on standard input, one per "
               "line, and keeps none.\nA line for each: its key, its bytes, the time of "
               "the lookup, the time of the rest.\n\n"
               "Exit status 5: some are not in the ring, or too little of them.\n",
               0,
               1},
              kReadBlocks,
              RpcOptions{})
    {
    }

    void Take(const std::vector<std::string>& words, Options& table) override
    {
        AskingCommand::Take(words, table);
        if (!words.empty())
        {
            m_key = ParseKey(words[0]);
        }
    }

    int Run() override
    {
        Fetcher(Asking(), m_key ? std::deque<Key>{*m_key} : ReadKeys()).Run();
        return 0;
    }

  private:
    std::optional<Key> m_key; ///< The block's key; nothing: standard input has those of some.
};

} // namespace

std::unique_ptr<PeerCommand>
MakeFetchCommand()
{
    return std::make_unique<FetchCommand>();
}

} // namespace dht
