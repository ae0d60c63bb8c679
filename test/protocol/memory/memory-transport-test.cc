/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-tap.h"
#include "live-ring-setup.h"
#include "memory-ring.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

/// Whole rings in memory whose links are the overlay's own transport.

namespace dht
{
namespace
{

/// @param scheme A scheme. @param window The window of links. @return What a ready-made ring is
/// made of whose peers issue requests for five seconds.
MemoryNetOptions
OverTransport(const std::string& scheme, const std::string& window = "multcp")
{
    MemoryNetOptions options;
    options.scheme = scheme;
    options.links.carrier = LinkCarrier::kDtl;
    options.linkWindow = window;
    options.workload.load = 10;
    options.workload.requests = 50;
    return options;
}

class MemoryTransportTest : public testing::TestWithParam<const char*>
{
};

TEST_P(MemoryTransportTest, AReadyMadeRingAnswersItsRequests)
{
    MemoryNet net(OverTransport(GetParam()), ChordOverlay(test::HashedRing(32)));
    net.RunUntil(FromSeconds(60));
    const Counters totals = net.Totals();
    EXPECT_EQ(totals.issued, 32u * 50);
    EXPECT_EQ(totals.answered, totals.issued);
    EXPECT_EQ(totals.retransmitted, 0u);
    EXPECT_EQ(net.Outstanding() + net.Queued() + net.Violations(), 0u);
}

/// What gets lost on a link is sent again by the transport; answers are datagrams, and asked for
/// again by schemes that do so.
TEST_P(MemoryTransportTest, LossDuplicatesAndDisorderTakeNothingFromLinks)
{
    MemoryNetOptions options = OverTransport(GetParam());
    options.loss = 0.05;
    options.duplication = 0.05;
    options.jitter = FromSeconds(0.02);
    MemoryNet net(options, ChordOverlay(test::HashedRing(32)));
    net.RunUntil(FromSeconds(200));
    const Counters totals = net.Totals();
    EXPECT_EQ(totals.issued, 32u * 50);
    EXPECT_EQ(totals.delivered + totals.TotalDropped(), totals.issued + totals.retransmitted);
    EXPECT_EQ(totals.TotalDropped(), 0u);
    EXPECT_GT(totals.answered, 0.93 * static_cast<double>(totals.issued));
    EXPECT_TRUE(totals.answered == totals.issued || totals.retransmitted == 0);
    EXPECT_EQ(net.Outstanding() + net.Queued() + net.Violations(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Schemes,
                         MemoryTransportTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const auto& info) {
                             const std::string name = info.param;
                             return name == "back-pressure" ? "BackPressure" : name;
                         });

TEST(MemoryTransportRingTest, PeersJoinAndTheirRingHealsAfterSilentCrashes)
{
    MemoryNetOptions options = test::Loaded("credit", 1, 5);
    options.links.carrier = LinkCarrier::kDtl;
    options.loss = 0.02;
    options.retry = FromSeconds(1);
    test::LiveRing ring(options, 24);
    test::Populate(ring, 24);
    EXPECT_NE(ring.Settle(FromSeconds(60)), kNever) << ring.Flaws();
    ring.RunUntil(ring.Now() + FromSeconds(30));
    for (const std::size_t place : {3, 4, 11})
    {
        ring.Crash(place);
    }
    EXPECT_NE(ring.Settle(FromSeconds(60)), kNever) << ring.Flaws();
    ring.Join(4, {0});
    EXPECT_NE(ring.Settle(FromSeconds(60)), kNever) << ring.Flaws();
    const auto before = ring.Results();
    ring.RunUntil(ring.Now() + FromSeconds(30));
    ring.Stop();
    ring.RunUntil(ring.Now() + FromSeconds(60));
    const auto& results = ring.Results();
    EXPECT_GT(results.right - before.right, 22u * 5 * 25);
    EXPECT_EQ(results.wrong, before.wrong);
    EXPECT_LE(results.givenUp - before.givenUp, (results.right - before.right) / 100);
    EXPECT_EQ(ring.Violations(), 0u);
}

/// Requests that one uplink cannot carry wait at the peers before it.
TEST(MemoryTransportRingTest, TheUplinkBoundsWhatLinksCarry)
{
    double answered[2];
    for (const bool isSlow : {false, true})
    {
        MemoryNetOptions options = OverTransport("none");
        options.workload.load = 50;
        options.workload.requests = 5000;
        options.uplinkBytes = isSlow ? 5e3 : 1e6;
        MemoryNet net(options, ChordOverlay(test::HashedRing(32)));
        net.RunUntil(FromSeconds(8));
        answered[isSlow] = static_cast<double>(net.Totals().answered);
    }
    EXPECT_GT(answered[0], 32 * 50 * 7);
    EXPECT_LT(answered[1], 0.5 * answered[0]);
}

TEST(MemoryTransportRingTest, WhereAllPacketsGetLostNothingArrives)
{
    MemoryNetOptions options = OverTransport("none");
    options.loss = 1;
    MemoryNet net(options, ChordOverlay(test::HashedRing(32)));
    net.RunUntil(FromSeconds(2));
    EXPECT_EQ(net.Totals().accepted, net.Totals().issued);
    net.Faults().SetLoss(0);
    net.RunUntil(FromSeconds(100));
    EXPECT_EQ(net.Totals().answered, net.Totals().issued);
    EXPECT_EQ(net.Violations(), 0u);
}

/// Counts packets, and breaks those that somebody sends.
class PacketCounter : public MemoryTap
{
  public:
    bool OnPacketSent(std::size_t from,
                      std::size_t /* to */,
                      std::vector<std::uint8_t>& packet) override
    {
        ++sent[from];
        if (from == broken)
        {
            packet.assign(packet.size(), 0);
        }
        return true;
    }

    std::map<std::size_t, std::size_t> sent; ///< By sender.
    std::size_t broken{1000};                ///< Who sends nonsense.
};

/// A process that is paused sends nothing of any kind, and reads what has come when it goes on.
TEST(MemoryTransportRingTest, APausedProcessSendsNoPackets)
{
    MemoryNetOptions options = OverTransport("credit");
    options.peer.pauses = PauseScope::kProcess;
    options.workload.requests = 1000;
    MemoryNet net(options, ChordOverlay(test::HashedRing(32)));
    PacketCounter counter;
    net.SetTap(&counter);
    net.RunUntil(FromSeconds(5));
    EXPECT_GT(counter.sent[3], 0u);
    net.SetPaused(3, true);
    counter.sent.clear();
    net.RunUntil(FromSeconds(7));
    EXPECT_EQ(counter.sent[3], 0u);
    EXPECT_GT(counter.sent[4], 0u);
    net.SetPaused(3, false);
    net.RunUntil(FromSeconds(9));
    EXPECT_GT(counter.sent[3], 0u);
    net.Stop();
    net.RunUntil(FromSeconds(200));
    EXPECT_EQ(net.Totals().answered + net.Totals().givenUp, net.Totals().issued);
    EXPECT_EQ(net.Outstanding() + net.Queued() + net.Violations(), 0u);
}

TEST(MemoryTransportRingTest, NonsenseInPacketsIsNoRequest)
{
    MemoryNet net(OverTransport("none"), ChordOverlay(test::HashedRing(32)));
    PacketCounter counter;
    counter.broken = 3;
    net.SetTap(&counter);
    net.RunUntil(FromSeconds(60));
    EXPECT_GT(counter.sent[3], 0u);
    EXPECT_EQ(net.At(3).GetPeer().GetCounters().forwarded, 0u);
    EXPECT_LT(net.Totals().answered, net.Totals().issued);
    EXPECT_GT(net.Totals().answered, net.Totals().issued / 2);
    EXPECT_EQ(net.Violations(), 0u);
}

} // namespace
} // namespace dht
