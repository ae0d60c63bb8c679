/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-host.h"

#include <gtest/gtest.h>
#include <memory>
#include <utility>

/// What becomes of a request whose answer is not believed.

namespace dht
{
namespace
{

using test::PeerFixture;

/// Knows one way to everywhere, and believes as a test says.
class DoubtingTable : public Membership
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

    LinkIndex LinkCount() const override
    {
        return 1;
    }

    Belief Believes(Time /* now */,
                    const Key& /* key */,
                    const Endpoint& /* responsible */,
                    Asking asking) override
    {
        return m_belief == Belief::kLater && asking == Asking::kLast ? Belief::kNo : m_belief;
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

    /// An answer comes. @param now The present. @param sent To which transmission.
    void Answer(Time now, std::size_t sent)
    {
        m_peer->OnDatagram(now, {}, PeerFixture::AckOf(m_host.sent.at(sent).second));
        EXPECT_TRUE(m_peer->IdentitiesHold());
    }

    MersenneRandom m_random{1};         ///< The peer's.
    test::RecordingHost m_host;         ///< The peer's.
    test::RecordingObserver m_observer; ///< Watches the peer.
    test::ScriptedSource m_source;      ///< The peer's application.
    Belief m_belief{Belief::kNo};       ///< What it makes of answers.
    CountingScheme* m_scheme{nullptr};  ///< The peer's.
    std::unique_ptr<Peer> m_peer;       ///< The peer.
};

TEST_F(DeniedAnswersTest, TheRequestIsSentAgain)
{
    Answer(FromSeconds(0.1), 0);
    ASSERT_EQ(m_host.sent.size(), 2u);
    EXPECT_EQ(m_host.sent[1].second.id, m_host.sent[0].second.id);
    m_belief = Belief::kYes;
    Answer(FromSeconds(3), 1);
    ASSERT_EQ(m_observer.answers.size(), 1u);
    EXPECT_EQ(m_observer.answers[0].delay, FromSeconds(3));
    EXPECT_EQ(m_observer.answers[0].sent, 2u);
    EXPECT_EQ(m_peer->Outstanding(), 0u);
    EXPECT_EQ(m_peer->GetCounters().retransmitted, 1u);
}

TEST_F(DeniedAnswersTest, ItIsLostIfThatIsAnsweredNoBetter)
{
    Answer(FromSeconds(0.1), 0);
    Answer(FromSeconds(0.2), 1);
    EXPECT_EQ(m_peer->GetCounters().givenUp, 1u);
    EXPECT_EQ(m_peer->Outstanding(), 0u);
    EXPECT_EQ(m_host.sent.size(), 2u);
}

TEST_F(DeniedAnswersTest, AnAnswerToTheFirstTransmissionDoesNotCountTwice)
{
    Answer(FromSeconds(0.1), 0);
    Answer(FromSeconds(0.11), 0);
    EXPECT_EQ(m_peer->Outstanding(), 1u);
    EXPECT_EQ(m_scheme->acks, 1u);
}

TEST_F(DeniedAnswersTest, TheSchemeIsToldOfOneAnswerToEachTransmissionAndOfNoTimeout)
{
    Answer(FromSeconds(0.1), 0);
    EXPECT_EQ(m_scheme->acks, 1u);
    Answer(FromSeconds(0.2), 1);
    EXPECT_EQ(m_scheme->acks, 2u);
    EXPECT_EQ(m_scheme->timeouts, 0u);
}

TEST_F(DeniedAnswersTest, WhatIsDeniedAfterAWhileIsSentAgain)
{
    m_belief = Belief::kLater;
    Answer(FromSeconds(0.1), 0);
    EXPECT_EQ(m_host.sent.size(), 1u);
    m_peer->OnWake(FromSeconds(8.1));
    EXPECT_EQ(m_host.sent.size(), 2u);
}

TEST_F(DeniedAnswersTest, WhatThePeerItselfRefutesIsNot)
{
    m_belief = Belief::kIgnore;
    Answer(FromSeconds(0.1), 0);
    EXPECT_EQ(m_host.sent.size(), 1u);
    EXPECT_EQ(m_peer->Outstanding(), 1u);
}

} // namespace
} // namespace dht
