/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulation-setup.h"

#include "eventually.h"
#include "places.h"
#include "tap.h"

#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

/// @param address An address. @param port A port. @return Address and port, for the system.
sockaddr_in
SocketAddress(const std::string& address, uint16_t port)
{
    sockaddr_in result{};
    result.sin_family = AF_INET;
    result.sin_port = htons(port);
    EXPECT_EQ(inet_pton(AF_INET, address.c_str(), &result.sin_addr), 1) << address;
    return result;
}

} // namespace

std::string
NamespaceTool()
{
    return "'" + places::Source() + "/emu/netns' ";
}

std::string
WhyNoEmulation()
{
    if (!std::filesystem::exists(places::Emu() + "/dht-emulate"))
    {
        return "dht-emulate was not built";
    }
    const ProgramRun check = RunCommand(NamespaceTool() + "check");
    return check.status == 0 ? "" : check.errors;
}

EmulationNamespaces::EmulationNamespaces(int count)
    : m_prefix("dhttest" + std::to_string(getpid()) + "n")
{
    const ProgramRun made =
        RunCommand(NamespaceTool() + "make " + std::to_string(count) + " --name=" + m_prefix);
    EXPECT_EQ(made.status, 0) << made.errors;
}

EmulationNamespaces::~EmulationNamespaces()
{
    const ProgramRun removed = RunCommand(NamespaceTool() + "remove --name=" + m_prefix);
    EXPECT_EQ(removed.status, 0) << removed.errors;
}

const std::string&
EmulationNamespaces::Prefix() const
{
    return m_prefix;
}

std::string
EmulationNamespaces::Name(int peer) const
{
    return m_prefix + std::to_string(peer);
}

BackgroundProgram::BackgroundProgram(const std::string& command)
{
    const std::string line =
        command + " >'" + m_scratch.Path("out") + "' 2>'" + m_scratch.Path("err") + "'";
    m_pid = fork();
    if (m_pid == 0)
    {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // nothing outlives a test that is killed
        execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
        _exit(127);
    }
}

BackgroundProgram::~BackgroundProgram()
{
    if (m_pid > 0)
    {
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
    }
}

void
BackgroundProgram::Signal(int signal) const
{
    kill(m_pid, signal);
}

ProgramRun
BackgroundProgram::Wait()
{
    int status = 0;
    if (!Eventually([&] { return waitpid(m_pid, &status, WNOHANG) != 0; }))
    {
        ADD_FAILURE() << "it does not end";
        kill(m_pid, SIGKILL);
        waitpid(m_pid, &status, 0);
    }
    m_pid = -1;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            ReadFile(m_scratch.Path("out")),
            ReadFile(m_scratch.Path("err"))};
}

NamespaceSocket::NamespaceSocket(const std::string& networkNamespace,
                                 int type,
                                 const std::string& address,
                                 uint16_t port)
{
    const ns3::NetworkNamespaceScope scope(networkNamespace);
    m_file = socket(AF_INET, type | SOCK_CLOEXEC, 0);
    const int on = 1;
    setsockopt(m_file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    const sockaddr_in own = SocketAddress(address, port);
    EXPECT_EQ(bind(m_file, reinterpret_cast<const sockaddr*>(&own), sizeof(own)), 0);
}

NamespaceSocket::NamespaceSocket(int file)
    : m_file(file)
{
}

NamespaceSocket::~NamespaceSocket()
{
    close(m_file);
}

int
NamespaceSocket::File() const
{
    return m_file;
}

void
NamespaceSocket::Connect(const std::string& address, uint16_t port) const
{
    const sockaddr_in other = SocketAddress(address, port);
    EXPECT_EQ(connect(m_file, reinterpret_cast<const sockaddr*>(&other), sizeof(other)), 0);
}

void
NamespaceSocket::SetTimeout(double seconds) const
{
    timeval timeout{};
    timeout.tv_sec = static_cast<time_t>(seconds);
    timeout.tv_usec = static_cast<suseconds_t>((seconds - timeout.tv_sec) * 1e6);
    setsockopt(m_file, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
}

void
NamespaceSocket::Send(const std::string& data) const
{
    for (std::size_t done = 0; done < data.size();)
    {
        const ssize_t sent = send(m_file, data.data() + done, data.size() - done, MSG_NOSIGNAL);
        ASSERT_GT(sent, 0);
        done += sent;
    }
}

std::optional<std::string>
NamespaceSocket::Receive() const
{
    char buffer[65536];
    const ssize_t size = recv(m_file, buffer, sizeof(buffer), 0);
    return size > 0 ? std::optional<std::string>(std::in_place, buffer, size) : std::nullopt;
}
