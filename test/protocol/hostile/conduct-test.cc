/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-conduct.h"
#include "dht-endpoint-name.h"
#include "dht-schemes.h"
#include "recording-host.h"

#include <gtest/gtest.h>
#include <memory>
#include <utility>

/// What a hostile peer does with what it is told, message by message.

namespace dht
{
namespace
{

using test::kNow;

/// Two peers of a ring: one that may be hostile, and one that answers as the test says.
class ConductTest : public testing::Test
{
  protected:
    static Endpoint EndpointOf(std::uint32_t index)
    {
        return Endpoint::Ipv4(0x0a000000 + index, 7000);
    }

    ConductTest()
    {
        PeerOptions options;
        options.self = m_self;
        options.routing = RoutingMode::kRecursive;
        m_peer = std::make_unique<Peer>(options,
                                        JoinedPlace({}, m_random)(m_self, conduct),
                                        NoneScheme().make(NoneScheme().parameters),
                                        conduct,
                                        m_random);
        conduct.Attach(*m_peer);
    }

    /// The peer joins the other one.
    void Join()
    {
        m_peer->Join(kNow, {other});
        ASSERT_EQ(host.said.size(), 1u);
        MaintenanceMessage answer;
        answer.kind = MaintenanceKind::kNeighbours;
        answer.id = host.said[0].second.id;
        answer.responsible = true;
        Hear(other, answer);
        ASSERT_TRUE(m_peer->GetMembership().IsJoined());
        m_peer->OnLinkConnected(kNow, 0);
        host.said.clear();
    }

    /// @return A request of a third peer, for a key of the other one.
    Request Foreign(MessageKind kind = MessageKind::kRequest) const
    {
        Request request;
        request.id = 77;
        request.kind = kind;
        request.key = IdOf(other);
        request.source = third;
        request.hopLimit = 10;
        return request;
    }

    /// Offer a request. @param request The request. @return Whether it was accepted.
    bool Offer(Request request)
    {
        return conduct.OnRequest(kNow, 5, request);
    }

    /// @param from Who says something. @param datagram The datagram. @return What is wrong with it.
    WireError Hear(const Endpoint& from, Datagram datagram)
    {
        return conduct.OnDatagram(kNow, from, std::move(datagram));
    }

    /// @return What the peer answers a third one that asks who is responsible for the other's id.
    std::optional<MaintenanceMessage> AnswerToQuery()
    {
        MaintenanceMessage query;
        query.id = 99;
        query.key = IdOf(other);
        host.said.clear();
        Hear(third, query);
        for (const auto& [to, message] : host.said)
        {
            if (to == third && message.kind == MaintenanceKind::kNeighbours && message.id == 99)
            {
                return message;
            }
        }
        return std::nullopt;
    }

    const Endpoint other = EndpointOf(2); ///< The other peer.
    const Endpoint third = EndpointOf(3); ///< Who asks.
    test::RecordingHost host;             ///< The peer's, behind its conduct.
    Conduct conduct{host};                ///< The peer's.

