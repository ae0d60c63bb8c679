/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring.h"
#include "peer-process.h"
#include "test-name.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

/// Rings of real peers on this machine.

namespace
{

using Json = nlohmann::json;

/// @param peer A peer. @param key A key in 40 digits. @return Who is responsible, as the ring says;
/// empty if there is no answer.
std::string
LookUp(const PeerProcess& peer, const std::string& key)
{
    // whoever has a dead peer in its table yet leads there
    const ProgramRun run =
        RunPeer("lookup " + key + " --request-lifetime=500ms --join=" + peer.Name());
    std::istringstream words(run.output);
    std::string digits;
    std::string responsible;
    words >> digits >> responsible;
    EXPECT_EQ(digits, run.status == 0 ? key : "");
    return responsible;
}

class RealRingTest : public testing::TestWithParam<std::string>
{
};

TEST_P(RealRingTest, ARingFormsAndItsRequestsAreAnswered)
{
    const PeerProcesses peers =
        StartRing(6,
                  "127.0.0.1",
                  "--load=100 --warmup=0s --duration=0s --linger=2s --scheme=" + GetParam());
    AwaitRing(peers);
    ExpectAllAnswered(peers, 20); // marking begins with a low rate
    const std::vector<Json> summaries = EndAll(peers);
    ASSERT_FALSE(HasFailure());
    ExpectRightRing(summaries);
    for (const Json& summary : summaries)
    {
        EXPECT_TRUE(summary["counters"]["identities_hold"]);
        EXPECT_EQ(summary["counters"]["wire_errors"], 0);
        EXPECT_EQ(summary["options"]["scheme"], GetParam());
    }
}

INSTANTIATE_TEST_SUITE_P(Real,
                         RealRingTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const auto& info) { return TestName(info.param); });

TEST(RealPeerTest, PeersThatHoldRequestsFormARingToo)
{
    const PeerProcesses peers =
        StartRing(4,
                  "127.0.0.1",
                  "--hold=2 --upload-rate=600kbps --scheme=none --load=100 --warmup=0s "
                  "--duration=0s --linger=2s");
    AwaitRing(peers);
    ExpectAllAnswered(peers, 100);
    const auto summaries = EndAll(peers);
    ExpectRightRing(summaries);
    for (const auto& summary : summaries)
    {
        EXPECT_TRUE(summary["counters"]["identities_hold"]);
        EXPECT_EQ(summary["counters"]["wire_errors"], 0);
        EXPECT_EQ(summary["results"]["dropped_percent"], 0);
    }
}

TEST(RealPeerTest, DatagramsKeepTheUplinkOfAPeerThatHoldsBusy)
{
    // maintenance and overlay-acks alone nearly fill such an uplink, and nobody acknowledges them;
    // who has most of the keys asks nobody, and so waits for nothing
    const PeerProcesses peers =
        StartRing(2,
                  "127.0.0.1",
                  "--hold=2 --upload-rate=8kbps --scheme=none --load=8 --warmup=1s --duration=3s "
                  "--linger=2s");
    double delay = 0;
    for (const auto& summary : SummariesOf(peers))
    {
        EXPECT_GT(summary["results"]["achieved"], 2);
        delay += summary["results"]["delay_s"]["mean"].get<double>();
    }
    EXPECT_GT(delay, 0.1);
}

TEST(RealPeerTest, RequestsThatAreRoutedInOtherWaysAreAnsweredToo)
{
    for (const std::string way : {"--routing=iterative", "--acks=overlay"})
    {
        const PeerProcesses peers =
            StartRing(4, "127.0.0.1", "--scheme=credit --requests=50 --linger=2s " + way);
        for (const auto& peer : peers)
        {
            ASSERT_EQ(peer->Wait(), 0) << peer->Errors();
            EXPECT_EQ(peer->Summary()["counters"]["answered"], 50) << way;
            EXPECT_TRUE(peer->Summary()["counters"]["identities_hold"]) << way;
        }
    }
}

/// @param json Something. @param path Where it is. @param [out] keys Where its keys go.
void
CollectKeys(const Json& json, const std::string& path, std::set<std::string>& keys)
{
    keys.insert(path);
    for (auto entry = json.begin(); json.is_object() && entry != json.end(); ++entry)
    {
        CollectKeys(entry.value(), path + "/" + entry.key(), keys);
    }
}

