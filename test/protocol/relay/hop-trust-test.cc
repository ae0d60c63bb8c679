/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-hop-trust.h"
#include "recording-host.h"

#include <gtest/gtest.h>

/// Whom a peer trusts with requests, by what became of its own ones.

namespace dht
{
namespace
{

using test::kNow;
using test::PeerFixture;

/// Own requests go to a neighbour. @param trust What is known of it. @param link The neighbour.
/// @param given How many go there. @param every One of so many is answered.
void
Ask(HopTrust& trust, LinkIndex link, int given, int every)
{
    for (int i = 1; i <= given; ++i)
    {
        trust.OnGiven(link);
        if (i % every == 0)
        {
            trust.OnAnswered(link);
        }
    }
}

TEST(HopTrustTest, WhoLosesEveryOtherRequestIsNotTrustedBesideWhoLosesNone)
{
    HopTrust trust;
    EXPECT_TRUE(trust.Trusts(2)) << "nothing is known";
    Ask(trust, 0, 100, 1);
    Ask(trust, 2, 31, 2);
    EXPECT_TRUE(trust.Trusts(2)) << "too little is known";
    Ask(trust, 2, 1, 2);
    EXPECT_FALSE(trust.Trusts(2));
    EXPECT_TRUE(trust.Trusts(0));
    EXPECT_TRUE(trust.Trusts(1)) << "it was given nothing";
}

TEST(HopTrustTest, WhereAllLoseAsMuchAllAreTrusted)
{
    HopTrust trust;
    Ask(trust, 0, 100, 2);
    Ask(trust, 1, 100, 2);
    EXPECT_TRUE(trust.Trusts(0));
    EXPECT_TRUE(trust.Trusts(1));
    Ask(trust, 2, 31, 1);
    EXPECT_TRUE(trust.Trusts(0)) << "of the third, too little is known";
}

TEST(HopTrustTest, TrustIsWonBack)
{
    HopTrust trust;
    Ask(trust, 0, 100, 1);
    Ask(trust, 1, 1000, 1001);
    EXPECT_FALSE(trust.Trusts(1));
    Ask(trust, 1, 64, 1);
    EXPECT_FALSE(trust.Trusts(1)) << "half of what is known is old";
    Ask(trust, 1, 64, 1);
    EXPECT_TRUE(trust.Trusts(1));
}

TEST(HopTrustTest, AnswersThatComeTwiceProveNothing)
{
    HopTrust trust;
    trust.OnAnswered(2);
    EXPECT_TRUE(trust.Trusts(2)) << "an answer to a request that went nowhere";
    Ask(trust, 0, 64, 1);
    Ask(trust, 1, 64, 2);
    for (int i = 0; i < 20; ++i)
    {
        trust.OnAnswered(0);
    }
    Ask(trust, 0, 22, 100);
    EXPECT_FALSE(trust.Trusts(1)) << "0.50 are less than three quarters of 0.74";
    Ask(trust, 0, 22, 100);
    EXPECT_TRUE(trust.Trusts(1));
}

/// Link 2 brings no answer to requests that only it takes; those for seven further have three ways.
/// @param hops How the peer chooses. @return The way that it takes then.
LinkIndex
WayAroundTheSilent(HopChoice hops)
{
    PeerOptions options;
    options.hops = hops;
    PeerFixture f("none", {}, options);
    for (int i = 0; i < 40; ++i)
    {
        f.Issue(kNow, 4);
        f.Issue(kNow, 2);
        f.peer.OnDatagram(kNow,
                          f.host.EndpointOf(1),
                          PeerFixture::AckOf(f.host.sent.back().second));
    }
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 7));
    return f.host.sent.back().first;
}

TEST(HopTrustTest, WhatOthersSendGoesAroundANeighbourThatBringsNoAnswers)
{
    EXPECT_EQ(WayAroundTheSilent(HopChoice::kFreest), 2U);
    EXPECT_EQ(WayAroundTheSilent(HopChoice::kTrusted), 1U);
}

} // namespace
} // namespace dht
