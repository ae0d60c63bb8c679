/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-key.h"
#include "dht-ring.h"
#include "peer-process.h"
#include "places.h"

#include <algorithm>
#include <csignal>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

/// A ring of real peers with some that do harm (emu/examples/hostile.py).

namespace
{

using Json = nlohmann::json;

/// A process of emu/examples/hostile.py, which ends with its scope.
class HostileProcess
{
  public:
    /// @param arguments Its arguments, as a shell reads them.
    explicit HostileProcess(const std::string& arguments)
    {
        const std::string command = "exec python3 -B '" + places::Source() +
                                    "/emu/examples/hostile.py' " + arguments + " >'" +
                                    m_scratch.Path("out") + "'";
        m_pid = fork();
        if (m_pid == 0)
        {
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(127);
        }
    }

    HostileProcess(const HostileProcess&) = delete;
    HostileProcess& operator=(const HostileProcess&) = delete;

    ~HostileProcess()
    {
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
    }

    /// @return Whether it runs.
    bool IsThere() const
    {
        return waitpid(m_pid, nullptr, WNOHANG) == 0;
    }

    /// @return What it reports when it is told to end.
    Json End()
    {
        kill(m_pid, SIGTERM);
        std::string report;
        EXPECT_TRUE(Eventually([&] {
            report = ReadFile(m_scratch.Path("out"));
            return report.size() > 1 && report.substr(report.size() - 2) == "}\n";
        }));
        return Json::parse(report, nullptr, false);
    }

  private:
    ScratchDirectory m_scratch; ///< Where its output goes.
    pid_t m_pid{0};             ///< The process.
};

/// @param number Which of some. @return An endpoint for a process of this one.
std::string
EndpointOfMember(int number)
{
    return "127.0.0.1:" + std::to_string(20000 + (2 * getpid() + number) % 10000);
}

/// After the time that it takes to find them out, and credit to get over it, the others achieve
/// what they offer.
TEST(HostilePeerTest, ThoseThatRelayNothingAreFoundOut)
{
    constexpr double load = 20;
    PeerProcesses peers = StartRing(10,
                                    "127.0.0.1",
                                    "--scheme=credit --load=" + std::to_string(load) +
                                        " --warmup=25s --duration=8s --linger=10s");
    sleep(2);
    const HostileProcess deaf("deaf --listen=" + EndpointOfMember(0) +
                              " --join=" + peers[0]->Name());
    const HostileProcess blackHole("black-hole --listen=" + EndpointOfMember(1) +
                                   " --join=" + peers[1]->Name());
    sleep(33);
    ASSERT_TRUE(deaf.IsThere());
    ASSERT_TRUE(blackHole.IsThere());
    double achieved = 0;
    std::uint64_t failures = 0;
    for (const auto& peer : peers)
    {
        const Json summary = peer->End();
        achieved +=
            summary["results"]["achieved"].get<double>() / static_cast<double>(peers.size());
        failures += summary["maintenance"]["failures"].get<std::uint64_t>();
        EXPECT_TRUE(summary["counters"]["identities_hold"]);
    }
    // in real time, beside whatever else the machine does
    EXPECT_GT(achieved, 0.7 * load);
    EXPECT_GT(failures, 1u) << "nobody has given them up";
}

/// What came of some lookups.
struct Answers
{
    int right{0};      ///< Named the peer that is responsible.
    int wrong{0};      ///< Named another one.
    int unanswered{0}; ///< Named nobody.

    /// @return The share of right ones.
    double Right() const
    {
        return right / std::max(1.0, static_cast<double>(right + wrong + unanswered));
    }
};

/// @param output What dht-peer lookup says. @return Keys, and whom it names.
std::map<std::string, std::string>
ReadAnswers(const std::string& output)
{
    std::map<std::string, std::string> answers;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);)
    {
        std::istringstream words(line);
        std::string key;
        words >> key >> answers[key];
    }
    return answers;
}

