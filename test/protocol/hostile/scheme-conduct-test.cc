/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-conduct.h"
#include "dht-greedy-scheme.h"
#include "dht-schemes.h"
#include "recording-host.h"

#include <gtest/gtest.h>

/// What a hostile peer makes of its scheme and of its workload.

namespace dht
{
namespace
{

using test::kNow;

TEST(GreedySchemeTest, ItAdmitsWhatLinksTakeWhateverTheSchemeSays)
{
    const Scheme credit = CreditScheme();
    const auto honest = SchemeUnder(Behaviour::kLying, credit.make(credit.parameters));
    const auto greedy = SchemeUnder(Behaviour::kGreedy, credit.make(credit.parameters));
    EXPECT_EQ(honest->Admit(kNow, 1000), kNever);
    EXPECT_EQ(greedy->Admit(kNow, 1000), kNow);
    EXPECT_TRUE(honest->Retransmission());
    EXPECT_FALSE(greedy->Retransmission());
    AdmitContext request;
    request.now = kNow;
    request.length = 100;
    EXPECT_EQ(greedy->AdmitTo(request), kNow);
    request.state = LinkState::kBusy;
    EXPECT_EQ(greedy->AdmitTo(request), kNever);
    request.length = 1;
    EXPECT_EQ(greedy->AdmitTo(request), kNow);
}

TEST(GreedySchemeTest, WhatItRelaysIsTreatedAsTheSchemeSays)
{
    for (const Scheme& scheme : {BackPressureScheme(), MarkingScheme()})
    {
        const auto honest = scheme.make(scheme.parameters);
        const auto greedy = SchemeUnder(Behaviour::kGreedy, scheme.make(scheme.parameters));
        EXPECT_EQ(greedy->Relay().overflow, honest->Relay().overflow);
        EXPECT_EQ(greedy->Relay().discipline, honest->Relay().discipline);
        EXPECT_EQ(greedy->Rate(), honest->Rate());
        EnterContext request;
        request.length = 150;
        EXPECT_EQ(greedy->MarkProbability(request), honest->MarkProbability(request));
    }
}

/// A request that comes to a queue which has not been empty for an hour.
EnterContext
LateRequest()
{
    EnterContext request;
    request.now = kNow + FromSeconds(3600);
    request.length = 3;
    request.request.feedback = 7;
    return request;
}

TEST(GreedySchemeTest, ItHearsWhatItsSchemeNeedsToRelay)
{
    const Scheme ferry = FerryScheme();
    const auto greedy = SchemeUnder(Behaviour::kGreedy, ferry.make(ferry.parameters));
    EnterContext request = LateRequest();
    request.now = kNow;
    greedy->FeedbackOn(request);
    greedy->OnAck({LateRequest().now, FromSeconds(1), false, 0});
    EXPECT_EQ(greedy->FeedbackOn(LateRequest()), 255);
}

TEST(MisjudgingSchemeTest, OneSaysTooMuchOfCongestionAndOneNothing)
{
    for (const Scheme& scheme : {MarkingScheme(), FerryScheme()})
    {
        const auto make = [&scheme](Behaviour behaviour) {
            return SchemeUnder(behaviour, scheme.make(scheme.parameters));
        };
        const auto alarmist = make(Behaviour::kAlarmist);
        const auto silent = make(Behaviour::kSilent);
        const auto honest = make(Behaviour::kHonest);
        EXPECT_EQ(alarmist->MarkProbability(LateRequest()), 1);
        EXPECT_EQ(silent->MarkProbability(LateRequest()), 0);
        EXPECT_EQ(alarmist->FeedbackOn(LateRequest()), 255);
        EXPECT_EQ(silent->FeedbackOn(LateRequest()), 7) << "what others have said stays";
        for (const auto* const liar : {&alarmist, &silent})
        {
            EXPECT_EQ((*liar)->Admit(kNow, 1000), honest->Admit(kNow, 1000));
            EXPECT_TRUE((*liar)->Retransmission());
            EXPECT_EQ((*liar)->Relay().givesFeedback, honest->Relay().givesFeedback);
        }
    }
}

TEST(BehaviourTest, OnlySomeAreOfTheSchemeAlone)
{
    EXPECT_TRUE(IsOfScheme(Behaviour::kHonest));
    EXPECT_TRUE(IsOfScheme(Behaviour::kAlarmist));
    EXPECT_TRUE(IsOfScheme(Behaviour::kSilent));
    EXPECT_TRUE(IsOfScheme(Behaviour::kGreedy));
    EXPECT_FALSE(IsOfScheme(Behaviour::kDropping));
    EXPECT_FALSE(IsOfScheme(Behaviour::kDeaf));
}

TEST(BehaviourTest, AGreedyPeerHasAlwaysARequestToMake)
{
    WorkloadOptions workload;
    workload.load = 3;
    workload.requests = 10;
    workload.payloadSize = 7;
    EXPECT_EQ(WorkloadUnder(Behaviour::kLying, workload).load, 3);
    const WorkloadOptions greedy = WorkloadUnder(Behaviour::kGreedy, workload);
    EXPECT_EQ(greedy.load, 0);
    EXPECT_FALSE(greedy.IsLimited());
    EXPECT_EQ(greedy.payloadSize, 7u);
}

} // namespace
} // namespace dht
