/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance.h"
#include "dht-scheme-registry.h"
#include "dht-wire-format.h"
#include "recording-host.h"
#include "view-routing.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

/// Applications on a peer: what they answer, and what they hear.

namespace dht
{
namespace
{

using test::kNow;
using test::PeerFixture;

Payload
PayloadFrom(const std::string& text)
{
    auto bytes = boost::make_shared<std::uint8_t[]>(text.size());
    std::copy(text.begin(), text.end(), bytes.get());
    return {bytes, text.size()};
}

std::string
TextOf(const Payload& payload)
{
    return {payload.bytes.get(), payload.bytes.get() + payload.size};
}

/// Answers every request with the text that it was given, at once or later.
class Echo : public Application
{
  public:
    explicit Echo(bool isLater)
        : m_isLater(isLater)
    {
    }

    std::optional<Payload> OnRequest(Time /* now */, const Request& request) override
    {
        requests.push_back(request);
        return m_isLater ? std::nullopt : std::optional(PayloadFrom("answer"));
    }

    void OnAnswered(Time /* now */, const Answer& answer) override
    {
        answers.push_back(answer);
    }

    void OnGivenUp(Time /* now */, std::uint64_t id) override
    {
        givenUp.push_back(id);
    }

    std::vector<Request> requests;      ///< Those that arrived.
    std::vector<Answer> answers;        ///< Of own requests.
    std::vector<std::uint64_t> givenUp; ///< Own requests.

