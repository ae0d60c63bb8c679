/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-ring.h"
#include "peer-process.h"
#include "places.h"
#include "test-name.h"

#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <map>
#include <sched.h>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

/// Real peers in a network that loses packets.

namespace
{

/// A network of this thread and the processes that it starts, with loopback addresses alone.
class LossyNetwork
{
  public:
    LossyNetwork()
        : m_before(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)),
          m_isOwn(m_before >= 0 && unshare(CLONE_NEWNET) == 0)
    {
        m_isThere = m_isOwn && Does("ip link set lo up && nft 'table ip loss { chain in { type "
                                    "filter hook input priority 0; }; }'");
    }

    ~LossyNetwork()
    {
        if (m_isOwn && setns(m_before, CLONE_NEWNET) != 0)
        {
            ADD_FAILURE() << "this thread stays in a network of its own";
        }
        close(m_before);
    }

    LossyNetwork(const LossyNetwork&) = delete;
    LossyNetwork& operator=(const LossyNetwork&) = delete;

    /// @return Whether it could be made.
    bool IsThere() const
    {
        return m_isThere;
    }

    /// @param percent Of all packets that get lost from now on. @return Whether they do.
    bool Lose(unsigned percent)
    {
        return Does("nft flush chain ip loss in && nft add rule ip loss in numgen random mod 100 "
                    "'<' " +
                    std::to_string(percent) + " drop");
    }

  private:
    /// @param command For a shell. @return Whether it does well.
    static bool Does(const std::string& command)
    {
        return RunCommand(command).status == 0;
    }

    int m_before{-1};      ///< The network before.
    bool m_isOwn{false};   ///< Whether this thread has left that.
    bool m_isThere{false}; ///< Whether all could be made.
};

/// @param command Programs, each with & at its end. @return What they say on standard error, once
/// all have ended.
std::string
AwaitAll(const std::string& command)
{
    return RunCommand("( " + command + "wait )").errors;
}

/// What a ring is asked from outside.
struct Asked
{
    std::size_t count{0}; ///< Lookups.
    std::size_t right{0}; ///< Those that named the responsible peer.
    std::string others;   ///< What came of the others.
};

/// Look up keys from outside, at the same time through each peer. @param peers All peers of a ring.
/// @param each Keys that each peer is asked for. @return What came out.
Asked
Ask(const PeerProcesses& peers, std::size_t each)
{
    const ScratchDirectory scratch;
    std::vector<std::string> names;
    std::string command;
    std::map<std::string, std::string> keys;
    for (const auto& peer : peers)
    {
        names.push_back(peer->Name());
        std::string words;
        for (std::size_t i = 0; i < each; ++i)
        {
            const std::string word = std::to_string(peers.size() * i) + "-" + names.back();
            keys.emplace(dht::KeyToHex(dht::HashKey(word)), word);
            words += word + "\\n";
        }
        command += "printf '" + words + "' | '" + places::Emu() +
                   "/dht-peer' lookup --join=" + names.back() + " >'" + scratch.Path(names.back()) +
                   "' & ";
    }
    const std::string errors = AwaitAll(command);
    const dht::Ring ring = dht::Ring::Hashed(names);
    Asked asked{keys.size(), 0, errors};
    for (const std::string& name : names)
    {
        std::istringstream lines(ReadFile(scratch.Path(name)));
        std::string key;
        std::string answer;
        for (std::string line; std::getline(lines, line);)
        {
            std::istringstream(line) >> key >> answer;
            const std::size_t place = ring.LastUpTo(dht::HashKey(keys.at(key)));
            const bool isRight = ring.Id(place) == dht::HashKey(answer);
            asked.right += isRight;
            asked.others += isRight ? "" : line + "\n";
        }
    }
    return asked;
}

/// Files of a ring.
class Files
{
  public:
    /// Store some, at the same time through each peer. @param peers All peers of a ring.
    void Put(const PeerProcesses& peers)
    {
        std::string command;
        for (const auto& peer : peers)
        {
            const std::string name = peer->Name();
            std::ofstream(m_scratch.Path(name)) << std::string(20000, '-') << name;
            command += Command("put '" + m_scratch.Path(name) + "' --quiet", name) + ">'" +
                       m_scratch.Path(name + ".key") + "' & ";
        }
        m_errors += AwaitAll(command);
    }

