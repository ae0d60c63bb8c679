/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-outstanding-requests.h"
#include "memory-ring.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace dht
{
namespace
{

constexpr Time kOutstandingLifetime = FromSeconds(500);

/// @param id An id. @param retry When to send it again. @return A request that was issued id
/// seconds after the start.
OutstandingRequest
Make(std::uint64_t id, Time retry = kNever)
{
    OutstandingRequest request;
    request.id = id;
    request.issued = FromSeconds(static_cast<double>(id));
    request.transmission.SetRetry(retry);
    return request;
}

/// @param requests All. @param request The request. @return When it is to be sent again or given
/// up.
Time
DeadlineOf(const OutstandingRequests& requests, const OutstandingRequest& request)
{
    return std::min(request.transmission.Retry(), requests.EndOf(request));
}

TEST(RequestTransmissionTest, ATimeStaysWhereAStateComes)
{
    RequestTransmission transmission;
    EXPECT_EQ(transmission.Retry(), kNever);
    transmission.SetRetry(Time(0));
    EXPECT_EQ(transmission.Retry(), Time(0));
    EXPECT_EQ(transmission->retransmissions, 0);
    transmission.SetRetry(kNever - Time(1));
    transmission.Write().retransmissions = 3;
    EXPECT_EQ(transmission.Retry(), kNever - Time(1));
    transmission.SetRetry(kNever);
    EXPECT_EQ(transmission.Retry(), kNever);
    EXPECT_EQ(transmission->retransmissions, 3);
}

TEST(RequestTransmissionTest, CopiesAreOfTheirOwn)
{
    RequestTransmission transmission;
    transmission.Write().retransmissions = 3;
    transmission.SetRetry(Time(5));
    RequestTransmission copy = transmission;
    copy.Write().retransmissions = 4;
    copy.SetRetry(Time(6));
    EXPECT_EQ(transmission->retransmissions, 3);
    EXPECT_EQ(transmission.Retry(), Time(5));
    const RequestTransmission moved = std::move(copy);
    EXPECT_EQ(moved->retransmissions, 4);
    transmission = moved;
    EXPECT_EQ(transmission.Retry(), Time(6));
}

TEST(OutstandingRequestTest, TransmissionsAreCountedUpToAnEnd)
{
    OutstandingRequest request;
    EXPECT_EQ(request.Attempt(), 1);
    request.CountTransmission();
    EXPECT_EQ(request.Attempt(), 2);
    request.sent = OutstandingRequest::kMostSent - 1;
    for (int i = 0; i < 2; ++i)
    {
        request.CountTransmission();
        EXPECT_EQ(request.sent, OutstandingRequest::kMostSent);
        EXPECT_GT(request.Attempt(), 0) << "0 is no attempt on the wire";
    }
}

TEST(OutstandingRequestsTest, NoneAreThereAtFirst)
{
    OutstandingRequests requests(kOutstandingLifetime);
    EXPECT_EQ(requests.Size(), 0u);
    EXPECT_EQ(requests.NextDeadline(), kNever);
    EXPECT_FALSE(requests.Take(1));
}

TEST(OutstandingRequestsTest, ARequestIsTakenOnceAndWhole)
{
    OutstandingRequests requests(kOutstandingLifetime);
    OutstandingRequest request = Make(7, FromSeconds(30));
    request.key = Key(99);
    request.transmission.Write().payload = Payload::Zeros(10);
    request.transmission.Write().lastSent = FromSeconds(20);
    request.sent = 4;
    EXPECT_TRUE(requests.Add(request));
    const auto taken = requests.Take(7);
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->key, Key(99));
    EXPECT_EQ(taken->issued, FromSeconds(7));
    EXPECT_EQ(taken->sent, 4u);
    EXPECT_EQ(taken->transmission->payload.size, 10u);
    EXPECT_EQ(taken->transmission->lastSent, FromSeconds(20));
    EXPECT_EQ(taken->transmission.Retry(), FromSeconds(30));
    EXPECT_FALSE(requests.Take(7));
    EXPECT_EQ(requests.Size(), 0u);
}

TEST(OutstandingRequestsTest, AnIdIsTakenByOneRequestAtATime)
{
    OutstandingRequests requests(kOutstandingLifetime);
    EXPECT_TRUE(requests.Add(Make(7, FromSeconds(10))));
    EXPECT_FALSE(requests.Add(Make(7, FromSeconds(9))));
    EXPECT_EQ(requests.Size(), 1u);
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(10));
}

