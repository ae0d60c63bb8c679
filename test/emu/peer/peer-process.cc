/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"

#include "dht-chord.h"
#include "dht-endpoint-name.h"
#include "dht-ring.h"
#include "places.h"

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

const std::string kFastRing =
    " --stabilise-interval=100ms --finger-interval=20ms --query-timeout=250ms ";

ProgramRun
RunPeer(const std::string& arguments)
{
    return RunProgram("../emu/dht-peer", arguments);
}

PeerProcess::PeerProcess(const std::string& arguments)
{
    // only a peer has a summary: what is one of the ring needs no word for that
    const bool isPeer = arguments.find_first_not_of(' ') == arguments.find("--");
    const std::string summary = isPeer ? " --summary='" + m_scratch.Path("summary") + "'" : "";
    const std::string command = "exec '" + places::Emu() + "/dht-peer' " + arguments + summary +
                                " 2>'" + m_scratch.Path("err") + "'";
    m_pid = fork();
    if (m_pid == 0)
    {
        execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        _exit(127);
    }
}

PeerProcess::~PeerProcess()
{
    if (m_pid > 0)
    {
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
    }
}

std::string
PeerProcess::Name() const
{
    const std::string before = "listening at ";
    if (!Says(before))
    {
        return "";
    }
    const std::string errors = Errors();
    const std::size_t begin = errors.find(before) + before.size();
    return errors.substr(begin, errors.find('\n', begin) - begin);
}

bool
PeerProcess::Says(const std::string& text) const
{
    return Eventually([&] {
        const std::string errors = Errors();
        const std::size_t found = errors.find(text);
        return found != std::string::npos && errors.find('\n', found) != std::string::npos;
    });
}

void
PeerProcess::Signal(int signal)
{
    kill(m_pid, signal);
}

std::optional<int>
PeerProcess::Wait()
{
    int status = 0;
    for (int i = 0; i < 3; ++i)
    {
        if (Eventually([&] { return waitpid(m_pid, &status, WNOHANG) == m_pid; }))
        {
            m_pid = 0;
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
    }
    return std::nullopt;
}

nlohmann::json
PeerProcess::End()
{
    Signal(SIGTERM);
    return Wait() == 0 ? Summary() : nullptr;
}

std::string
PeerProcess::Errors() const
{
    return ReadFile(m_scratch.Path("err"));
}

nlohmann::json
PeerProcess::Summary() const
{
    return nlohmann::json::parse(ReadFile(m_scratch.Path("summary")));
}

std::size_t
PeerProcess::Memory() const
{
    std::size_t total = 0;
    std::size_t resident = 0;
    std::ifstream("/proc/" + std::to_string(m_pid) + "/statm") >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

PeerProcesses
StartRing(std::size_t count, const std::string& host, const std::string& arguments)
{
    PeerProcesses peers;
    std::string join;
    for (std::size_t i = 0; i < count; ++i)
    {
        peers.push_back(std::make_unique<PeerProcess>("--listen=" + host + ":0" + join + kFastRing +
                                                      arguments));
        if (i == 0)
        {
            join = " --join=" + peers[0]->Name();
        }
    }
    for (const auto& peer : peers)
    {
        EXPECT_TRUE(peer->Says("joined")) << peer->Errors();
    }
    return peers;
}

std::vector<nlohmann::json>
SummariesOf(const PeerProcesses& peers)
{
    std::vector<nlohmann::json> summaries;
    for (const auto& peer : peers)
    {
        EXPECT_EQ(peer->Wait(), 0) << peer->Errors();
        summaries.push_back(peer->Summary());
    }
    return summaries;
}

std::vector<nlohmann::json>
EndAll(const PeerProcesses& peers)
{
    for (const auto& peer : peers)
    {
        peer->Signal(SIGTERM);
    }
    return SummariesOf(peers);
}

void
ExpectRightRing(const std::vector<nlohmann::json>& summaries)
{
    std::map<dht::Key, std::string> names;
    std::vector<std::string> list;
    for (const auto& summary : summaries)
    {
        ASSERT_TRUE(summary.contains("ring")) << summary;
        list.push_back(summary["ring"]["self"]);
        names[dht::HashKey(list.back())] = list.back();
    }
    const dht::ChordOverlay ideal(dht::Ring::Hashed(list));
    const dht::Ring& ring = ideal.Peers();
    for (const auto& summary : summaries)
    {
        const auto& seen = summary["ring"];
        const std::size_t place = ring.LastUpTo(dht::HashKey(seen["self"]));
        const std::size_t next = (place + 1) % ring.Size();
        const std::size_t last = (place + ring.Size() - 1) % ring.Size();
        std::vector<std::string> fingers;
        for (const std::size_t finger : ideal.Neighbours(place))
        {
            fingers.push_back(names[ring.Id(finger)]);
        }
        EXPECT_EQ(seen["id"], dht::KeyToHex(ring.Id(place)));
        EXPECT_EQ(seen["predecessor"], names[ring.Id(last)]) << seen;
        ASSERT_FALSE(seen["successors"].empty()) << seen;
        EXPECT_EQ(seen["successors"][0], names[ring.Id(next)]) << seen;
        EXPECT_EQ(seen["fingers"].get<std::vector<std::string>>(), fingers) << seen;
    }
}

dht::Endpoint
EndpointNamed(const std::string& name)
{
    const std::size_t colon = name.rfind(':');
    dht::Endpoint endpoint;
    endpoint.port = static_cast<std::uint16_t>(std::stoi(name.substr(colon + 1)));
    endpoint.ipv6 = name[0] == '[';
    const std::string host = endpoint.ipv6 ? name.substr(1, colon - 2) : name.substr(0, colon);
    EXPECT_EQ(inet_pton(endpoint.ipv6 ? AF_INET6 : AF_INET, host.c_str(), endpoint.address.data()),
              1);
    return endpoint;
}

void
PauseFor(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}
