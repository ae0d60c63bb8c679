/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-mersenne-random.h"
#include "dht-rpc-queue.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace dht
{
namespace
{

/// @param queue A queue. @return All that is in it, in order.
std::vector<std::uint64_t>
TakeAll(RpcQueue& queue)
{
    std::vector<std::uint64_t> taken;
    while (queue.Size() > 0)
    {
        taken.push_back(queue.Take());
    }
    return taken;
}

/// RPCs that wait: three for the first time, and three again.
class RpcQueueTest : public testing::Test
{
  protected:
    /// @param order Which is next. @return A queue of these.
    RpcQueue MakeQueue(RpcOrder order)
    {
        RpcQueue queue(order, random);
        for (const std::uint64_t id : {1, 2, 3})
        {
            queue.Add(id);
            queue.AddAgain(10 * id);
        }
        EXPECT_EQ(queue.Size(), 6u);
        return queue;
    }

    MersenneRandom random{1};
};

TEST_F(RpcQueueTest, WhatIsSentAgainComesFirst)
{
    RpcQueue queue = MakeQueue(RpcOrder::kFirst);
    EXPECT_EQ(TakeAll(queue), (std::vector<std::uint64_t>{10, 20, 30, 1, 2, 3}));
}

TEST_F(RpcQueueTest, WhatIsRemovedChangesNoOrder)
{
    RpcQueue queue = MakeQueue(RpcOrder::kFirst);
    for (const std::uint64_t id : {20, 2, 4})
    {
        queue.Remove(id);
    }
    EXPECT_EQ(queue.Size(), 4u);
    queue.AddAgain(40);
    EXPECT_EQ(TakeAll(queue), (std::vector<std::uint64_t>{10, 30, 40, 1, 3}));
}

TEST_F(RpcQueueTest, OnlyWhatIsSentForTheFirstTimeIsDrawn)
{
    std::set<std::uint64_t> next;
    for (int i = 0; i < 100; ++i)
    {
        RpcQueue queue = MakeQueue(RpcOrder::kRandom);
        for (const std::uint64_t id : {10, 20, 30})
        {
            ASSERT_EQ(queue.Take(), id);
        }
        next.insert(queue.Take());
    }
    EXPECT_EQ(next, (std::set<std::uint64_t>{1, 2, 3}));
}

} // namespace
} // namespace dht
