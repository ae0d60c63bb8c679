/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-inquiry.h"

#include <gtest/gtest.h>

/// Whom an inquiry asks, and what it concludes.

namespace dht
{
namespace
{

using Verdict = Inquiry::Verdict;

constexpr Time kInquiryTime = FromSeconds(100);
const Key kInquiryKey(500);

/// @param place Where, of 1000. @return A peer that is there.
RingNode
InquiryPeer(std::uint32_t place)
{
    return {Endpoint::Ipv4(0x0a000001 + place, 7000), Key(place)};
}

/// @param inquiry One. @param to Whom it has to ask next. @param key About what.
void
ExpectInquires(Inquiry& inquiry, const RingNode& to, const Key& key = kInquiryKey)
{
    const auto question = inquiry.TakeNext();
    ASSERT_TRUE(question);
    EXPECT_EQ(question->to, to);
    EXPECT_EQ(question->key, key);
    EXPECT_TRUE(inquiry.IsAsking(to, key));
    EXPECT_FALSE(inquiry.TakeNext()) << "one after the other";
    EXPECT_EQ(inquiry.Judge(kInquiryTime), Verdict::kOpen);
}

TEST(InquiryTest, WhoComesNextVouches)
{
    Inquiry inquiry(kInquiryTime, kInquiryKey, InquiryPeer(480), {InquiryPeer(300)}, false);
    ExpectInquires(inquiry, InquiryPeer(480));
    inquiry.OnAnswer(InquiryPeer(480), true, {InquiryPeer(520), InquiryPeer(540)});
    ExpectInquires(inquiry, InquiryPeer(520), Key(520));
    inquiry.OnWitness(InquiryPeer(520), InquiryPeer(480));
    EXPECT_FALSE(inquiry.TakeNext());
    EXPECT_EQ(inquiry.Judge(kInquiryTime), Verdict::kRight);
    EXPECT_EQ(inquiry.ClaimedEnd(), Key(520));
}

TEST(InquiryTest, WhoeverIsNearerRefutesByAnswering)
{
    Inquiry inquiry(kInquiryTime,
                    kInquiryKey,
                    InquiryPeer(300),
                    {InquiryPeer(490), InquiryPeer(100)},
                    false);
    ExpectInquires(inquiry, InquiryPeer(490));
    inquiry.OnAnswer(InquiryPeer(490), true, {InquiryPeer(520)});
    EXPECT_FALSE(inquiry.TakeNext());
    EXPECT_EQ(inquiry.Judge(kInquiryTime), Verdict::kWrong);
}

TEST(InquiryTest, WhoeverIsNearerAndGoneDoesNot)
{
    Inquiry inquiry(kInquiryTime, kInquiryKey, InquiryPeer(300), {InquiryPeer(490)}, false);
    ExpectInquires(inquiry, InquiryPeer(490));
    inquiry.OnLate(InquiryPeer(490));
    ExpectInquires(inquiry, InquiryPeer(300));
    inquiry.OnFailed(InquiryPeer(490));
    inquiry.OnAnswer(InquiryPeer(300), true, {InquiryPeer(520)});
    ExpectInquires(inquiry, InquiryPeer(520), Key(520));
    inquiry.OnWitness(InquiryPeer(520), InquiryPeer(300));
    EXPECT_EQ(inquiry.Judge(kInquiryTime), Verdict::kRight);
}

TEST(InquiryTest, TheOneBeforeTheWitnessIsAskedToo)
{
    Inquiry inquiry(kInquiryTime, kInquiryKey, InquiryPeer(300), {}, false);
    ExpectInquires(inquiry, InquiryPeer(300));
    inquiry.OnAnswer(InquiryPeer(300), true, {InquiryPeer(520)});
    ExpectInquires(inquiry, InquiryPeer(520), Key(520));
    inquiry.OnWitness(InquiryPeer(520), InquiryPeer(490));
    ExpectInquires(inquiry, InquiryPeer(490));
    inquiry.OnAnswer(InquiryPeer(490), true, {InquiryPeer(520)});
    EXPECT_EQ(inquiry.Judge(kInquiryTime), Verdict::kWrong);
}

TEST(InquiryTest, WhoTakesItBackIsNotResponsible)
{
    Inquiry inquiry(kInquiryTime, kInquiryKey, InquiryPeer(300), {}, false);
    ExpectInquires(inquiry, InquiryPeer(300));
    inquiry.OnAnswer(InquiryPeer(300), false, {InquiryPeer(490)});
    EXPECT_EQ(inquiry.Judge(kInquiryTime), Verdict::kWrong);
    EXPECT_FALSE(inquiry.ClaimedEnd());
}

TEST(InquiryTest, OfAnOddClaimOthersAreAskedAlthoughTheNextOneVouches)
{
    Inquiry inquiry(kInquiryTime,
                    kInquiryKey,
                    InquiryPeer(300),
                    {InquiryPeer(290), InquiryPeer(200)},
                    true);
    ExpectInquires(inquiry, InquiryPeer(300));
    inquiry.OnAnswer(InquiryPeer(300), true, {InquiryPeer(520)});
    ExpectInquires(inquiry, InquiryPeer(520), Key(520));
    inquiry.OnWitness(InquiryPeer(520), InquiryPeer(300)); // the two are of one mind
    ExpectInquires(inquiry, InquiryPeer(290));
    inquiry.OnAnswer(InquiryPeer(290),
                     true,
                     {InquiryPeer(100)}); // who claims the key itself knows nothing
    ExpectInquires(inquiry, InquiryPeer(200));
    inquiry.OnAnswer(InquiryPeer(200), false, {InquiryPeer(490)});
    ExpectInquires(inquiry, InquiryPeer(490));
    inquiry.OnAnswer(InquiryPeer(490), true, {InquiryPeer(520)});
    EXPECT_EQ(inquiry.Judge(kInquiryTime), Verdict::kWrong);
}

TEST(InquiryTest, WithoutAnybodyElseNothingComesOut)
{
    Inquiry inquiry(kInquiryTime, kInquiryKey, InquiryPeer(300), {InquiryPeer(200)}, true);
    ExpectInquires(inquiry, InquiryPeer(300));
    inquiry.OnAnswer(InquiryPeer(300), true, {});
    EXPECT_EQ(inquiry.ClaimedEnd(), Key(300));
    ExpectInquires(inquiry, InquiryPeer(200));
    inquiry.OnFailed(InquiryPeer(200));
    EXPECT_FALSE(inquiry.TakeNext());
    EXPECT_EQ(inquiry.Judge(kInquiryTime), Verdict::kUnknown);
}

TEST(InquiryTest, ItEndsHoweverLongItIsLedOn)
{
    RingNodes candidates;
    for (std::uint32_t place = 1; place < 30; ++place)
    {
        candidates.push_back(InquiryPeer(place));
    }
    Inquiry inquiry(kInquiryTime, kInquiryKey, InquiryPeer(300), candidates, true);
    std::size_t asked = 0;
    while (const auto question = inquiry.TakeNext())
    {
        ++asked;
        inquiry.OnAnswer(question->to, true, {}); // all say that they are alone
    }
    EXPECT_EQ(asked, 16u);
    EXPECT_NE(inquiry.Judge(kInquiryTime), Verdict::kOpen);
    Inquiry other(kInquiryTime, kInquiryKey, InquiryPeer(300), {}, true);
    ExpectInquires(other, InquiryPeer(300));
    EXPECT_NE(other.Judge(kInquiryTime + FromSeconds(5)), Verdict::kOpen);
}

} // namespace
} // namespace dht
