/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "dht-wire-format.h"
#include "peer-process.h"
#include "tcp-neighbour.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <future>
#include <gtest/gtest.h>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// A real peer among neighbours that are slow, silent, too many, or out of their minds.

namespace
{

namespace asio = boost::asio;
using Json = nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

const std::string kDelivered = "dht_requests_delivered_total"; ///< Requests that have come.

TEST(RealPeerLimitsTest, ANeighbourThatSendsHalfAFrameIsClosed)
{
    PeerProcess peer("--listen=127.0.0.1:0 --idle --frame-timeout=1s");
    Neighbour slow(peer);
    Neighbour silent(peer);
    const Bytes frame = AnyFrame();
    slow.Send(frame);
    slow.Send(Bytes(frame.begin(), frame.begin() + 30));
    EXPECT_TRUE(slow.IsClosed());
    EXPECT_FALSE(silent.IsClosedNow()) << "it may have nothing to say";
    const Json summary = peer.End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_EQ(summary["limits"]["frames_timed_out"], 1);
    EXPECT_EQ(summary["counters"]["delivered"], 1);
}

TEST(RealPeerLimitsTest, ANeighbourThatSendsWhatCannotBeAFrameIsClosed)
{
    PeerProcess peer("--listen=127.0.0.1:0 --idle --send-buffer=1024");
    Neighbour tooLong(peer);
    tooLong.Send({0x04, 0x01, dht::kWireVersion, 1}); // 1025 bytes, which could never be relayed
    EXPECT_TRUE(tooLong.IsClosed());
    Neighbour otherVersion(peer);
    otherVersion.Send({0, 46, dht::kWireVersion + 1, 1});
    EXPECT_TRUE(otherVersion.IsClosed());
    Neighbour odd(peer);
    Bytes frame = AnyFrame();
    frame[4] = 0x80; // a reserved flag
    odd.Send(frame);
    odd.Send(AnyFrame());
    EXPECT_TRUE(peer.Reaches(kDelivered, 1));
    EXPECT_FALSE(odd.IsClosedNow()) << "its next frame can be found";
    const Json summary = peer.End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_EQ(summary["limits"]["connections_broken"], 2);
    EXPECT_EQ(summary["limits"]["rejected"]["length"], 1);
    EXPECT_EQ(summary["limits"]["rejected"]["version"], 1);
    EXPECT_EQ(summary["limits"]["rejected"]["field"], 1);
    EXPECT_EQ(summary["counters"]["wire_errors"], 3);
    EXPECT_EQ(summary["counters"]["delivered"], 1);
}

TEST(RealPeerLimitsTest, ConnectionsBeyondTheLimitAreClosedAtOnce)
{
    PeerProcess peer("--listen=127.0.0.1:0 --idle --max-connections=3 --connections-per-address=3");
    std::vector<std::unique_ptr<Neighbour>> first;
    for (int i = 0; i < 3; ++i)
    {
        first.push_back(std::make_unique<Neighbour>(peer));
        first.back()->Send(AnyFrame());
    }
    EXPECT_TRUE(peer.Reaches(kDelivered, 3));
    for (int i = 0; i < 2; ++i)
    {
        EXPECT_TRUE(Neighbour(peer).IsClosed());
    }
    EXPECT_FALSE(first[0]->IsClosedNow());
    first.pop_back(); // which makes room
    EXPECT_TRUE(Eventually([&] {
        Neighbour next(peer);
        next.Send(AnyFrame());
        bool isServed = false;
        EXPECT_TRUE(Eventually([&] {
            isServed = peer.Metric(kDelivered) >= 4;
            return isServed || next.IsClosedNow();
        }));
        return isServed;
    }));
    const Json summary = peer.End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_GE(summary["limits"]["connections_refused"], 2);
    EXPECT_EQ(summary["limits"]["connections_evicted"], 0) << "all are of one address";
}

TEST(RealPeerLimitsTest, WhoTakesTheLastFileGivesItBack)
{
    PeerProcess first("--listen=127.0.0.1:0 --idle" + kFastRing);
    PeerProcess few("--listen=127.0.0.1:0 --idle --join=" + first.Name() + kFastRing,
                    "ulimit -n 40;");
    EXPECT_TRUE(few.Says("joined the ring")) << few.Errors();
    std::vector<std::unique_ptr<Neighbour>> strangers;
    for (int i = 0; i < 50; ++i)
    {
        strangers.push_back(std::make_unique<Neighbour>(few));
    }
    EXPECT_TRUE(Eventually([&] {
        return std::count_if(strangers.begin(), strangers.end(), [](const auto& stranger) {
                   return stranger->IsClosedNow();
               }) >= 20;
    }));
    PeerProcess next("--listen=127.0.0.1:0 --idle --join=" + few.Name() + kFastRing);
    EXPECT_TRUE(next.Says("joined the ring through " + few.Name())) << next.Errors();
    EXPECT_EQ(few.Errors().find("gives its place up"), std::string::npos) << few.Errors();
    const Json summary = few.End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_GE(summary["limits"]["files_lacking"], 1);
    EXPECT_GE(summary["limits"]["connections_evicted"], 20);
}

TEST(RealPeerLimitsTest, WhoConnectsAndSaysNothingKeepsNobodyOut)
{
    PeerProcess peer("--listen=127.0.0.1:0 --idle --max-connections=4 --connections-per-address=4");
    std::vector<std::unique_ptr<Neighbour>> silent;
    for (int i = 0; i < 4; ++i)
    {
        silent.push_back(std::make_unique<Neighbour>(peer));
    }
    Neighbour honest(peer);
    honest.Send(AnyFrame());
    EXPECT_TRUE(silent[0]->IsClosed()) << "it has waited longest";
    EXPECT_TRUE(peer.Reaches(kDelivered, 1));
    Neighbour late(peer);
    EXPECT_TRUE(silent[1]->IsClosed());
    EXPECT_FALSE(silent[2]->IsClosedNow());
    EXPECT_FALSE(honest.IsClosedNow());
    EXPECT_FALSE(late.IsClosedNow());
    const Json summary = peer.End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_EQ(summary["limits"]["connections_evicted"], 2);
    EXPECT_EQ(summary["limits"]["connections_refused"], 0);
    EXPECT_EQ(summary["counters"]["delivered"], 1);
}

TEST(RealPeerLimitsTest, ManyConnectionsOfOneAddressKeepNobodyElseOut)
{
    PeerProcess peer("--listen=127.0.0.1:0 --idle --max-connections=3 --connections-per-address=3");
    std::vector<std::unique_ptr<Neighbour>> many;
    for (int i = 0; i < 3; ++i)
    {
        many.push_back(std::make_unique<Neighbour>(peer));
        many.back()->Send(AnyFrame());
        EXPECT_TRUE(peer.Reaches(kDelivered, i + 1));
    }
    Neighbour other(peer, "127.0.0.2");
    other.Send(AnyFrame());
    EXPECT_TRUE(many[2]->IsClosed()) << "the others have delivered requests for longer";
    EXPECT_TRUE(peer.Reaches(kDelivered, 4));
    EXPECT_FALSE(other.IsClosedNow());
    EXPECT_TRUE(Neighbour(peer, "127.0.0.1").IsClosed());
    const Json summary = peer.End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_EQ(summary["limits"]["connections_evicted"], 1);
    EXPECT_EQ(summary["limits"]["connections_refused"], 1);
    EXPECT_EQ(summary["counters"]["delivered"], 4);
}

TEST(RealPeerLimitsTest, OutstandingRequestsAreLimited)
{
    // the second peer answers nothing: it is stopped
    const PeerProcesses peers =
        StartRing(2, "127.0.0.1", "--scheme=none --load=2000 --duration=0s --max-outstanding=5");
    AwaitRing(peers);
    peers[1]->Signal(SIGSTOP);
    EXPECT_TRUE(peers[0]->Reaches("dht_requests_outstanding", 5));
    EXPECT_TRUE(peers[0]->Reaches("dht_limits_outstanding_full_total", 1));
    const Json summary = peers[0]->End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_LE(summary["counters"]["outstanding"], 5);
    EXPECT_TRUE(summary["counters"]["identities_hold"]);
}

/// Ids are hard to guess, so what does not match one is somebody's invention.
TEST(RealPeerLimitsTest, InventedOverlayAcksAnswerNothing)
{
    const PeerProcesses peers = StartRing(2, "127.0.0.1", "--scheme=none --load=200 --duration=0s");
    peers[1]->Signal(SIGSTOP);
    asio::io_context context;
    asio::ip::udp::socket socket(context, asio::ip::udp::endpoint(asio::ip::udp::v4(), 0));
    const dht::Endpoint to = EndpointNamed(peers[0]->Name());
    for (std::uint64_t id = 0; id < 100; ++id)
    {
        dht::OverlayAck ack;
        ack.id = id;
        ack.responsible = to;
        socket.send_to(asio::buffer(dht::EncodeDatagram(ack)),
                       {asio::ip::address_v4(to.Ipv4Address()), to.port});
    }
    EXPECT_TRUE(peers[0]->Reaches("dht_requests_redundant_acks_total", 100));
    const Json summary = peers[0]->End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_EQ(summary["counters"]["redundant_acks"], 100);
}

/// @param peer A peer under fire. @param options Of two storms. @return By how much its memory
/// grows, once all its buffers have their size.
std::size_t
GrowthInStorm(const PeerProcess& peer, const std::string& options)
{
    const dht::Endpoint to = EndpointNamed(peer.Name());
    const std::string aim = std::string("--to=") + (to.ipv6 ? "::1" : "127.0.0.1") +
                            " --port=" + std::to_string(to.port) + " " + options;
    EXPECT_EQ(RunProgram("../emu/dht-storm", aim + " --frames=10000 --seed=2").status, 0);
    const std::size_t before = peer.Memory();
    // two of one host at once share what the peer answers to a host
    auto other = std::async(std::launch::async, [&aim] {
        return RunProgram("../emu/dht-storm", aim + " --frames=50000 --seed=3");
    });
    const ProgramRun storm = RunProgram("../emu/dht-storm", aim + " --frames=50000 --seed=1");
    EXPECT_EQ(storm.status, 0) << storm.errors;
    EXPECT_EQ(other.get().status, 0);
    const std::size_t after = peer.Memory();
    std::cout << storm.output << "memory " << before / 1024 << " KiB before, " << after / 1024
              << " KiB after\n";
    return std::max(after, before) - before;
}

class StormTest : public testing::TestWithParam<std::string>
{
};

TEST_P(StormTest, APeerSurvivesFramesThatNobodySendsAndItsMemoryStaysFlat)
{
    const PeerProcesses peers =
        StartRing(2, GetParam(), "--scheme=credit --load=20 --duration=0s --frame-timeout=1s");
    EXPECT_LT(GrowthInStorm(*peers[0], ""), std::size_t{2} << 20);
    const ProgramRun alive = RunProgram("../emu/dht-peer", "lookup abc --join=" + peers[0]->Name());
    const Json summary = peers[0]->End();
    ASSERT_TRUE(summary.is_object()) << peers[0]->Errors();
    EXPECT_EQ(alive.status, 0) << alive.errors;
    EXPECT_TRUE(summary["counters"]["identities_hold"]);
    for (const char* error : {"length", "version", "type", "field", "extension"})
    {
        EXPECT_GT(summary["limits"]["rejected"][error], 100) << error;
    }
    EXPECT_GT(summary["counters"]["redundant_acks"], 1000);
    EXPECT_GT(summary["maintenance"]["ignored"], 1000);
    EXPECT_GT(summary["counters"]["answered"], 0);
}

/// Strangers get no more than they send, or the storm ends with an error.
TEST(DtlStormTest, APeerSurvivesPacketsThatNobodySendsAndItsMemoryStaysFlat)
{
    const PeerProcesses peers =
        StartRing(2, "127.0.0.1", "--transport=dtl --scheme=credit --load=20 --duration=0s");
    EXPECT_LT(GrowthInStorm(*peers[0], "--transport=dtl"), std::size_t{2} << 20);
    const ProgramRun alive = RunProgram("../emu/dht-peer", "lookup abc --join=" + peers[0]->Name());
    EXPECT_EQ(alive.status, 0) << alive.errors;
    const Json summary = peers[0]->End(); // which fails if identities do not hold
    ASSERT_TRUE(summary.is_object()) << peers[0]->Errors();
    EXPECT_GT(summary["transport"]["packets_rejected"], 10000);
    EXPECT_GT(summary["transport"]["bytes_read_ahead"], 1000);
    EXPECT_GT(summary["transport"]["links_lost"], 10) << "by resets";
    EXPECT_GT(summary["limits"]["connections_broken"], 10);
    EXPECT_GT(summary["counters"]["answered"], 0);
}

INSTANTIATE_TEST_SUITE_P(RealPeer,
                         StormTest,
                         testing::Values("127.0.0.1", "[::1]"),
                         [](const auto& info) { return info.param[0] == '[' ? "ipv6" : "ipv4"; });

} // namespace
