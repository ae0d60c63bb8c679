/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulation-gateway.h"
#include "eventually.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>
#include <vector>

/// What packets and connections meet on their way through dht-emulate.

namespace emulation
{
namespace
{

using Clock = std::chrono::steady_clock;

/// @param start When it began. @return Seconds since then.
double
Since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

TEST_F(EmulationTest, ADatagramTakesTheTimeOfItsLinks)
{
    const auto emulator = Start("--fifo");
    const DatagramPair pair(*m_namespaces);
    const NamespaceSocket& first = pair.first;
    const NamespaceSocket& second = pair.second;
    std::vector<double> times;
    for (int i = 0; i < 25; ++i)
    {
        const auto start = Clock::now();
        first.Send(std::string(100, 'x'));
        ASSERT_TRUE(second.Receive());
        second.Send(std::string(100, 'y'));
        ASSERT_TRUE(first.Receive());
        times.push_back(Since(start));
    }
    std::sort(times.begin(), times.end());
    // twice: 20 ms of delay, and 130 bytes on an uplink and on a downlink of 600 kbit/s
    const double expected = 2 * (0.020 + 2 * 130 * 8 / 600e3);
    EXPECT_GT(times.front(), expected);
    // the quickest: a busy machine makes the others late
    EXPECT_LT(times.front(), expected + 0.010);

    const ProgramRun run = End(*emulator);
    ASSERT_EQ(run.status, 0) << run.errors;
    const auto sum = run.Json()["real"]["sum"];
    EXPECT_GE(sum["delivered"], 50);
    EXPECT_EQ(sum["sent"], sum["received"]);
    EXPECT_EQ(sum["read"].get<int>(), sum["sent"].get<int>() + sum["arp"].get<int>());
    EXPECT_GE(sum["arp"], 2);
    EXPECT_EQ(run.Json()["lag"]["valid"], true);
}

TEST_F(EmulationTest, DelaysMayComeFromAMatrix)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("delays.csv");
    {
        std::ofstream out(file);
        out << "0,90\n30,0\n";
    }
    const auto emulator = Start("--fifo --delay-model=matrix --delay-matrix=" + file);
    const DatagramPair pair(*m_namespaces);
    const double bytes = 2 * 29 * 8 / 600e3;
    const auto start = Clock::now();
    pair.first.Send("x");
    ASSERT_TRUE(pair.second.Receive());
    const double there = Since(start);
    EXPECT_GT(there, 0.09 + bytes);
    pair.second.Send("y");
    ASSERT_TRUE(pair.first.Receive());
    const double back = Since(start) - there;
    EXPECT_GT(back, 0.03 + bytes);
    EXPECT_LT(back, 0.08);
    EXPECT_EQ(End(*emulator).status, 0);
}

/// @param bytes How many. @return As many, at random.
std::string
RandomBytes(std::size_t bytes)
{
    std::mt19937 random(1);
    std::string data(bytes, 0);
    std::generate(data.begin(), data.end(), [&] { return static_cast<char>(random()); });
    return data;
}

/// Let a peer connect to the other. @param from Whose socket connects. @param to Whose listens.
/// @return The other end.
std::unique_ptr<NamespaceSocket>
ConnectTcp(const NamespaceSocket& from, const NamespaceSocket& to)
{
    // the kernel's own choice may be to send at whatever rate it believes in
    EXPECT_EQ(setsockopt(from.File(), IPPROTO_TCP, TCP_CONGESTION, "reno", 4), 0);
    EXPECT_EQ(listen(to.File(), 1), 0);
    from.Connect(kSecond, kPort);
    return std::make_unique<NamespaceSocket>(accept(to.File(), nullptr, nullptr));
}

TEST_F(EmulationTest, TcpFillsTheLinkAndNoByteIsDamaged)
{
    const auto emulator = Start("--fifo --rate=2Mbps --delay=10ms");
    const auto client = SocketAt(0, SOCK_STREAM);
    const auto server = SocketAt(1, SOCK_STREAM);
    const auto accepted = ConnectTcp(client, server);
    const std::string data = RandomBytes(1 << 20);
    const auto start = Clock::now();
    std::thread sender([&] {
        client.Send(data);
        shutdown(client.File(), SHUT_WR);
    });
    std::string received;
    while (const auto part = accepted->Receive())
    {
        received += *part;
    }
    const double took = Since(start);
    sender.join();
    EXPECT_TRUE(received == data) << received.size();
    // segments of 1448 bytes in packets of 1500, and 2 bytes of the link
    const double best = data.size() * 8 * 1502.0 / 1448 / 2e6;
    EXPECT_GT(took, best);
    EXPECT_LT(took, best * 1.1 + 0.5);
    EXPECT_EQ(End(*emulator).status, 0);
}

TEST_F(EmulationTest, WhatTheUplinkCannotTakeIsDroppedAndCounted)
{
    const auto emulator = Start("--fifo");
    const DatagramPair pair(*m_namespaces);
    const NamespaceSocket& first = pair.first;
    const NamespaceSocket& second = pair.second;
    // 1.6 Mbit/s for a link of 600 kbit/s
    std::thread sender([&] {
        for (int i = 0; i < 400; ++i)
        {
            first.Send(std::string(1000, 'x'));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
    int received = 0;
    Clock::time_point begin;
    double took = 0;
    while (second.Receive())
    {
        received == 0 ? static_cast<void>(begin = Clock::now())
                      : static_cast<void>(took = Since(begin));
        received++;
    }
    sender.join();
    // packets of 1028 bytes, and 2 bytes of the link
    EXPECT_NEAR((received - 1) * 1030 * 8 / took, 600e3, 30e3);

    const ProgramRun run = End(*emulator);
    const auto peer = run.Json()["real"]["peers"][0];
    const int dropped = peer["dropped"]["uplink_full"];
    EXPECT_GT(dropped, 50);
    EXPECT_EQ(received + dropped, 400);
    EXPECT_EQ(peer["read"].get<int>(), peer["sent"].get<int>() + peer["arp"].get<int>() + dropped);
}

TEST_F(EmulationTest, PacketsToNobodyAndOtherProtocolsAreCounted)
{
    const auto emulator = Start();
    const DatagramPair pair(*m_namespaces);
    const NamespaceSocket& first = pair.first;
    first.Connect("10.0.0.3", kPort);
    first.Send("to nobody");
    ASSERT_EQ(RunCommand("ip netns exec " + m_namespaces->Name(0) +
                         " sh -c 'echo 0 >/proc/sys/net/ipv6/conf/access/disable_ipv6'")
                  .status,
              0);
    // neighbour discovery begins by itself
    const auto sent = [this] {
        return std::stoi(RunCommand("ip netns exec " + m_namespaces->Name(0) +
                                    " awk '$1 == \"Ip6OutRequests\" { print $2 }' "
                                    "/proc/net/snmp6")
                             .output);
    };
    ASSERT_TRUE(Eventually([&] { return sent() > 0; }));
    first.Connect(kSecond, kPort);
    first.Send("after all that");
    ASSERT_TRUE(pair.second.Receive());
    const ProgramRun run = End(*emulator);
    const auto sum = run.Json()["real"]["sum"];
    EXPECT_EQ(sum["dropped"]["unknown_destination"], 1);
    EXPECT_GT(sum["filtered"], 0);
}

/// A connection outlives the emulator: the taps stay, and TCP sends again.
TEST_F(EmulationTest, PeersResumeWhenTheEmulatorComesBack)
{
    auto emulator = Start();
    const auto client = SocketAt(0, SOCK_STREAM);
    const auto server = SocketAt(1, SOCK_STREAM);
    const auto accepted = ConnectTcp(client, server);
    client.Send("before");
    accepted->SetTimeout(60);
    EXPECT_EQ(accepted->Receive(), "before");

    emulator->Signal(SIGKILL);
    EXPECT_EQ(emulator->Wait().status, 128 + SIGKILL);
    client.Send("meanwhile");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    emulator = Start();
    EXPECT_EQ(accepted->Receive(), "meanwhile");
    EXPECT_EQ(End(*emulator).status, 0);
}

TEST_F(EmulationTest, SimulatedPeersFormARing)
{
    const auto emulator = Start("--fifo --simulated=8 --scheme=credit --warmup=2s --duration=3s");
    const ProgramRun run = emulator->Wait();
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_GT(run.Json()["simulated"]["results"]["achieved"], 20);
    EXPECT_EQ(run.Json()["simulated"]["counters"]["identities_hold"], true);
}

/// To connect to a peer whom simulated peers have connected to.
TEST_F(EmulationTest, SimulatedPeersAcceptTheConnectionsOfRealOnes)
{
    const auto emulator = Start("--fifo --simulated=4 --scheme=credit --load=1 --warmup=1s");
    const DatagramPair reachable(*m_namespaces);
    std::this_thread::sleep_for(std::chrono::seconds(2));
    for (const std::string address : {"10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"})
    {
        for (int peer = 0; peer < 2; ++peer)
        {
            const NamespaceSocket socket(m_namespaces->Name(peer),
                                         SOCK_STREAM,
                                         peer == 0 ? kFirst : kSecond,
                                         0);
            socket.Connect(address, 7000);
        }
    }
    EXPECT_EQ(End(*emulator).status, 0);
}

} // namespace
} // namespace emulation
