/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-host.h"

#include <gtest/gtest.h>

/// When requests that nobody answers are sent again.

namespace dht
{
namespace
{

using test::PeerFixture;

/// RFC 6298's rules, on whatever round numbers.
const PeerFixture::Values kBackoff{{"InitialTimeout", 1},
                                   {"MinimumTimeout", 2},
                                   {"Backoff", 2},
                                   {"MaximumTimeout", 60}};
/// NCA06's.
const PeerFixture::Values kPapers{{"InitialTimeout", 1}, {"MinimumTimeout", 0}, {"Backoff", 1}};

/// @param until When to stop. @return When a peer's requests were sent again, in seconds.
std::vector<double>
Retransmissions(PeerFixture& f, double until)
{
    std::vector<double> times;
    while (f.host.wake <= FromSeconds(until))
    {
        const Time now = f.host.wake;
        const std::uint64_t before = f.peer.GetCounters().retransmitted;
        f.host.wake = kNever;
        f.peer.OnWake(now);
        times.insert(times.end(), f.peer.GetCounters().retransmitted - before, ToSeconds(now));
    }
    return times;
}

/// Sends a request at 0 s that is lost. @return When it is sent again.
std::vector<double>
RetransmissionsOfALostRequest(const char* scheme, const PeerFixture::Values& values)
{
    PeerFixture f(scheme, values);
    f.Issue(Time(0), 5);
    return Retransmissions(f, 100);
}

TEST(BackoffTest, EveryAttemptWaitsTwiceAsLongAsTheOneBefore)
{
    EXPECT_EQ(RetransmissionsOfALostRequest("credit", kBackoff),
              (std::vector<double>{2, 6, 14, 30}));
}

TEST(BackoffTest, ByTheDefaultsALostRequestIsSentAgainAFewTimesOnly)
{
    // InitialTimeout is 3 s
    EXPECT_EQ(RetransmissionsOfALostRequest("credit", {}), (std::vector<double>{3, 9, 21, 45}));
}

TEST(BackoffTest, ThePapersRuleHasNone)
{
    std::vector<double> everySecond;
    for (int i = 1; i < 60; ++i)
    {
        everySecond.push_back(i);
    }
    EXPECT_EQ(RetransmissionsOfALostRequest("credit", kPapers), everySecond);
}

TEST(BackoffTest, MarkingHasNone)
{
    std::vector<double> everyThreeSeconds;
    for (int i = 1; i < 20; ++i)
    {
        everyThreeSeconds.push_back(3 * i);
    }
    EXPECT_EQ(RetransmissionsOfALostRequest("marking", {}), everyThreeSeconds);
}

TEST(BackoffTest, NoAttemptWaitsLongerThanTheMaximum)
{
    PeerFixture::Values values = kBackoff;
    values.back().second = 8;
    EXPECT_EQ(RetransmissionsOfALostRequest("credit", values),
              (std::vector<double>{2, 6, 14, 22, 30, 38, 46, 54}));
}

TEST(BackoffTest, ItDoesNotBeginAgainHoweverOftenARequestIsSent)
{
    PeerFixture::Values values = kBackoff;
    values.back().second = 4;
    PeerOptions options;
    options.requestLifetime = FromSeconds(2000);
    PeerFixture f("credit", values, options);
    f.Issue(Time(0), 5);
    const std::vector<double> times = Retransmissions(f, 2000);
    ASSERT_EQ(times.size(), 500u);
    EXPECT_EQ(times.back(), 1998); // at 2 s, and every 4 s from there on
}

TEST(BackoffTest, NoTimeoutIsShorterThanTheFloor)
{
    PeerFixture f("credit", kBackoff);
    f.Issue(Time(0), 5);
    f.peer.OnDatagram(FromSeconds(0.01), {}, PeerFixture::AckOf(f.host.sent.at(0).second));
    f.Issue(FromSeconds(1), 5);
    EXPECT_EQ(Retransmissions(f, 10), (std::vector<double>{3, 7}));
}

/// One dead peer must not make the requests to all others wait.
TEST(BackoffTest, ItIsThatOfOneRequestAlone)
{
    PeerFixture f("credit", kBackoff);
    f.Issue(Time(0), 5);
    Retransmissions(f, 6);
    f.Issue(FromSeconds(7), 1); // lost, too
    EXPECT_EQ(Retransmissions(f, 30), (std::vector<double>{9, 13, 14, 21, 30}));
}

/// An answer from elsewhere says nothing of the peer that does not answer.
TEST(BackoffTest, AnAnswerToAnotherRequestDoesNotEndIt)
{
    PeerFixture f("credit", kBackoff);
    f.Issue(Time(0), 5);
    Retransmissions(f, 6);
    f.Issue(FromSeconds(7), 1);
    f.peer.OnDatagram(FromSeconds(7.1), {}, PeerFixture::AckOf(f.host.sent.back().second));
    EXPECT_EQ(f.peer.GetCounters().answered, 1u);
    EXPECT_EQ(Retransmissions(f, 50), (std::vector<double>{14, 30}));
}

/// The steps of an iterative lookup are no retransmissions; its timeouts count all together.
TEST(BackoffTest, TheStepsOfALookupAreNoRetransmissions)
{
    PeerOptions iterative;
    iterative.routing = RoutingMode::kIterative;
    PeerFixture f("credit", kBackoff, iterative);
    f.Issue(Time(0), 5);
    const auto redirect = [&](double now, std::uint32_t to) {
        OverlayAck ack = PeerFixture::AckOf(f.host.lookups.back());
        ack.redirect = true;
        ack.responsible = Endpoint::Ipv4(0x0a000100 + to, 7000);
        f.peer.OnDatagram(FromSeconds(now), f.host.lookups.back().extras->to, ack);
    };
    redirect(0.1, 1);
    redirect(0.2, 2);
    EXPECT_EQ(f.host.lookups.size(), 3u);
    EXPECT_EQ(Retransmissions(f, 3), (std::vector<double>{2.2}));
    redirect(2.3, 3);
    EXPECT_EQ(Retransmissions(f, 30), (std::vector<double>{6.3, 14.3}));
}

/// What the death of one of 16 peers costs, for a minute and until all is over.
struct Death
{
    double perLost;   ///< Retransmissions by lost requests.
    double timeouts;  ///< Their number, in all.
    std::size_t lost; ///< Requests that were given up.
};

Death
KillOneOf16(const std::vector<std::pair<std::string, double>>& parameters)
{
    MemoryNetOptions options;
    options.scheme = "credit";
    options.parameters = parameters;
    options.workload.load = 2;
    MemoryNet ring(options, ChordOverlay(Ring::Even(16)));
    ring.RunUntil(FromSeconds(10));
    EXPECT_EQ(ring.Totals().retransmitted, 0u);
    ring.Crash(7);
    ring.RunUntil(FromSeconds(70));
    ring.Stop();
    ring.RunUntil(FromSeconds(131));
    const Counters totals = ring.Totals();
    EXPECT_EQ(ring.Violations(), 0u);
    EXPECT_EQ(ring.Outstanding(), 0u);
    return {static_cast<double>(totals.retransmitted) / static_cast<double>(totals.givenUp),
            static_cast<double>(totals.retransmitted),
            totals.givenUp};
}

/// Tables that never change lead to the dead peer for ever.
TEST(BackoffTest, ADeadPeerCostsAFewRetransmissionsForEachLostRequest)
{
    const Death death = KillOneOf16({});
    EXPECT_GT(death.lost, 50u);
    EXPECT_LE(death.perLost, 4);
}

/// Otherwise the check above would show nothing.
TEST(BackoffTest, ADeadPeerCostsManyByThePapersRule)
{
    const Death death = KillOneOf16({{"MinimumTimeout", 0}, {"Backoff", 1}});
    EXPECT_GT(death.lost, 50u);
    EXPECT_GT(death.perLost, 100);
}

} // namespace
} // namespace dht
