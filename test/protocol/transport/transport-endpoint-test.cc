/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport-world.h"

#include <gtest/gtest.h>

/// Streams arrive, whatever the path does.

namespace dht
{
namespace
{

using test::PathFaults;
using test::TransportWorld;
using Kind = TransportEvent::Kind;

/// @param faults Of the path. @param seed Of random numbers. @param size Bytes. @param seconds For
/// how long. Streams bytes from one host to another, and expects them once and in order.
void
ExpectStream(const PathFaults& faults, std::uint64_t seed, std::uint64_t size, double seconds)
{
    TransportWorld world(faults, seed);
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, size);
    EXPECT_TRUE(world.RunUntil(seconds, [&] { return world.CountOf(a, Kind::kClosed) == 1; }));
    EXPECT_EQ(world.BytesRead(b), size);
    EXPECT_EQ(world.wrongBytes, 0u);
    EXPECT_EQ(world.broken, 0u);
    EXPECT_EQ(world.CountOf(a, Kind::kOpened), 1u);
    EXPECT_EQ(world.CountOf(b, Kind::kAccepted), 1u);
    EXPECT_EQ(world.CountOf(b, Kind::kClosed), 1u);
    EXPECT_EQ(a.endpoint->Now().links, 0u);
}

TEST(TransportEndpointTest, CarriesAStream)
{
    ExpectStream({}, 1, 1000000, 20);
}

TEST(TransportEndpointTest, CarriesAnEmptyStream)
{
    ExpectStream({}, 1, 0, 5);
}

TEST(TransportEndpointTest, EveryByteArrivesOnceAndInOrderWhateverThePathDoes)
{
    PathFaults faults;
    faults.loss = 0.3;
    faults.jitter = FromSeconds(0.03);
    faults.duplication = 0.1;
    faults.blackouts = {{FromSeconds(5), FromSeconds(10)}, {FromSeconds(14), FromSeconds(19)}};
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
    {
        SCOPED_TRACE(seed);
        ExpectStream(faults, seed, 300000, 300);
    }
}

/// Within two probe timeouts, which is 128 times srtt + 4 var + 25 ms at the most.
TEST(TransportEndpointTest, ABlackoutOfAMinuteEndsWithARecovery)
{
    PathFaults faults;
    faults.blackouts = {{FromSeconds(1), FromSeconds(61)}};
    TransportWorld world(faults);
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 50000000);
    world.Run(1);
    const Time timeout = a.endpoint->Sender(link)->Path().ProbeTimeout();
    world.Run(60);
    const std::uint64_t before = world.BytesRead(b);
    EXPECT_LT(before, 50000000u);
    EXPECT_GT(before, 0u);
    world.Run(2 * 64 * ToSeconds(timeout));
    EXPECT_GT(world.BytesRead(b), before + 10000);
    EXPECT_EQ(world.CountOf(a, Kind::kSilent), 2u) << "told at once, and after 31 s";
    EXPECT_TRUE(world.RunUntil(300, [&] { return world.CountOf(a, Kind::kClosed) == 1; }));
    EXPECT_EQ(world.wrongBytes, 0u);
    EXPECT_EQ(world.broken, 0u);
}

/// Probes were far apart at the end of the first blackout. In the next one they are not.
TEST(TransportEndpointTest, AnyAckEndsTheDoublingOfTimeouts)
{
    TransportWorld world;
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 1000000000);
    world.Run(1);
    std::vector<Time> probes;
    world.tap = [&](const Endpoint& from, const Endpoint& /* to */, auto& /* bytes */) {
        if (from.port == 1000 && world.faults.loss == 1)
        {
            probes.push_back(world.Now());
        }
        return true;
    };
    for (int blackout = 0; blackout < 3; ++blackout)
    {
        world.faults.loss = 1;
        world.Run(0.1);
        probes.clear();
        const Time timeout = a.endpoint->Sender(link)->Path().ProbeTimeout();
        world.Run(60);
        EXPECT_GE(probes.size(), 2 * 8u) << "8 doublings would take longer than a minute";
        EXPECT_LE(probes.size(), 2 * 30u);
        EXPECT_LE(probes.at(0) - world.Now() + FromSeconds(60), 2 * timeout);
        EXPECT_GE(probes.back() - probes.at(probes.size() - 3), 64 * timeout);
        EXPECT_LE(probes.back() - probes.at(probes.size() - 3), 65 * timeout);
        world.faults.loss = 0;
        world.Run(15);
    }
}

TEST(TransportEndpointTest, ALongBlackoutIsPersistentCongestion)
{
    PathFaults faults;
    faults.blackouts = {{FromSeconds(1), FromSeconds(6)}};
    TransportWorld world(faults);
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 50000000);
    world.Run(1);
    const auto* const window = dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(link));
    EXPECT_EQ(window->losses, 0);
    world.Run(4.9);
    EXPECT_EQ(window->losses, 0) << "timeouts alone reduce nothing";
    world.RunUntil(20, [&] { return window->losses > 0; });
    EXPECT_EQ(window->losses, 1);
    EXPECT_EQ(window->persistent, 1);
}

