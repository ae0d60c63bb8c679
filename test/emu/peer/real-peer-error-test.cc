/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-build-info.h"
#include "peer-process.h"

#include <algorithm>
#include <csignal>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

/// The program dht-peer, where something is wrong.

namespace
{

/// Expect one line. @param run What a program did. @param status Its exit status. @param named What
/// the line says.
void
ExpectEnd(const ProgramRun& run, int status, const std::string& named)
{
    EXPECT_EQ(run.status, status);
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_NE(run.errors.find(named), std::string::npos) << run.errors;
}

class BadPeerOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadPeerOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused("../emu/dht-peer", GetParam(), "--series");
}

INSTANTIATE_TEST_SUITE_P(
    RealPeer,
    BadPeerOptionTest,
    testing::Values(
        BadOption{"", "--listen is missing", "--listen=10.0.0.1:7000"},
        BadOption{"--listen=0.0.0.0:7000", "--listen=0.0.0.0", "the one address"},
        BadOption{"--listen=[::]:7000", "--listen=[::]:7000", "the one address"},
        BadOption{"--listen=here:7000", "--listen=here:7000", "no address of here"},
        BadOption{"--listen=127.0.0.1", "--listen=127.0.0.1", "a port"},
        BadOption{"--listen=127.0.0.1:70000", "--listen", "a port"},
        BadOption{"--listen=::1:7000", "--listen", "[2001:db8::1]:7000"},
        BadOption{"--listen=127.0.0.1:0 --join=[::1]:7000",
                  "--join=[::1]:7000",
                  "one address family"},
        BadOption{"--listen=127.0.0.1:0 --join=no.such.host.invalid:1", "--join", "no address of"},
        BadOption{"--listen=127.0.0.1:0 --scheme=magic", "--scheme=magic", "back-pressure"},
        BadOption{"--listen=127.0.0.1:0 --scheme=none", "--load=0", "above 0"},
        BadOption{"--listen=127.0.0.1:0 --scheme-parameter=Threshold", "Threshold", "NAME=VALUE"},
        BadOption{"--listen=127.0.0.1:0 --scheme-parameter=T=1", "T=1", "has Increase"},
        BadOption{"--listen=127.0.0.1:0 --scheme-parameter=Threshold=-1", "Threshold", "0.1"},
        BadOption{"--listen=127.0.0.1:0 --load=-1", "--load=-1", "from 0"},
        BadOption{"--listen=127.0.0.1:0 --load", "--load=", "from 0"},
        BadOption{"--listen=127.0.0.1:0 --idle --load=5", "--load", "without --idle"},
        BadOption{"--listen=127.0.0.1:0 --message-size=4097", "--message-size", "46 to 4096"},
        BadOption{"--listen=[::1]:0 --message-size=57", "--message-size", "58 to 4096"},
        BadOption{"--listen=127.0.0.1:0 --acks=overlay --message-size=65", "--message-size", "66"},
        BadOption{"--listen=127.0.0.1:0 --acks=overlay --routing=iterative", "--acks", "direct"},
        BadOption{"--listen=127.0.0.1:0 --tcp=magic", "--tcp=magic", "allowed"},
        BadOption{"--listen=127.0.0.1:0 --max-connections=0", "--max-connections=0", "from 1"},
        BadOption{"--listen=127.0.0.1:0 --warmup=5parsecs", "--warmup", "ms"},
        BadOption{"--listen=127.0.0.1:0 --duration=5", "--duration=5", "no unit: write 5s or 5ms"},
        BadOption{"--listen=127.0.0.1:0 --seed=-1", "--seed=-1", "whole number from 0"},
        BadOption{"--listen=127.0.0.1:0 -x", "-x", "--help"},
        BadOption{"--listen=127.0.0.1:0 --quiet=perhaps", "--quiet", "true or false"},
        BadOption{"--listen=127.0.0.1:0 --summary=/tmp", "--summary", "directory"},
        BadOption{"--sumary=x", "--sumary", "--help"},
        BadOption{"join", "join", "lookup"},
        BadOption{"lookup abc --join=127.0.0.1:1", "--series", "serve, load"},
        BadOption{"serve --listen=127.0.0.1:0 --load=5", "--load: not an option of serve", "load"},
        BadOption{"put x --join=127.0.0.1:1", "--series: not an option of put", "put --help"}));

TEST(RealPeerErrorTest, AWrongCommandIsOneLineThatShowsARightOne)
{
    const std::string join = " --join=127.0.0.1:1";
    for (const auto& [arguments, said] : std::vector<std::pair<std::string, std::string>>{
             {"", "--listen is missing"},
             {"", "dht-peer --help"},
             {"lookup abc", "--join is missing: lookup needs a peer of the ring, HOST:PORT"},
             {"lookup abc def" + join, "def: a word too many: dht-peer lookup [KEY] --join"},
             {"serve me --listen=127.0.0.1:0", "me: a word too many: dht-peer serve --listen"},
             {"get" + join, "KEY is missing: dht-peer get KEY [KEY...] --join=HOST:PORT"},
             {"get -o x" + join, "-o: options begin with --"},
             {"get x --keep" + join, "--keep: not an option of get, but of renew; dht-peer get"},
             {"get x --output=" + join, "--output=: a value is missing"},
             {"lookup abc --join=", "--join=: a value is missing"},
             {"--listen=127.0.0.1:0 --config=", "--config=: a value is missing"},
             {"get x --kep" + join, "--kep: not known; dht-peer get --help"},
             {"--listen=127.0.0.1:0 --output=x", "not an option of serve, but of get"}})
    {
        ExpectEnd(RunPeer(arguments), 2, said);
    }
}

