/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme-registry.h"
#include "memory-ring.h"
#include "test-name.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::kDrainTime;
using test::RingDigest;

constexpr Time kHostileStop = FromSeconds(8);

/// Every scheme on rings of two sizes, with as much to do as they can take and more.
class EverySchemeTest : public testing::TestWithParam<std::tuple<std::string, std::size_t>>
{
  protected:
    static MemoryNetOptions Options()
    {
        MemoryNetOptions options;
        options.scheme = std::get<0>(GetParam());
        // "none" takes on whatever it is offered: three times the capacity is enough
        options.workload.load = options.scheme == "none" ? 300 : 0;
        options.workload.stop = kHostileStop;
        if (options.scheme == "marking")
        {
            // from the first moment on more than the ring can take
            options.parameters = {{"InitialRate", 300}, {"Threshold", 20}};
        }
        options.uplinkRate = 200;
        options.peer.queueCapacity = 50;
        return options;
    }

    static Ring Peers()
    {
        return Ring::Even(std::get<1>(GetParam()));
    }
};

TEST_P(EverySchemeTest, NothingVanishesAtAnyTime)
{
    MemoryNet ring(Options(), ChordOverlay(Peers()));
    for (Time now(0); now < kHostileStop + FromSeconds(2); now += FromSeconds(0.1))
    {
        ring.RunUntil(now);
        const Counters c = ring.Totals();
        ASSERT_EQ(ring.Violations(), 0u);
        ASSERT_EQ(c.issued, c.answered + c.givenUp + ring.Outstanding());
        ASSERT_EQ(c.accepted, c.forwarded + c.delivered + c.TotalDropped() + ring.Queued());
        // whatever a peer did not make itself, another one has sent
        ASSERT_EQ(c.forwarded, c.accepted - c.issued - c.retransmitted + ring.OnTheWay());
    }
    EXPECT_GT(ring.Totals().answered, 0u);
}

TEST_P(EverySchemeTest, EverythingDrainsWhenTheWorkloadStops)
{
    MemoryNet ring(Options(), ChordOverlay(Peers()));
    ring.RunUntil(kHostileStop);
    EXPECT_GT(ring.Outstanding(), 0u);
    ring.RunUntil(kHostileStop + kDrainTime);
    const Counters c = ring.Totals();
    EXPECT_EQ(ring.Outstanding(), 0u);
    EXPECT_EQ(ring.Queued(), 0u);
    EXPECT_EQ(ring.OnTheWay(), 0u);
    EXPECT_EQ(c.issued, c.answered + c.givenUp);
    // no overlay-ack was lost: each delivery was acknowledged once
    EXPECT_EQ(c.delivered, c.answered + c.redundantAcks);
    if (std::get<0>(GetParam()) == "none")
    {
        EXPECT_EQ(c.givenUp, c.TotalDropped());
        EXPECT_GT(c.givenUp, 0u);
    }
    else
    {
        EXPECT_EQ(c.givenUp, 0u);
    }
}

TEST_P(EverySchemeTest, EverythingDrainsWhenThePeersAreStopped)
{
    MemoryNetOptions options = Options();
    options.workload.stop = kNever;
    // queues of a single request: most of the peers' own ones wait for room
    options.peer.queueCapacity = 1;
    MemoryNet ring(options, ChordOverlay(Peers()));
    ring.RunUntil(kHostileStop);
    ring.Stop();
    const std::uint64_t issued = ring.Totals().issued;
    ring.RunUntil(kHostileStop + kDrainTime);
    EXPECT_EQ(ring.Outstanding(), 0u);
    EXPECT_EQ(ring.Queued(), 0u);
    EXPECT_EQ(ring.OnTheWay(), 0u);
    EXPECT_EQ(ring.Totals().issued, issued);
    EXPECT_EQ(ring.Violations(), 0u);
}

TEST_P(EverySchemeTest, TheSameSeedGivesTheSameEventsAndAnotherOneDoesNot)
{
    std::vector<std::uint64_t> digests;
    for (const std::uint64_t seed : {1, 1, 2})
    {
        MemoryNetOptions options = Options();
        options.seed = seed;
        MemoryNet ring(options, ChordOverlay(Peers()));
        const RingDigest digest(ring);
        ring.RunUntil(kHostileStop);
        digests.push_back(digest.Get());
    }
    EXPECT_EQ(digests[0], digests[1]);
    EXPECT_NE(digests[0], digests[2]);
}

/// Common random numbers: a scheme decides when requests are issued, not which ones.
TEST_P(EverySchemeTest, TheSameSeedGivesTheSameKeysWhateverTheScheme)
{
    MemoryNetOptions options = Options();
    MemoryNet ring(options, ChordOverlay(Peers()));
    options.scheme = "none";
    options.parameters.clear();
    options.workload.load = 100;
    MemoryNet reference(options, ChordOverlay(Peers()));
    const RingDigest seen(ring);
    const RingDigest referred(reference);
    ring.RunUntil(kHostileStop);
    reference.RunUntil(kHostileStop);
    for (std::size_t peer = 0; peer < ring.Size(); ++peer)
    {
        std::vector<Key> keys = seen.IssuedKeys(peer);
        std::vector<Key> expected = referred.IssuedKeys(peer);
        const std::size_t count = std::min(keys.size(), expected.size());
        ASSERT_GT(count, 50u);
        keys.resize(count);
        expected.resize(count);
        ASSERT_EQ(keys, expected) << "peer " << peer;
    }
}

std::string
NameOf(const testing::TestParamInfo<EverySchemeTest::ParamType>& info)
{
    return TestName(std::get<0>(info.param) + "_" + std::to_string(std::get<1>(info.param)));
}

INSTANTIATE_TEST_SUITE_P(MemoryNet,
                         EverySchemeTest,
                         testing::Combine(testing::ValuesIn(SchemeRegistry::Get().Names()),
                                          testing::Values(16, 64)),
                         NameOf);

} // namespace
} // namespace dht