  private:
    bool m_isLater; ///< Whether it answers nothing at once.
};

TEST(ApplicationTest, ItsAnswerIsInTheOverlayAck)
{
    for (const bool isLater : {false, true})
    {
        Echo echo(isLater);
        PeerFixture f("none");
        f.peer.SetApplication(&echo);
        Request request = PeerFixture::Foreign(7, 0);
        request.extras.Write().payload = PayloadFrom("question");
        ASSERT_TRUE(f.Offer(kNow, 1, request));
        ASSERT_EQ(echo.requests.size(), 1u);
        EXPECT_EQ(TextOf(echo.requests[0].extras->payload), "question");
        EXPECT_EQ(f.host.acks.empty(), isLater);
        if (isLater)
        {
            f.peer.Respond(kNow + FromSeconds(1), echo.requests[0], PayloadFrom("answer"));
        }
        ASSERT_EQ(f.host.acks.size(), 1u);
        EXPECT_TRUE(f.host.acks[0].first == request.source);
        EXPECT_EQ(f.host.acks[0].second.id, 7u);
        EXPECT_EQ(TextOf(f.host.acks[0].second.extras->payload), "answer");
        EXPECT_EQ(f.peer.GetCounters().delivered, 1u);
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
}

TEST(ApplicationTest, ItsAnswerGoesThroughTheOverlayIfThatIsAskedFor)
{
    Echo echo(false);
    PeerFixture f("none");
    f.peer.SetApplication(&echo);
    Request request = PeerFixture::Foreign(7, 0);
    request.extras.Write().replyTo = PeerFixture::KeyOf(5);
    ASSERT_TRUE(f.Offer(kNow, 1, request));
    ASSERT_EQ(f.host.sent.size(), 1u);
    EXPECT_EQ(f.host.sent[0].second.kind, MessageKind::kRoutedAck);
    EXPECT_EQ(TextOf(f.host.sent[0].second.extras->payload), "answer");
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(ApplicationTest, TheSourceHearsTheAnswerHoweverItComes)
{
    for (const bool isRouted : {false, true})
    {
        Echo echo(false);
        PeerFixture f("none");
        f.peer.SetApplication(&echo);
        f.Issue(kNow, 5);
        const Request request = f.host.sent.at(0).second;
        if (isRouted)
        {
            Request ack = PeerFixture::Foreign(request.id, 0);
            ack.kind = MessageKind::kRoutedAck;
            ack.extras.Write().payload = PayloadFrom("hello");
            ASSERT_TRUE(f.Offer(kNow, 1, ack));
        }
        else
        {
            OverlayAck ack = PeerFixture::AckOf(request);
            ack.extras.Write().payload = PayloadFrom("hello");
            f.peer.OnDatagram(kNow, {}, ack);
        }
        ASSERT_EQ(echo.answers.size(), 1u);
        EXPECT_EQ(echo.answers[0].key, PeerFixture::KeyOf(5));
        EXPECT_EQ(TextOf(echo.answers[0].payload), "hello");
        EXPECT_EQ(TextOf(f.observer.answers.at(0).payload), "hello");
    }
}

TEST(ApplicationTest, ItAnswersThePeersOwnRequestsToo)
{
    for (const bool isLater : {false, true})
    {
        Echo echo(isLater);
        PeerFixture f("none");
        f.peer.SetApplication(&echo);
        f.Issue(kNow, 0);
        ASSERT_EQ(echo.requests.size(), 1u);
        EXPECT_EQ(f.peer.Outstanding(), isLater ? 1u : 0u);
        EXPECT_TRUE(f.peer.IdentitiesHold());
        if (isLater)
        {
            f.peer.Respond(kNow + FromSeconds(1), echo.requests[0], PayloadFrom("answer"));
        }
        ASSERT_EQ(echo.answers.size(), 1u);
        EXPECT_EQ(TextOf(echo.answers[0].payload), "answer");
        EXPECT_EQ(echo.answers[0].hops, 0u);
        EXPECT_TRUE(f.observer.rtts.empty()) << "that took no way";
        EXPECT_TRUE(f.host.acks.empty());
        EXPECT_TRUE(f.host.sent.empty());
        EXPECT_EQ(f.peer.Outstanding(), 0u);
        EXPECT_TRUE(f.peer.IdentitiesHold());
    }
}

TEST(ApplicationTest, WhatIsNeverAnsweredIsGivenUp)
{
    Echo echo(true);
    PeerOptions options;
    options.requestLifetime = FromSeconds(5);
    PeerFixture f("none", {}, options);
    f.peer.SetApplication(&echo);
    f.Issue(kNow, 0);
    f.peer.OnWake(kNow + FromSeconds(5));
    EXPECT_EQ(echo.givenUp.size(), 1u);
    EXPECT_EQ(f.observer.givenUp, echo.givenUp);
    EXPECT_TRUE(echo.answers.empty());
    f.peer.Respond(kNow + FromSeconds(6), echo.requests.at(0), PayloadFrom("too late"));
    EXPECT_TRUE(echo.answers.empty());
    EXPECT_EQ(f.peer.GetCounters().redundantAcks, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(ApplicationTest, AnAnswerFitsInAFrameOfTheRing)
{
    Echo echo(true);
    PeerOptions options;
    options.longestFrame = 1000;
    PeerFixture f("none", {}, options);
    f.peer.SetApplication(&echo);
    Request request = PeerFixture::Foreign(7, 0);
    request.extras.Write().replyTo = PeerFixture::KeyOf(5);
    ASSERT_TRUE(f.Offer(kNow, 1, request));
    const std::size_t most = f.peer.LongestAnswer(request);
    EXPECT_THROW(f.peer.Respond(kNow, echo.requests.at(0), Payload::Zeros(most + 1)),
                 std::length_error);
    f.peer.Respond(kNow, echo.requests[0], Payload::Zeros(most));
    ASSERT_EQ(f.host.sent.size(), 1u);
    EXPECT_LE(FrameSize(f.host.sent[0].second), 1000u);
    EXPECT_GT(FrameSize(f.host.sent[0].second), 950u);
}

TEST(ApplicationTest, WhereSourcesMayBeForgedADatagramIsNotLongerThanItsRequest)
{
    Echo echo(true);
    test::RecordingHost host;
    test::MersenneRandom random(1);
    PeerOptions options;
    options.self = Endpoint::Ipv4(0x0a000001, 7000);
    Peer peer(options,
              JoinedPlace({}, random)(options.self, host),
              SchemeRegistry::Get().Find("none").make(Parameters({})),
              host,
              random);
    peer.SetApplication(&echo);
    peer.Create(kNow);
    for (const std::size_t payload : {0, 100})
    {
        Request request;
        request.id = payload;
        request.key = DrawKey(random);
        request.source = Endpoint::Ipv4(0x0a000002, 7000);
        request.extras.Write().payload = Payload::Zeros(payload);
        const std::size_t size = FrameSize(request);
        Request arrived = request;
        ASSERT_TRUE(peer.OnRequest(kNow, 1, arrived));
        EXPECT_EQ(peer.LongestAnswer(request), size - 22);
        EXPECT_THROW(peer.Respond(kNow, echo.requests.back(), Payload::Zeros(size - 21)),
                     std::length_error);
        peer.Respond(kNow, echo.requests.back(), Payload::Zeros(size - 22));
        EXPECT_EQ(FrameSize(host.acks.back().second), size);
        // on its way back through the overlay it goes to whom the source's id belongs to
        request.extras.Write().replyTo = Key(5);
        EXPECT_GT(peer.LongestAnswer(request), 1000u);
    }
}

TEST(ApplicationTest, WhatIsAnsweredLaterNeedsNoWakeAnyMore)
{
    Echo echo(true);
    PeerOptions options;
    options.requestLifetime = FromSeconds(5);
    PeerFixture f("none", {}, options);
    f.peer.SetApplication(&echo);
    f.Issue(kNow, 0);
    EXPECT_EQ(f.host.wake, kNow + FromSeconds(5));
    f.peer.Respond(kNow + FromSeconds(1), echo.requests.at(0), PayloadFrom("answer"));
    EXPECT_EQ(f.host.wake, kNever);
}

/// The peer loses its only neighbour, and all keys become its own.
TEST(ApplicationTest, ItAnswersAnOwnRequestThatComesBack)
{
    for (const bool isLater : {false, true})
    {
        Echo echo(isLater);
        test::RecordingObserver observer;
        test::MersenneRandom random(1);
        test::RecordingHost host;
        test::ScriptedSource source;
        LinkTable table(0, 3);
        table.Set({RingNode{Endpoint::Ipv4(0x0a000002, 7000), EvenKey(1, 8)}});
        const Scheme& credit = SchemeRegistry::Get().Find("credit");
        PeerOptions options;
        options.linkPatience = Time(0); // no timer but those of requests
        Peer peer(options,
                  std::make_unique<test::LinkRouting>(table),
                  credit.make(credit.parameters),
                  host,
                  random);
        peer.SetApplication(&echo);
        peer.SetObserver(&observer);
        source.keys = {PeerFixture::KeyOf(5)};
        peer.Start(kNow, source);
        ASSERT_EQ(host.sent.size(), 1u);
        table.Set({});
        peer.OnRoutesChanged(kNow);
        const Time late = host.wake;
        peer.OnWake(late);
        ASSERT_EQ(echo.requests.size(), 1u);
        EXPECT_EQ(observer.deliveries.size(), 1u);
        EXPECT_EQ(host.sent.size(), 1u);
        EXPECT_GT(host.wake, late);
        EXPECT_TRUE(peer.IdentitiesHold());
        if (isLater)
        {
            EXPECT_EQ(host.wake, kNow + PeerOptions().requestLifetime) << "nobody is asked";
            peer.Respond(late, echo.requests[0], PayloadFrom("answer"));
        }
        ASSERT_EQ(echo.answers.size(), 1u);
        EXPECT_EQ(TextOf(echo.answers[0].payload), "answer");
        EXPECT_EQ(echo.answers[0].hops, 0u);
        EXPECT_EQ(echo.answers[0].delay, late - kNow);
        EXPECT_TRUE(observer.rtts.empty()) << "that took no way";
        EXPECT_EQ(peer.GetCounters().answered, 1u);
        EXPECT_TRUE(peer.IdentitiesHold());
    }
}

TEST(ApplicationTest, WithoutOneAnswersAreEmpty)
{
    Echo echo(false);
    PeerFixture f("none");
    f.peer.SetApplication(&echo);
    f.peer.SetApplication(nullptr);
    ASSERT_TRUE(f.Offer(kNow, 1, PeerFixture::Foreign(7, 0)));
    EXPECT_TRUE(echo.requests.empty());
    EXPECT_EQ(f.host.acks.at(0).second.extras->payload.size, 0u);
}

} // namespace
} // namespace dht
