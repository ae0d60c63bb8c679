/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-random-workload.h"
#include "recording-host.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

using test::PeerFixture;

/// A timeout of 1 s before the first RTT, and of RTTest + 10 errorEst afterwards, as in NCA06.
const PeerFixture::Values kTimeouts{{"InitialTimeout", 1},
                                    {"MinimumTimeout", 0},
                                    {"RttGain", 0.125},
                                    {"ErrorGain", 0.25},
                                    {"ErrorFactor", 10},
                                    {"Backoff", 1}};

TEST(PeerRequestsTest, AnOwnRequestSaysWhoAsksAndHowFast)
{
    PeerOptions options;
    options.hopLimit = 20;
    PeerFixture f("marking", {{"InitialRate", 12.3456}}, options);
    f.source.payload = Payload::Zeros(5);
    f.Issue(Time(0), 5);
    ASSERT_EQ(f.host.sent.size(), 1u);
    const auto& [link, request] = f.host.sent[0];
    EXPECT_EQ(link, 2u);
    EXPECT_EQ(request.key, PeerFixture::KeyOf(5));
    EXPECT_TRUE(request.source == Endpoint::Ipv4(0x0a000001, 7000));
    EXPECT_EQ(request.milliRate, 12346u);
    EXPECT_EQ(request.attempt, 1);
    EXPECT_EQ(request.hopLimit, 19);
    EXPECT_FALSE(request.marked);
    EXPECT_EQ(request.extras->payload.size, 5u);
    EXPECT_EQ(f.peer.Outstanding(), 1u);
}

TEST(PeerRequestsTest, AnAnswerTellsItsDelayItsHopsAndItsMark)
{
    PeerFixture f("credit", kTimeouts);
    f.Issue(FromSeconds(1), 7);
    OverlayAck ack = PeerFixture::AckOf(f.host.sent.at(0).second);
    ack.hopLimit -= 2; // two hops more
    ack.marked = true;
    ack.responsible = Endpoint::Ipv4(0x0a000007, 7000);
    f.peer.OnDatagram(FromSeconds(1.25), {}, ack);
    ASSERT_EQ(f.observer.answers.size(), 1u);
    const Answer& answer = f.observer.answers[0];
    EXPECT_EQ(answer.id, ack.id);
    EXPECT_EQ(answer.key, PeerFixture::KeyOf(7));
    EXPECT_TRUE(answer.responsible == ack.responsible);
    EXPECT_EQ(answer.delay, FromSeconds(0.25));
    EXPECT_EQ(answer.hops, 3u);
    EXPECT_EQ(answer.sent, 1u);
    EXPECT_TRUE(answer.marked);
    EXPECT_EQ(f.peer.Outstanding(), 0u);
    EXPECT_EQ(f.peer.Rtt().Rtt(), FromSeconds(0.25));
}