TEST(OutstandingRequestsTest, LifetimesEndInTheOrderInWhichTheyBegan)
{
    OutstandingRequests requests(kOutstandingLifetime);
    for (const std::uint64_t id : {1, 2, 4})
    {
        requests.Add(Make(id));
    }
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(501));
    EXPECT_TRUE(requests.Take(2));
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(501));
    EXPECT_EQ(requests.TakeEarliest().id, 1u);
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(504));
    EXPECT_EQ(requests.TakeEarliest().id, 4u);
    EXPECT_EQ(requests.NextDeadline(), kNever);
}

TEST(OutstandingRequestsTest, RetriesComeInOrderAndMayCoincide)
{
    OutstandingRequests requests(kOutstandingLifetime);
    requests.Add(Make(1, FromSeconds(30)));
    requests.Add(Make(2, FromSeconds(10)));
    requests.Add(Make(3, FromSeconds(20)));
    requests.Add(Make(4, FromSeconds(20)));
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(10));
    EXPECT_EQ(requests.TakeEarliest().id, 2u);
    EXPECT_EQ(requests.TakeEarliest().transmission.Retry(), FromSeconds(20));
    EXPECT_EQ(requests.TakeEarliest().transmission.Retry(), FromSeconds(20));
    EXPECT_EQ(requests.TakeEarliest().id, 1u);
    EXPECT_EQ(requests.Size(), 0u);
}

TEST(OutstandingRequestsTest, ALifetimeEndsWhateverTheRetry)
{
    OutstandingRequests requests(kOutstandingLifetime);
    requests.Add(Make(1, FromSeconds(600)));
    requests.Add(Make(2, FromSeconds(502)));
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(501));
    requests.TakeEarliest();
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(502));
}

TEST(OutstandingRequestsTest, AtTheSameTimeTheOlderOneComesFirst)
{
    OutstandingRequests requests(kOutstandingLifetime);
    requests.Add(Make(1));
    requests.Add(Make(2, FromSeconds(501)));
    requests.Add(Make(3, FromSeconds(501)));
    EXPECT_EQ(requests.TakeEarliest().id, 1u);
    EXPECT_EQ(requests.TakeEarliest().id, 2u);
    EXPECT_EQ(requests.TakeEarliest().id, 3u);
}

TEST(OutstandingRequestsTest, ALifetimeMayLastForEver)
{
    OutstandingRequests requests(kNever);
    requests.Add(Make(1));
    EXPECT_EQ(requests.NextDeadline(), kNever);
    requests.Add(Make(2, FromSeconds(10)));
    EXPECT_EQ(requests.TakeEarliest().id, 2u);
    EXPECT_EQ(requests.NextDeadline(), kNever);
    EXPECT_EQ(requests.Size(), 1u);
}

TEST(OutstandingRequestsTest, ThoseThatWereTakenMayComeBackInAnyOrder)
{
    OutstandingRequests requests(kOutstandingLifetime);
    for (std::uint64_t id = 1; id <= 6; ++id)
    {
        requests.Add(Make(id));
    }
    std::vector<OutstandingRequest> taken;
    for (int i = 0; i < 3; ++i)
    {
        taken.push_back(requests.TakeEarliest());
    }
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(504));
    for (const int i : {1, 2, 0})
    {
        EXPECT_TRUE(requests.Add(std::move(taken[i])));
    }
    for (std::uint64_t id = 1; id <= 6; ++id)
    {
        EXPECT_EQ(requests.TakeEarliest().id, id);
    }
}

TEST(OutstandingRequestsTest, ARequestThatComesBackIsTheFirstToEndAgain)
{
    OutstandingRequests requests(kOutstandingLifetime);
    requests.Add(Make(1, FromSeconds(10)));
    requests.Add(Make(2));
    OutstandingRequest first = requests.TakeEarliest();
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(502));
    first.transmission.SetRetry(kNever);
    EXPECT_TRUE(requests.Add(std::move(first)));
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(501));
    EXPECT_EQ(requests.TakeEarliest().id, 1u);
}

