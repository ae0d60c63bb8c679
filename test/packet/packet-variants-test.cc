/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-wire-format.h"
#include "packet-ring.h"
#include "test-name.h"

#include "ns3/boolean.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <set>

/// Small rings at packet level with cross-load, busy processors, routed overlay-acks, iterative
/// routing and several of these at once, under each scheme.

namespace ns3
{
namespace
{

/// A way to set a ring up.
struct Variant
{
    std::string name;                    ///< Its name.
    std::function<void(DhtHelper&)> set; ///< Sets the attributes.
    bool mayLock{false};                 ///< Whether back-pressure may lock up (NCA06, 3.3).
    bool mayDrop{false};                 ///< Whether back-pressure may drop.
};

void
SetCrossLoad(DhtHelper& helper)
{
    helper.SetAttribute("CrossLoad", DoubleValue(0.3));
    helper.SetAttribute("MeanPause", TimeValue(MilliSeconds(100)));
}

void
SetProcessing(DhtHelper& helper)
{
    helper.SetAttribute("ProcessingTime", TimeValue(MilliSeconds(4)));
    helper.SetAttribute("ProcessingTimes", StringValue("Exponential"));
}

void
SetRoutedAcks(DhtHelper& helper)
{
    helper.SetAttribute("Acks", StringValue("Overlay"));
}

void
SetIterative(DhtHelper& helper)
{
    helper.SetAttribute("Routing", StringValue("Iterative"));
}

void
SetTransport(DhtHelper& helper)
{
    helper.SetAttribute("Transport", StringValue("Dtl"));
}

void
SetHold(DhtHelper& helper)
{
    helper.SetAttribute("Hold", UintegerValue(2));
}

void
SetNagle(DhtHelper& helper)
{
    helper.SetAttribute("Nagle", BooleanValue(true));
}

const std::vector<Variant> VARIANTS{
    {"cross_load", SetCrossLoad},
    {"cross_load_that_reads_on",
     [](DhtHelper& helper) {
         SetCrossLoad(helper);
         helper.SetAttribute("Pauses", StringValue("Forwarding"));
     }},
    {"cross_load_that_stops_all",
     [](DhtHelper& helper) {
         SetCrossLoad(helper);
         // what pauses issues nothing, either
         helper.SetAttribute("CrossLoad", DoubleValue(0.1));
         helper.SetAttribute("Pauses", StringValue("Process"));
     }},
    {"processing", SetProcessing},
    {"routed_acks", SetRoutedAcks, true},
    {"hold", SetHold},
    {"nagle", SetNagle},
    {"iterative", SetIterative},
    {"tree", [](DhtHelper& helper) { helper.SetOverlay("tree"); }},
    {"transport", SetTransport},
    {"polite_transport_of_the_whole_peer",
     [](DhtHelper& helper) {
         SetTransport(helper);
         SetCrossLoad(helper);
         SetProcessing(helper);
         helper.SetAttribute("TransportScope", StringValue("Node"));
         helper.SetAttribute("TransportPriority", DoubleValue(0));
         helper.SetAttribute("SendBuffer", UintegerValue(65536));
     }},
    {"recursive_with_all",
     [](DhtHelper& helper) {
         helper.SetOverlay("small-world");
         SetCrossLoad(helper);
         SetProcessing(helper);
         SetRoutedAcks(helper);
     },
     true},
    {"iterative_with_all",
     [](DhtHelper& helper) {
         helper.SetOverlay("tree");
         SetCrossLoad(helper);
         SetProcessing(helper);
         SetIterative(helper);
     },
     false,
     true}, // a lookup that a busy processor has no room for
};

/// A scheme, and which of the variants.
class VariantTest : public testing::TestWithParam<std::tuple<std::string, std::size_t>>
{
  protected:
    static std::string Scheme()
    {
        return std::get<0>(GetParam());
    }

    static const Variant& Chosen()
    {
        return VARIANTS[std::get<1>(GetParam())];
    }