TEST(PeerRequestsTest, OwnKeysAreAnsweredAtOnceWithoutAHop)
{
    PeerFixture f("none");
    f.Issue(FromSeconds(1), 0);
    ASSERT_EQ(f.observer.answers.size(), 1u);
    EXPECT_EQ(f.observer.answers[0].hops, 0u);
    EXPECT_EQ(f.observer.answers[0].delay, Time(0));
    EXPECT_TRUE(f.host.sent.empty());
    EXPECT_TRUE(f.host.acks.empty());
    EXPECT_EQ(f.peer.GetCounters().issued, 1u);
    EXPECT_EQ(f.peer.GetCounters().answered, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(PeerRequestsTest, ATimeoutSendsTheSameRequestAgainAsTheNextAttempt)
{
    PeerFixture f("credit", kTimeouts);
    f.source.payload = Payload::Zeros(5);
    f.Issue(Time(0), 5);
    EXPECT_EQ(f.host.wake, FromSeconds(1));
    f.peer.OnWake(FromSeconds(1));
    f.peer.OnWake(FromSeconds(2));
    ASSERT_EQ(f.host.sent.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
    {
        const Request& request = f.host.sent[i].second;
        EXPECT_EQ(request.id, f.host.sent[0].second.id);
        EXPECT_EQ(request.key, PeerFixture::KeyOf(5));
        EXPECT_EQ(request.attempt, i + 1);
        EXPECT_EQ(request.hopLimit, f.host.sent[0].second.hopLimit);
        EXPECT_EQ(request.extras->payload.size, 5u);
    }
    EXPECT_EQ(f.peer.GetCounters().issued, 1u);
    EXPECT_EQ(f.peer.GetCounters().retransmitted, 2u);
    EXPECT_EQ(f.peer.Outstanding(), 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

/// @return The RTT measured when some attempt of three, sent at 0, 1 and 2 s, is answered at 2.5 s.
std::vector<Time>
RttOfAttempt(std::uint8_t attempt)
{
    PeerFixture f("credit", kTimeouts);
    f.Issue(Time(0), 5);
    f.peer.OnWake(FromSeconds(1));
    f.peer.OnWake(FromSeconds(2));
    OverlayAck ack = PeerFixture::AckOf(f.host.sent.at(0).second);
    ack.attempt = attempt;
    f.peer.OnDatagram(FromSeconds(2.5), {}, ack);
    EXPECT_EQ(f.observer.answers.at(0).delay, FromSeconds(2.5));
    EXPECT_EQ(f.observer.answers.at(0).sent, 3u);
    return f.observer.rtts;
}

TEST(PeerRequestsTest, TheRttCountsFromTheAttemptThatWasAnswered)
{
    EXPECT_EQ(RttOfAttempt(1), std::vector<Time>{FromSeconds(2.5)});
    EXPECT_EQ(RttOfAttempt(3), std::vector<Time>{FromSeconds(0.5)});
    // nobody remembers when that one was sent
    EXPECT_EQ(RttOfAttempt(2), std::vector<Time>{});
}

TEST(PeerRequestsTest, LateAndUnknownAcksAreRedundant)
{
    PeerFixture f("credit", kTimeouts);
    f.Issue(Time(0), 5);
    f.peer.OnWake(FromSeconds(1));
    f.peer.OnDatagram(FromSeconds(1.1), {}, PeerFixture::AckOf(f.host.sent.at(0).second));
    const double level = f.peer.Scheme().Level();
    f.peer.OnDatagram(FromSeconds(1.2), {}, PeerFixture::AckOf(f.host.sent.at(1).second));
    f.peer.OnDatagram(FromSeconds(1.2), {}, OverlayAck{});
    EXPECT_EQ(f.peer.GetCounters().answered, 1u);
    EXPECT_EQ(f.peer.GetCounters().redundantAcks, 2u);
    // they teach nothing
    EXPECT_EQ(f.peer.Scheme().Level(), level);
    EXPECT_EQ(f.observer.rtts.size(), 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(PeerRequestsTest, ARequestIsGivenUpAtTheEndOfItsLifetime)
{
    PeerOptions options;
    options.requestLifetime = FromSeconds(2.5);
    PeerFixture f("credit", kTimeouts, options);
    f.Issue(Time(0), 5);
    f.peer.OnWake(FromSeconds(1));
    f.peer.OnWake(FromSeconds(2));
    EXPECT_EQ(f.host.wake, FromSeconds(2.5));
    f.peer.OnWake(FromSeconds(2.5));
    EXPECT_EQ(f.host.sent.size(), 3u);
    EXPECT_EQ(f.peer.GetCounters().givenUp, 1u);
    EXPECT_EQ(f.peer.Outstanding(), 0u);
    EXPECT_EQ(f.host.wake, kNever);
    f.peer.OnDatagram(FromSeconds(3), {}, PeerFixture::AckOf(f.host.sent[0].second));
    EXPECT_EQ(f.peer.GetCounters().redundantAcks, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(PeerRequestsTest, AnEndlessLifetimeNeverEnds)
{
    PeerOptions options;
    options.requestLifetime = kNever;
    PeerFixture f("credit", kTimeouts, options);
    f.Issue(FromSeconds(1), 5);
    f.peer.OnWake(FromSeconds(1e6));
    EXPECT_EQ(f.peer.GetCounters().givenUp, 0u);
    EXPECT_EQ(f.peer.GetCounters().retransmitted, 1u);
}

TEST(PeerRequestsTest, WithoutCongestionControlNothingIsRetransmitted)
{
    PeerFixture f("none");
    f.Issue(Time(0), 5);
    EXPECT_EQ(f.host.wake, FromSeconds(60));
    for (int second = 1; second <= 60; ++second)
    {
        f.peer.OnWake(FromSeconds(second));
    }
    EXPECT_EQ(f.host.sent.size(), 1u);
    EXPECT_EQ(f.peer.GetCounters().givenUp, 1u);
}

TEST(PeerRequestsTest, WakingTooEarlyDoesNoHarm)
{
    PeerFixture f("marking", {{"InitialRate", 0.5}, {"InitialTimeout", 5}, {"MinimumTimeout", 0}});
    f.source.keys = {PeerFixture::KeyOf(5), PeerFixture::KeyOf(5)};
    f.peer.Start(Time(0), f.source);
    for (int i = 1; i < 20; ++i)
    {
        EXPECT_EQ(f.host.wake, FromSeconds(2));
        f.peer.OnWake(FromSeconds(0.1 * i));
        EXPECT_EQ(f.host.sent.size(), 1u);
    }
    f.peer.OnWake(FromSeconds(2));
    EXPECT_EQ(f.host.sent.size(), 2u);
    EXPECT_EQ(f.peer.GetCounters().retransmitted, 0u);
    EXPECT_EQ(f.host.wake, FromSeconds(5));
}

TEST(PeerRequestsTest, AnAnswerLetsTheNextRequestGo)
{
    PeerFixture f("credit", {{"RestartCredits", 2}, {"InitialSsthresh", 100}});
    f.source.keys.assign(10, PeerFixture::KeyOf(5));
    f.peer.Start(Time(0), f.source);
    EXPECT_EQ(f.host.sent.size(), 2u);
    // one more credit, and one that is free again
    f.peer.OnDatagram(FromSeconds(0.1), {}, PeerFixture::AckOf(f.host.sent[0].second));
    EXPECT_EQ(f.host.sent.size(), 4u);
    f.peer.Stop(FromSeconds(0.1));
    f.peer.OnDatagram(FromSeconds(0.2), {}, PeerFixture::AckOf(f.host.sent[1].second));
    EXPECT_EQ(f.host.sent.size(), 4u);
}

TEST(PeerRequestsTest, NoMoreAreOutstandingThanAllowedWhateverTheScheme)
{
    PeerOptions options;
    options.maximumOutstanding = 2;
    PeerFixture f("none", {}, options);
    f.source.keys.assign(5, PeerFixture::KeyOf(5));
    f.peer.Start(Time(0), f.source);
    EXPECT_EQ(f.peer.Outstanding(), 2u);
    f.peer.OnDatagram(Time(0), {}, PeerFixture::AckOf(f.host.sent.at(0).second));
    EXPECT_EQ(f.peer.Outstanding(), 2u);
    EXPECT_EQ(f.host.sent.size(), 3u);
}

TEST(PeerRequestsTest, ARequestForAnOwnKeyTakesItsTurnInTheRate)
{
    PeerFixture f("marking", {{"InitialRate", 10}});
    f.source.keys = {PeerFixture::KeyOf(0), PeerFixture::KeyOf(5)};
    f.peer.Start(Time(0), f.source);
    EXPECT_EQ(f.observer.answers.size(), 1u);
    EXPECT_TRUE(f.host.sent.empty());
    EXPECT_EQ(f.host.wake, FromSeconds(0.1));
    f.peer.OnWake(FromSeconds(0.1));
    EXPECT_EQ(f.host.sent.size(), 1u);
}

TEST(PeerRequestsTest, AnObserverHearsWhatAnAnswerAndATimeoutMakeOfTheLevel)
{
    PeerFixture f("marking", kTimeouts);
    const double before = f.peer.Scheme().Level();
    f.Issue(Time(0), 5);
    f.peer.OnWake(FromSeconds(1));
    ASSERT_EQ(f.observer.levels.size(), 1u);
    EXPECT_LT(f.observer.levels[0], before);
    EXPECT_EQ(f.observer.levels[0], f.peer.Scheme().Level());
    f.peer.OnDatagram(FromSeconds(2), {}, PeerFixture::AckOf(f.host.sent.at(0).second));
    ASSERT_EQ(f.observer.levels.size(), 2u);
    EXPECT_GT(f.observer.levels[1], f.observer.levels[0]);
    EXPECT_EQ(f.observer.levels[1], f.peer.Scheme().Level());
}

TEST(PeerRequestsTest, TheAttemptOnTheWireWrapsWithoutBecomingZero)
{
    PeerOptions options;
    options.requestLifetime = FromSeconds(1000);
    PeerFixture f("credit", kTimeouts, options);
    f.Issue(Time(0), 5);
    for (int second = 1; second <= 300; ++second)
    {
        f.peer.OnWake(FromSeconds(second));
    }
    ASSERT_EQ(f.host.sent.size(), 301u);
    EXPECT_EQ(f.host.sent[254].second.attempt, 255);
    EXPECT_EQ(f.host.sent[255].second.attempt, 1);
    EXPECT_EQ(f.host.sent[300].second.attempt, 46);
}

/// An application without limit in a ring of one peer is served, but lets others act now and then.
TEST(PeerRequestsTest, APeerAloneDoesNotHang)
{
    for (const char* scheme : {"none", "credit", "back-pressure"})
    {
        PeerFixture f(scheme, {}, {}, Ring::Even(1));
        RandomWorkload unlimited(WorkloadOptions(), f.random, f.random);
        f.peer.Start(Time(0), unlimited);
        const std::uint64_t first = f.peer.GetCounters().answered;
        EXPECT_GT(first, 0u) << scheme;
        ASSERT_NE(f.host.wake, kNever) << scheme;
        EXPECT_GT(f.host.wake, Time(0)) << scheme;
        f.peer.OnWake(f.host.wake);
        EXPECT_GT(f.peer.GetCounters().answered, first) << scheme;
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
}

} // namespace
} // namespace dht