TEST(RealPeerTest, TheSummaryHasTheSimulationsKeys)
{
    const Json simulated =
        RunProgram("collapse", "--peers=4 --quiet --warmup=1s --duration=1s").Json();
    const ProgramRun run = RunPeer("--listen=127.0.0.1:0 --requests=10 --scheme=credit --quiet");
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    for (const char* part : {"run", "results", "counters"})
    {
        std::set<std::string> there;
        std::set<std::string> here;
        CollectKeys(simulated[part], part, there);
        CollectKeys(run.Json()[part], part, here);
        EXPECT_EQ(here, there);
    }
    for (const auto& [key, value] : simulated.items())
    {
        EXPECT_TRUE(run.Json().contains(key)) << key;
    }
}

TEST(RealPeerTest, TheSeriesHasTheSimulationsColumns)
{
    const ScratchDirectory scratch;
    RunProgram("collapse",
               "--peers=4 --quiet --warmup=1s --duration=1s --series=" + scratch.Path("there"));
    const ProgramRun run = RunPeer("--listen=127.0.0.1:0 --scheme=credit --load=50 --quiet "
                                   "--warmup=0s --duration=2.5s --series=" +
                                   scratch.Path("here"));
    ASSERT_EQ(run.status, 0) << run.errors;
    std::istringstream there(ReadFile(scratch.Path("there")));
    std::istringstream here(ReadFile(scratch.Path("here")));
    std::string expected;
    std::string columns;
    std::getline(there, expected);
    std::getline(here, columns);
    EXPECT_EQ(columns, expected);
    const std::string lines(std::istreambuf_iterator<char>(here), {});
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2) << lines;
}

TEST(RealPeerTest, ALookupFindsTheResponsiblePeer)
{
    const PeerProcesses peers = StartRing(5, "127.0.0.1", "--idle --linger=2s");
    std::map<dht::Key, std::string> names;
    std::vector<std::string> list;
    for (const auto& peer : peers)
    {
        list.push_back(peer->Name());
        names[dht::HashKey(list.back())] = list.back();
    }
    const dht::Ring ring = dht::Ring::Hashed(list);
    for (int i = 0; i < 8; ++i)
    {
        const dht::Key key = dht::HashKey("key " + std::to_string(i));
        const std::string& expected = names[ring.Id(ring.LastUpTo(key))];
        // the ring may be forming still
        EXPECT_TRUE(Eventually([&] {
            return LookUp(*peers[i % peers.size()], dht::KeyToHex(key)) == expected;
        })) << i;
    }
    AwaitRing(peers);
    ExpectRightRing(EndAll(peers));
}

TEST(RealPeerTest, ALookupGoesOnToTheNextPeerIfOneDoesNotAnswer)
{
    const PeerProcesses peers = StartRing(2, "127.0.0.1", "--idle");
    peers[1]->Signal(SIGSTOP);
    const std::string alive = peers[0]->Name();
    // a key that the living one is responsible for
    const std::string key = dht::KeyToHex(dht::HashKey(alive));
    const ProgramRun run = RunPeer(
        "lookup " + key + " --request-lifetime=1s --join=" + peers[1]->Name() + "," + alive);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_NE(run.output.find(alive), std::string::npos) << run.output;
}

TEST(RealPeerTest, WhatWaitsForANeighbourThatIsKilledFindsAnotherWay)
{
    PeerProcesses peers =
        StartRing(6,
                  "127.0.0.1",
                  "--scheme=none --load=1000 --warmup=0s --duration=0s --linger=1s");
    AwaitRing(peers);
    peers[3]->Signal(SIGKILL);
    EXPECT_EQ(peers[3]->Wait(), 128 + SIGKILL);
    peers.erase(peers.begin() + 3);
    EXPECT_TRUE(Eventually([&] {
        return std::any_of(peers.begin(), peers.end(), [](const auto& peer) {
            return peer->Metric("dht_limits_links_failed_total") > 0;
        });
    }));
    AwaitRing(peers);
    std::uint64_t linksFailed = 0;
    for (const Json& summary : EndAll(peers))
    {
        linksFailed += summary["limits"]["links_failed"].get<std::uint64_t>();
        EXPECT_EQ(summary["counters"]["dropped"]["link_down"], 0);
        EXPECT_TRUE(summary["counters"]["identities_hold"]);
    }
    EXPECT_GT(linksFailed, 0);
}

TEST(RealPeerTest, APeerThatIsToldToEndWhileItJoinsDoesNotBeginToMeasure)
{
    PeerProcess first("--listen=127.0.0.1:0 --idle");
    const std::string name = first.Name();
    first.Signal(SIGSTOP);
    PeerProcess second("--listen=127.0.0.1:0 --load=50 --scheme=none --warmup=0s --linger=2s "
                       "--duration=0s --join=" +
                       name);
    ASSERT_FALSE(second.Name().empty());
    second.Signal(SIGTERM);
    first.Signal(SIGCONT);
    EXPECT_EQ(second.Wait(), 0) << second.Errors();
    EXPECT_EQ(second.Summary()["counters"]["issued"], 0);
}