/// The host's clock may step back.
TEST(OutstandingRequestsTest, ARequestThatBeganBeforeAnOlderOneEndsWithIt)
{
    for (const std::uint64_t taken : {1, 2})
    {
        OutstandingRequests requests(kOutstandingLifetime);
        for (const std::uint64_t id : {1, 2, 3})
        {
            OutstandingRequest request = Make(id);
            request.issued = FromSeconds(10 - static_cast<double>(id));
            requests.Add(std::move(request));
        }
        EXPECT_EQ(requests.NextDeadline(), FromSeconds(509));
        OutstandingRequest again = *requests.Take(taken);
        EXPECT_EQ(requests.NextDeadline(), FromSeconds(taken == 1 ? 508 : 509));
        requests.Add(std::move(again));
        for (const std::uint64_t id : {1, 2, 3})
        {
            EXPECT_EQ(requests.NextDeadline(), FromSeconds(10 - static_cast<double>(id) + 500));
            EXPECT_EQ(requests.TakeEarliest().id, id);
        }
        EXPECT_EQ(requests.NextDeadline(), kNever);
    }
}

TEST(OutstandingRequestsTest, IdsMayBeginAgain)
{
    OutstandingRequests requests(kOutstandingLifetime);
    const std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    for (std::uint64_t i = 0; i < 100; ++i)
    {
        OutstandingRequest request = Make(i);
        request.id = last - 49 + i;
        EXPECT_TRUE(requests.Add(std::move(request)));
    }
    for (std::uint64_t i = 0; i < 100; i += 2)
    {
        EXPECT_TRUE(requests.Take(last - 49 + i)) << i;
    }
    EXPECT_EQ(requests.Size(), 50u);
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(501));
    EXPECT_TRUE(requests.Find(49));
    EXPECT_FALSE(requests.Find(48));
}

/// Random operations, compared with a plain map. Its parameter: how many ids there are.
class ManyOutstandingRequestsTest : public testing::TestWithParam<double>
{
};

TEST_P(ManyOutstandingRequestsTest, BehaveAsAPlainMap)
{
    test::MersenneRandom random(1);
    OutstandingRequests requests(kOutstandingLifetime);
    std::map<std::uint64_t, Time> expected;
    std::multiset<Time> deadlines;
    const auto gone = [&](const OutstandingRequest& taken) {
        ASSERT_EQ(DeadlineOf(requests, taken), expected.at(taken.id));
        deadlines.erase(deadlines.find(expected.at(taken.id)));
        expected.erase(taken.id);
    };
    for (int i = 0; i < 40000; ++i)
    {
        const auto id = static_cast<std::uint64_t>(random.Uniform() * GetParam());
        const double what = random.Uniform();
        // more and more, then fewer
        if (what < (i < 20000 ? 0.8 : 0.3))
        {
            const Time retry =
                random.Uniform() < 0.5 ? kNever : FromSeconds(std::floor(random.Uniform() * 1000));
            const OutstandingRequest request = Make(id, retry);
            const Time deadline = DeadlineOf(requests, request);
            const bool isNew = expected.emplace(id, deadline).second;
            ASSERT_EQ(requests.Add(request), isNew);
            if (isNew)
            {
                deadlines.insert(deadline);
            }
        }
        else if (what < 0.9)
        {
            const auto taken = requests.Take(id);
            ASSERT_EQ(taken.has_value(), expected.count(id) == 1);
            if (taken)
            {
                gone(*taken);
            }
        }
        else if (!expected.empty())
        {
            const Time earliest = requests.NextDeadline();
            const auto taken = requests.TakeEarliest();
            ASSERT_EQ(DeadlineOf(requests, taken), earliest);
            gone(taken);
        }
        ASSERT_EQ(requests.NextDeadline(), deadlines.empty() ? kNever : *deadlines.begin());
        ASSERT_EQ(requests.Size(), expected.size());
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, ManyOutstandingRequestsTest, testing::Values(20, 200, 10000));

} // namespace
} // namespace dht
