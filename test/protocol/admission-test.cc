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