    static bool IsBackPressure()
    {
        return Scheme() == "back-pressure";
    }
};

/// What came out of a run.
struct VariantOutcome
{
    dht::Counters counters; ///< Of all peers.
    uint64_t events{0};     ///< That the simulator executed.
    double achieved{0};     ///< Requests/s.
};

TEST_P(VariantTest, UnderOverloadTheIdentitiesHoldAndTheSameRunGivesTheSame)
{
    VariantOutcome outcomes[2];
    for (VariantOutcome& outcome : outcomes)
    {
        PacketRing ring(8);
        Chosen().set(ring.helper);
        ring.Install(Scheme(), 250);
        outcome.achieved = ring.Run(Seconds(4), Seconds(8)).achieved;
        outcome.counters = ring.monitor->GetCounters();
        outcome.events = Simulator::GetEventCount();
        EXPECT_TRUE(ring.monitor->IdentitiesHold());
        EXPECT_EQ(ring.monitor->GetWireErrors(), 0U);
    }
    EXPECT_EQ(std::memcmp(&outcomes[0].counters, &outcomes[1].counters, sizeof(dht::Counters)), 0);
    EXPECT_EQ(outcomes[0].events, outcomes[1].events);
    EXPECT_EQ(outcomes[0].achieved, outcomes[1].achieved);
    if (!IsBackPressure() || !Chosen().mayLock)
    {
        EXPECT_GT(outcomes[0].achieved, 10);
    }
    if (IsBackPressure() && !Chosen().mayDrop)
    {
        EXPECT_EQ(outcomes[0].counters.TotalDropped(), 0U);
    }
    if (Scheme() == "none")
    {
        EXPECT_GT(outcomes[0].counters.TotalDropped(), 0U);
    }
}

TEST_P(VariantTest, APeerThatStopsLeavesTheOthersSound)
{
    PacketRing ring(8);
    Chosen().set(ring.helper);
    ring.Install(Scheme(), 100);
    ring.peers.Get(5)->SetStopTime(Seconds(4));
    ring.Run(Seconds(3), Seconds(8));
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
    EXPECT_GT(ring.monitor->GetCounters().answered, 100U);
}

TEST_P(VariantTest, AModestLoadIsAnsweredAsItComes)
{
    PacketRing ring(8);
    Chosen().set(ring.helper);
    ring.helper.SetAttribute("Requests", UintegerValue(50));
    ring.Install(Scheme(), 10);
    ring.Run(Seconds(3), Seconds(60));
    EXPECT_TRUE(ring.monitor->IsFinished());
    EXPECT_EQ(ring.monitor->GetCounters().answered, 400U);
    EXPECT_EQ(ring.monitor->GetCounters().TotalDropped(), 0U);
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
}

INSTANTIATE_TEST_SUITE_P(
    PacketRing,
    VariantTest,
    testing::Combine(testing::Values("none", "credit", "back-pressure", "marking", "ferry"),
                     testing::Range(std::size_t{0}, VARIANTS.size())),
    [](const auto& info) {
        return TestName(std::get<0>(info.param) + "_" + VARIANTS[std::get<1>(info.param)].name);
    });

TEST(PacketVariantTest, IterativeRoutingTakesTheSameHops)
{
    double hops[2];
    uint64_t forwarded[2];
    for (const int i : {0, 1})
    {
        PacketRing ring(16);
        ring.helper.SetAttribute("Requests", UintegerValue(50));
        if (i == 1)
        {
            SetIterative(ring.helper);
        }
        ring.Install("none", 10);
        hops[i] = ring.Run(Seconds(2), Seconds(30)).hopsMean;
        forwarded[i] = ring.monitor->GetCounters().forwarded;
    }
    EXPECT_EQ(hops[0], hops[1]);
    EXPECT_EQ(forwarded[0], forwarded[1]);
}

/// Common random numbers: none of this changes which keys a peer looks up.
TEST(PacketVariantTest, EveryVariantHasTheSameWorkload)
{
    const auto record = [](const std::function<void(DhtHelper&)>& set) {
        std::vector<dht::Key> keys;
        PacketRing ring(8);
        set(ring.helper);
        ring.helper.SetAttribute("Requests", UintegerValue(30));
        ring.Install("none", 20);
        ring.Peer(3)->TraceConnectWithoutContext(
            "Issued",
            Callback<void, const dht::Request&>(
                [&keys](const dht::Request& request) { keys.push_back(request.key); }));
        ring.Run(Seconds(2), Seconds(8));
        return keys;
    };
    const std::vector<dht::Key> expected = record([](DhtHelper&) {});
    EXPECT_EQ(expected.size(), 30U);
    for (const Variant& variant : VARIANTS)
    {
        EXPECT_EQ(record(variant.set), expected) << variant.name;
    }
}

TEST(PacketVariantTest, EveryRequestHasTheLengthAskedFor)
{
    for (const Variant& variant : VARIANTS)
    {
        PacketRing ring(4);
        variant.set(ring.helper);
        ring.helper.SetAttribute("MessageSize", UintegerValue(100));
        ring.Install("none", 20);
        std::set<std::size_t> sizes;
        ring.Peer(1)->TraceConnectWithoutContext(
            "Issued",
            Callback<void, const dht::Request&>(
                [&sizes](const dht::Request& request) { sizes.insert(dht::FrameSize(request)); }));
        ring.Run(Seconds(2), Seconds(4));
        EXPECT_EQ(sizes, std::set<std::size_t>{100}) << variant.name;
    }
}

TEST(PacketVariantTest, LookupsAreAnsweredStraightWhateverAcksSays)
{
    PacketRing ring(4);
    SetIterative(ring.helper);
    SetRoutedAcks(ring.helper);
    ring.helper.SetAttribute("MessageSize", UintegerValue(46));
    ring.helper.SetAttribute("Requests", UintegerValue(20));
    ring.Install("none", 20);
    ring.Run(Seconds(2), Seconds(10));
    EXPECT_EQ(ring.monitor->GetCounters().answered, 80U);
    EXPECT_EQ(ring.monitor->GetCounters().delivered, 80U);
}

/// A window is enough: without a scheme, peers look up as much as there is room for, and lose
/// nothing.
TEST(PacketVariantTest, AWindowBoundsWhatAPeerAsksAtOnce)
{
    PacketRing ring(16);
    SetIterative(ring.helper);
    ring.helper.SetAttribute("LookupWindow", StringValue("Stp"));
    ring.Install("none", 0);
    uint32_t before = 0;
    uint32_t full = 0;
    bool isKept = true;
    ring.Peer(3)->TraceConnectWithoutContext(
        "LookupsUnderWay",
        Callback<void, uint32_t, uint32_t>([&](uint32_t limit, uint32_t underWay) {
            isKept = isKept && (underWay <= before || underWay <= limit);
            full += underWay == limit ? 1 : 0;
            before = underWay;
        }));
    const dht::RingResults results = ring.Run(Seconds(5), Seconds(15));
    EXPECT_TRUE(isKept);
    EXPECT_GT(full, 100U);
    EXPECT_GT(results.achieved, 95);
    EXPECT_LT(results.delay.mean, 2);
    EXPECT_EQ(ring.monitor->GetCounters().TotalDropped(), 0U);
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
}

/// A processor is the bottleneck, at 1 / (4 ms * (3 / 2 + 1 - 1 / 8)) requests/s on eight peers.
TEST(PacketVariantTest, AProcessorLimitsTheThroughputAsItsModelSays)
{
    PacketRing ring(8);
    ring.helper.SetAttribute("ProcessingTime", TimeValue(MilliSeconds(4)));
    ring.Install("back-pressure", 0);
    const double achieved = ring.Run(Seconds(6), Seconds(16)).achieved;
    const double capacity = 1 / 0.004 / (1.5 + 1 - 1.0 / 8);
    EXPECT_LT(achieved, 1.03 * capacity);
    EXPECT_GT(achieved, 0.85 * capacity);
}

/// An iterative peer has no connections: what recursive neighbours send it, it cannot send on.
TEST(PacketVariantTest, AnIterativePeerAmongRecursiveOnesDropsWhatItShouldRelay)
{
    PacketRing ring(8);
    ring.Install("none", 20);
    ring.Peer(4)->SetAttribute("Routing", StringValue("Iterative"));
    ring.Run(Seconds(3), Seconds(10));
    const dht::Counters& counters = ring.Peer(4)->GetPeer()->GetCounters();
    EXPECT_GT(counters.dropped[static_cast<std::size_t>(dht::DropReason::kLinkDown)], 50U);
    // its own requests are found, and those for its keys are answered
    EXPECT_GT(counters.answered, 100U);
    EXPECT_GT(counters.delivered, 100U);
    EXPECT_TRUE(ring.monitor->IdentitiesHold());
}

} // namespace
} // namespace ns3
