/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"
#include "dht-memory-net.h"
#include "dht-memory-tap.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

/// The net in memory itself: what is right of it whatever its peers do.

namespace dht
{
namespace
{

/// @return What a net is made of that nobody makes requests in.
MemoryNetOptions
Idle()
{
    MemoryNetOptions options;
    options.workload.requests = 0;
    return options;
}

/// Takes all lookups, and notes their ids in the order in which they arrive.
class LookupLog : public MemoryTap
{
  public:
    bool OnArrived(std::size_t /* from */, std::size_t /* to */, const Datagram& datagram) override
    {
        const auto* const lookup = std::get_if<Request>(&datagram);
        if (lookup)
        {
            ids.push_back(lookup->id);
        }
        return lookup == nullptr;
    }

    std::vector<std::uint64_t> ids; ///< Of the lookups.
};

TEST(MemoryNetTest, WhoHasLeftTakesNobodyElseWithIt)
{
    // a host that is made where another one was may get its memory, too
    for (int i = 0; i < 20; ++i)
    {
        MemoryNet net(Idle(), 2);
        net.Create(0);
        net.Join(1, {0});
        net.RunUntil(FromSeconds(5));
        net.Leave(1);
        net.RunUntil(FromSeconds(6));
        net.Crash(1);
        net.Join(1, {0});
        net.RunUntil(FromSeconds(20));
        ASSERT_TRUE(net.Alive().count(1));
        EXPECT_TRUE(net.At(1).IsReady());
        EXPECT_EQ(net.Violations(), 0u);
    }
}

TEST(MemoryNetTest, WhatIsSentToEndpointsOfNoPlaceGoesNowhere)
{
    MemoryNet net(Idle(), 2);
    LookupLog lookups;
    net.SetTap(&lookups);
    net.Create(0);
    net.Join(1, {0});
    net.RunUntil(FromSeconds(5));
    Endpoint other = MemoryNet::EndpointOf(0);
    ++other.port;
    Endpoint longer = MemoryNet::EndpointOf(0);
    longer.ipv6 = true;
    for (const Endpoint& to : {MemoryNet::EndpointOf(0), other, longer, Endpoint::Ipv4(9, 9)})
    {
        net.At(1).SendDatagram(to, Request());
    }
    net.At(1).SendDatagram(MemoryNet::EndpointOf(7), Request());
    net.RunUntil(FromSeconds(10));
    EXPECT_EQ(lookups.ids.size(), 1u);
    EXPECT_EQ(net.SentToNobodyAt(7).datagrams, 1u);
    EXPECT_EQ(net.SentToNobodyAt(0).datagrams, 0u);
    net.SendAs(MemoryNet::EndpointOf(0), 7, Request()); // nobody is there
    EXPECT_THROW(net.At(7), std::out_of_range);
}

/// @param options Faults of the net. @return Ids of lookups in the order in which they arrive, of
/// 1000 that were sent in the order of their ids, ten milliseconds apart.
std::vector<std::uint64_t>
Arrived(MemoryNetOptions options)
{
    options.uplinkRate = 1e6;
    MemoryNet net(options, 2);
    LookupLog log;
    net.SetTap(&log);
    net.Create(0);
    net.Join(1, {0});
    net.RunUntil(FromSeconds(5));
    for (std::uint64_t id = 0; id < 1000; ++id)
    {
        Request lookup;
        lookup.id = id;
        net.At(1).SendDatagram(MemoryNet::EndpointOf(0), lookup);
        net.RunUntil(net.Now() + FromSeconds(0.01));
    }
    net.RunUntil(net.Now() + FromSeconds(5));
    return log.ids;
}

TEST(MemoryNetTest, DatagramsArriveTwiceAndOvertakeEachOtherIfThatIsAskedFor)
{
    std::vector<std::uint64_t> ids = Arrived(Idle());
    EXPECT_EQ(ids.size(), 1000u);
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    MemoryNetOptions options = Idle();
    options.duplication = 0.2;
    ids = Arrived(options);
    EXPECT_NEAR(static_cast<double>(ids.size()), 1200, 50);
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    options.jitter = FromSeconds(0.1);
    ids = Arrived(options);
    EXPECT_NEAR(static_cast<double>(ids.size()), 1200, 50);
    EXPECT_FALSE(std::is_sorted(ids.begin(), ids.end()));
    EXPECT_EQ(std::set<std::uint64_t>(ids.begin(), ids.end()).size(), 1000u);
    EXPECT_EQ(ids, Arrived(options));
    options.seed = 2;
    EXPECT_NE(ids, Arrived(options));
}

TEST(ReadyMadeNetTest, ACrashTakesTheLinksDownAndNothingElse)
{
    MemoryNetOptions options;
    options.workload.load = 5;
    options.window = 1;
    MemoryNet net(options, ChordOverlay(Ring::Even(16)));
    net.RunUntil(FromSeconds(10));
    EXPECT_GT(net.OnTheWay(), 0u);
    const Counters before = net.Totals();
    EXPECT_EQ(before.accepted,
              before.forwarded + before.delivered + before.TotalDropped() + net.Queued());
    EXPECT_EQ(before.forwarded,
              before.accepted - before.issued - before.retransmitted + net.OnTheWay());
    net.Crash(3);
    EXPECT_FALSE(net.IsThere(3));
    EXPECT_EQ(net.Alive().size(), 15u);
    net.RunUntil(FromSeconds(20));
    net.Stop();
    net.RunUntil(FromSeconds(200));
    EXPECT_GT(net.Totals().answered, before.answered);
    EXPECT_GT(net.Totals().TotalDropped(), 0u) << "tables still lead to it";
    EXPECT_EQ(net.Queued() + net.OnTheWay() + net.Outstanding(), 0u);
    EXPECT_EQ(net.Violations(), 0u);
}

TEST(ReadyMadeNetTest, NobodyJoinsIt)
{
    MemoryNet net(Idle(), ChordOverlay(Ring::Even(4)));
    net.Crash(2);
    EXPECT_THROW(net.Join(2, {0}), std::logic_error);
    EXPECT_THROW(net.Create(2), std::logic_error);
    EXPECT_FALSE(net.IsThere(2));
    EXPECT_EQ(net.MaintenanceTotals().failures, 0u);
}

TEST(MemoryTimerTest, WhatIsSetLastCountsAndFewEventsWait)
{
    EventQueue events;
    std::size_t asked = 0;
    std::vector<double> fired;
    MemoryTimer timer({[&] { return events.Now(); },
                       [&](Time time, std::function<void()> action) {
                           ++asked;
                           events.At(time, std::move(action));
                       }},
                      [&](Time now) { fired.push_back(ToSeconds(now)); });
    for (int i = 0; i < 1000; ++i)
    {
        timer.Set(FromSeconds(10 + i));
    }
    EXPECT_EQ(asked, 1u);
    timer.Set(FromSeconds(5));
    timer.Set(FromSeconds(20));
    events.RunUntil(FromSeconds(19));
    EXPECT_TRUE(fired.empty());
    events.RunUntil(FromSeconds(30));
    EXPECT_EQ(fired, std::vector<double>{20});
    timer.Set(FromSeconds(40));
    timer.Set(kNever);
    events.RunUntil(FromSeconds(50));
    EXPECT_EQ(fired.size(), 1u);
    EXPECT_LE(asked, 4u);
}

} // namespace
} // namespace dht
