/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"
#include "places.h"

#include <array>
#include <csignal>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

/// Peers behind a NAT that translates one address to one: dht-peer --public.

namespace
{

/// Three network namespaces: "out" with 198.51.100.1, "in" with 192.168.9.2, which is 203.0.113.7
/// to the others, and "nat" between them.
class NatNetwork
{
  public:
    NatNetwork()
    {
        m_isThere = RunCommand(Script()).status == 0;
    }

    ~NatNetwork()
    {
        for (const char* const name : {"out", "nat", "in"})
        {
            RunCommand("ip netns del " + Name(name));
        }
    }

    NatNetwork(const NatNetwork&) = delete;
    NatNetwork& operator=(const NatNetwork&) = delete;

    /// @return Whether it could be made.
    bool IsThere() const
    {
        return m_isThere;
    }

    /// @param where A namespace. @param arguments For dht-peer. @return The command.
    std::string Peer(const std::string& where, const std::string& arguments) const
    {
        return Inside(where, "'" + places::Emu() + "/dht-peer' " + arguments);
    }

    /// @param where A namespace. @param command A command. @return The command in there.
    std::string Inside(const std::string& where, const std::string& command) const
    {
        return "ip netns exec " + Name(where) + " " + command;
    }

  private:
    /// @param name Of a namespace. @return It as the system knows it.
    std::string Name(const std::string& name) const
    {
        return "dhtnat" + std::to_string(getpid()) + name;
    }

    /// @return What a shell does to make it.
    std::string Script() const
    {
        const std::string ip = "ip -n " + Name("");
        const std::string in = "ip netns exec " + Name("");
        return "set -e; for n in out nat in; do ip netns add " + Name("$n") + "; " + ip +
               "$n link set lo up; done; " + ip +
               "nat link add wan0 type veth peer name wan1 netns " + Name("out") + "; " + ip +
               "nat link add lan0 type veth peer name lan1 netns " + Name("in") + "; " + ip +
               "nat addr add 198.51.100.254/24 dev wan0; " + ip +
               "nat addr add 192.168.9.1/24 dev lan0; " + ip +
               "out addr add 198.51.100.1/24 dev wan1; " + ip +
               "in addr add 192.168.9.2/24 dev lan1; " + ip + "nat link set wan0 up; " + ip +
               "nat link set lan0 up; " + ip + "out link set wan1 up; " + ip +
               "in link set lan1 up; " + ip + "out route add 203.0.113.0/24 via 198.51.100.254; " +
               ip + "in route add default via 192.168.9.1; " + in +
               "nat sysctl -qw net.ipv4.ip_forward=1; " + in +
               "in sysctl -qw net.ipv4.tcp_congestion_control=reno; " + in +
               "nat nft 'table ip nat { chain pre { type nat hook prerouting priority -100; ip "
               "daddr "
               "203.0.113.7 dnat to 192.168.9.2; }; chain post { type nat hook postrouting "
               "priority "
               "100; ip saddr 192.168.9.2 snat to 203.0.113.7; }; }'";
    }

    bool m_isThere{false}; ///< Whether it could be made.
};

/// A process that a shell has begun, which ends with its scope.
class Background
{
  public:
    /// @param command The command. @param scratch For its output.
    Background(const std::string& command, const ScratchDirectory& scratch, const std::string& name)
        : m_log(scratch.Path(name))
    {
        m_pid = fork();
        if (m_pid == 0)
        {
            const std::string line = "exec " + command + " >'" + m_log + "' 2>&1";
            execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
            _exit(127);
        }
    }

    ~Background()
    {
        End(SIGKILL);
    }

    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// @param text Some text. @return Whether it says that within 10 s.
    bool Says(const std::string& text) const
    {
        return Eventually([&] { return Log().find(text) != std::string::npos; });
    }

    /// Tell it to end, and wait for that. @param signal The signal that it gets.
    void End(int signal)
    {
        if (m_pid > 0)
        {
            kill(m_pid, signal);
            waitpid(m_pid, nullptr, 0);
            m_pid = 0;
        }
    }

    /// @return All that it has said.
    std::string Log() const
    {
        return ReadFile(m_log);
    }

