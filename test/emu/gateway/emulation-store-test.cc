/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulation-setup.h"
#include "peer-process.h"
#include "places.h"
#include "stored-files.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <thread>
#include <vector>

/// Files in a ring of real peers, each in a network namespace behind an emulated access link.

namespace
{

/// How many peers there are.
constexpr int NAMESPACE_PEERS = 16;

/// @param peer A peer's number. @return Where it listens.
std::string
NameInNamespace(int peer)
{
    return "10.0.0." + std::to_string(peer + 1) + ":7000";
}

/// Sixteen peers that store, in as many namespaces.
class NamespaceRing
{
  public:
    NamespaceRing()
        : m_emulator("exec '" + places::Emu() + "/dht-emulate' --quiet --fifo --real=" +
                     std::to_string(NAMESPACE_PEERS) + " --namespaces=" + m_namespaces.Prefix() +
                     " --rate=20Mbps --delay=20ms --lag-limit=1h")
    {
        for (int peer = 0; peer < NAMESPACE_PEERS; ++peer)
        {
            m_peers.push_back(std::make_unique<BackgroundProgram>(
                "exec " + Inside(peer) + "serve --listen=" + NameInNamespace(peer) + " --store='" +
                m_scratch.Path(std::to_string(peer)) + "' --quiet" + kFastRing +
                (peer > 0 ? "--join=" + NameInNamespace(0) : "")));
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
        }
    }

    /// @param peer Which is no more, at once.
    void Kill(int peer)
    {
        m_peers.at(peer)->Signal(SIGKILL);
        m_peers[peer]->Wait();
    }

    /// @param peer Beside whom. @param arguments For dht-peer. @return What it does there.
    ProgramRun Run(int peer, const std::string& arguments) const
    {
        return RunCommand(Inside(peer) + arguments + " --quiet --join=" + NameInNamespace(peer));
    }

  private:
    /// @param peer A peer. @return dht-peer in its namespace.
    std::string Inside(int peer) const
    {
        return "ip netns exec " + m_namespaces.Name(peer) + " '" + places::Emu() + "/dht-peer' ";
    }

    ScratchDirectory m_scratch;                              ///< For the stores.
    EmulationNamespaces m_namespaces{NAMESPACE_PEERS};       ///< One a peer.
    BackgroundProgram m_emulator;                            ///< What is between them.
    std::vector<std::unique_ptr<BackgroundProgram>> m_peers; ///< The peers.
};

TEST(EmulationStoreTest, AFileOutlivesFiveOfSixteenPeersBehindAccessLinks)
{
    const std::string why = WhyNoEmulation();
    if (!why.empty() || !std::filesystem::exists(places::Emu() + "/dht-peer"))
    {
        GTEST_SKIP() << why << (why.empty() ? "dht-peer was not built" : "");
    }
    NamespaceRing ring;
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    const std::string got = scratch.Path("got");
    MakeFile(file, 4 << 20, 41);
    // until all know each other, blocks reach fewer than fourteen
    std::string key;
    ASSERT_TRUE(Eventually([&] {
        const ProgramRun put = ring.Run(3, "put '" + file + "'");
        key = put.status == 0 ? LineOf(put.output) : "";
        const ProgramRun check = ring.Run(9, "check " + key);
        return check.output.find("7 fragments more than it takes") != std::string::npos &&
               check.output.find(" 6 fragments more") == std::string::npos;
    })) << "no whole ring";
    for (const int peer : {1, 4, 5, 10, 15})
    {
        ring.Kill(peer);
    }
    const ProgramRun get = ring.Run(7, "get " + key + " --output='" + got + "'");
    EXPECT_EQ(get.status, 0) << get.errors;
    EXPECT_TRUE(ReadFile(got) == ReadFile(file));
    const auto digestOf = [](const std::string& path) {
        return RunCommand("sha1sum < '" + path + "'").output;
    };
    EXPECT_EQ(digestOf(got), digestOf(file));
}

} // namespace
