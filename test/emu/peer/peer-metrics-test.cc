/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "http-client.h"
#include "peer-process.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

/// Counters by HTTP: dht-peer --metrics.

namespace
{

/// A peer that stores, and its metrics.
class MeteredPeer
{
  public:
    MeteredPeer()
        : m_peer("serve --listen=127.0.0.1:0 --metrics=0 --store='" + m_scratch.Path("store") +
                 "'" + kFastRing)
    {
        EXPECT_TRUE(m_peer.Says("joined")) << m_peer.Errors();
        m_port = m_peer.MetricsPort();
    }

    /// @param request What to send. @return All that comes back.
    std::string Ask(const std::string& request) const
    {
        const HttpClient client(m_port);
        client.Send(request);
        return client.ReadAll();
    }

    int Port() const
    {
        return m_port;
    }

    PeerProcess& Process()
    {
        return m_peer;
    }

  private:
    ScratchDirectory m_scratch; ///< Of the store.
    PeerProcess m_peer;         ///< The peer.
    int m_port{0};              ///< Of its metrics.
};

const std::string kGet = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// @param answer Of a server. @return What follows the header.
std::string
BodyOf(const std::string& answer)
{
    const std::size_t end = answer.find("\r\n\r\n");
    return end == std::string::npos ? "" : answer.substr(end + 4);
}

/// Expect that a text is OpenMetrics 1.0.0, of the types that are used here. @param text The text.
/// @return Samples by name and labels.
std::map<std::string, double>
ReadMetrics(const std::string& text)
{
    static const std::regex meta("# (TYPE|UNIT|HELP) ([a-z_]+) (.+)");
    static const std::regex sample(
        "([a-z_]+)(\\{[a-z]+=\"[^\"\\\\]*\"(,[a-z]+=\"[^\"\\\\]*\")*\\})? "
        "(-?[0-9.]+(e[+-]?[0-9]+)?)");
    const std::map<std::string, std::string> suffixes{{"counter", "_total"},
                                                      {"info", "_info"},
                                                      {"gauge", ""}};
    std::map<std::string, double> samples;
    std::set<std::string> families;
    std::string family;
    std::string type;
    bool isOver = false;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        EXPECT_FALSE(isOver) << "behind # EOF: " << line;
        std::smatch found;
        if (line == "# EOF")
        {
            isOver = true;
        }
        else if (std::regex_match(line, found, meta))
        {
            if (found[1] == "TYPE")
            {
                family = found[2];
                type = found[3];
                EXPECT_TRUE(families.insert(family).second) << family << " is there twice";
                EXPECT_EQ(suffixes.count(type), 1u) << line;
            }
            EXPECT_EQ(found[2], family) << line;
            if (found[1] == "UNIT")
            {
                const std::string unit = "_" + found[3].str();
                EXPECT_EQ(family.substr(family.size() - unit.size()), unit) << line;
            }
        }
        else
        {
            EXPECT_TRUE(std::regex_match(line, found, sample)) << line;
            EXPECT_EQ(found[1], family + suffixes.at(type)) << line;
            const std::string name = found[1].str() + found[2].str();
            EXPECT_TRUE(samples.emplace(name, std::stod(found[4])).second) << line;
        }
    }
    EXPECT_TRUE(isOver);
    EXPECT_EQ(text.back(), '\n');
    return samples;
}

TEST(PeerMetricsTest, CountersAreOpenMetrics)
{
    MeteredPeer peer;
    PeerProcess other("serve --listen=127.0.0.1:0 --join=" + peer.Process().Name() + kFastRing);
    EXPECT_TRUE(other.Says("joined"));
    EXPECT_TRUE(peer.Process().Says("neighbours on the ring"));
    const std::string answer = peer.Ask(kGet);
    EXPECT_EQ(answer.find("HTTP/1.1 200 OK\r\n"), 0u) << answer;
    EXPECT_NE(answer.find("\r\nContent-Type: application/openmetrics-text; version=1.0.0; "
                          "charset=utf-8\r\n"),
              std::string::npos)
        << answer;
    const auto first = ReadMetrics(BodyOf(answer));
    EXPECT_GT(first.size(), 80u);
    EXPECT_EQ(first.at("dht_ring_joined"), 1);
    EXPECT_EQ(first.at("dht_ring_successors"), 1);
    EXPECT_EQ(first.at("dht_storage_limit_bytes"), 1e9);
    EXPECT_GT(first.at("process_resident_memory_bytes"), 1e6);
    const std::string queries = "dht_maintenance_sent_total{kind=\"query\"}";
    EXPECT_GT(first.at(queries), 0);
    EXPECT_TRUE(peer.Process().Reaches(queries, first.at(queries) + 1));
    const auto second = ReadMetrics(BodyOf(peer.Ask(kGet)));
    EXPECT_GT(second.at(queries), first.at(queries));
    for (const auto& [name, value] : first)
    {
        ASSERT_EQ(second.count(name), 1u) << name;
        EXPECT_TRUE(name.find("_total") == std::string::npos || second.at(name) >= value) << name;
    }
}

TEST(PeerMetricsTest, WhatIsNoGetOfThemIsRefused)
{
    MeteredPeer peer;
    EXPECT_EQ(peer.Ask("GET / HTTP/1.0\r\n\r\n").find("HTTP/1.0 404 Not Found\r\n"), 0u);
    EXPECT_EQ(peer.Ask("POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                  .find("HTTP/1.1 405 Method Not Allowed\r\n"),
              0u);
    const std::string head = peer.Ask("HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(head.find("HTTP/1.1 200 OK\r\n"), 0u) << head;
    EXPECT_EQ(BodyOf(head), "");
    // no HTTP at all, and more of it than there is room for
    EXPECT_EQ(peer.Ask(std::string(3, '\0') + "\r\n\r\n"), "");
    EXPECT_EQ(peer.Ask("GET /metrics HTTP/1.1\r\nX: " + std::string(1000000, 'x')).find("200"),
              std::string::npos);
    EXPECT_EQ(peer.Ask(kGet).find("HTTP/1.1 200 OK\r\n"), 0u);
}

TEST(PeerMetricsTest, WhoDawdlesLosesThePlaceThatOthersWant)
{
    MeteredPeer peer;
    const std::size_t before = peer.Process().Memory();
    std::vector<std::unique_ptr<HttpClient>> slow;
    for (int i = 0; i < 8; ++i)
    {
        slow.push_back(std::make_unique<HttpClient>(peer.Port()));
        slow.back()->Send("GET /metrics HT");
    }
    EXPECT_EQ(peer.Ask(kGet), "") << "all places are taken";
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(slow[0]->ReadAll(), "");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
    EXPECT_TRUE(Eventually([&] { return peer.Ask(kGet).find("HTTP/1.1 200 OK\r\n") == 0; }));
    EXPECT_LT(peer.Process().Memory(), before + 5000000);
}

TEST(PeerMetricsTest, APortInUseIsNamed)
{
    MeteredPeer peer;
    const std::string port = std::to_string(peer.Port());
    const ProgramRun run = RunPeer("serve --listen=127.0.0.1:0 --metrics=" + port);
    EXPECT_EQ(run.status, 3);
    EXPECT_NE(run.errors.find("127.0.0.1:" + port + ": Address already in use"), std::string::npos)
        << run.errors;
    EXPECT_NE(run.errors.find("--metrics"), std::string::npos) << run.errors;
    EXPECT_EQ(RunPeer("serve --listen=127.0.0.1:0 --metrics=here").status, 2);
}

} // namespace
