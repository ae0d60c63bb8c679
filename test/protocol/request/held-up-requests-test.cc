/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"
#include "recording-host.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// What becomes of requests that a link holds up, and when they are sent elsewhere.

namespace dht
{
namespace
{

constexpr LinkIndex kLinksHere = 4;
/// The link that brings no answers.
constexpr LinkIndex kBadLink = 3;
/// Until a request is sent again, where that is done.
constexpr Time kTimeout = FromSeconds(3);
/// Until a link that brings no answers is probed.
constexpr Time kSilentAt = FromSeconds(2);
/// Until a link that takes nothing is stuck.
constexpr Time kStuckAt = FromSeconds(0.5);
/// A probe's id.
constexpr std::uint64_t kProbe = 77;

/// Keys tell their links, unless requests go around the bad one.
class KeyedTable : public Membership
{
  public:
    std::optional<LinkIndex> NextHop(const Key& key) const override
    {
        const auto link = static_cast<LinkIndex>(key.Low());
        return link == kBadLink ? insteadOfBad : link;
    }

    LinkIndex LinkCount() const override
    {
        return kLinksHere;
    }

    bool IsDynamic() const override
    {
        return true;
    }

    Belief Believes(Time /* now */,
                    const Key& /* key */,
                    const Endpoint& /* responsible */,
                    Asking /* asking */) override
    {
        return belief;
    }

    LinkIndex insteadOfBad{kBadLink}; ///< Where requests with the bad link's key go.
    Belief belief{Belief::kYes};      ///< What to make of answers.
};

/// How requests are sent.
struct Sending
{
    bool isAgain{true};                    ///< Whether a timer has them sent again.
    SlowLinks slowLinks{SlowLinks::kWait}; ///< Whether others pass what is held up.
    Overflow overflow{Overflow::kDrop};    ///< What becomes of those without room.
};

/// Admits what it is to admit, and remembers what it is told.
class TellingScheme : public CongestionControl
{
  public:
    /// @param sending How requests are sent.
    explicit TellingScheme(const Sending& sending)
        : m_sending(sending)
    {
    }

    Time Admit(Time now, std::size_t count) override
    {
        outstanding = count;
        return admits ? now : kNever;
    }

    void OnTimeout(Time /* now */) override
    {
        ++timeouts;
    }

    void OnExcused(unsigned count) override
    {
        excused += count;
    }

    RelayPolicy Relay() const override
    {
        RelayPolicy policy;
        policy.discipline = QueueDiscipline::kPerNeighbour;
        policy.overflow = m_sending.overflow;
        return policy;
    }

    const TimeoutPolicy* Retransmission() const override
    {
        static const TimeoutPolicy timers{0.125, 0.25, 10, 1, Time(0), kTimeout, kTimeout};
        return m_sending.isAgain ? &timers : nullptr;
    }

    bool admits{true};          ///< Whether requests may be made.
    std::size_t outstanding{0}; ///< How many were when it was asked last.
    unsigned timeouts{0};       ///< Signs of congestion.
    unsigned excused{0};        ///< Those that were none.

  private:
    Sending m_sending; ///< How requests are sent.
};

/// Takes what arrives, which nothing does.
class Nowhere : public Destination
{
  public:
    void OnArrived(Time /* now */, Request /* message */) override
    {
    }
};

/// The requesting half of a peer whose links 0 to 2 bring answers.
class HeldUpRequests
{
  public:
    /// @param sending How requests are sent.
    explicit HeldUpRequests(const Sending& sending)
        : scheme(new TellingScheme(sending)),
          m_context{MakeOptions(sending),
                    &table,
                    std::unique_ptr<CongestionControl>(scheme),
                    host,
                    m_random,
                    &m_observer},
          relay(m_context, m_nowhere),
          requester(m_context, relay)
    {
        EXPECT_TRUE(relay.JudgeLinks());
        requester.SetSource(&m_source);
        for (LinkIndex link = 0; link < kBadLink; ++link)
        {
            Issue(Time(0), link);
            Answer(Time(0), host.sent.back().second);
        }
    }

    /// @param now The present. @param link Where a request goes.
    void Issue(Time now, LinkIndex link)
    {
        m_source.keys.push_back(Key(link));
        requester.IssueAdmitted(now);
    }

    /// @param now The present. @param request What is answered.
    void Answer(Time now, const Request& request)
    {
        requester.OnAck(now, test::PeerFixture::AckOf(request), nullptr);
    }

    /// A link is probed, as it is silent. @param now The present. @param link The link.
    void Probe(Time now, LinkIndex link)
    {
        ASSERT_EQ(relay.DueProbe(now), link);
        Request probe;
        probe.id = kProbe + link;
        probe.key = Key(link);
        probe.hopLimit = 10;
        relay.Probe(now, link, probe, 4);
        EXPECT_EQ(host.sent.back().second.id, kProbe + link);
    }

    /// @param now The present. @return Requests that are outstanding for the scheme.
    std::size_t Outstanding(Time now)
    {
        scheme->admits = false;
        Issue(now, 0);
        m_source.keys.clear();
        scheme->admits = true;
        return scheme->outstanding;
    }

