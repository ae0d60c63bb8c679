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
    constexpr double load = 10; // little, for ten processes beside other checks
    PeerProcesses peers = StartRing(10,
                                    "127.0.0.1",
                                    "--scheme=credit --load=" + std::to_string(load) +
                                        " --warmup=17s --duration=6s --linger=10s");
    sleep(2);
    const HostileProcess deaf("deaf --listen=" + EndpointOfMember(0) +
                              " --join=" + peers[0]->Name());
    const HostileProcess blackHole("black-hole --listen=" + EndpointOfMember(1) +
                                   " --join=" + peers[1]->Name());
    sleep(23);
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

} // namespace
