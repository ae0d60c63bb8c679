/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-conduct.h"
#include "recording-host.h"

#include <gtest/gtest.h>

/// Which neighbour a request goes to, of those that bring it to its end in as many hops. Links 0, 1
/// and 2 of the peer lead 1, 2 and 4 peers further.

namespace dht
{
namespace
{

using test::kNow;
using test::PeerFixture;

constexpr std::uint64_t kOneFurther = 1;
constexpr std::uint64_t kFiveFurther = 5;
constexpr std::uint64_t kSevenFurther = 7;

/// A peer that chooses, whatever its scheme says, or does not.
class HopChoiceTest : public testing::Test
{
  protected:
    /// @param scheme The peer's. @param hops Its choice. @param to Who is responsible.
    /// @return The link on which a foreign request leaves.
    LinkIndex LinkOf(const char* scheme, HopChoice hops, std::uint64_t to)
    {
        PeerOptions options;
        options.hops = hops;
        PeerFixture f(scheme, {}, options);
        f.host.backlog = m_backlog;
        f.Offer(kNow, 1, PeerFixture::Foreign(1, to));
        EXPECT_EQ(f.host.sent.size(), 1u);
        return f.host.sent.at(0).first;
    }

    std::map<LinkIndex, std::size_t> m_backlog; ///< Of the links.
};

TEST_F(HopChoiceTest, TheFreestLinkIsTakenAndOfEqualOnesTheFarthest)
{
    EXPECT_EQ(LinkOf("none", HopChoice::kFreest, kSevenFurther), 2u);
    m_backlog[2] = 1;
    EXPECT_EQ(LinkOf("none", HopChoice::kFreest, kSevenFurther), 1u);
    m_backlog[1] = 2;
    EXPECT_EQ(LinkOf("none", HopChoice::kFreest, kSevenFurther), 0u);
    m_backlog[0] = 3;
    EXPECT_EQ(LinkOf("none", HopChoice::kFreest, kSevenFurther), 2u);
}

TEST_F(HopChoiceTest, OnlyLinksThatLeadAsNearAreTaken)
{
    m_backlog = {{2, 9}, {0, 8}};
    EXPECT_EQ(LinkOf("none", HopChoice::kFreest, kFiveFurther), 0u) << "link 1 takes a hop more";
    EXPECT_EQ(LinkOf("none", HopChoice::kFreest, kOneFurther), 0u) << "all others lead beyond";
}

TEST_F(HopChoiceTest, TheSchemeDecidesUnlessTheUserDoes)
{
    m_backlog[2] = 1;
    EXPECT_EQ(LinkOf("ferry", HopChoice::kScheme, kSevenFurther), 1u);
    EXPECT_EQ(LinkOf("ferry", HopChoice::kNext, kSevenFurther), 2u);
    EXPECT_EQ(LinkOf("credit", HopChoice::kScheme, kSevenFurther), 2u);
    EXPECT_EQ(LinkOf("credit", HopChoice::kFreest, kSevenFurther), 1u);
    EXPECT_EQ(LinkOf("credit", HopChoice::kTrusted, kSevenFurther), 1u);
    EXPECT_EQ(LinkOf("back-pressure", HopChoice::kTrusted, kSevenFurther), 2u);
    EXPECT_EQ(LinkOf("back-pressure", HopChoice::kFreest, kSevenFurther), 2u)
        << "what waits there waits for one queue";
}

TEST_F(HopChoiceTest, OwnRequestsChooseToo)
{
    PeerFixture f("ferry");
    f.host.backlog[2] = 1;
    f.Issue(kNow, kSevenFurther);
    ASSERT_EQ(f.host.sent.size(), 1u);
    EXPECT_EQ(f.host.sent[0].first, 1u);
}

TEST_F(HopChoiceTest, LinksThatAreDownAreTakenOnlyIfAllAre)
{
    PeerFixture f("ferry");
    f.host.backlog = {{0, 9}, {1, 8}};
    f.host.down = {2};
    f.Offer(kNow, 1, PeerFixture::Foreign(1, kSevenFurther));
    f.host.down = {1, 2};
    f.Offer(kNow, 1, PeerFixture::Foreign(2, kSevenFurther));
    ASSERT_EQ(f.host.sent.size(), 2u);
    EXPECT_EQ(f.host.sent[0].first, 1u);
    EXPECT_EQ(f.host.sent[1].first, 0u);
    EXPECT_TRUE(f.observer.drops.empty());
    f.host.down = {0, 1, 2};
    f.Offer(kNow, 1, PeerFixture::Foreign(3, kSevenFurther));
    EXPECT_EQ(f.observer.drops.size(), 1u);
}

TEST_F(HopChoiceTest, WhatWaitsForALinkIsBehindAllThatIsOnItsWay)
{
    PeerFixture f("ferry");
    f.host.room[2] = 0;
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 4)); // which has no other way
    EXPECT_EQ(f.peer.Queued(), 1u);
    f.host.backlog = {{0, 100}, {1, 50}};
    f.Offer(kNow, 1, PeerFixture::Foreign(2, kSevenFurther));
    ASSERT_EQ(f.host.sent.size(), 1u);
    EXPECT_EQ(f.host.sent[0].first, 1u);
}

TEST_F(HopChoiceTest, AConductPassesOnWhatItsHostKnows)
{
    test::RecordingHost host;
    const Conduct conduct(host, Behaviour::kHonest);
    host.backlog[3] = 7;
    host.uplinkIdleAt = kNow;
    EXPECT_EQ(conduct.Backlog(3), 7u);
    EXPECT_EQ(conduct.UplinkIdleAt(), kNow);
}

} // namespace
} // namespace dht
