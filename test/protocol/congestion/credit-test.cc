/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme-registry.h"
#include "scheme-contexts.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

constexpr Time kCreditStart = FromSeconds(1);

/// NCA06's constants and a low first ssthresh, whatever the defaults are.
std::unique_ptr<CongestionControl>
MakeCredit(double initialSsthresh)
{
    const Scheme& scheme = SchemeRegistry::Get().Find("credit");
    Parameters parameters = scheme.parameters;
    parameters.Set("RestartCredits", 5);
    parameters.Set("Decrease", 0.8);
    parameters.Set("InitialSsthresh", initialSsthresh);
    return scheme.make(parameters);
}

/// The credits after each of some answers.
std::vector<double>
Answers(CongestionControl& scheme, int count)
{
    std::vector<double> credits;
    for (int i = 0; i < count; ++i)
    {
        scheme.OnAck({kCreditStart, FromSeconds(0.1), false});
        credits.push_back(scheme.Level());
    }
    return credits;
}

void
ExpectCredits(const std::vector<double>& credits, const std::vector<double>& expected)
{
    ASSERT_EQ(credits.size(), expected.size());
    for (std::size_t i = 0; i < credits.size(); ++i)
    {
        EXPECT_NEAR(credits[i], expected[i], 1e-9) << "after answer " << i + 1;
    }
}

/// But for the timer's floor and its backoff, which the paper has not.
TEST(CreditTest, TheDefaultsAreThePapers)
{
    const Parameters& defaults = SchemeRegistry::Get().Find("credit").parameters;
    EXPECT_EQ(defaults["RestartCredits"], 5);
    EXPECT_EQ(defaults["Decrease"], 0.8);
    EXPECT_EQ(defaults["RttGain"], 0.125);
    EXPECT_EQ(defaults["ErrorGain"], 0.25);
    EXPECT_EQ(defaults["ErrorFactor"], 10);
    EXPECT_EQ(defaults["MinimumTimeout"], 2);
    EXPECT_EQ(defaults["Backoff"], 2);
    EXPECT_EQ(defaults["MaximumTimeout"], 60);
}

TEST(CreditTest, StartsWithTheRestartCredits)
{
    EXPECT_EQ(MakeCredit(100)->Level(), 5);
}

TEST(CreditTest, GrowsByOneAnAnswerBelowSsthresh)
{
    ExpectCredits(Answers(*MakeCredit(100), 5), {6, 7, 8, 9, 10});
}

/// ssthresh = 8: from c = 8 on, c + 1 / c, computed by hand.
TEST(CreditTest, GrowsByItsInverseAnAnswerFromSsthreshOn)
{
    ExpectCredits(Answers(*MakeCredit(8), 6),
                  {6, 7, 8, 8.125, 8.248076923076923, 8.369317305450437});
}

TEST(CreditTest, ALossAboveSsthreshSetsItToAShareOfTheCredits)
{
    const auto scheme = MakeCredit(8);
    Answers(*scheme, 4); // c = 8.125
    scheme->OnTimeout(kCreditStart);
    EXPECT_EQ(scheme->Level(), 5);
    // ssthresh = 0.8 * 8.125 = 6.5: one more by one, and one more that passes it
    ExpectCredits(Answers(*scheme, 3), {6, 7, 7 + 1.0 / 7});
}

TEST(CreditTest, ALossBelowSsthreshDecreasesIt)
{
    const auto scheme = MakeCredit(10);
    Answers(*scheme, 2); // c = 7
    scheme->OnTimeout(kCreditStart);
    EXPECT_EQ(scheme->Level(), 5);
    // ssthresh = 0.8 * 10 = 8
    ExpectCredits(Answers(*scheme, 4), {6, 7, 8, 8.125});
}

TEST(CreditTest, ALossAtSsthreshDecreasesItAndAnotherOneAgain)
{
    const auto scheme = MakeCredit(8);
    Answers(*scheme, 3); // c = 8
    scheme->OnTimeout(kCreditStart);
    // ssthresh = 6.4 either way, but the next loss finds c = 5 below it: 5.12
    scheme->OnTimeout(kCreditStart);
    ExpectCredits(Answers(*scheme, 2), {6, 6 + 1.0 / 6});
}

TEST(CreditTest, EveryLossDecreasesSsthresh)
{
    const auto scheme = MakeCredit(20);
    for (int i = 0; i < 4; ++i)
    {
        scheme->OnTimeout(kCreditStart);
        EXPECT_EQ(scheme->Level(), 5);
    }
    // ssthresh = 20 * 0.8^4 = 8.192
    ExpectCredits(Answers(*scheme, 5), {6, 7, 8, 9, 9 + 1.0 / 9});
}

TEST(CreditTest, AdmitsAsManyOutstandingRequestsAsThereAreCredits)
{
    const auto scheme = MakeCredit(8);
    EXPECT_LE(scheme->Admit(kCreditStart, 0), kCreditStart);
    EXPECT_LE(scheme->Admit(kCreditStart, 4), kCreditStart);
    EXPECT_EQ(scheme->Admit(kCreditStart, 5), kNever);
    EXPECT_EQ(scheme->Admit(kCreditStart, 500), kNever);
    Answers(*scheme, 4);
    // a part of a credit admits nothing: c = 8.125
    EXPECT_LE(scheme->Admit(kCreditStart, 7), kCreditStart);
    EXPECT_EQ(scheme->Admit(kCreditStart, 8), kNever);
    scheme->OnTimeout(kCreditStart);
    EXPECT_EQ(scheme->Admit(kCreditStart, 7), kNever);
    EXPECT_LE(scheme->Admit(kCreditStart, 4), kCreditStart);
}

TEST(CreditTest, TheCongestionBitMakesNoDifference)
{
    const auto scheme = MakeCredit(100);
    scheme->OnAck({kCreditStart, FromSeconds(0.1), true});
    EXPECT_EQ(scheme->Level(), 6);
    EXPECT_EQ(scheme->MarkProbability(test::Entering(1000, 10)), 0);
    EXPECT_EQ(scheme->Rate(), 0);
}

TEST(CreditTest, RelaysDropFromOneSharedQueueAndSourcesRetransmit)
{
    const auto scheme = MakeCredit(100);
    EXPECT_EQ(scheme->Relay().discipline, QueueDiscipline::kShared);
    EXPECT_EQ(scheme->Relay().overflow, Overflow::kDrop);
    ASSERT_TRUE(scheme->Retransmission());
    EXPECT_EQ(scheme->Retransmission()->minimum, FromSeconds(2));
    EXPECT_EQ(scheme->Retransmission()->backoff, 2);
}

} // namespace
} // namespace dht
