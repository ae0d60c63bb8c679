/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-ring.h"

#include "ns3/dht-outstanding-requests.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>

namespace dht
{
namespace
{

OutstandingRequest
Make(std::uint64_t id, Time deadline)
{
    OutstandingRequest request;
    request.id = id;
    request.deadline = deadline;
    return request;
}

TEST(OutstandingRequestsTest, NoneAreThereAtFirst)
{
    OutstandingRequests requests;
    EXPECT_EQ(requests.Size(), 0u);
    EXPECT_EQ(requests.NextDeadline(), kNever);
    EXPECT_FALSE(requests.Take(1));
}

TEST(OutstandingRequestsTest, ARequestIsTakenOnceAndWhole)
{
    OutstandingRequests requests;
    OutstandingRequest request = Make(7, FromSeconds(3));
    request.key = Key(99);
    request.payload = Payload::Zeros(10);
    request.issued = FromSeconds(1);
    request.lastSent = FromSeconds(2);
    request.sent = 4;
    EXPECT_TRUE(requests.Add(request));
    const auto taken = requests.Take(7);
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->key, Key(99));
    EXPECT_EQ(taken->payload.size, 10u);
    EXPECT_EQ(taken->issued, FromSeconds(1));
    EXPECT_EQ(taken->lastSent, FromSeconds(2));
    EXPECT_EQ(taken->deadline, FromSeconds(3));
    EXPECT_EQ(taken->sent, 4u);
    EXPECT_FALSE(requests.Take(7));
    EXPECT_EQ(requests.Size(), 0u);
}

TEST(OutstandingRequestsTest, AnIdIsTakenByOneRequestAtATime)
{
    OutstandingRequests requests;
    EXPECT_TRUE(requests.Add(Make(7, FromSeconds(1))));
    EXPECT_FALSE(requests.Add(Make(7, FromSeconds(2))));
    EXPECT_EQ(requests.Size(), 1u);
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(1));
}

TEST(OutstandingRequestsTest, DeadlinesComeInOrderAndMayCoincide)
{
    OutstandingRequests requests;
    requests.Add(Make(1, FromSeconds(3)));
    requests.Add(Make(2, FromSeconds(1)));
    requests.Add(Make(3, FromSeconds(2)));
    requests.Add(Make(4, FromSeconds(2)));
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(1));
    EXPECT_EQ(requests.TakeEarliest().id, 2u);
    EXPECT_EQ(requests.TakeEarliest().deadline, FromSeconds(2));
    EXPECT_EQ(requests.TakeEarliest().deadline, FromSeconds(2));
    EXPECT_EQ(requests.TakeEarliest().id, 1u);
    EXPECT_EQ(requests.Size(), 0u);
}

TEST(OutstandingRequestsTest, IdsMayBeginAgain)
{
    OutstandingRequests requests;
    const std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    for (std::uint64_t i = 0; i < 100; ++i)
    {
        EXPECT_TRUE(requests.Add(Make(last - 49 + i, FromSeconds(i))));
    }
    for (std::uint64_t i = 0; i < 100; i += 2)
    {
        EXPECT_TRUE(requests.Take(last - 49 + i)) << i;
    }
    EXPECT_EQ(requests.Size(), 50u);
    EXPECT_EQ(requests.NextDeadline(), FromSeconds(1));
    EXPECT_TRUE(requests.Find(49));
    EXPECT_FALSE(requests.Find(48));
}

/// Random operations, compared with a plain map.
TEST(OutstandingRequestsTest, BehaveAsAPlainMap)
{
    test::MersenneRandom random(1);
    OutstandingRequests requests;
    std::map<std::uint64_t, Time> expected;
    for (int i = 0; i < 20000; ++i)
    {
        const auto id = static_cast<std::uint64_t>(random.Uniform() * 200);
        const double what = random.Uniform();
        if (what < 0.5)
        {
            const Time deadline = FromSeconds(std::floor(random.Uniform() * 1000));
            ASSERT_EQ(requests.Add(Make(id, deadline)), expected.emplace(id, deadline).second);
        }
        else if (what < 0.9)
        {
            const auto taken = requests.Take(id);
            ASSERT_EQ(taken ? taken->deadline : kNever, expected.count(id) ? expected[id] : kNever);
            expected.erase(id);
        }
        else if (!expected.empty())
        {
            const auto taken = requests.TakeEarliest();
            ASSERT_EQ(taken.deadline, expected.at(taken.id));
            expected.erase(taken.id);
            for (const auto& [other, deadline] : expected)
            {
                ASSERT_LE(taken.deadline, deadline) << other;
            }
        }
        ASSERT_EQ(requests.Size(), expected.size());
    }
}

} // namespace
} // namespace dht
