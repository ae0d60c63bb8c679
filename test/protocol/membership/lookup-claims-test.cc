/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "searching-peer.h"

/// What an asker without a place in the ring makes of those who say that they are responsible.

namespace dht
{
namespace
{

using namespace test::searching;

class LookupClaimsTest : public SearchingPeer
{
  protected:
    /// @param ranks Whom it knows. @param witnesses How many have to know nobody nearer.
    void Ask(const std::vector<std::size_t>& ranks, std::uint8_t witnesses)
    {
        Begin(ranks, 0, "credit", witnesses);
        m_peer->SetObserver(&m_answers);
    }

    /// Whoever is asked last answers that it is responsible.
    void Claim()
    {
        const Endpoint to = Last().extras->to;
        Acknowledge(to, Last(), to);
    }

    /// Whoever is asked last names somebody. @param rank The named peer's rank on the ring.
    void Name(std::size_t rank)
    {
        Redirect(Last().extras->to, Last(), {PeerAt(rank)});
    }

    /// @param first How many lookups there were before. @return Whom the others went to.
    std::vector<Endpoint> AskedSince(std::size_t first) const
    {
        std::vector<Endpoint> asked;
        for (std::size_t i = first; i < Count(); ++i)
        {
            asked.push_back(m_host.lookups[i].extras->to);
        }
        return asked;
    }

    /// Remembers answers.
    struct Answers : public Observer
    {
        void OnAnswered(const EventContext&, const dht::Answer& answer) override
        {
            all.push_back(answer);
        }

        std::vector<dht::Answer> all; ///< What was delivered.
    };

