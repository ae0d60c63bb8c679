/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-host.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <utility>

/// What becomes of a request whose answer is not believed.

namespace dht
{
namespace
{

using test::PeerFixture;

/// Knows three ways to everywhere, and believes as a test says.
class DoubtingTable : public RoutingTable
{
  public:
    /// @param belief What to make of answers.
    explicit DoubtingTable(const Belief& belief)
        : m_belief(belief)
    {
    }

    std::optional<LinkIndex> NextHop(const Key& /* key */) const override
    {
        return 0;
    }

    std::optional<LinkIndex> HopInTurn(const Key& /* key */, std::size_t turn) const override
    {
        return static_cast<LinkIndex>(turn % LinkCount());
    }

    LinkIndex LinkCount() const override
    {
        return 3;
    }

    Belief Believes(Time /* now */,
                    const Key& /* key */,
                    const Endpoint& /* responsible */,
                    Hearing hearing) override
    {
        return m_belief == Belief::kLater && hearing == Hearing::kLast ? Belief::kNo : m_belief;
    }

  private:
    const Belief& m_belief; ///< What to make of answers.
};

/// Counts what it is told.
class CountingScheme : public CongestionControl
{
  public:
    Time Admit(Time now, std::size_t /* outstanding */) override
    {
        return now;
    }

    void OnAck(const AckContext& /* ack */) override
    {
        ++acks;
    }

    void OnTimeout(Time /* now */) override
    {
        ++timeouts;
    }

    unsigned acks{0};     ///< Own requests that were answered.
    unsigned timeouts{0}; ///< Own requests that were not.
};

class DeniedAnswersTest : public testing::Test
{
  protected:
    DeniedAnswersTest()
    {
        PeerOptions options;
        options.self = Endpoint::Ipv4(0x0a000001, 7000);
        options.requestLifetime = FromSeconds(20);
        auto scheme = std::make_unique<CountingScheme>();
        m_scheme = scheme.get();
        m_peer = std::make_unique<Peer>(options,
                                        std::make_unique<DoubtingTable>(m_belief),
                                        std::move(scheme),
                                        m_host,
                                        m_random);
        m_peer->SetObserver(&m_observer);
        m_source.keys.push_back(PeerFixture::KeyOf(5));
        m_peer->Start(Time(0), m_source);
    }

    /// An answer to the last transmission comes. @param now The present.
    void Answer(Time now)
    {
        m_peer->OnDatagram(now, {}, PeerFixture::AckOf(m_host.sent.back().second));
        EXPECT_TRUE(m_peer->IdentitiesHold());
    }

    /// Wake the peer when it wants to be. @return That time.
    Time Wake()
    {
        const Time now = m_host.wake;
        EXPECT_NE(now, kNever);
        m_peer->OnWake(std::min(now, FromSeconds(100)));
        EXPECT_TRUE(m_peer->IdentitiesHold());
        return now;
    }

    MersenneRandom m_random{1};         ///< The peer's.
    test::RecordingHost m_host;         ///< The peer's.
    test::RecordingObserver m_observer; ///< Watches the peer.
    test::ScriptedSource m_source;      ///< The peer's application.
    Belief m_belief{Belief::kNo};       ///< What it makes of answers.
    CountingScheme* m_scheme{nullptr};  ///< The peer's.
    std::unique_ptr<Peer> m_peer;       ///< The peer.
};

TEST_F(DeniedAnswersTest, TheRequestIsSentAgainOnAnotherWay)
{
    ASSERT_EQ(m_host.sent.size(), 1u);
    EXPECT_EQ(m_host.sent[0].first, 0u);
    Answer(FromSeconds(0.1));
    EXPECT_EQ(m_host.sent.size(), 1u); // those who come and go are not known at once
    EXPECT_EQ(m_peer->Outstanding(), 1u);
    EXPECT_LE(Wake(), FromSeconds(0.5));
    ASSERT_EQ(m_host.sent.size(), 2u);
    EXPECT_EQ(m_host.sent[1].first, 1u);
    EXPECT_EQ(m_host.sent[1].second.id, m_host.sent[0].second.id);
    m_belief = Belief::kYes;
    Answer(FromSeconds(3));
    ASSERT_EQ(m_observer.answers.size(), 1u);
    EXPECT_EQ(m_observer.answers[0].delay, FromSeconds(3));
    EXPECT_EQ(m_observer.answers[0].sent, 2u);
    EXPECT_EQ(m_peer->Outstanding(), 0u);
    EXPECT_EQ(m_peer->GetCounters().retransmitted, 1u);
}

TEST_F(DeniedAnswersTest, IfThatLeadsToTheSameTheRequestIsLost)
{
    Answer(FromSeconds(0.1));
    const Time again = Wake();
    Answer(again + FromSeconds(0.1));
    EXPECT_EQ(m_peer->GetCounters().givenUp, 1u);
    EXPECT_EQ(m_peer->Outstanding(), 0u);
    EXPECT_EQ(m_host.sent.size(), 2u);
}

TEST_F(DeniedAnswersTest, TheSchemeIsToldOfOneAnswerToEachTransmissionAndOfNoTimeout)
{
    for (const double time : {0.1, 0.11, 0.12})
    {
        Answer(FromSeconds(time));
    }
    EXPECT_EQ(m_scheme->acks, 1u);
    Wake();
    ASSERT_EQ(m_host.sent.size(), 2u);
    Answer(FromSeconds(0.6));
    EXPECT_EQ(m_scheme->acks, 2u);
    EXPECT_EQ(m_scheme->timeouts, 0u);
}

TEST_F(DeniedAnswersTest, WhoLiesOnAndOnDoesNotPutItOff)
{
    Answer(FromSeconds(0.1));
    const Time again = m_host.wake;
    Answer(FromSeconds(0.2));
    EXPECT_EQ(m_host.wake, again);
}

TEST_F(DeniedAnswersTest, AnAnswerThatIsBelievedLaterIsDelivered)
{
    Answer(FromSeconds(0.1));
    m_belief = Belief::kYes;
    Answer(FromSeconds(0.2));
    EXPECT_EQ(m_peer->GetCounters().answered, 1u);
    EXPECT_EQ(m_peer->Outstanding(), 0u);
}

TEST_F(DeniedAnswersTest, WhatIsDeniedAfterAWhileIsSentAgain)
{
    m_belief = Belief::kLater;
    Answer(FromSeconds(0.1));
    EXPECT_EQ(Wake(), FromSeconds(8.1));
    Wake();
    EXPECT_EQ(m_host.sent.size(), 2u);
}

TEST_F(DeniedAnswersTest, ItIsGivenUpAtTheEndOfItsLifetime)
{
    Answer(FromSeconds(0.1));
    Time now{0};
    while (m_peer->Outstanding() > 0)
    {
        now = Wake();
    }
    EXPECT_EQ(now, FromSeconds(20));
    EXPECT_EQ(m_peer->GetCounters().givenUp, 1u);
}

} // namespace
} // namespace dht