    /// Fetch those that are stored, at the same time through each peer. @param peers Those that
    /// Put() was told. @return How many came as they were.
    std::size_t Get(const PeerProcesses& peers)
    {
        std::string command;
        for (const std::string& name : Stored(peers))
        {
            std::string key;
            std::ifstream(m_scratch.Path(name + ".key")) >> key;
            command +=
                Command("get " + key + " --quiet --output='" + m_scratch.Path(name + ".got") + "'",
                        name) +
                "& ";
        }
        m_errors += AwaitAll(command);
        std::size_t right = 0;
        for (const std::string& name : Stored(peers))
        {
            const std::string got = m_scratch.Path(name + ".got");
            right += std::ifstream(got).good() && ReadFile(got) == ReadFile(m_scratch.Path(name));
            std::remove(got.c_str());
        }
        return right;
    }

    /// @param peers Those that Put() was told. @return Names of those whose file is stored.
    std::vector<std::string> Stored(const PeerProcesses& peers) const
    {
        std::vector<std::string> names;
        for (const auto& peer : peers)
        {
            if (!ReadFile(m_scratch.Path(peer->Name() + ".key")).empty())
            {
                names.push_back(peer->Name());
            }
        }
        return names;
    }

    /// @return What did not work.
    const std::string& Errors() const
    {
        return m_errors;
    }

  private:
    /// @param words Of a command of dht-peer. @param join A peer of the ring. @return The command.
    static std::string Command(const std::string& words, const std::string& join)
    {
        return "'" + places::Emu() + "/dht-peer' " + words + " --join=" + join + " ";
    }

    ScratchDirectory m_scratch; ///< The files, their keys, and what came.
    std::string m_errors;       ///< What did not work.
};

class RealPeerLossTest : public testing::TestWithParam<std::string>
{
};

/// Who asks from outside sees the network only by what gets lost.
TEST_P(RealPeerLossTest, WhoAsksFromOutsideIsServedWhereManyPacketsGetLost)
{
    LossyNetwork network;
    if (!network.IsThere())
    {
        GTEST_SKIP() << "network namespaces with nft need root";
    }
    const ScratchDirectory stores;
    const PeerProcesses peers =
        StartRing(8,
                  "127.0.0.1",
                  "--load=2 --warmup=0s --duration=0s --linger=2s --scheme=none --store='" +
                      stores.Path("of-") + "'$$ --transport=" + GetParam());
    AwaitRing(peers);
    const Asked before = Ask(peers, 4);
    EXPECT_EQ(before.right, before.count) << before.others;
    ASSERT_TRUE(network.Lose(30));
    PauseFor(3);
    Files files;
    auto fetching = std::async(std::launch::async, [&] {
        files.Put(peers);
        return files.Get(peers);
    });
    const Asked meanwhile = Ask(peers, 4);
    EXPECT_GE(20 * meanwhile.right, 19 * meanwhile.count) << meanwhile.others;
    const std::size_t got = fetching.get();
    const std::size_t stored = files.Stored(peers).size();
    EXPECT_GE(stored + got + 2, 2 * peers.size()) << files.Errors();
    ASSERT_TRUE(network.Lose(0));
    for (const auto& peer : peers)
    {
        EXPECT_EQ(peer->Errors().find("gives its place up"), std::string::npos) << peer->Errors();
    }
    PauseFor(10); // in memory, rings were right again after 7 s at the latest
    const Asked after = Ask(peers, 4);
    EXPECT_EQ(after.right, after.count) << after.others;
    EXPECT_EQ(files.Get(peers), stored) << files.Errors();
}

INSTANTIATE_TEST_SUITE_P(Real,
                         RealPeerLossTest,
                         testing::Values("tcp", "dtl"),
                         [](const auto& info) { return TestName(info.param); });

} // namespace