/**
 * Look keys up from outside a ring, which are the digests of some words.
 *
 * @param asked The peers that are asked first, in turn: the honest ones.
 * @param all Names of all peers of the ring.
 * @param count How many keys.
 * @return What came of those that are asked peers' own.
 */
Answers
LookUp(const PeerProcesses& asked, const std::vector<std::string>& all, int count)
{
    const dht::Ring ring = dht::Ring::Hashed(all);
    Answers answers;
    for (std::size_t i = 0; i < asked.size(); ++i)
    {
        std::string words;
        std::map<std::string, std::string> owners; // by key
        for (int j = 0; j < count / static_cast<int>(asked.size()); ++j)
        {
            const std::string word = "key" + std::to_string(i) + "-" + std::to_string(j);
            const dht::Key owner = ring.Id(ring.LastUpTo(dht::HashKey(word)));
            for (const auto& peer : asked)
            {
                if (dht::HashKey(peer->Name()) == owner)
                {
                    words += word + "\\n";
                    owners[dht::KeyToHex(dht::HashKey(word))] = peer->Name();
                }
            }
        }
        auto named = ReadAnswers(
            RunCommand("printf '" + words + "' | '" + places::Emu() +
                       "/dht-peer' lookup --request-lifetime=1s --join=" + asked[i]->Name())
                .output);
        for (const auto& [key, owner] : owners)
        {
            answers.right += named[key] == owner;
            answers.unanswered += named[key].empty();
            answers.wrong += !named[key].empty() && named[key] != owner;
        }
    }
    return answers;
}

/// @param peers Peers that have been told to measure. @return Requests that were achieved, as a
/// share of those that were offered.
double
ShareAchieved(const PeerProcesses& peers)
{
    double achieved = 0;
    double offered = 0;
    for (const auto& peer : peers)
    {
        const Json summary = peer->End();
        EXPECT_TRUE(summary["counters"]["identities_hold"]);
        achieved += summary["results"]["achieved"].get<double>();
        offered += summary["results"]["offered"].get<double>();
    }
    return achieved / offered;
}

TEST(HostilePeerTest, ARingKeepsItsThroughputAmongDeafLyingAndFloodingOnes)
{
    PeerProcesses peers =
        StartRing(16,
                  "127.0.0.1",
                  "--scheme=credit --load=20 --warmup=13s --duration=4s --linger=10s");
    std::vector<std::string> names = {EndpointOfMember(2), EndpointOfMember(3)};
    for (const auto& peer : peers)
    {
        names.push_back(peer->Name());
    }
    const std::string join = " --join=" + peers[0]->Name();
    const HostileProcess deaf("deaf --listen=" + names[0] + join);
    const HostileProcess liar("liar --listen=" + names[1] + join);
    sleep(1);
    const std::string flood = " --duration=60s --target=";
    HostileProcess queries("query-flood --rate=10000" + flood + peers[1]->Name());
    HostileProcess requests("relay-flood --rate=2000" + flood + peers[2]->Name());
    sleep(10);
    const Answers answers = LookUp(peers, names, 320);
    sleep(5);
    ASSERT_TRUE(deaf.IsThere());
    ASSERT_TRUE(liar.IsThere());
    const Json queried = queries.End();
    const Json requested = requests.End();
    const double share = ShareAchieved(peers);
    std::cout << "achieved " << share
              << " of what was offered; answers for keys of honest peers: " << answers.right
              << " right, " << answers.wrong << " wrong, " << answers.unanswered << " missing\n";
    // who does not show where it is gets a share of the answers
    EXPECT_GT(queried["packets_back"], 5000);
    EXPECT_LT(queried["packets_back"], 30000);
    EXPECT_GT(requested["packets"], 5000);
    EXPECT_GT(share, 0.8);
    EXPECT_GT(answers.Right(), 0.85) << "the liar names itself and peers that do not exist";
}

} // namespace