TEST(TransportEndpointTest, LossesOfOneRoundTripReduceTheWindowOnce)
{
    TransportWorld world;
    auto& a = world.Add();
    auto& b = world.Add();
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 50000000);
    world.Run(1);
    const auto* const window = dynamic_cast<const test::SimpleWindow*>(a.endpoint->Window(link));
    int count = 0;
    world.tap = [&](const Endpoint& from, const Endpoint& /* to */, auto& /* bytes */) {
        return from.port != 1000 || ++count > 40 || count % 4 != 0;
    };
    world.Run(0.3);
    EXPECT_EQ(a.endpoint->Counts().packetsLost, 10u);
    EXPECT_EQ(window->losses, 1);
    EXPECT_EQ(a.endpoint->Counts().probesSent, 0u) << "every hole is found without a timeout";
}

/// @param seed Of random numbers. @return What was sent, and when, in a run over a bad path.
std::vector<std::uint8_t>
RecordOf(std::uint64_t seed)
{
    PathFaults faults;
    faults.loss = 0.1;
    faults.jitter = FromSeconds(0.01);
    TransportWorld world(faults, seed);
    std::vector<std::uint8_t> record;
    world.tap = [&](const Endpoint& /* from */, const Endpoint& /* to */, auto& bytes) {
        const auto time = world.Now().count();
        record.insert(record.end(), bytes.begin(), bytes.end());
        record.push_back(static_cast<std::uint8_t>(time % 251));
        return true;
    };
    auto& a = world.Add();
    auto& b = world.Add();
    for (int i = 0; i < 3; ++i)
    {
        world.Stream(a, a.endpoint->Open(world.Now(), b.address, i), 30000);
    }
    world.Run(30);
    return record;
}

TEST(TransportEndpointTest, TheSameRunGivesTheSameBytes)
{
    const auto record = RecordOf(1);
    EXPECT_GT(record.size(), 90000u);
    EXPECT_EQ(RecordOf(1), record);
    EXPECT_NE(RecordOf(2), record);
}

/// @param endpoint An endpoint. Expects that nothing is counted twice or not at all; an endpoint's
/// own IdentitiesHold() has no part in it.
void
ExpectSums(const TransportEndpoint& endpoint)
{
    const TransportCounters& counts = endpoint.Counts();
    const TransportEndpoint::State state = endpoint.Now();
    ASSERT_EQ(counts.received, counts.accepted + counts.TotalRejected());
    ASSERT_EQ(counts.packetsSent - counts.packetsAcked - counts.packetsLost,
              counts.packetsAbandoned + state.packetsInFlight);
    ASSERT_EQ(counts.bytesWritten - counts.bytesAcked,
              counts.bytesAbandoned + state.bytesInFlight + state.bytesWaiting);
}

TEST(TransportEndpointTest, IdentitiesHoldAfterEveryStep)
{
    PathFaults faults;
    faults.loss = 0.05;
    faults.jitter = FromSeconds(0.01);
    faults.duplication = 0.05;
    TransportWorld world(faults, 5);
    test::MersenneRandom dice(7);
    auto& a = world.Add();
    auto& b = world.Add();
    std::vector<std::pair<TransportLink, std::uint64_t>> links;
    while (world.checks < 1000000)
    {
        const std::uint64_t what = DrawBelow(dice, 100);
        const std::size_t which = DrawBelow(dice, links.size() + 1);
        if (what == 0 && links.size() < 10)
        {
            links.emplace_back(a.endpoint->Open(world.Now(), b.address, 1), 0);
        }
        else if (which < links.size() && what < 3)
        {
            what == 1 ? a.endpoint->Close(world.Now(), links[which].first)
                      : a.endpoint->Abort(world.Now(), links[which].first);
            links.erase(links.begin() + static_cast<std::ptrdiff_t>(which));
        }
        else if (which < links.size())
        {
            auto& [link, written] = links[which];
            written = world.WriteSome(a, link, written, written + DrawBelow(dice, 20000));
        }
        world.Pump(a);
        world.Pump(b);
        world.Run(0.01);
        ASSERT_EQ(world.broken, 0u);
        ASSERT_NO_FATAL_FAILURE(ExpectSums(*a.endpoint));
        ASSERT_NO_FATAL_FAILURE(ExpectSums(*b.endpoint));
    }
    EXPECT_EQ(world.wrongBytes, 0u);
    EXPECT_GT(a.endpoint->Counts().packetsLost, 1000u);
    EXPECT_GT(a.endpoint->Counts().packetsLate, 0u);
    EXPECT_GT(a.endpoint->Counts().packetsAbandoned, 10u);
    EXPECT_EQ(b.endpoint->Counts().Rejected(TransportError::kConflict), 0u);
}

} // namespace
} // namespace dht
