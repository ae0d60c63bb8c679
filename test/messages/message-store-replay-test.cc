/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bare-storage.h"
#include "coordinate-delays.h"
#include "dht-overlay-registry.h"
#include "dht-present-time.h"
#include "message-level-store.h"
#include "random-block.h"
#include "split-mix-random.h"

#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

/// What a store peer does at the message level it does again without that.

namespace ns3
{
namespace
{

/// How many peers there are.
constexpr uint32_t REPLAYED_PEERS = 64;
/// Of the random numbers of all.
constexpr uint64_t REPLAYED_SEED = 17;

/// @return Who knows whom.
std::unique_ptr<const dht::Overlay>
MakeReplayedOverlay()
{
    std::vector<std::string> names;
    for (uint32_t i = 0; i < REPLAYED_PEERS; ++i)
    {
        names.push_back(std::to_string(i));
    }
    dht::SplitMixRandom random(1, 0);
    return dht::OverlayRegistry::Get().Find("chord").make(dht::Ring::Hashed(names),
                                                          {random, nullptr, 1});
}

/// Everybody puts a block, and one peer gets them all, while messages are lost. @param watched That
/// one. @return What went into it, and what came out.
dht::test::StorageTrace
WatchMessages(uint32_t watched)
{
    MessageLevelStore::Plan plan;
    plan.overlay = MakeReplayedOverlay();
    dht::SplitMixRandom places(2, 0);
    plan.delays = std::make_unique<dht::CoordinateDelays>(REPLAYED_PEERS,
                                                          dht::FromSeconds(0.002),
                                                          dht::FromSeconds(0.098),
                                                          places);
    plan.isExact = false;
    plan.loss = 0.02;
    plan.seed = REPLAYED_SEED;
    MessageLevelStore store(std::move(plan));
    dht::test::TraceTap tap;
    store.SetTap(watched, &tap);
    const auto call =
        [&](uint32_t peer, Time at, std::function<void(dht::Time, dht::Storage&)> enter) {
            Simulator::Schedule(at, [&store, &tap, peer, watched, enter] {
                const dht::Time now = DhtPresent();
                if (peer == watched)
                {
                    tap.Note(now, [now, enter](dht::Storage& storage) { enter(now, storage); });
                }
                enter(now, store.Get(peer));
            });
        };
    for (uint32_t i = 0; i < REPLAYED_PEERS; ++i)
    {
        const dht::Bytes block = dht::test::RandomBlock(5000 + i, i);
        call(i, MilliSeconds(1000 + 130 * i), [block](dht::Time now, dht::Storage& storage) {
            storage.Put(now, block);
        });
        const dht::Key key = dht::BlockKey(block);
        call(watched, MilliSeconds(15000 + 70 * i), [key](dht::Time now, dht::Storage& storage) {
            storage.Get(now, key);
        });
    }
    Simulator::Stop(Seconds(40));
    Simulator::Run();
    Simulator::Destroy();
    return tap.trace;
}

TEST(MessageStoreReplayTest, TheBarePeerSendsTheSameBytesAtTheSameTimes)
{
    for (const uint32_t place : {0U, 33U})
    {
        const dht::test::StorageTrace trace = WatchMessages(place);
        EXPECT_GT(trace.sent.size(), 500U);
        EXPECT_GT(trace.calls.size(), 500U);
        const auto overlay = MakeReplayedOverlay();
        const dht::ReadyRing ring(*overlay);
        dht::ReadyRingInfo info(ring, place);
        dht::SplitMixRandom random(REPLAYED_SEED, place + 1);
        ExpectTheSame("peer " + std::to_string(place),
                      dht::test::BareStorage({info, random}).Replay(trace, dht::FromSeconds(40)),
                      trace.sent);
    }
}

} // namespace
} // namespace ns3
