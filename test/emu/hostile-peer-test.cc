/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"
#include "places.h"

#include <csignal>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

/// A ring of real peers with some that do not relay (emu/examples/hostile.py).

namespace
{

using Json = nlohmann::json;

/// A process of emu/examples/hostile.py, which ends with its scope.
class HostilePeer
{
  public:
    /// @param kind What it does. @param number Which of them. @param bootstrap Whom it joins.
    HostilePeer(const std::string& kind, int number, const std::string& bootstrap)
    {
        const std::string port = std::to_string(20000 + (2 * getpid() + number) % 10000);
        const std::string script = places::Source() + "/emu/examples/hostile.py";
        m_pid = fork();
        if (m_pid == 0)
        {
            execlp("python3",
                   "python3",
                   "-B",
                   script.c_str(),
                   kind.c_str(),
                   "--listen",
                   ("127.0.0.1:" + port).c_str(),
                   "--join",
                   bootstrap.c_str(),
                   nullptr);
            _exit(127);
        }
    }

    HostilePeer(const HostilePeer&) = delete;
    HostilePeer& operator=(const HostilePeer&) = delete;

    ~HostilePeer()
    {
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
    }

    /// @return Whether it runs.
    bool IsThere() const
    {
        return waitpid(m_pid, nullptr, WNOHANG) == 0;
    }

  private:
    pid_t m_pid{0}; ///< The process.
};

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
    const HostilePeer deaf("deaf", 0, peers[0]->Name());
    const HostilePeer blackHole("black-hole", 1, peers[1]->Name());
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
    EXPECT_GT(achieved, 0.8 * load);
    EXPECT_GT(failures, 1u) << "nobody has given them up";
}

} // namespace
