/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-setup.h"

#include "constant-delay.h"
#include "dht-scheme.h"
#include "event-digest.h"

#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <memory>

namespace ns3
{
namespace test
{

MessageLevelRing::Plan
MakePlan(const RingSetup& setup)
{
    MessageLevelOptions options;
    options.peer.queueCapacity = setup.queue;
    options.peer.requestLifetime = dht::FromSeconds(20);
    options.workload.load = setup.load;
    options.workload.stop = setup.stop;
    options.load = dht::LoadModel::Uplink(setup.alpha);
    if (setup.tcp)
    {
        options.areStreams = true;
        options.uplinkBuffer = 0;
        options.stream.header = 0.2;
        options.stream.segment = 5;
        options.stream.segmentsPerAck = 2;
        options.stream.sendBuffer = setup.sendBuffer;
        options.load = {0, 0.15};
    }
    if (setup.isIterative)
    {
        options.peer.routing = dht::RoutingMode::kIterative;
        options.peer.lookupWindow = setup.lookupWindow;
        options.uplinkBuffer = setup.sendBuffer;
    }
    options.startSpread = dht::FromSeconds(setup.spread);
    const MessageLevelPeer::Capacity capacity{setup.capacity, setup.tcp ? setup.capacity : 0};
    return {options,
            std::make_unique<dht::EvenChord>(setup.links),
            std::make_unique<dht::ConstantDelay>(dht::FromSeconds(0.02)),
            DhtScheme::Create(setup.scheme),
            [capacity](uint32_t) { return capacity; },
            setup.seed};
}

uint64_t
DigestOf(const RingSetup& setup)
{
    MessageLevelRing ring(MakePlan(setup), {0, uint32_t{1} << setup.links}, nullptr);
    EXPECT_TRUE(ring.Make(uint32_t{1} << setup.links));
    uint64_t digest = 0;
    dht::test::EventDigest events(digest, 0);
    ring.Start(events);
    Simulator::Stop(setup.duration);
    Simulator::Run();
    Simulator::Destroy();
    return digest;
}

Outcome
RunRing(const RingSetup& setup)
{
    MessageLevelRing ring(MakePlan(setup), {0, uint32_t{1} << setup.links}, nullptr);
    EXPECT_TRUE(ring.Make(uint32_t{1} << setup.links));
    MessageLevelMonitor monitor(ring, nullptr);
    ring.Start(monitor);
    Simulator::Schedule(setup.warmup, &MessageLevelMonitor::Begin, &monitor);
    Simulator::Stop(setup.warmup + setup.duration);
    Simulator::Run();
    monitor.End();
    const Outcome outcome{monitor.GetTotals(), monitor.GetResults()};
    Simulator::Destroy();
    return outcome;
}

} // namespace test
} // namespace ns3
