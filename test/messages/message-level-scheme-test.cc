/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-setup.h"
#include "test-name.h"

#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

/// What holds of rings of message-level peers with every scheme.

namespace ns3
{
namespace
{

using test::DigestOf;
using test::MakePlan;
using test::Outcome;
using test::RingSetup;
using test::RunRing;

/// With each scheme, without TCP and with it.
class MessageLevelSchemeTest : public testing::TestWithParam<std::tuple<std::string, bool>>
{
  protected:
    /// @param load Offered. @return A ring.
    static RingSetup MakeSetup(double load)
    {
        RingSetup setup;
        std::tie(setup.scheme, setup.tcp) = GetParam();
        setup.load = load;
        return setup;
    }
};

TEST_P(MessageLevelSchemeTest, IdentitiesHoldUnderOverload)
{
    const RingSetup setup = MakeSetup(80);
    const Outcome outcome = RunRing(setup);
    EXPECT_TRUE(outcome.totals.identitiesHold);
    EXPECT_GT(outcome.totals.counters.answered, 1000u);
    EXPECT_GT(outcome.totals.counters.forwarded, outcome.totals.counters.answered);
}

TEST_P(MessageLevelSchemeTest, NothingStaysInAQueueWhenNothingComes)
{
    RingSetup setup = MakeSetup(80);
    setup.stop = dht::FromSeconds(2);
    setup.duration = Seconds(60);
    const Outcome outcome = RunRing(setup);
    EXPECT_EQ(outcome.totals.queued, 0u);
    EXPECT_GT(outcome.totals.counters.answered, 1000u);
    if (setup.scheme == "back-pressure")
    {
        EXPECT_EQ(outcome.totals.counters.answered, outcome.totals.counters.issued);
    }
}

TEST_P(MessageLevelSchemeTest, AllMayBeginAtOnce)
{
    RingSetup setup = MakeSetup(0);
    setup.load = setup.scheme == "none" ? 20 : 0;
    setup.spread = 0;
    EXPECT_GT(RunRing(setup).results.achieved, 10);
}

TEST_P(MessageLevelSchemeTest, TheSameRunHappensTwice)
{
    RingSetup setup = MakeSetup(40);
    const auto digest = [](const Outcome& outcome) {
        return dht::CountersToJson(outcome.totals).dump() +
               dht::ResultsToJson(outcome.results).dump();
    };
    const std::string once = digest(RunRing(setup));
    EXPECT_EQ(digest(RunRing(setup)), once);
    setup.seed = 2;
    EXPECT_NE(digest(RunRing(setup)), once);
}

TEST_P(MessageLevelSchemeTest, ALightLoadIsAnsweredAtOnce)
{
    RingSetup setup = MakeSetup(4);
    setup.warmup = Seconds(10);
    const Outcome outcome = RunRing(setup);
    EXPECT_NEAR(outcome.results.achieved, 4, 0.25);
    EXPECT_NEAR(outcome.results.hopsMean, 3.5, 0.1);
    EXPECT_EQ(outcome.results.dropped, 0);
    EXPECT_EQ(outcome.results.retransmitted, 0);
    // each hop and the answer travel 20 ms; a request takes 1/120 s of an uplink, and of a downlink
    // where there is one, which are mostly idle
    const double links = setup.tcp ? 2 : 1;
    EXPECT_NEAR(outcome.results.delay.mean, 3.5 * (0.02 + links / 120.0) + 0.02, 0.01);
}

/// A change of a result has to be meant: of these schemes, results are published. Other processors
/// may fuse additions with multiplications, and then round in another way.
TEST_P(MessageLevelSchemeTest, EveryEventIsWhatItWas)
{
#ifndef __x86_64__
    GTEST_SKIP() << "pinned on x86-64";
#endif
    static const std::map<std::tuple<std::string, bool>, uint64_t> kPinned{
        {{"none", false}, 10107282491064384829U},
        {{"none", true}, 9104656957191724447U},
        {{"credit", false}, 6196453031816598900U},
        {{"credit", true}, 16062087985062311895U},
        {{"back-pressure", false}, 6899939872017286078U},
        {{"back-pressure", true}, 5316953823285720325U},
        {{"marking", false}, 15733415313167187424U},
        {{"marking", true}, 553157562738111598U},
    };
    RingSetup setup = MakeSetup(150);
    setup.links = 4;
    setup.queue = 20;
    EXPECT_EQ(DigestOf(setup), kPinned.at(GetParam()));
}

/// Joins the two halves of a ring.
class OtherHalf : public RemotePeers
{
  public:
    void Send(Time arrival, uint32_t to, const Message& message) override
    {
        ++sent;
        EXPECT_GE(arrival - Simulator::Now(), MilliSeconds(20));
        half->Receive(arrival, to, message);
    }

    MessageLevelRing* half{nullptr}; ///< Where everything goes.
    uint64_t sent{0};                ///< Messages.
};

TEST_P(MessageLevelSchemeTest, TwoHalvesDoWhatTheWholeDoes)
{
    const RingSetup setup = MakeSetup(60);
    const Outcome whole = RunRing(setup);

    const uint32_t peers = uint32_t{1} << setup.links;
    OtherHalf toUpper;
    OtherHalf toLower;
    // the upper half is made first, so that events come in another order
    MessageLevelRing upper(MakePlan(setup), {peers / 2, peers}, &toLower);
    MessageLevelRing lower(MakePlan(setup), {0, peers / 2}, &toUpper);
    toUpper.half = &upper;
    toLower.half = &lower;
    dht::Observer nobody;
    for (MessageLevelRing* half : {&upper, &lower})
    {
        half->Make(peers);
        half->Start(nobody);
    }
    Simulator::Stop(setup.warmup + setup.duration);
    Simulator::Run();
    dht::Counters counters;
    for (MessageLevelRing* half : {&upper, &lower})
    {
        for (std::size_t i = 0; i < half->Size(); ++i)
        {
            counters += half->Get(i).GetPeer().GetCounters();
        }
    }
    Simulator::Destroy();
    EXPECT_GT(toUpper.sent, 1000u);
    EXPECT_GT(toLower.sent, 1000u);
    EXPECT_EQ(counters.issued, whole.totals.counters.issued);
    EXPECT_EQ(counters.answered, whole.totals.counters.answered);
    EXPECT_EQ(counters.forwarded, whole.totals.counters.forwarded);
    EXPECT_EQ(counters.delivered, whole.totals.counters.delivered);
    EXPECT_EQ(counters.marked, whole.totals.counters.marked);
    EXPECT_EQ(counters.blocked, whole.totals.counters.blocked);
    EXPECT_EQ(counters.retransmitted, whole.totals.counters.retransmitted);
    EXPECT_EQ(counters.TotalDropped(), whole.totals.counters.TotalDropped());
}

INSTANTIATE_TEST_SUITE_P(
    Schemes,
    MessageLevelSchemeTest,
    testing::Combine(testing::Values("none", "credit", "back-pressure", "marking"),
                     testing::Bool()),
    [](const auto& test) {
        return TestName(std::get<0>(test.param)) + (std::get<1>(test.param) ? "_tcp" : "");
    });

} // namespace
} // namespace ns3