    const Endpoint m_self = EndpointOf(1); ///< Where the peer is.
    test::MersenneRandom m_random{1};      ///< The peer's.
    std::unique_ptr<Peer> m_peer;          ///< The peer under test.
};

TEST_F(ConductTest, AnHonestPeerRelaysAndNamesWhoIsResponsible)
{
    Join();
    EXPECT_TRUE(Offer(Foreign()));
    ASSERT_EQ(host.sent.size(), 1u);
    EXPECT_EQ(host.sent[0].second.id, 77u);
    EXPECT_EQ(Hear(third, Foreign(MessageKind::kLookup)), WireError::kNone);
    ASSERT_EQ(host.acks.size(), 1u);
    EXPECT_TRUE(host.acks[0].second.redirect);
    const auto answer = AnswerToQuery();
    ASSERT_TRUE(answer);
    EXPECT_FALSE(answer->responsible);
    EXPECT_EQ(answer->peers, std::vector<Endpoint>({other}));
}

TEST_F(ConductTest, ALiarAnswersWhateverItIsAskedInItsOwnName)
{
    Join();
    conduct.Set(kNow, Behaviour::kLying);
    EXPECT_TRUE(Offer(Foreign()));
    EXPECT_EQ(Hear(third, Foreign(MessageKind::kLookup)), WireError::kNone);
    EXPECT_TRUE(host.sent.empty());
    ASSERT_EQ(host.acks.size(), 2u);
    for (const auto& [to, ack] : host.acks)
    {
        EXPECT_EQ(to, third);
        EXPECT_EQ(ack.id, 77u);
        EXPECT_FALSE(ack.redirect);
        EXPECT_EQ(ack.responsible, m_self);
    }
    EXPECT_TRUE(m_peer->IdentitiesHold());
}

TEST_F(ConductTest, ALiarSaysThatItKnowsNobodyButWhoAsks)
{
    Join();
    conduct.Set(kNow, Behaviour::kLying);
    const auto answer = AnswerToQuery();
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->responsible);
    EXPECT_EQ(answer->predecessor, third);
    EXPECT_EQ(answer->peers, std::vector<Endpoint>({third}));
}

/// It lies about requests. What it asks itself, and the way of an answer, it leaves alone.
TEST_F(ConductTest, ALiarRelaysOverlayAcks)
{
    Join();
    conduct.Set(kNow, Behaviour::kLying);
    EXPECT_TRUE(Offer(Foreign(MessageKind::kRoutedAck)));
    ASSERT_EQ(host.sent.size(), 1u);
    EXPECT_EQ(host.sent[0].second.kind, MessageKind::kRoutedAck);
    EXPECT_TRUE(host.acks.empty());
}

TEST_F(ConductTest, ALiarCanBeUsedAgainstNobodyWhoHasNotAsked)
{
    Join();
    conduct.Set(kNow, Behaviour::kLying);
    EXPECT_EQ(Hear(other, Foreign(MessageKind::kLookup)), WireError::kField);
    EXPECT_TRUE(host.acks.empty());
}

TEST_F(ConductTest, ALiarWithoutAPlaceRefusesAsAnybodyDoes)
{
    conduct.Set(kNow, Behaviour::kLying);
    EXPECT_TRUE(Offer(Foreign()));
    EXPECT_TRUE(host.acks.empty());
    const auto& dropped = m_peer->GetCounters().dropped;
    EXPECT_EQ(dropped[static_cast<std::size_t>(DropReason::kNoPlace)], 1u);
}

TEST_F(ConductTest, ADeafPeerAnswersDatagramsAloneUntilItReadsAgain)
{
    Join();
    conduct.Set(kNow, Behaviour::kDeaf);
    EXPECT_FALSE(Offer(Foreign()));
    EXPECT_TRUE(AnswerToQuery());
    EXPECT_EQ(m_peer->GetCounters().accepted, 0u);
    EXPECT_TRUE(host.resumed.empty());
    conduct.Set(kNow, Behaviour::kHonest);
    EXPECT_EQ(host.resumed, std::vector<ConnectionId>({5}));
    EXPECT_TRUE(Offer(Foreign()));
    EXPECT_EQ(host.sent.size(), 1u);
}

TEST_F(ConductTest, AConnectionThatIsClosedIsNotReadAgain)
{
    Join();
    conduct.Set(kNow, Behaviour::kDeaf);
    EXPECT_FALSE(Offer(Foreign()));
    conduct.OnClosed(kNow, 5);
    conduct.Set(kNow, Behaviour::kHonest);
    EXPECT_TRUE(host.resumed.empty());
}

TEST_F(ConductTest, ASlowReaderRestsAfterEachRequestOfAConnection)
{
    Join();
    conduct.Set(kNow, Behaviour::kSlowReader);
    EXPECT_TRUE(Offer(Foreign()));
    host.wake = kNever;
    EXPECT_FALSE(Offer(Foreign()));
    EXPECT_LE(host.wake, kNow + kSlowReaderRest);
    Request onAnother = Foreign();
    EXPECT_TRUE(conduct.OnRequest(kNow, 6, onAnother));
    conduct.OnWake(kNow + kSlowReaderRest - Time(1));
    EXPECT_TRUE(host.resumed.empty());
    EXPECT_LE(host.wake, kNow + kSlowReaderRest);
    conduct.OnWake(kNow + kSlowReaderRest);
    EXPECT_EQ(host.resumed, std::vector<ConnectionId>({5})) << "nothing waits on the other one";
    Request next = Foreign();
    EXPECT_TRUE(conduct.OnRequest(kNow + kSlowReaderRest, 5, next));
    EXPECT_FALSE(conduct.OnRequest(kNow + kSlowReaderRest, 5, next));
    conduct.Set(kNow + kSlowReaderRest, Behaviour::kHonest);
    EXPECT_EQ(host.resumed, std::vector<ConnectionId>({5, 5}));
    EXPECT_TRUE(conduct.OnRequest(kNow + kSlowReaderRest, 5, next));
    conduct.Set(kNow + kSlowReaderRest, Behaviour::kSlowReader);
    EXPECT_TRUE(conduct.OnRequest(kNow + kSlowReaderRest, 5, next)) << "it is rested";
}

TEST_F(ConductTest, ABlackHoleTakesRequestsAndAnswersDatagrams)
{
    Join();
    conduct.Set(kNow, Behaviour::kBlackHole);
    EXPECT_TRUE(Offer(Foreign()));
    EXPECT_TRUE(host.sent.empty());
    EXPECT_TRUE(host.acks.empty());
    EXPECT_EQ(m_peer->GetCounters().accepted, 0u);
    EXPECT_TRUE(AnswerToQuery());
}

TEST_F(ConductTest, ADroppingPeerTakesEveryOtherRequestOn)
{
    Join();
    conduct.Set(kNow, Behaviour::kDropping);
    for (const std::uint64_t accepted : {1, 1, 2, 2})
    {
        EXPECT_TRUE(Offer(Foreign()));
        EXPECT_EQ(m_peer->GetCounters().accepted, accepted);
    }
}

TEST_F(ConductTest, APeerThatHasStoppedSaysNothingUntilItGoesOn)
{
    Join();
    test::ScriptedSource source;
    m_peer->Start(kNow, source);
    conduct.Set(kNow, Behaviour::kStopped);
    const auto heard = m_peer->GetMembership().GetCounters().received;
    EXPECT_FALSE(Offer(Foreign()));
    EXPECT_FALSE(AnswerToQuery());
    EXPECT_EQ(m_peer->GetMembership().GetCounters().received, heard);
    const auto said = m_peer->GetMembership().GetCounters().sent;
    conduct.OnWake(kNow + FromSeconds(10));
    EXPECT_EQ(m_peer->GetMembership().GetCounters().sent, said);
    source.keys.push_back(IdOf(other));
    m_peer->OnWake(kNow + FromSeconds(10)); // whatever wakes it, nothing leaves
    EXPECT_NE(m_peer->GetMembership().GetCounters().sent, said);
    EXPECT_TRUE(host.said.empty());
    EXPECT_TRUE(host.sent.empty());
    EXPECT_EQ(m_peer->Queued(), 1u);
    conduct.Set(kNow + FromSeconds(15), Behaviour::kHonest);
    EXPECT_EQ(host.sent.size(), 1u);
    EXPECT_FALSE(host.said.empty());
    EXPECT_EQ(host.resumed, std::vector<ConnectionId>({5}));
}

TEST_F(ConductTest, WhatWaitedForAPeerThatHadStoppedLeavesAtOnce)
{
    Join();
    conduct.Set(kNow, Behaviour::kStopped);
    test::ScriptedSource source;
    source.keys.push_back(IdOf(other));
    m_peer->Start(kNow, source);
    EXPECT_EQ(m_peer->Queued(), 1u);
    conduct.Set(kNow, Behaviour::kHonest);
    EXPECT_EQ(m_peer->Queued(), 0u);
    EXPECT_EQ(host.sent.size(), 1u);
    m_peer->Stop(kNow);
}

} // namespace
} // namespace dht
