/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-packet.h"
#include "peer-process.h"
#include "test-name.h"
#include "udp-batches.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <csignal>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>
#include <variant>
#include <vector>

/// Real peers with links over the overlay's own transport.

namespace
{

using Json = nlohmann::json;
namespace asio = boost::asio;

class RealDtlRingTest : public testing::TestWithParam<std::string>
{
};

TEST_P(RealDtlRingTest, RequestsGoOverTheTransportAlone)
{
    const PeerProcesses peers = StartRing(
        5,
        "127.0.0.1",
        "--transport=dtl --load=100 --warmup=0s --duration=0s --linger=2s --scheme=" + GetParam());
    AwaitRing(peers);
    ExpectAllAnswered(peers, 20);
    const std::vector<Json> summaries = EndAll(peers);
    ASSERT_FALSE(HasFailure());
    ExpectRightRing(summaries);
    for (const Json& summary : summaries)
    {
        EXPECT_TRUE(summary["counters"]["identities_hold"]);
        EXPECT_EQ(summary["counters"]["wire_errors"], 0);
        EXPECT_GT(summary["transport"]["bytes_written"], 0);
        EXPECT_GT(summary["transport"]["bytes_read"], 0);
        EXPECT_EQ(summary["transport"]["packets_rejected"], 0);
        EXPECT_EQ(summary["limits"]["connections_refused"], 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Real,
                         RealDtlRingTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const auto& info) { return TestName(info.param); });

TEST(RealDtlTest, ANeighbourThatIsKilledIsRoutedAround)
{
    PeerProcesses peers =
        StartRing(5,
                  "127.0.0.1",
                  "--transport=dtl --scheme=none --load=200 --warmup=0s --duration=0s --linger=2s");
    AwaitRing(peers);
    peers[3]->Signal(SIGKILL);
    EXPECT_EQ(peers[3]->Wait(), 128 + SIGKILL);
    peers.erase(peers.begin() + 3);
    AwaitRing(peers);
    ExpectAllAnswered(peers, 100);
    const std::vector<Json> summaries = EndAll(peers);
    ASSERT_FALSE(HasFailure());
    for (const Json& summary : summaries)
    {
        EXPECT_TRUE(summary["counters"]["identities_hold"]);
        EXPECT_EQ(summary["counters"]["dropped"]["link_down"], 0);
    }
    ExpectRightRing(summaries);
}

/// Each says so, and neither takes a request of the other.
TEST(RealDtlTest, PeersThatMixTransportsSaySo)
{
    PeerProcess tcp("--listen=127.0.0.1:0 --idle" + kFastRing);
    const std::string join = " --join=" + tcp.Name();
    PeerProcess dtl("--listen=127.0.0.1:0 --transport=dtl --idle" + join + kFastRing);
    EXPECT_TRUE(tcp.Says("opens links with --transport=dtl, this peer with --transport=tcp"))
        << tcp.Errors();
    EXPECT_TRUE(dtl.Says("opens links with --transport=tcp, this peer with --transport=dtl"))
        << dtl.Errors();
    EXPECT_GT(dtl.End()["limits"]["connections_refused"], 0);
    EXPECT_GT(tcp.End()["limits"]["rejected"]["length"], 0);
}

TEST(RealDtlTest, OptionsThatDoNotFitAreOneLine)
{
    const auto refuse = [](const std::string& options, const std::string& why) {
        const ProgramRun run = RunPeer("--listen=127.0.0.1:0 " + options);
        EXPECT_EQ(run.status, 2) << options;
        EXPECT_NE(run.errors.find(why), std::string::npos) << run.errors;
        EXPECT_EQ(run.errors.find('\n'), run.errors.size() - 1) << run.errors;
    };
    refuse("--transport=bogus", "tcp, dtl");
    refuse("--transport-priority=2", "--transport=dtl");
    refuse("--transport-delivery=as-arrived", "--transport=dtl");
    refuse("--transport=dtl --tcp=reno", "--transport=tcp");
    refuse("--transport=dtl --hold=2 --upload-rate=1Mbps", "--transport=tcp");
    refuse("--hold=2", "--upload-rate is missing");
    refuse("--upload-rate=1Mbps", "--hold");
    refuse("--hold=2 --upload-rate=1MB", "600kbps");
    refuse("--transport=dtl --transport-window=linear", "--transport-priority=0");
    refuse("--transport-window-parameter=Target=1", "has PacketSize");
    refuse("--transport-window-parameter=TargetDelay=0.1", "--transport=dtl");
    refuse("--transport=dtl --transport-window-parameter=TargetDelay", "NAME=VALUE");
    refuse("--transport=dtl --transport-window-parameter=TargetDelay=-1", "TargetDelay");
}

/// Linux begins to note when datagrams come some time after somebody has asked for it: wait for
/// that. @param out Sends. @param in Receives. @param to Where it does.
void
AwaitTimes(dht::UdpBatches& out, dht::UdpBatches& in, const asio::ip::udp::endpoint& to)
{
    const std::uint8_t probe = 0;
    dht::Time late(0);
    for (int i = 0; i < 500 && late < dht::FromSeconds(0.01); ++i)
    {
        std::size_t done = 0;
        out.Send(to, &probe, 1, 1, done);
        usleep(10'000);
        in.Receive([&](const std::uint8_t*, std::size_t, const auto&, dht::Time ago) {
            late = ago;
            return true;
        });
    }
    ASSERT_GE(late, dht::FromSeconds(0.01)) << "no datagram has the time at which it came";
}

/// Datagrams that were sent with one call arrive one by one, with the time at which they came.
TEST(UdpBatchesTest, DatagramsArriveAsTheyWereCut)
{
    asio::io_context context;
    const asio::ip::udp::endpoint here(asio::ip::make_address("127.0.0.1"), 0);
    for (const bool hasOffloads : {true, false})
    {
        asio::ip::udp::socket from(context, here);
        asio::ip::udp::socket to(context, here);
        dht::UdpBatches out(from.native_handle(), 2048);
        dht::UdpBatches in(to.native_handle(), 2048);
        out.Prepare(false, hasOffloads);
        in.Prepare(false, hasOffloads);
        AwaitTimes(out, in, to.local_endpoint());
        EXPECT_LE(out.Cuts(), hasOffloads);
        std::vector<std::uint8_t> bytes(10 * 1400 + 77);
        for (std::size_t i = 0; i < bytes.size(); ++i)
        {
            bytes[i] = static_cast<std::uint8_t>(i / 1400);
        }
        std::size_t done = 0;
        ASSERT_EQ(out.Send(to.local_endpoint(), bytes.data(), bytes.size(), 1400, done),
                  dht::UdpBatches::Sent::kYes);
        EXPECT_EQ(done, bytes.size());
        usleep(30'000);
        std::vector<std::size_t> sizes;
        std::vector<std::uint8_t> received;
        in.Receive([&](const std::uint8_t* data, std::size_t size, const auto&, dht::Time late) {
            sizes.push_back(size);
            received.insert(received.end(), data, data + size);
            EXPECT_GE(late, dht::FromSeconds(0.02)) << "the time at which it was read";
            return true;
        });
        EXPECT_EQ(received, bytes);
        ASSERT_EQ(sizes.size(), 11U);
        EXPECT_EQ(sizes.back(), 77U);
        EXPECT_EQ(sizes.front(), 1400U);
    }
}

/// What is handed over late has waited for those before it, too.
TEST(UdpBatchesTest, WhatWaitsInABatchIsLate)
{
    asio::io_context context;
    const asio::ip::udp::endpoint here(asio::ip::make_address("127.0.0.1"), 0);
    asio::ip::udp::socket from(context, here);
    asio::ip::udp::socket to(context, here);
    dht::UdpBatches out(from.native_handle(), 2048);
    dht::UdpBatches in(to.native_handle(), 2048);
    out.Prepare(false, true);
    in.Prepare(false, true);
    AwaitTimes(out, in, to.local_endpoint());
    const std::vector<std::uint8_t> bytes(3 * 1000);
    std::size_t done = 0;
    ASSERT_EQ(out.Send(to.local_endpoint(), bytes.data(), bytes.size(), 1000, done),
              dht::UdpBatches::Sent::kYes);
    usleep(1'000);
    std::vector<dht::Time> late;
    in.Receive([&](const std::uint8_t*, std::size_t, const auto&, dht::Time ago) {
        late.push_back(ago);
        usleep(20'000);
        return true;
    });
    ASSERT_EQ(late.size(), 3U);
    EXPECT_GE(late[2] - late[0], dht::FromSeconds(0.039));
}

/// No way takes a datagram of more than 65507 bytes; others take fewer, and say the same.
TEST(UdpBatchesTest, WhatIsTooLongIsSaidToBe)
{
    asio::io_context context;
    const asio::ip::udp::endpoint here(asio::ip::make_address("127.0.0.1"), 0);
    asio::ip::udp::socket from(context, here);
    dht::UdpBatches out(from.native_handle(), 2048);
    out.Prepare(false, true);
    const bool couldCut = out.Cuts();
    const std::vector<std::uint8_t> bytes(65510);
    std::size_t done = 0;
    EXPECT_EQ(out.Send(from.local_endpoint(), bytes.data(), bytes.size(), bytes.size(), done),
              dht::UdpBatches::Sent::kTooLong);
    EXPECT_EQ(done, 0U);
    EXPECT_EQ(out.Cuts(), couldCut);
}

/// Who wants to repair over links with a peer that does not is told so at once, but not without
/// end.
TEST(RealDtlTest, WhereNoLinksCarryRepairWhoOpensOneIsReset)
{
    PeerProcess peer("--listen=127.0.0.1:0 --idle" + kFastRing);
    const std::string name = peer.Name();
    const auto port = static_cast<std::uint16_t>(std::stoi(name.substr(name.rfind(':') + 1)));
    asio::io_context context;
    asio::ip::udp::socket asker(context, {asio::ip::make_address("127.0.0.1"), 0});
    asker.non_blocking(true);
    dht::OpenPacket open;
    std::vector<std::uint8_t> bytes(dht::kMostDataSize);
    std::size_t resets = 0;
    for (std::uint32_t number = 1; number <= 150; ++number)
    {
        open.header = {dht::TransportKind::kOpen, number, dht::InLane(2 * number, 1)};
        const std::size_t size = dht::Encode(open, bytes.data());
        asker.send_to(asio::buffer(bytes.data(), size),
                      {asio::ip::make_address("127.0.0.1"), port});
    }
    EXPECT_TRUE(peer.Reaches("dht_limits_rejected_total{kind=\"length\"}", 150));
    boost::system::error_code none;
    for (;;)
    {
        const std::size_t size = asker.receive(asio::buffer(bytes), 0, none);
        if (none)
        {
            break;
        }
        dht::TransportPacket packet;
        ASSERT_EQ(dht::Decode(bytes.data(), size, packet), dht::TransportError::kNone);
        const auto* const reset = std::get_if<dht::ResetPacket>(&packet);
        ASSERT_NE(reset, nullptr);
        ++resets;
        EXPECT_EQ(reset->header.number, resets);
        EXPECT_EQ(reset->header.connection, dht::InLane(2 * resets, 1));
    }
    EXPECT_EQ(resets, 100u) << "in a second";
    EXPECT_EQ(peer.End()["limits"]["rejected"]["length"], 150);
}

/// Anybody may knock at a port.
TEST(RealDtlTest, AStrangersTcpIsRefusedAndNoReasonToWarn)
{
    PeerProcess peer("--listen=127.0.0.1:0 --transport=dtl --idle" + kFastRing);
    const std::string name = peer.Name();
    const auto port = static_cast<std::uint16_t>(std::stoi(name.substr(name.rfind(':') + 1)));
    asio::io_context context;
    for (int i = 0; i < 3; ++i)
    {
        asio::ip::tcp::socket stranger(context);
        stranger.connect({asio::ip::make_address("127.0.0.1"), port});
    }
    EXPECT_TRUE(peer.Reaches("dht_limits_connections_refused_total", 3));
    EXPECT_EQ(peer.End()["limits"]["connections_refused"], 3);
    EXPECT_EQ(peer.Errors().find("opens links"), std::string::npos) << peer.Errors();
}

} // namespace
