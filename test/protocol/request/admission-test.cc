/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-host.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <utility>

/// A scheme that looks at a request's next hop before it lets it go.

namespace dht
{
namespace
{

using test::kNow;
using test::PeerFixture;

/// Lets requests go whose link takes them, and asks again after a while if one does not.
class LooksAhead : public CongestionControl
{
  public:
    /// @param wait How long to wait; kNever for an event.
    explicit LooksAhead(Time wait)
        : m_wait(wait)
    {
    }

    Time Admit(Time now, std::size_t /* outstanding */) override
    {
        return now;
    }

    Time AdmitTo(const AdmitContext& request) override
    {
        asked.push_back(request);
        return request.state == LinkState::kBusy ? Later(request.now, m_wait) : request.now;
    }

    RelayPolicy Relay() const override
    {
        RelayPolicy policy;
        policy.discipline = QueueDiscipline::kPerNeighbour;
        policy.admitsByLink = true;
        return policy;
    }

    std::vector<AdmitContext> asked; ///< What it was asked.

  private:
    Time m_wait; ///< How long to wait.
};

/// @return A peer with such a scheme, whose link 2 is busy. @param wait As above. @param
/// [out] scheme The scheme.
std::unique_ptr<PeerFixture>
Make(Time wait, LooksAhead*& scheme)
{
    auto made = std::make_unique<LooksAhead>(wait);
    scheme = made.get();
    auto f = std::make_unique<PeerFixture>(std::move(made));
    f->host.room[2] = 0;
    return f;
}

TEST(AdmissionTest, ARequestWaitsUntilTheSchemeWantsToBeAskedAgain)
{
    LooksAhead* scheme = nullptr;
    const auto f = Make(FromSeconds(0.5), scheme);
    f->Issue(kNow, 5);
    f->Issue(kNow, 1); // behind it
    EXPECT_TRUE(f->host.sent.empty());
    EXPECT_EQ(f->peer.GetCounters().issued, 0u);
    EXPECT_TRUE(f->peer.IsWaiting());
    EXPECT_EQ(f->host.wake, kNow + FromSeconds(0.5));
    const std::size_t asked = scheme->asked.size();
    EXPECT_EQ(scheme->asked.back().link, 2u);
    EXPECT_EQ(scheme->asked.back().queue, 2u);
    EXPECT_EQ(scheme->asked.back().state, LinkState::kBusy);

    f->host.room[2] = 100;
    f->peer.OnWake(kNow + FromSeconds(0.5));
    EXPECT_EQ(scheme->asked.size(), asked + 2);
    ASSERT_EQ(f->host.sent.size(), 2u);
    EXPECT_EQ(f->host.sent[0].first, 2u);
    EXPECT_EQ(f->host.sent[1].first, 0u);
    EXPECT_EQ(scheme->asked.back().outstanding, 1u);
    EXPECT_FALSE(f->peer.IsWaiting());
    EXPECT_TRUE(f->peer.IdentitiesHold());
}

TEST(AdmissionTest, ALinkThatTakesRequestsAgainIsReasonEnough)
{
    LooksAhead* scheme = nullptr;
    const auto f = Make(kNever, scheme);
    f->Issue(kNow, 5);
    EXPECT_EQ(f->host.wake, kNever);
    f->host.room[2] = 100;
    f->peer.OnWritable(kNow + FromSeconds(1), 2);
    EXPECT_EQ(f->host.sent.size(), 1u);
}

TEST(AdmissionTest, WhatIsInTheQueueIsTold)
{
    LooksAhead* scheme = nullptr;
    const auto f = Make(kNever, scheme);
    f->Offer(kNow, 1, PeerFixture::Foreign(1, 5));
    f->Offer(kNow, 1, PeerFixture::Foreign(2, 6));
    f->Issue(kNow, 5);
    ASSERT_FALSE(scheme->asked.empty());
    EXPECT_EQ(scheme->asked.back().length, 2u);
}

TEST(AdmissionTest, OwnKeysAreNotAskedAbout)
{
    LooksAhead* scheme = nullptr;
    const auto f = Make(kNever, scheme);
    f->Issue(kNow, 0);
    EXPECT_TRUE(scheme->asked.empty());
    EXPECT_EQ(f->peer.GetCounters().answered, 1u);
}

/// Own requests, and some for others, which come first.
class TwoKinds : public RequestSource
{
  public:
    Time NextAt(Time now) override
    {
        return own.empty() && forOthers.empty() ? kNever : now;
    }

