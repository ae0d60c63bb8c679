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

constexpr Time kNow = FromSeconds(100);
const Key kKey(500);

/// @param place Where, of 1000. @return A peer that is there.
RingNode
At(std::uint32_t place)
{
    return {Endpoint::Ipv4(0x0a000001 + place, 7000), Key(place)};
}

/// @param inquiry One. @param to Whom it has to ask next. @param key About what.
void
ExpectAsks(Inquiry& inquiry, const RingNode& to, const Key& key = kKey)
{
    const auto question = inquiry.TakeNext();
    ASSERT_TRUE(question);
    EXPECT_EQ(question->to, to);
    EXPECT_EQ(question->key, key);
    EXPECT_TRUE(inquiry.IsAsking(to, key));
    EXPECT_FALSE(inquiry.TakeNext()) << "one after the other";
    EXPECT_EQ(inquiry.Judge(kNow), Verdict::kOpen);
}

TEST(InquiryTest, WhoComesNextVouches)
{
    Inquiry inquiry(kNow, kKey, At(480), {At(300)}, false);
    ExpectAsks(inquiry, At(480));
    inquiry.OnAnswer(At(480), true, {At(520), At(540)});
    ExpectAsks(inquiry, At(520), Key(520));
    inquiry.OnWitness(At(520), At(480));
    EXPECT_FALSE(inquiry.TakeNext());
    EXPECT_EQ(inquiry.Judge(kNow), Verdict::kRight);
    EXPECT_EQ(inquiry.ClaimedEnd(), Key(520));
}

TEST(InquiryTest, WhoeverIsNearerRefutesByAnswering)
{
    Inquiry inquiry(kNow, kKey, At(300), {At(490), At(100)}, false);
    ExpectAsks(inquiry, At(490));
    inquiry.OnAnswer(At(490), true, {At(520)});
    EXPECT_FALSE(inquiry.TakeNext());
    EXPECT_EQ(inquiry.Judge(kNow), Verdict::kWrong);
}

TEST(InquiryTest, WhoeverIsNearerAndGoneDoesNot)
{
    Inquiry inquiry(kNow, kKey, At(300), {At(490)}, false);
    ExpectAsks(inquiry, At(490));
    inquiry.OnLate(At(490));
    ExpectAsks(inquiry, At(300));
    inquiry.OnFailed(At(490));
    inquiry.OnAnswer(At(300), true, {At(520)});
    ExpectAsks(inquiry, At(520), Key(520));
    inquiry.OnWitness(At(520), At(300));
    EXPECT_EQ(inquiry.Judge(kNow), Verdict::kRight);
}

TEST(InquiryTest, TheOneBeforeTheWitnessIsAskedToo)
{
    Inquiry inquiry(kNow, kKey, At(300), {}, false);
    ExpectAsks(inquiry, At(300));
    inquiry.OnAnswer(At(300), true, {At(520)});
    ExpectAsks(inquiry, At(520), Key(520));
    inquiry.OnWitness(At(520), At(490));
    ExpectAsks(inquiry, At(490));
    inquiry.OnAnswer(At(490), true, {At(520)});
    EXPECT_EQ(inquiry.Judge(kNow), Verdict::kWrong);
}

TEST(InquiryTest, WhoTakesItBackIsNotResponsible)
{
    Inquiry inquiry(kNow, kKey, At(300), {}, false);
    ExpectAsks(inquiry, At(300));
    inquiry.OnAnswer(At(300), false, {At(490)});
    EXPECT_EQ(inquiry.Judge(kNow), Verdict::kWrong);
    EXPECT_FALSE(inquiry.ClaimedEnd());
}

TEST(InquiryTest, OfAnOddClaimOthersAreAskedAlthoughTheNextOneVouches)
{
    Inquiry inquiry(kNow, kKey, At(300), {At(290), At(200)}, true);
    ExpectAsks(inquiry, At(300));
    inquiry.OnAnswer(At(300), true, {At(520)});
    ExpectAsks(inquiry, At(520), Key(520));
    inquiry.OnWitness(At(520), At(300)); // the two are of one mind
    ExpectAsks(inquiry, At(290));
    inquiry.OnAnswer(At(290), true, {At(100)}); // who claims the key itself knows nothing
    ExpectAsks(inquiry, At(200));
    inquiry.OnAnswer(At(200), false, {At(490)});
    ExpectAsks(inquiry, At(490));
    inquiry.OnAnswer(At(490), true, {At(520)});
    EXPECT_EQ(inquiry.Judge(kNow), Verdict::kWrong);
}

TEST(InquiryTest, WithoutAnybodyElseNothingComesOut)
{
    Inquiry inquiry(kNow, kKey, At(300), {At(200)}, true);
    ExpectAsks(inquiry, At(300));
    inquiry.OnAnswer(At(300), true, {});
    EXPECT_EQ(inquiry.ClaimedEnd(), Key(300));
    ExpectAsks(inquiry, At(200));
    inquiry.OnFailed(At(200));
    EXPECT_FALSE(inquiry.TakeNext());
    EXPECT_EQ(inquiry.Judge(kNow), Verdict::kUnknown);
}

TEST(InquiryTest, ItEndsHoweverLongItIsLedOn)
{
    Inquiry inquiry(kNow, kKey, At(300), {}, true);
    std::uint32_t place = 0;
    std::size_t asked = 0;
    while (const auto question = inquiry.TakeNext())
    {
        ++asked;
        ASSERT_LE(asked, 16u);
        if (question->key == kKey)
        {
            inquiry.OnAnswer(question->to, question->to == At(300), {At(++place), At(++place)});
        }
        else
        {
            inquiry.OnFailed(question->to);
        }
    }
    EXPECT_NE(inquiry.Judge(kNow), Verdict::kOpen);
    Inquiry other(kNow, kKey, At(300), {}, true);
    ExpectAsks(other, At(300));
    EXPECT_NE(other.Judge(kNow + FromSeconds(5)), Verdict::kOpen);
}

} // namespace
} // namespace dht
