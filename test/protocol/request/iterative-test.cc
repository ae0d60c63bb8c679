/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iterative-peers.h"
#include "view-routing.h"

#include <algorithm>
#include <gtest/gtest.h>

/// Iterative routing, at one peer.

namespace dht
{
namespace
{

using test::Iterative;
using test::kFourth;
using test::kNow;
using test::kThird;
using test::PeerFixture;
using test::Redirect;
using test::RedirectOf;

/// Where requests from elsewhere come from.
const Endpoint kAsker = Endpoint::Ipv4(0x0a000099, 9000);

/// A timeout of 1 s before the first RTT.
const PeerFixture::Values kLookupTimeouts{{"InitialTimeout", 1}, {"MinimumTimeout", 1}};

/// @return A lookup from elsewhere for a key of some peer.
Request
LookupFor(std::uint64_t to)
{
    Request lookup = PeerFixture::Foreign(7, to);
    lookup.kind = MessageKind::kLookup;
    return lookup;
}

/// A peer that was asked is responsible.
void
Acknowledge(Peer& peer, Time now, const Request& lookup)
{
    OverlayAck ack = PeerFixture::AckOf(lookup);
    ack.responsible = lookup.extras->to;
    peer.OnDatagram(now, lookup.extras->to, ack);
}

TEST(IterativeTest, ALookupIsAnsweredWithTheNextHop)
{
    PeerFixture f("none");
    Request lookup = LookupFor(5);
    lookup.attempt = 3;
    lookup.marked = true;
    f.peer.OnDatagram(kNow, lookup.source, lookup);
    ASSERT_EQ(f.host.acks.size(), 1u);
    const auto& [to, redirect] = f.host.acks[0];
    EXPECT_TRUE(to == lookup.source);
    EXPECT_TRUE(redirect.redirect);
    EXPECT_TRUE(redirect.responsible == f.host.EndpointOf(2));
    EXPECT_EQ(redirect.id, 7u);
    EXPECT_EQ(redirect.attempt, 3);
    EXPECT_EQ(redirect.hopLimit, 10);
    EXPECT_TRUE(redirect.marked);
    EXPECT_EQ(f.peer.GetCounters().redirected, 1u);
    EXPECT_EQ(f.peer.GetCounters().delivered, 0u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
    EXPECT_TRUE(f.host.sent.empty());
}

TEST(IterativeTest, TheResponsiblePeerAcknowledgesALookupAsARequest)
{
    PeerFixture f("none");
    f.peer.OnDatagram(kNow, kAsker, LookupFor(0));
    ASSERT_EQ(f.host.acks.size(), 1u);
    EXPECT_FALSE(f.host.acks[0].second.redirect);
    EXPECT_TRUE(f.host.acks[0].second.responsible == Endpoint::Ipv4(0x0a000001, 7000));
    EXPECT_EQ(f.peer.GetCounters().delivered, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

/// The answer would go to somebody who has not asked.
TEST(IterativeTest, ALookupInSomebodyElsesNameIsRefused)
{
    PeerFixture f("none");
    EXPECT_EQ(f.peer.OnDatagram(kNow, kThird, LookupFor(0)), WireError::kField);
    EXPECT_TRUE(f.host.acks.empty());
    EXPECT_EQ(f.peer.GetCounters().accepted, 0u);
    EXPECT_EQ(f.peer.OnDatagram(kNow, kAsker, LookupFor(0)), WireError::kNone);
}

/// It has arrived where it was sent to; the next one would be a hop too far.
TEST(IterativeTest, ALookupWithoutAHopLeftIsAnswered)
{
    PeerFixture f("none");
    Request lookup = LookupFor(5);
    lookup.hopLimit = 0;
    f.peer.OnDatagram(kNow, lookup.source, lookup);
    ASSERT_EQ(f.host.acks.size(), 1u);
    EXPECT_EQ(f.host.acks[0].second.hopLimit, 0);
}

TEST(IterativeTest, AProcessorThatHasNoRoomDropsALookup)
{
    for (const char* scheme : {"none", "back-pressure"})
    {
        PeerOptions options;
        options.processing.mean = FromSeconds(0.1);
        options.queueCapacity = 1;
        PeerFixture f(scheme, {}, options);
        f.peer.OnDatagram(kNow, kAsker, LookupFor(5));
        f.peer.OnDatagram(kNow, kAsker, LookupFor(5));
        EXPECT_EQ(f.peer.GetCounters().TotalDropped(), 1u) << scheme;
        f.peer.OnWake(kNow + FromSeconds(0.1));
        EXPECT_EQ(f.host.acks.size(), 1u) << scheme;
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
}

TEST(IterativeTest, TheSourceAsksOnePeerAfterTheOther)
{
    PeerFixture f("marking", {}, Iterative());
    f.source.payload = Payload::Zeros(5);
    f.Issue(kNow, 5);
    EXPECT_TRUE(f.host.sent.empty());
    ASSERT_EQ(f.host.lookups.size(), 1u);
    const Request first = f.host.lookups[0];
    EXPECT_EQ(first.kind, MessageKind::kLookup);
    EXPECT_TRUE(first.extras->to == f.host.EndpointOf(2));
    EXPECT_EQ(first.hopLimit, 63);
    EXPECT_EQ(first.attempt, 1);
    EXPECT_FALSE(first.extras->replyTo);
    OverlayAck redirect = RedirectOf(first, kThird);
    redirect.marked = true;
    f.peer.OnDatagram(kNow + FromSeconds(0.25), first.extras->to, redirect);
    ASSERT_EQ(f.host.lookups.size(), 2u);
    const Request second = f.host.lookups[1];
    EXPECT_TRUE(second.extras->to == kThird);
    EXPECT_EQ(second.id, first.id);
    EXPECT_EQ(second.key, first.key);
    EXPECT_EQ(second.hopLimit, 62);
    EXPECT_EQ(second.attempt, 2);
    EXPECT_EQ(second.extras->payload.size, 5u);
    EXPECT_TRUE(second.marked); // a mark on the way stays
    EXPECT_TRUE(f.peer.IdentitiesHold());

    Acknowledge(f.peer, kNow + FromSeconds(0.75), second);
    ASSERT_EQ(f.observer.answers.size(), 1u);
    EXPECT_EQ(f.observer.answers[0].hops, 2u);
    EXPECT_EQ(f.observer.answers[0].delay, FromSeconds(0.75));
    EXPECT_TRUE(f.observer.answers[0].marked);
    // a step is what a timer waits for
    EXPECT_EQ(f.observer.rtts, (std::vector<Time>{FromSeconds(0.25), FromSeconds(0.5)}));
    EXPECT_EQ(f.peer.GetCounters().issued, 1u);
    EXPECT_EQ(f.peer.GetCounters().forwarded, 2u);
    EXPECT_EQ(f.peer.GetCounters().retransmitted, 0u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(IterativeTest, AnOwnKeyIsAnsweredWithAllHopsLeft)
{
    PeerFixture f("none", {}, Iterative());
    f.Issue(kNow, 0);
    EXPECT_TRUE(f.host.lookups.empty());
    ASSERT_EQ(f.observer.deliveries.size(), 1u);
    EXPECT_EQ(f.observer.deliveries[0].hopLimit, 64);
    ASSERT_EQ(f.observer.answers.size(), 1u);
    EXPECT_EQ(f.observer.answers[0].hops, 0u);
}

TEST(IterativeTest, ARedirectThatAnswersNoPresentQuestionIsRedundant)
{
    PeerFixture f("none", {}, Iterative());
    f.Issue(kNow, 5);
    const OverlayAck first = RedirectOf(f.host.lookups.at(0), kThird);
    OverlayAck unknown = first;
    ++unknown.id;
    OverlayAck ahead = first;
    --ahead.hopLimit;
    OverlayAck behind = first;
    ++behind.hopLimit;
    for (const OverlayAck& forged : {unknown, ahead, behind})
    {
        f.peer.OnDatagram(kNow, f.host.EndpointOf(2), forged);
    }
    EXPECT_EQ(f.peer.GetCounters().redundantAcks, 3u);
    EXPECT_EQ(f.host.lookups.size(), 1u);
    f.peer.OnDatagram(kNow, f.host.EndpointOf(2), first);
    f.peer.OnDatagram(kNow, f.host.EndpointOf(2), first); // a duplicate
    EXPECT_EQ(f.peer.GetCounters().redundantAcks, 4u);
    ASSERT_EQ(f.host.lookups.size(), 2u);
    Acknowledge(f.peer, kNow, f.host.lookups[1]);
    Redirect(f.peer, kNow, f.host.lookups[1], kFourth); // too late
    EXPECT_EQ(f.peer.GetCounters().redundantAcks, 5u);
    EXPECT_EQ(f.host.lookups.size(), 2u);
    EXPECT_EQ(f.peer.GetCounters().answered, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(IterativeTest, ARecursivePeerFollowsNoRedirect)
{
    for (const char* scheme : {"none", "back-pressure"})
    {
        PeerFixture f(scheme);
        f.Issue(kNow, 5);
        Redirect(f.peer, kNow, f.host.sent.at(0).second, kThird);
        EXPECT_EQ(f.peer.GetCounters().redundantAcks, 1u) << scheme;
        EXPECT_TRUE(f.host.lookups.empty()) << scheme;
        EXPECT_EQ(f.peer.GetCounters().delivered, 0u) << scheme;
        EXPECT_EQ(f.peer.Outstanding(), 1u) << scheme;
    }
}

TEST(IterativeTest, ARecursivePeerIsToldThatLookupsCanBeSentInVain)
{
    PeerFixture f("back-pressure");
    f.host.room[2] = 0;
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 5));
    f.peer.OnDatagramsWritable(kNow);
    EXPECT_TRUE(f.host.sent.empty());
    EXPECT_TRUE(f.host.lookups.empty());
}

TEST(IterativeTest, ALostStepIsSentAgainToTheSamePeer)
{
    PeerFixture f("credit", kLookupTimeouts, Iterative());
    f.Issue(kNow, 5);
    Redirect(f.peer, kNow, f.host.lookups.at(0), kThird);
    EXPECT_EQ(f.host.wake, kNow + FromSeconds(1));
    f.peer.OnWake(f.host.wake);
    ASSERT_EQ(f.host.lookups.size(), 3u);
    EXPECT_TRUE(f.host.lookups[2].extras->to == kThird);
    EXPECT_EQ(f.host.lookups[2].hopLimit, f.host.lookups[1].hopLimit);
    EXPECT_EQ(f.host.lookups[2].attempt, 3);
    EXPECT_EQ(f.peer.GetCounters().retransmitted, 1u);
    // the answer to the first copy moves on, that to the second one does not
    Redirect(f.peer, kNow + FromSeconds(1.1), f.host.lookups[1], kFourth);
    Redirect(f.peer, kNow + FromSeconds(1.2), f.host.lookups[2], kFourth);
    ASSERT_EQ(f.host.lookups.size(), 4u);
    EXPECT_TRUE(f.host.lookups[3].extras->to == kFourth);
    EXPECT_EQ(f.peer.GetCounters().redundantAcks, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

/// Its only neighbour is gone, after it has named somebody.
TEST(IterativeTest, AKeyThatBecomesOwnOnTheWayTakesNoHop)
{
    test::MersenneRandom random(1);
    test::RecordingHost host;
    test::RecordingObserver observer;
    test::ScriptedSource source;
    LinkTable table(0, 3);
    table.Set({RingNode{Endpoint::Ipv4(0x0a000002, 7000), EvenKey(1, 8)}});
    const Scheme& credit = SchemeRegistry::Get().Find("credit");
    Peer peer(Iterative(),
              std::make_unique<test::LinkRouting>(table),
              credit.make(credit.parameters),
              host,
              random);
    peer.SetObserver(&observer);
    source.keys = {PeerFixture::KeyOf(5)};
    peer.Start(kNow, source);
    Redirect(peer, kNow, host.lookups.at(0), kThird);
    table.Set({});
    peer.OnRoutesChanged(kNow);
    peer.OnWake(host.wake);
    ASSERT_EQ(observer.answers.size(), 1u);
    EXPECT_EQ(observer.answers[0].hops, 0u);
    EXPECT_TRUE(peer.IdentitiesHold());
}

/// Beside a request of somebody who routes recursively, which has to go another way.
TEST(IterativeTest, ALookupThatWaitsIsOneWhateverTheTable)
{
    const RingNode near{Endpoint::Ipv4(0x0a000002, 7000), EvenKey(1, 8)};
    test::MersenneRandom random(1);
    test::RecordingHost host;
    test::ScriptedSource source;
    LinkTable table(0, 3);
    table.Set({near, {Endpoint::Ipv4(0x0a000003, 7000), EvenKey(3, 8)}});
    const Scheme& none = SchemeRegistry::Get().Find("none");
    Peer peer(Iterative(),
              std::make_unique<test::LinkRouting>(table),
              none.make(none.parameters),
              host,
              random);
    host.lookupsReady = false;
    host.room = {{0, 0}, {1, 0}};
    Request foreign = PeerFixture::Foreign(1, 4);
    ASSERT_TRUE(peer.OnRequest(kNow, 1, foreign));
    source.keys = {PeerFixture::KeyOf(5)};
    peer.Start(kNow, source);
    EXPECT_EQ(peer.Queued(), 2u);
    table.Set({near});
    peer.OnRoutesChanged(kNow);
    EXPECT_EQ(peer.GetCounters().rerouted, 1u);
    host.lookupsReady = true;
    host.room.clear();
    peer.OnWritable(kNow, 0);
    EXPECT_EQ(host.sent.size(), 1u);
    EXPECT_EQ(host.lookups.size(), 1u);
    EXPECT_TRUE(peer.IdentitiesHold());
}

/// A lookup goes from the source to each peer, and so does the answer.
TEST(IterativeTest, ALookupAsksForNoWayBackThroughTheOverlay)
{
    PeerOptions options = Iterative();
    options.replyTo = EvenKey(0, 8);
    PeerFixture f("none", {}, options);
    f.Issue(kNow, 5);
    EXPECT_FALSE(f.host.lookups.at(0).extras->replyTo);
}

TEST(IterativeTest, ARequestThatHasNoHopLeftGoesNoFurther)
{
    // whether or not there is a timer that might send it again
    for (const char* scheme : {"none", "credit"})
    {
        SCOPED_TRACE(scheme);
        PeerFixture f(scheme, {}, Iterative(200, 2));
        f.Issue(kNow, 5);
        Redirect(f.peer, kNow, f.host.lookups.at(0), kThird);
        ASSERT_EQ(f.host.lookups.size(), 2u);
        EXPECT_EQ(f.host.lookups[1].hopLimit, 0);
        Redirect(f.peer, kNow, f.host.lookups[1], kFourth);
        EXPECT_EQ(f.host.lookups.size(), 2u);
        f.peer.OnWake(kNow + FromSeconds(59));
        ASSERT_EQ(f.observer.drops.size(), 1u);
        EXPECT_EQ(f.observer.drops[0].second, DropReason::kHopLimit);
        EXPECT_EQ(f.peer.GetCounters().retransmitted, 0u);
        EXPECT_TRUE(f.peer.IdentitiesHold());
        f.peer.OnWake(kNow + FromSeconds(61));
        EXPECT_EQ(f.peer.GetCounters().givenUp, 1u);
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
}

TEST(IterativeTest, LookupsWaitInTheQueueUntilTheyCanBeSent)
{
    PeerFixture f("none", {}, Iterative());
    f.host.lookupsReady = false;
    f.Issue(kNow, 5);
    f.Issue(kNow, 1);
    EXPECT_TRUE(f.host.lookups.empty());
    EXPECT_EQ(f.peer.Queued(), 2u);
    f.host.lookupsReady = true;
    f.peer.OnDatagramsWritable(kNow);
    EXPECT_EQ(f.host.lookups.size(), 2u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(IterativeTest, StopLetsOutstandingRequestsFinish)
{
    PeerFixture f("none", {}, Iterative());
    f.Issue(kNow, 5);
    f.peer.Stop(kNow);
    Redirect(f.peer, kNow, f.host.lookups.at(0), kThird);
    ASSERT_EQ(f.host.lookups.size(), 2u);
    Acknowledge(f.peer, kNow, f.host.lookups[1]);
    EXPECT_EQ(f.peer.GetCounters().answered, 1u);
}

} // namespace
} // namespace dht