    /// @param link A link. @return How many messages were sent there.
    std::size_t SentTo(LinkIndex link) const
    {
        return std::count_if(host.sent.begin(), host.sent.end(), [link](const auto& sent) {
            return sent.first == link;
        });
    }

    test::RecordingHost host; ///< The peer's.
    TellingScheme* scheme;    ///< The peer's.
    KeyedTable table;         ///< The peer's.

  private:
    static PeerOptions MakeOptions(const Sending& sending)
    {
        PeerOptions options;
        options.self = Endpoint::Ipv4(0x0a000001, 7000);
        options.slowLinks = sending.slowLinks;
        return options;
    }

    MersenneRandom m_random{1};         ///< The peer's.
    test::RecordingObserver m_observer; ///< Watches the peer.
    test::ScriptedSource m_source;      ///< The peer's application.
    Nowhere m_nowhere;                  ///< The other half's.
    PeerContext m_context;              ///< The peer's.

  public:
    Relay relay;         ///< The other half.
    Requester requester; ///< The half that is looked at.
};

/// Its parameter: whether others pass what is held up.
class HeldUpRequestsTest : public testing::TestWithParam<SlowLinks>
{
  protected:
    HeldUpRequests half{{true, GetParam(), Overflow::kDrop}}; ///< The peer's half.
};

TEST_P(HeldUpRequestsTest, WhatIsSentOnASilentLinkIsNotOutstanding)
{
    half.Issue(Time(0), kBadLink);
    EXPECT_EQ(half.Outstanding(Time(0)), 1u);
    half.Probe(kSilentAt, kBadLink);
    half.Issue(kSilentAt, kBadLink);
    half.Issue(kSilentAt, 0);
    EXPECT_EQ(half.Outstanding(kSilentAt), 2u);
    half.requester.OnHeldUp(kBadLink);
    EXPECT_EQ(half.Outstanding(kSilentAt), 1u);
    half.requester.OnHeldUp(kBadLink);
    EXPECT_EQ(half.Outstanding(kSilentAt), 1u) << "nothing counts twice";
}

TEST_P(HeldUpRequestsTest, WhatWaitsForAStuckLinkIsNotOutstanding)
{
    half.host.room[kBadLink] = 0;
    half.Issue(Time(0), kBadLink);
    EXPECT_EQ(half.Outstanding(Time(0)), 1u);
    half.relay.OnWake(kStuckAt);
    half.Issue(kStuckAt, kBadLink);
    EXPECT_EQ(half.Outstanding(kStuckAt), 1u);
    half.requester.OnHeldUp(kBadLink);
    EXPECT_EQ(half.Outstanding(kStuckAt), 0u);
}

TEST_P(HeldUpRequestsTest, WhereMostLinksAreSilentTheFaultIsNotTheLinks)
{
    for (const LinkIndex link : {kBadLink, LinkIndex(0), LinkIndex(1)})
    {
        half.Issue(Time(0), link);
    }
    for (const LinkIndex link : {LinkIndex(0), LinkIndex(1), kBadLink})
    {
        half.Probe(kSilentAt, link);
    }
    half.Issue(kSilentAt, kBadLink);
    half.requester.OnHeldUp(kBadLink);
    EXPECT_EQ(half.Outstanding(kSilentAt), 4u);
    half.requester.ExpireDeadlines(kTimeout);
    EXPECT_EQ(half.scheme->timeouts, 3u);
}

TEST_P(HeldUpRequestsTest, ATimeoutOnASilentLinkIsNoCongestion)
{
    half.Issue(Time(0), kBadLink);
    half.Issue(Time(0), 2);
    half.relay.OnAnswered(Key(2)); // another request's answer
    half.Probe(kSilentAt, kBadLink);
    half.requester.ExpireDeadlines(kTimeout);
    EXPECT_EQ(half.scheme->timeouts, 1u);
}

TEST_P(HeldUpRequestsTest, NorIsALaterTimeoutOfWhatWasHeldUp)
{
    half.Issue(Time(0), kBadLink);
    half.Probe(kSilentAt, kBadLink);
    half.requester.OnHeldUp(kBadLink);
    OverlayAck ack;
    ack.id = kProbe + kBadLink;
    EXPECT_EQ(half.relay.TakeProbeAnswer(ack, half.host.EndpointOf(kBadLink)), kBadLink);
    half.Issue(kSilentAt, kBadLink);
    half.requester.ExpireDeadlines(kTimeout);
    EXPECT_EQ(half.scheme->timeouts, 0u);
    half.requester.ExpireDeadlines(kSilentAt + kTimeout);
    EXPECT_EQ(half.scheme->timeouts, 1u) << "the link was as good as any by then";
}

TEST_P(HeldUpRequestsTest, WhatHasAnAnswerThatIsNotBelievedIsNotOutstanding)
{
    half.Issue(Time(0), 0);
    half.table.belief = Belief::kIgnore;
    half.Answer(Time(0), half.host.sent.back().second);
    EXPECT_EQ(half.Outstanding(Time(0)), 0u);
    EXPECT_EQ(half.requester.Outstanding(), 1u) << "another answer may come";
    half.requester.ExpireDeadlines(kTimeout);
    EXPECT_EQ(half.scheme->timeouts, 0u);
}

TEST_P(HeldUpRequestsTest, TimeoutsOfARequestThatHasReachedItsEndAreExcusedOnce)
{
    half.Issue(Time(0), 0);
    half.requester.ExpireDeadlines(kTimeout);
    half.requester.ExpireDeadlines(2 * kTimeout);
    const unsigned timeouts = half.scheme->timeouts;
    EXPECT_EQ(timeouts, GetParam() == SlowLinks::kPass ? 1u : 2u);
    half.table.belief = Belief::kIgnore;
    half.Answer(2 * kTimeout, half.host.sent.back().second);
    EXPECT_EQ(half.scheme->excused, timeouts);
    half.requester.ExpireDeadlines(3 * kTimeout);
    half.Answer(3 * kTimeout, half.host.sent.back().second);
    EXPECT_EQ(half.scheme->timeouts, timeouts);
    EXPECT_EQ(half.scheme->excused, timeouts) << "the next timeout is no sign of congestion";
}

TEST_P(HeldUpRequestsTest, TimeoutsOfARequestThatIsAnsweredAreNotExcused)
{
    half.Issue(Time(0), 0);
    half.requester.ExpireDeadlines(kTimeout);
    half.Answer(kTimeout, half.host.sent.back().second);
    EXPECT_EQ(half.scheme->timeouts, 1u);
    EXPECT_EQ(half.scheme->excused, 0u);
}

INSTANTIATE_TEST_SUITE_P(Others,
                         HeldUpRequestsTest,
                         testing::Values(SlowLinks::kWait, SlowLinks::kPass),
                         [](const testing::TestParamInfo<SlowLinks>& info) {
                             return std::string(info.param == SlowLinks::kPass ? "Pass" : "Wait");
                         });

TEST(SentElsewhereTest, WhatIsSentAgainForABetterAnswerIsOutstanding)
{
    HeldUpRequests half({true, SlowLinks::kWait, Overflow::kDrop});
    half.Issue(Time(0), 0);
    const Request first = half.host.sent.back().second;
    half.table.belief = Belief::kNo;
    half.Answer(Time(0), first);
    EXPECT_EQ(half.host.sent.back().second.attempt, 2u);
    half.Answer(Time(0), first);
    EXPECT_EQ(half.Outstanding(Time(0)), 1u) << "the second one is on its way";
}

/// What the bad link holds up is sent on link 2. @param half The half that does so. @param now The
/// present.
void
GoAround(HeldUpRequests& half, Time now)
{
    half.requester.OnHeldUp(kBadLink);
    const auto ids = half.requester.SentTo(kBadLink);
    half.table.insteadOfBad = 2;
    half.requester.SendElsewhere(now, ids);
}

TEST(SentElsewhereTest, WhatALinkHoldsUpCountsAgainOnceItIsSentElsewhere)
{
    for (const bool isAgain : {false, true})
    {
        HeldUpRequests half({isAgain, SlowLinks::kWait, Overflow::kDrop});
        half.Issue(Time(0), kBadLink);
        half.Probe(kSilentAt, kBadLink);
        half.Issue(kSilentAt, kBadLink);
        half.Issue(kSilentAt, 0);
        GoAround(half, kSilentAt);
        EXPECT_EQ(half.SentTo(2), 3u) << "two, and one at first";
        EXPECT_EQ(half.Outstanding(kSilentAt), 3u);
        EXPECT_EQ(half.scheme->timeouts, 0u);
    }
}

TEST(SentElsewhereTest, WithoutTimersRequestsThatWaitForRoomGoFirst)
{
    for (const bool isAgain : {false, true})
    {
        HeldUpRequests half({isAgain, SlowLinks::kWait, Overflow::kBlock});
        half.Issue(Time(0), kBadLink);
        half.Probe(kSilentAt, kBadLink);
        half.host.room[1] = 0;
        while (!half.requester.IsWaiting())
        {
            half.Issue(kSilentAt, 1);
        }
        GoAround(half, kSilentAt);
        EXPECT_EQ(half.SentTo(2), isAgain ? 2u : 1u);
    }
}

TEST(SentElsewhereTest, WhatALinkHoldsUpStaysWithItWhereOthersGoAround)
{
    HeldUpRequests half({true, SlowLinks::kWait, Overflow::kDrop});
    half.Issue(Time(0), kBadLink);
    half.Probe(kSilentAt, kBadLink);
    half.requester.OnHeldUp(kBadLink);
    half.table.insteadOfBad = 2;
    half.requester.OnHeldUp(2);
    EXPECT_EQ(half.requester.SentTo(kBadLink).size(), 1u);
    EXPECT_TRUE(half.requester.SentTo(2).empty());
}

} // namespace
} // namespace dht