  private:
    std::string m_log; ///< What it says.
    pid_t m_pid{0};    ///< The process.
};

TEST(PublicAddressTest, APeerBehindANatIsFoundByItsPublicAddress)
{
    const NatNetwork network;
    if (!network.IsThere())
    {
        GTEST_SKIP() << "network namespaces with nft need root";
    }
    const ScratchDirectory scratch;
    const std::string first = "198.51.100.1:7000";
    const auto store = [&](const std::string& name) {
        return " --store='" + scratch.Path("store-" + name) + "'" + kFastRing;
    };
    const Background outer(network.Peer("out", "serve --listen=" + first + store("out")),
                           scratch,
                           "out");
    ASSERT_TRUE(outer.Says("joined")) << outer.Log();
    Background inner(
        network.Peer("in",
                     "serve --listen=0.0.0.0:7001 --public=203.0.113.7 --join=" + first +
                         store("in") + " --summary='" + scratch.Path("summary") + "'"),
        scratch,
        "in");
    ASSERT_TRUE(inner.Says("joined the ring")) << inner.Log();
    EXPECT_TRUE(inner.Says("bound to 0.0.0.0:7001")) << inner.Log();
    const std::string self = "203.0.113.7:7001";
    EXPECT_TRUE(inner.Says("listening at " + self)) << inner.Log();
    ASSERT_TRUE(outer.Says("neighbours on the ring: " + self + " before it")) << outer.Log();
    // a peer is responsible for its own id
    const ProgramRun lookup =
        RunCommand(network.Peer("out", "lookup " + self + " --join=" + first));
    EXPECT_NE(lookup.output.find("  " + self + "  "), std::string::npos)
        << lookup.output << lookup.errors;
    // requests cross TCP both ways
    const ProgramRun load = RunCommand(network.Peer(
        "out",
        "load --listen=198.51.100.1:7003 --requests=60 --scheme=credit --quiet --join=" + first +
            kFastRing));
    ASSERT_EQ(load.status, 0) << load.errors;
    EXPECT_EQ(load.Json()["counters"]["answered"], 60);
    EXPECT_EQ(load.Json()["counters"]["given_up"], 0);
    // and what is stored
    const std::string file = scratch.Path("file");
    RunCommand("head -c 100000 /dev/urandom >'" + file + "'");
    const ProgramRun put = RunCommand(network.Peer(
        "out",
        "put '" + file + "' --quiet --needed=1 --happy=1 --fragments=2 --join=" + first));
    ASSERT_EQ(put.status, 0) << put.errors;
    const ProgramRun get = RunCommand(
        network.Peer("out", "get " + put.output.substr(0, 40) + " --quiet --join=" + self));
    EXPECT_EQ(get.status, 0) << get.errors;
    EXPECT_TRUE(get.output == ReadFile(file));
    // the congestion control of TCP is that of the namespace, which is not this machine's
    const ProgramRun sockets = RunCommand(network.Inside("in", "ss -tinH"));
    EXPECT_NE(sockets.output.find(" reno "), std::string::npos) << sockets.output;
    EXPECT_EQ(sockets.output.find(" cubic "), std::string::npos) << sockets.output;
    inner.End(SIGTERM);
    EXPECT_EQ(nlohmann::json::parse(ReadFile(scratch.Path("summary")))["options"]["tcp"], "reno");
}

TEST(PublicAddressTest, WhoCannotBeConnectedToSaysSo)
{
    const NatNetwork network;
    if (!network.IsThere())
    {
        GTEST_SKIP() << "network namespaces with nft need root";
    }
    const ScratchDirectory scratch;
    RunCommand(network.Inside("in",
                              "nft 'table ip f { chain in { type filter hook input priority 0; tcp "
                              "dport 7001 drop; }; }'"));
    const std::string first = "198.51.100.1:7000";
    const Background outer(network.Peer("out", "serve --listen=" + first), scratch, "out");
    ASSERT_TRUE(outer.Says("joined")) << outer.Log();
    const Background inner(
        network.Peer("in", "serve --listen=0.0.0.0:7001 --public=203.0.113.7 --join=" + first),
        scratch,
        "in");
    EXPECT_TRUE(inner.Says("nobody connects")) << inner.Log();
    EXPECT_EQ(outer.Log().find("nobody connects"), std::string::npos) << outer.Log();
}

TEST(PublicAddressTest, WithoutItAllAddressesAreRefused)
{
    for (const char* const all : {"0.0.0.0", "[::]"})
    {
        const ProgramRun run = RunPeer("serve --listen=" + std::string(all) + ":0");
        EXPECT_EQ(run.status, 2);
        EXPECT_NE(run.errors.find("--public=ADDRESS"), std::string::npos) << run.errors;
    }
    for (const std::string wrong : {"[2001:db8::1]:7000", "0.0.0.0", "224.0.0.1", "10.0.0.1:x"})
    {
        const ProgramRun run = RunPeer("serve --listen=0.0.0.0:0 --public=" + wrong);
        EXPECT_EQ(run.status, 2) << wrong;
        EXPECT_NE(run.errors.find("--public="), std::string::npos) << run.errors;
    }
}

TEST(PublicAddressTest, APeerIsKnownByIt)
{
    for (const auto& [listen, published, self] : std::vector<std::array<std::string, 3>>{
             {"127.0.0.1:0", "203.0.113.7:7000", "203.0.113.7:7000"},
             {"[::]:0", "2001:db8::1", "[2001:db8::1]:"},
             // an address of this machine: it leaves from there
             {"0.0.0.0:0", "127.0.0.2", "127.0.0.2:"}})
    {
        PeerProcess peer("--idle --listen=" + listen + " --public=" + published);
        EXPECT_EQ(peer.Name().compare(0, self.size(), self), 0) << peer.Errors();
        EXPECT_TRUE(peer.Says("joined"));
        EXPECT_EQ(peer.End()["ring"]["self"], peer.Name());
    }
}

} // namespace
