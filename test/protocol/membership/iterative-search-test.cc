/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "searching-peer.h"
#include "view-routing.h"

/// Iterative routing where endpoints tell ids, at one peer.

namespace dht
{
namespace
{

using test::kNow;

using namespace test::searching;

class IterativeSearchTest : public SearchingPeer
{
};

TEST_F(IterativeSearchTest, TheNearestIsAskedFirst)
{
    Begin({30, 20, 35});
    EXPECT_EQ(Last().extras->to, PeerAt(20));
    EXPECT_EQ(Last().hopLimit, 63);
    Redirect(PeerAt(20), Last(), {PeerAt(12), PeerAt(11), PeerAt(14), PeerAt(13)});
    ASSERT_EQ(Count(), 2u);
    EXPECT_EQ(Last().extras->to, PeerAt(11));
    EXPECT_EQ(Last().hopLimit, 62);
    // who has no nearer one leaves the others
    Redirect(PeerAt(11), Last(), {PeerAt(12)});
    ASSERT_EQ(Count(), 3u);
    EXPECT_EQ(Last().extras->to, PeerAt(12));
    EXPECT_EQ(Last().hopLimit, 62);
    Acknowledge(PeerAt(12), Last(), PeerAt(12));
    EXPECT_EQ(Counted().answered, 1u);
    EXPECT_EQ(Counted().uselessNames, 1u);
    EXPECT_EQ(Counted().redundantAcks, 0u);
}

TEST_F(IterativeSearchTest, WhoWasNotAskedLeadsNobody)
{
    for (const char* scheme : {"none", "credit", "back-pressure", "marking"})
    {
        SCOPED_TRACE(scheme);
        m_host.lookups.clear();
        Begin({20}, 0, scheme);
        Redirect(PeerAt(30), Last(), {PeerAt(5)});
        Acknowledge(PeerAt(30), Last(), PeerAt(30));
        Acknowledge(PeerAt(30), Last(), PeerAt(20)); // in the name of who was asked
        Acknowledge(PeerAt(20), Last(), PeerAt(5));  // nobody speaks for another one
        EXPECT_EQ(Count(), 1u);
        EXPECT_EQ(m_peer->Outstanding(), 1u);
        EXPECT_EQ(Counted().redundantAcks, 4u);
        Acknowledge(PeerAt(20), Last(), PeerAt(20));
        EXPECT_EQ(Counted().answered, 1u);
    }
}

TEST_F(IterativeSearchTest, NobodyGoesWhereItIsFartherOrWhereNobodyCanBe)
{
    Begin({20});
    Endpoint ipv6;
    ipv6.ipv6 = true;
    ipv6.port = 7000;
    ipv6.address[0] = 0x20;
    Redirect(PeerAt(20), Last(), {PeerAt(21), PeerAt(20), kSelf, PeerAt(30)});
    EXPECT_EQ(Counted().uselessNames, 4u);
    EXPECT_EQ(Count(), 1u);
    Wake(); // it begins anew
    ASSERT_EQ(Count(), 2u);
    Redirect(PeerAt(20), Last(), {ipv6, Endpoint::Ipv4(0xe0000001, 7000), Endpoint::Ipv4(0, 7000)});
    EXPECT_EQ(Counted().uselessNames, 7u);
    EXPECT_EQ(Count(), 2u);
}

TEST_F(IterativeSearchTest, OfMoreThanFourNamesTheFirstFourCount)
{
    Begin({20});
    Redirect(PeerAt(20), Last(), {PeerAt(19), PeerAt(18), PeerAt(17), PeerAt(16), PeerAt(1)});
    EXPECT_EQ(Last().extras->to, PeerAt(16));
    EXPECT_EQ(Counted().uselessNames, 1u);
}

/// Everybody names the next one, and the last one the first.
TEST_F(IterativeSearchTest, ARingOfRedirectsIsLeftWhereItCloses)
{
    Begin({20});
    for (const std::size_t rank : {20, 19, 18, 17})
    {
        EXPECT_EQ(Last().extras->to, PeerAt(rank));
        Redirect(PeerAt(rank), Last(), {PeerAt(rank == 17 ? 20 : rank - 1)});
    }
    EXPECT_EQ(Count(), 4u);
    EXPECT_EQ(Counted().uselessNames, 1u);
    // once more by the same one is too late
    Redirect(PeerAt(20), m_host.lookups[0], {PeerAt(10)});
    EXPECT_EQ(Count(), 4u);
    EXPECT_EQ(Counted().redundantAcks, 1u);
}

TEST_F(IterativeSearchTest, WhoIsLateIsPassedAndStillCounts)
{
    for (const char* scheme : {"credit", "marking"})
    {
        SCOPED_TRACE(scheme);
        m_now = kNow;
        m_host.lookups.clear();
        Begin({20, 25}, 0, scheme);
        const Request late = Last();
        Wake();
        ASSERT_EQ(Count(), 2u);
        EXPECT_EQ(Last().extras->to, PeerAt(25));
        EXPECT_EQ(Last().attempt, 2);
        Redirect(PeerAt(25), Last(), {PeerAt(20), PeerAt(22)});
        ASSERT_EQ(Count(), 3u);
        EXPECT_EQ(Last().extras->to, PeerAt(22)); // there is another one
        Redirect(PeerAt(22), Last(), {PeerAt(20)});
        ASSERT_EQ(Count(), 4u);
        EXPECT_EQ(Last().extras->to, PeerAt(20)); // there is none: once more
        Acknowledge(PeerAt(20), late, PeerAt(20));
        EXPECT_EQ(Counted().answered, 1u);
    }
}

/// A late one leads on, too.
TEST_F(IterativeSearchTest, ALateRedirectIsFollowed)
{
    Begin({20, 25});
    const Request late = Last();
    Wake();
    Redirect(PeerAt(20), late, {PeerAt(10)});
    ASSERT_EQ(Count(), 3u);
    EXPECT_EQ(Last().extras->to, PeerAt(10));
}

TEST_F(IterativeSearchTest, APayloadGoesToWhoHasShownItselfAlone)
{
    Begin({20}, 200);
    const std::size_t bare = FrameSize(Last());
    EXPECT_EQ(bare, 46u);
    EXPECT_TRUE(Last().extras->isWithheld);
    // who answers without having got it has answered nothing
    Acknowledge(PeerAt(20), Last(), PeerAt(20));
    EXPECT_EQ(Counted().redundantAcks, 1u);
    Redirect(PeerAt(20), Last(), {PeerAt(10), PeerAt(12)});
    EXPECT_TRUE(Last().extras->isWithheld);
    EXPECT_EQ(FrameSize(Last()), bare);
    const Request asked = Last();
    Redirect(PeerAt(10), asked, {PeerAt(10)});
    ASSERT_EQ(Count(), 3u);
    EXPECT_EQ(Last().extras->to, PeerAt(10));
    EXPECT_FALSE(Last().extras->isWithheld);
    EXPECT_EQ(Last().extras->payload.size, 200u);
    EXPECT_EQ(Last().hopLimit, asked.hopLimit);
    EXPECT_EQ(Last().attempt, 3);
    Redirect(PeerAt(10), asked, {PeerAt(10)}); // a duplicate
    EXPECT_EQ(Count(), 3u);
    EXPECT_EQ(Counted().redundantAcks, 2u);
    Acknowledge(PeerAt(10), Last(), PeerAt(10));
    EXPECT_EQ(Counted().answered, 1u);
}

TEST_F(IterativeSearchTest, WhoIsNotResponsibleAnyMoreSendsAPayloadOn)
{
    Begin({20}, 200);
    Redirect(PeerAt(20), Last(), {PeerAt(20)});
    EXPECT_FALSE(Last().extras->isWithheld);
    Redirect(PeerAt(20), Last(), {PeerAt(15)});
    ASSERT_EQ(Count(), 3u);
    EXPECT_EQ(Last().extras->to, PeerAt(15));
    EXPECT_TRUE(Last().extras->isWithheld);
}

/// Four strangers in each redirect, for as long as the request lives, by whoever is asked.
TEST_F(IterativeSearchTest, NobodySendsStrangersMoreThanIsSaidInTheirName)
{
    for (const std::size_t payload : {0, 200})
    {
        SCOPED_TRACE(payload);
        m_now = kNow;
        m_host.lookups.clear();
        Begin({38, 39}, payload, "marking");
        std::map<std::uint32_t, std::size_t> bytes;
        std::map<std::uint32_t, std::size_t> named;
        std::size_t seen = 0;
        std::size_t turn = 0;
        while (m_peer->Outstanding() > 0)
        {
            for (; seen < Count(); ++seen)
            {
                const Request lookup = m_host.lookups[seen];
                const Endpoint to = lookup.extras->to;
                bytes[to.Ipv4Address()] += FrameSize(lookup);
                if (to == PeerAt(38) || to == PeerAt(39))
                {
                    std::vector<Endpoint> strangers;
                    for (std::size_t i = 0; i < 4; ++i)
                    {
                        strangers.push_back(PeerAt(turn++ % 30));
                        ++named[strangers.back().Ipv4Address()];
                    }
                    Redirect(to, lookup, strangers);
                }
            }
            Wake();
        }
        EXPECT_GT(turn, 40u);
        for (std::size_t rank = 0; rank < 30; ++rank)
        {
            const auto stranger = PeerAt(rank).Ipv4Address();
            EXPECT_LE(bytes[stranger], 46 * named[stranger]) << rank;
        }
    }
}

TEST_F(IterativeSearchTest, ARedirectNamesFourButIsNotLongerThanItsLookup)
{
    Begin({20, 21, 22, 23, 24});
    Request lookup;
    lookup.kind = MessageKind::kLookup;
    lookup.key = kKey;
    lookup.source = PeerAt(22);
    m_peer->OnDatagram(m_now, lookup.source, lookup);
    OverlayAck redirect = m_host.acks.at(0).second;
    EXPECT_EQ(redirect.responsible, PeerAt(20));
    EXPECT_EQ(redirect.extras->further,
              (std::vector<Endpoint>{PeerAt(21), PeerAt(23), PeerAt(24)}));
    EXPECT_EQ(FrameSize(redirect), 40u);

    Endpoint self = kSelf;
    self.ipv6 = true;
    RingView view(self, 8, 8);
    RingNodes nodes;
    for (std::size_t rank = 0; rank < 4; ++rank)
    {
        Endpoint endpoint = PeerAt(rank);
        endpoint.ipv6 = true;
        nodes.push_back({endpoint, IdOf(endpoint)});
    }
    view.links.Set(nodes);
    const Scheme& none = SchemeRegistry::Get().Find("none");
    PeerOptions options;
    options.self = self;
    Peer peer(options,
              std::make_unique<test::ViewRouting>(view),
              none.make(none.parameters),
              m_host,
              m_random);
    lookup.key = view.self.id - Key(1);
    lookup.source.ipv6 = true;
    lookup.source.port = 9000;
    peer.OnDatagram(m_now, lookup.source, Datagram(lookup));
    redirect = m_host.acks.at(1).second;
    EXPECT_EQ(redirect.extras->further.size(), 1u);
    EXPECT_EQ(FrameSize(redirect), 52u);
    EXPECT_LE(FrameSize(redirect), FrameSize(lookup));
}

TEST_F(IterativeSearchTest, SuspectsAreNotNamedWhereThereAreOthers)
{
    Begin({20, 21, 22});
    m_view->links.SetSuspect(PeerAt(20), true);
    Request lookup;
    lookup.kind = MessageKind::kLookup;
    lookup.key = kKey;
    lookup.source = PeerAt(30);
    m_peer->OnDatagram(m_now, lookup.source, lookup);
    EXPECT_EQ(m_host.acks.back().second.responsible, PeerAt(21));
    EXPECT_EQ(m_host.acks.back().second.extras->further, (std::vector<Endpoint>{PeerAt(22)}));
    m_view->links.SetSuspect(PeerAt(21), true);
    m_view->links.SetSuspect(PeerAt(22), true);
    m_peer->OnDatagram(m_now, lookup.source, lookup);
    EXPECT_EQ(m_host.acks.back().second.responsible, PeerAt(20));
    EXPECT_TRUE(m_host.acks.back().second.extras->further.empty());
}

/// In any overlay.
TEST_F(IterativeSearchTest, WhoIsResponsibleAsksForAPayloadThatIsWithheld)
{
    test::PeerFixture f("none");
    Request lookup = test::PeerFixture::Foreign(7, 0);
    lookup.kind = MessageKind::kLookup;
    lookup.extras.Write().isWithheld = true;
    f.peer.OnDatagram(kNow, lookup.source, lookup);
    ASSERT_EQ(f.host.acks.size(), 1u);
    EXPECT_TRUE(f.host.acks[0].second.redirect);
    EXPECT_EQ(f.host.acks[0].second.responsible, Endpoint::Ipv4(0x0a000001, 7000));
    EXPECT_TRUE(f.host.acks[0].second.extras->further.empty());
    EXPECT_TRUE(f.observer.deliveries.empty());
    EXPECT_EQ(f.peer.GetCounters().redirected, 1u);
    EXPECT_TRUE(f.peer.IdentitiesHold());
    lookup.key = test::PeerFixture::KeyOf(5);
    f.peer.OnDatagram(kNow, lookup.source, lookup);
    EXPECT_EQ(f.host.acks[1].second.responsible, f.host.EndpointOf(2));
}

} // namespace
} // namespace dht