    Answers m_answers;
};

/// A question or an answer may be lost.
TEST_F(LookupClaimsTest, WhoIsLateIsAskedAgainBesidesOthers)
{
    Ask({20}, 3);
    Redirect(PeerAt(20), Last(), {PeerAt(5), PeerAt(10), PeerAt(12)});
    ASSERT_EQ(Count(), 2u);
    EXPECT_EQ(Last().extras->to, PeerAt(5));
    Wake();
    EXPECT_EQ(AskedSince(2), (std::vector<Endpoint>{PeerAt(10), PeerAt(12), PeerAt(5)}));
    Redirect(PeerAt(12), Last(), {PeerAt(4), PeerAt(3)});
    EXPECT_EQ(AskedSince(5), std::vector<Endpoint>{PeerAt(3)});
    Wake();
    EXPECT_EQ(AskedSince(6), (std::vector<Endpoint>{PeerAt(4), PeerAt(3), PeerAt(10), PeerAt(5)}))
        << "four at once at the most, those who were late least often first";
    Claim();
    EXPECT_EQ(Counted().redundantAcks, 0u) << "an answer of anybody who was asked counts";
}

TEST_F(LookupClaimsTest, WhenAllWereLateOftenTheFirstOnesAreAskedAgainToo)
{
    Ask({20}, 3);
    Name(5);
    for (std::size_t late = 1; late < 3; ++late)
    {
        Wake();
        EXPECT_EQ(AskedSince(1 + late), std::vector<Endpoint>{PeerAt(5)});
    }
    Wake();
    EXPECT_EQ(AskedSince(4), (std::vector<Endpoint>{PeerAt(20), PeerAt(5)}));
}

TEST_F(LookupClaimsTest, OnceSomebodyAnswersOthersAreNotWaitedForLonger)
{
    Ask({20}, 3);
    const Time first = m_host.wake - m_now;
    Wake();
    EXPECT_EQ(m_host.wake - m_now, 2 * first);
    Name(5);
    EXPECT_EQ(m_host.wake - m_now, first);
    Wake();
    EXPECT_EQ(m_host.wake - m_now, 2 * first);
}

TEST_F(LookupClaimsTest, WithoutWitnessesTheFirstClaimIsBelieved)
{
    Ask({20, 25, 30}, 0);
    Claim();
    EXPECT_EQ(Counted().answered, 1u);
    EXPECT_EQ(Count(), 1u);
}

TEST_F(LookupClaimsTest, AClaimStandsWhenTheWitnessesKnowNobodyNearer)
{
    Ask({20, 25, 30, 35}, 2);
    Claim();
    const Time claimed = m_now;
    EXPECT_EQ(Counted().answered, 0u);
    EXPECT_EQ(Last().extras->to, PeerAt(25));
    m_now += FromSeconds(0.1);
    Name(20);
    EXPECT_EQ(Counted().answered, 0u);
    EXPECT_EQ(Last().extras->to, PeerAt(30));
    Name(25);
    ASSERT_EQ(m_answers.all.size(), 1u);
    EXPECT_EQ(m_answers.all[0].responsible, PeerAt(20));
    EXPECT_EQ(m_answers.all[0].delay, claimed - test::kNow);
    EXPECT_EQ(m_answers.all[0].hops, 1u);
    EXPECT_EQ(Count(), 3u);
}

TEST_F(LookupClaimsTest, WhoIsNearerAndAnswersRefutesAClaim)
{
    Ask({20, 25}, 2);
    Claim();
    Name(10);
    EXPECT_EQ(Last().extras->to, PeerAt(10));
    Claim();
    // nobody else is known
    ASSERT_EQ(m_answers.all.size(), 1u);
    EXPECT_EQ(m_answers.all[0].responsible, PeerAt(10));
    EXPECT_EQ(m_answers.all[0].hops, 2u);
}

TEST_F(LookupClaimsTest, WhoIsNearerRefutesAClaimAlsoIfItLeadsOn)
{
    Ask({20, 25}, 2);
    Claim();
    Name(10);
    Name(5);
    EXPECT_EQ(Last().extras->to, PeerAt(5));
    Wake(); // which does not answer
    while (Counted().givenUp == 0)
    {
        Wake();
    }
    EXPECT_TRUE(m_answers.all.empty());
}

TEST_F(LookupClaimsTest, WhoClaimsBehindASecondOneIsNoWitness)
{
    Ask({20, 25, 30}, 1);
    Claim();
    EXPECT_EQ(Last().extras->to, PeerAt(25));
    Claim();
    EXPECT_EQ(Counted().answered, 0u);
    EXPECT_EQ(Last().extras->to, PeerAt(30));
    Name(25);
    ASSERT_EQ(m_answers.all.size(), 1u);
    EXPECT_EQ(m_answers.all[0].responsible, PeerAt(20));
}

TEST_F(LookupClaimsTest, WhoIsNearerIsAskedThreeTimes)
{
    Ask({20, 25}, 1);
    Claim();
    Name(10);
    std::size_t asked = 0;
    for (; m_answers.all.empty(); Wake())
    {
        EXPECT_EQ(Last().extras->to, PeerAt(10));
        ++asked;
    }
    EXPECT_EQ(asked, 3u);
    EXPECT_EQ(m_answers.all[0].responsible, PeerAt(20));
    // the time that it took to see that the other one is gone is not the answer's
    EXPECT_EQ(m_answers.all[0].delay, Time(0));
}

TEST_F(LookupClaimsTest, WhereNobodyElseIsKnownAClaimStands)
{
    Ask({20}, 3);
    Claim();
    EXPECT_EQ(Counted().answered, 1u);
}

TEST_F(LookupClaimsTest, WitnessesThatFallSilentDoNotKeepAnAnswer)
{
    Ask({20, 25, 30}, 2);
    Claim();
    Wake();
    EXPECT_EQ(Last().extras->to, PeerAt(30));
    Wake();
    ASSERT_EQ(m_answers.all.size(), 1u);
    EXPECT_EQ(m_answers.all[0].responsible, PeerAt(20));
    EXPECT_EQ(Counted().givenUp, 0u);
}

TEST_F(LookupClaimsTest, WhoRepeatsItselfAsksForNothing)
{
    Ask({20, 25, 30}, 1);
    const Request first = Last();
    Claim();
    EXPECT_EQ(Count(), 2u);
    for (int i = 0; i < 5; ++i)
    {
        Acknowledge(PeerAt(20), first, PeerAt(20));
    }
    EXPECT_EQ(Count(), 2u);
    EXPECT_EQ(Counted().redundantAcks, 5u);
    Name(20);
    EXPECT_EQ(Counted().answered, 1u);
}

TEST_F(LookupClaimsTest, ALateAnswerOfSomebodyNearerCounts)
{
    Ask({20, 25}, 1);
    Claim();
    Name(10);
    const Request asked = Last();
    Wake();
    Acknowledge(PeerAt(10), asked, PeerAt(10));
    ASSERT_EQ(m_answers.all.size(), 1u);
    EXPECT_EQ(m_answers.all[0].responsible, PeerAt(10));
}

} // namespace
} // namespace dht