    Item Take(Time /* now */) override
    {
        const bool isForOthers = IsNextForOthers();
        auto& keys = isForOthers ? forOthers : own;
        const Key key = keys.front();
        keys.pop_front();
        return {key, {}, isForOthers};
    }

    bool IsNextForOthers() const override
    {
        return !forOthers.empty();
    }

    std::deque<Key> own;       ///< Of own requests.
    std::deque<Key> forOthers; ///< Of the others.
};

TEST(AdmissionTest, WhatIsForOthersDoesNotWaitBehindWhatTheSchemeHoldsUp)
{
    LooksAhead* scheme = nullptr;
    const auto f = Make(FromSeconds(0.5), scheme);
    TwoKinds source;
    source.own = {PeerFixture::KeyOf(5), PeerFixture::KeyOf(1)};
    f->peer.Start(kNow, source);
    EXPECT_TRUE(f->host.sent.empty());
    source.forOthers = {PeerFixture::KeyOf(1), PeerFixture::KeyOf(2)};
    f->peer.Start(kNow, source);
    EXPECT_EQ(f->host.sent.size(), 2u);
    EXPECT_EQ(source.own.size(), 1u) << "nor do own requests go first";
    EXPECT_TRUE(f->peer.IsWaiting());
    EXPECT_EQ(f->host.wake, kNow + FromSeconds(0.5)) << "the scheme is asked again all the same";
    f->host.room[2] = 100;
    f->peer.OnWake(kNow + FromSeconds(0.5));
    EXPECT_EQ(f->host.sent.size(), 4u);
    EXPECT_FALSE(f->peer.IsWaiting());
}

TEST(AdmissionTest, WhatIsForOthersDoesNotWaitBehindAnotherFullQueue)
{
    PeerFixture f("back-pressure");
    f.host.room[2] = 0;
    TwoKinds source;
    for (std::size_t i = 0; i < 1000 && !f.peer.IsWaiting(); ++i)
    {
        source.own.push_back(PeerFixture::KeyOf(5));
        f.peer.Start(kNow, source);
    }
    ASSERT_TRUE(f.peer.IsWaiting());
    source.forOthers = {PeerFixture::KeyOf(1)};
    f.peer.Start(kNow, source);
    ASSERT_EQ(f.host.sent.size(), 1u);
    EXPECT_EQ(f.host.sent.front().first, 0u);
    source.forOthers = {PeerFixture::KeyOf(6), PeerFixture::KeyOf(7)}; // into the full one
    f.peer.Start(kNow, source);
    EXPECT_EQ(source.forOthers.size(), 1u);
    f.host.room[2] = 2000;
    f.peer.OnWritable(kNow, 2);
    f.peer.OnWake(kNow);
    EXPECT_FALSE(f.peer.IsWaiting());
    EXPECT_TRUE(source.forOthers.empty());
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

TEST(AdmissionTest, WhoeverStopsForgetsWhatWaits)
{
    LooksAhead* scheme = nullptr;
    const auto f = Make(FromSeconds(0.5), scheme);
    f->Issue(kNow, 5);
    f->peer.Stop(kNow);
    EXPECT_FALSE(f->peer.IsWaiting());
    f->host.room[2] = 100;
    f->peer.OnWritable(kNow, 2);
    f->peer.OnWake(kNow + FromSeconds(1));
    EXPECT_TRUE(f->host.sent.empty());
}

} // namespace
} // namespace dht
