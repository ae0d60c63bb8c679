/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"

#include "dht-chord.h"
#include "dht-endpoint-name.h"
#include "dht-ring.h"
#include "http-client.h"
#include "places.h"

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

const std::string kFastRing =
    " --stabilise-interval=100ms --finger-interval=20ms --query-timeout=250ms ";

ProgramRun
RunPeer(const std::string& arguments)
{
    return RunProgram("../emu/dht-peer", arguments);
}

PeerProcess::PeerProcess(const std::string& arguments, const std::string& before)
{
    // only a peer of the ring has these, which needs no word for that
    const bool isPeer = arguments.find_first_not_of(' ') == arguments.find("--");
    const std::string more =
        isPeer ? " --metrics=0 --summary='" + m_scratch.Path("summary") + "'" : "";
    const std::string command = before + " exec '" + places::Emu() + "/dht-peer' " + arguments +
                                more + " 2>'" + m_scratch.Path("err") + "'";
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
    return Said("listening at ");
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
    if (!Eventually([&] { return waitpid(m_pid, &status, WNOHANG) == m_pid; }))
    {
        return std::nullopt;
    }
    m_pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool
PeerProcess::IsThere() const
{
    return m_pid > 0;
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

int
PeerProcess::MetricsPort() const
{
    return std::atoi(Said("metrics at http://127.0.0.1:").c_str());
}

double
PeerProcess::Metric(const std::string& sample) const
{
    const HttpClient client(MetricsPort());
    client.Send("GET /metrics HTTP/1.0\r\n\r\n");
    const std::string all = client.ReadAll();
    const std::string before = "\n" + sample + " ";
    const std::size_t found = all.find(before);
    EXPECT_NE(found, std::string::npos) << sample << " is not in " << all;
    return found == std::string::npos ? 0 : std::atof(all.c_str() + found + before.size());
}

bool
PeerProcess::Reaches(const std::string& sample, double least) const
{
    return Eventually([&] { return Metric(sample) >= least; });
}

std::string
PeerProcess::Said(const std::string& before) const
{
    if (!Says(before))
    {
        return "";
    }
    const std::string errors = Errors();
    const std::size_t begin = errors.find(before) + before.size();
    return errors.substr(begin, errors.find('\n', begin) - begin);
}

bool
PeerProcess::WaitsWith(const std::string& path) const
{
    const std::string process = "/proc/" + std::to_string(m_pid);
    std::string number;
    std::string name;
    std::string state;
    std::ifstream(process + "/stat") >> number >> name >> state;
    std::error_code none;
    for (const auto& file : std::filesystem::directory_iterator(process + "/fd", none))
    {
        if (state == "S" && std::filesystem::read_symlink(file.path(), none) == path)
        {
            return true;
        }
    }
    return false;
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
AwaitRing(const PeerProcesses& peers)
{
    std::map<std::string, const PeerProcess*> there;
    std::vector<std::string> names;
    for (const auto& peer : peers)
    {
        if (peer && peer->IsThere())
        {
            names.push_back(peer->Name());
            there[names.back()] = peer.get();
        }
    }
    const dht::ChordOverlay ideal(dht::Ring::Hashed(names));
    for (const auto& [name, peer] : there)
    {
        const std::size_t place = ideal.Peers().LastUpTo(dht::HashKey(name));
        const auto expected = static_cast<double>(ideal.Neighbours(place).size());
        EXPECT_TRUE(Eventually([&, one = peer] {
            return one->Metric("dht_ring_neighbours") == expected;
        })) << peer->Errors();
    }
    // of six, one asks the successor, from whom a list of successors gets one right entry more each
    // time; the others look at fingers, of which there are fewer
    const double rounds = 6.0 * static_cast<double>(names.size());
    const std::string looks = "dht_maintenance_sent_total{kind=\"query\"}";
    std::map<const PeerProcess*, double> wanted;
    for (const auto& [name, peer] : there)
    {
        wanted[peer] = peer->Metric(looks) + rounds;
    }
    for (const auto& [peer, count] : wanted)
    {
        EXPECT_TRUE(names.size() < 2 || peer->Reaches(looks, count)) << peer->Errors();
    }
}

void
ExpectAllAnswered(const PeerProcesses& peers, double count)
{
    const std::string answered = "dht_requests_answered_total";
    for (const auto& peer : peers)
    {
        EXPECT_TRUE(peer->Reaches(answered, peer->Metric(answered) + count)) << peer->Errors();
    }
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