TEST(RealPeerErrorTest, HelpShowsEveryOptionWithItsDefault)
{
    const ProgramRun run = RunPeer("load --help");
    EXPECT_EQ(run.status, 0);
    for (const char* text :
         {"--listen", "--join", "--scheme", "--load", "[60s]", "[4096]", "Load and measurement:"})
    {
        EXPECT_NE(run.output.find(text), std::string::npos) << text;
    }
}

TEST(RealPeerErrorTest, VersionsNameNoNs3)
{
    for (const std::string program : {"dht-peer", "dht-storm"})
    {
        const ProgramRun run = RunProgram("../emu/" + program, "--version");
        EXPECT_EQ(run.status, 0) << run.errors;
        EXPECT_EQ(run.output, dht::BuildInfo::Get().Describe(program, false) + "\n");
    }
}

TEST(RealPeerErrorTest, TheStormHasHelpAndRefusesWhatItDoesNotKnow)
{
    for (const std::string option : {"-h", "--help"})
    {
        const ProgramRun run = RunProgram("../emu/dht-storm", option);
        EXPECT_EQ(run.status, 0) << run.errors;
        for (const char* text : {"--to", "[127.0.0.1]", "--frames", "[50000]", "--connections"})
        {
            EXPECT_NE(run.output.find(text), std::string::npos) << text;
        }
        EXPECT_EQ(RunPeer(option).status, 0);
    }
    ExpectEnd(RunProgram("../emu/dht-storm", "--frame=5"), 2, "--frame");
    ExpectEnd(RunProgram("../emu/dht-storm", "--frames=0"), 2, "from 1");
    ExpectEnd(RunProgram("../emu/dht-storm", "--frames"), 2, "--frames=");
    ExpectEnd(RunProgram("../emu/dht-storm", "--to=here"), 2, "--to=here");
    ExpectEnd(RunProgram("../emu/dht-storm", "127.0.0.1"), 2, "127.0.0.1: options begin");
}

TEST(RealPeerErrorTest, ToBeToldToEndIsNoFailureButCtrlCEndsLoops)
{
    PeerProcess told("--listen=127.0.0.1:0 --idle");
    EXPECT_TRUE(told.Says("joined"));
    told.Signal(SIGTERM);
    EXPECT_EQ(told.Wait(), 0);
    EXPECT_TRUE(told.Summary().contains("ring"));

    PeerProcess interrupted("--listen=127.0.0.1:0 --load=1 --warmup=1h");
    EXPECT_TRUE(interrupted.Says("joined"));
    interrupted.Signal(SIGINT);
    EXPECT_EQ(interrupted.Wait(), 128 + SIGINT);
    EXPECT_TRUE(interrupted.Summary().contains("ring"));
    EXPECT_EQ(interrupted.Summary()["results"]["achieved"], 0); // it never measured
}

TEST(RealPeerErrorTest, APortInUseIsNamed)
{
    const PeerProcess other("--listen=127.0.0.1:0 --idle");
    ExpectEnd(RunPeer("--quiet --listen=" + other.Name()),
              3,
              other.Name() + ": Address already in");
}

TEST(RealPeerErrorTest, AnAddressOfAnotherMachineIsNamed)
{
    ExpectEnd(RunPeer("--quiet --listen=192.0.2.1:7000"), 3, "192.0.2.1:7000");
}

TEST(RealPeerErrorTest, ADeadBootstrapPeerIsNamed)
{
    ExpectEnd(RunPeer("--quiet --listen=127.0.0.1:0 --query-timeout=50ms --join=127.0.0.1:9"),
              4,
              "no answer from 127.0.0.1:9");
    ExpectEnd(RunPeer("lookup abc --request-lifetime=300ms --join=127.0.0.1:9"),
              4,
              "no answer from 127.0.0.1:9");
}

/// A UDP socket on this machine that answers each datagram in version 1 of the protocol.
class PeerOfVersion1
{
  public:
    PeerOfVersion1()
        : m_socket(socket(AF_INET, SOCK_DGRAM, 0))
    {
        sockaddr_in here{};
        here.sin_family = AF_INET;
        here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        bind(m_socket, reinterpret_cast<sockaddr*>(&here), sizeof(here));
        socklen_t size = sizeof(here);
        getsockname(m_socket, reinterpret_cast<sockaddr*>(&here), &size);
        m_port = ntohs(here.sin_port);
        m_thread = std::thread([this] { Answer(); });
    }

    ~PeerOfVersion1()
    {
        shutdown(m_socket, SHUT_RDWR); // which ends recvfrom()
        m_thread.join();
        close(m_socket);
    }

    int Port() const
    {
        return m_port;
    }

  private:
    /// Answer each query with the header that every version understands.
    void Answer()
    {
        unsigned char frame[2048];
        sockaddr_in from{};
        socklen_t size = sizeof(from);
        while (
            recvfrom(m_socket, frame, sizeof(frame), 0, reinterpret_cast<sockaddr*>(&from), &size) >
            0)
        {
            frame[0] = 0;
            frame[1] = 16; // length
            frame[2] = 1;  // version
            frame[3] = 7;  // type: neighbours
            sendto(m_socket, frame, 16, 0, reinterpret_cast<sockaddr*>(&from), size);
        }
    }

    int m_socket;         ///< The socket.
    int m_port{0};        ///< Its port.
    std::thread m_thread; ///< Answers.
};

TEST(RealPeerErrorTest, APeerOfAnotherVersionIsNamed)
{
    const PeerOfVersion1 other;
    ExpectEnd(RunPeer("--quiet --listen=127.0.0.1:0 --query-timeout=50ms --join=127.0.0.1:" +
                      std::to_string(other.Port())),
              4,
              "speaks version 1 of the protocol, this peer 2");
}

} // namespace