TEST(RealPeerTest, LookupsAreReadFromStandardInput)
{
    const PeerProcesses peers = StartRing(1, "127.0.0.1", "--idle");
    const std::string name = peers[0]->Name();
    const ScratchDirectory scratch;
    std::ofstream(scratch.Path("keys")) << "abc\n00000000000000000000000000000000000000ff\n";
    const ProgramRun run = RunPeer("lookup --join=" + name + " <" + scratch.Path("keys"));
    EXPECT_EQ(run.status, 0);
    EXPECT_NE(run.output.find("a9993e364706816aba3e25717850c26c9cd0d89d  " + name + "  1 hop "),
              std::string::npos)
        << run.output << run.errors;
    EXPECT_NE(run.output.find("00000000000000000000000000000000000000ff  " + name),
              std::string::npos);
}

TEST(RealPeerTest, PeersWithIpv6AddressesFormARing)
{
    const PeerProcesses peers =
        StartRing(4, "[::1]", "--scheme=credit --load=100 --warmup=1s --duration=0s --linger=2s");
    const dht::Key key = dht::HashKey("a key");
    EXPECT_NE(LookUp(*peers[3], dht::KeyToHex(key)).find("[::1]:"), std::string::npos);
    EXPECT_TRUE(Eventually(
        [&] { return RunPeer("lookup --join=" + peers[2]->Name() + " 'a key'").status == 0; }));
    AwaitRing(peers);
    for (const auto& peer : peers)
    {
        EXPECT_TRUE(peer->Reaches("dht_requests_forwarded_total", 1)) << peer->Errors();
    }
    const std::vector<Json> summaries = EndAll(peers);
    ExpectRightRing(summaries);
    for (const Json& summary : summaries)
    {
        EXPECT_TRUE(summary["counters"]["identities_hold"]);
    }
}

TEST(RealPeerTest, APeerThatIsToldToEndLeavesTheRing)
{
    const PeerProcesses peers = StartRing(3, "127.0.0.1", "--scheme=none --load=50 --duration=0s");
    AwaitRing(peers);
    ExpectAllAnswered(peers, 1);
    const Json left = peers[2]->End();
    ASSERT_TRUE(left.is_object()) << peers[2]->Errors();
    EXPECT_TRUE(left["counters"]["identities_hold"]);
    EXPECT_GT(left["counters"]["answered"], 0);
    EXPECT_GE(left["maintenance"]["sent"]["leave"], 1);
    EXPECT_TRUE(Eventually([&] { return peers[0]->Metric("dht_ring_neighbours") == 1; }));
    const Json rest = peers[0]->End();
    EXPECT_EQ(rest["ring"]["fingers"].size(), 1U);
    EXPECT_EQ(rest["maintenance"]["failures"], 0) << "it was told, it need not find out";
}

/// What was sent to it is lost, no more than that; and it takes its place again.
TEST(RealPeerTest, APeerThatIsKilledIsRoutedAroundAndComesBack)
{
    PeerProcesses peers =
        StartRing(5, "127.0.0.1", "--scheme=credit --load=50 --duration=0s --linger=2s");
    AwaitRing(peers);
    const std::string name = peers[3]->Name();
    peers[3]->Signal(SIGKILL);
    EXPECT_EQ(peers[3]->Wait(), 128 + SIGKILL);
    const std::string key = dht::KeyToHex(dht::HashKey(name)); // its first one
    EXPECT_TRUE(Eventually([&] {
        const std::string responsible = LookUp(*peers[0], key);
        return !responsible.empty() && responsible != name;
    }));
    peers[3] = std::make_unique<PeerProcess>(
        "--listen=" + name + " --join=" + peers[1]->Name() + kFastRing +
        " --scheme=credit --load=50 --duration=0s --linger=2s");
    EXPECT_TRUE(peers[3]->Says("joined")) << peers[3]->Errors();
    EXPECT_TRUE(Eventually([&] { return LookUp(*peers[0], key) == name; }));
    AwaitRing(peers);
    ExpectAllAnswered(peers, 50);
    const std::vector<Json> summaries = EndAll(peers);
    ExpectRightRing(summaries);
    for (const Json& summary : summaries)
    {
        EXPECT_TRUE(summary["counters"]["identities_hold"]);
    }
}

} // namespace
