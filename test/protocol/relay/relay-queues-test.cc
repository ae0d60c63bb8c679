/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay-queues.h"
#include "memory-ring.h"

#include <deque>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

constexpr auto kShared = QueueDiscipline::kShared;
constexpr auto kPerNeighbour = QueueDiscipline::kPerNeighbour;

RelayQueues::Entry
Entry(LinkIndex link, std::uint64_t id)
{
    RelayQueues::Entry entry;
    entry.link = link;
    entry.request.id = id;
    return entry;
}

void
Append(RelayQueues& queues, RelayQueues::Entry entry)
{
    const std::size_t end = queues.Length(queues.QueueOf(entry.link));
    queues.Push(std::move(entry), end);
}

TEST(RelayQueuesTest, SharedIsOneQueueOfTheWholeCapacity)
{
    const RelayQueues queues(kShared, BufferSharing::kSplit, 200, 7);
    EXPECT_EQ(queues.Count(), 1u);
    EXPECT_EQ(queues.Room(0), 200u);
    EXPECT_EQ(queues.QueueOf(0), 0u);
    EXPECT_EQ(queues.QueueOf(6), 0u);
}

TEST(RelayQueuesTest, NeighboursShareTheCapacityEqually)
{
    const RelayQueues queues(kPerNeighbour, BufferSharing::kSplit, 200, 7);
    EXPECT_EQ(queues.Count(), 7u);
    EXPECT_EQ(queues.Room(0), 28u);
    EXPECT_EQ(queues.QueueOf(0), 0u);
    EXPECT_EQ(queues.QueueOf(6), 6u);
    EXPECT_EQ(RelayQueues(kPerNeighbour, BufferSharing::kSplit, 100, 4).Room(0), 25u);
}

TEST(RelayQueuesTest, EveryQueueHoldsAtLeastOneRequest)
{
    EXPECT_EQ(RelayQueues(kPerNeighbour, BufferSharing::kSplit, 3, 7).Room(0), 1u);
    EXPECT_EQ(RelayQueues(kShared, BufferSharing::kSplit, 0, 7).Room(0), 1u);
}

TEST(RelayQueuesTest, APeerWithoutNeighboursHasAnEmptyQueue)
{
    for (const auto discipline : {kShared, kPerNeighbour})
    {
        const RelayQueues queues(discipline, BufferSharing::kSplit, 200, 0);
        EXPECT_EQ(queues.Count(), 1u);
        EXPECT_EQ(queues.TotalLength(), 0u);
    }
}

TEST(RelayQueuesTest, SharedIsFirstInFirstOutOverAllNeighbours)
{
    RelayQueues queues(kShared, BufferSharing::kSplit, 200, 3);
    for (std::uint64_t id = 0; id < 200; ++id)
    {
        Append(queues, Entry(id % 3, id));
    }
    for (std::uint64_t id = 0; id < 200; ++id)
    {
        EXPECT_EQ(queues.Front(0).request.id, id);
        const auto entry = queues.Pop(0);
        EXPECT_EQ(entry.request.id, id);
        EXPECT_EQ(entry.link, id % 3);
    }
    EXPECT_EQ(queues.TotalLength(), 0u);
}

TEST(RelayQueuesTest, AQueueMayBeAsLongAsRoomIsFree)
{
    RelayQueues queues(kPerNeighbour, BufferSharing::kDynamic, 12, 2);
    for (std::uint64_t id = 0; id < 6; ++id)
    {
        EXPECT_FALSE(queues.IsFull(0));
        Append(queues, Entry(0, id));
    }
    EXPECT_TRUE(queues.IsFull(0)) << "it has half of the buffer";
    EXPECT_EQ(queues.Room(1), 6u);
    Append(queues, Entry(1, 6));
    EXPECT_EQ(queues.Room(1), 4u);
    queues.Pop(0);
    queues.Pop(0);
    EXPECT_EQ(queues.Room(0), 3u);
}

TEST(RelayQueuesTest, AFullQueueLeavesRoomInTheOthers)
{
    RelayQueues queues(kPerNeighbour, BufferSharing::kSplit, 6, 3);
    Append(queues, Entry(1, 1));
    EXPECT_FALSE(queues.IsFull(1));
    Append(queues, Entry(1, 2));
    EXPECT_TRUE(queues.IsFull(1));
    EXPECT_FALSE(queues.IsFull(0));
    EXPECT_FALSE(queues.IsFull(2));
    EXPECT_EQ(queues.Length(1), 2u);
    EXPECT_EQ(queues.TotalLength(), 2u);
    queues.Pop(1);
    EXPECT_FALSE(queues.IsFull(1));
}

/// Random operations, compared with plain double-ended queues.
TEST(RelayQueuesTest, BehaveAsPlainQueuesAndNeverExceedTheirCapacity)
{
    test::MersenneRandom random(1);
    for (const auto discipline : {kShared, kPerNeighbour})
    {
        RelayQueues queues(discipline, BufferSharing::kSplit, 37, 5);
        const std::size_t capacity = queues.Room(0);
        std::vector<std::deque<std::uint64_t>> expected(queues.Count());
        std::size_t longest = 0;
        for (std::uint64_t id = 0; id < 20000; ++id)
        {
            // pushes prevail in one half of the time, pops in the other: all lengths occur
            const bool push = random.Uniform() < (id / 500 % 2 ? 0.3 : 0.7);
            const auto link = static_cast<LinkIndex>(random.Uniform() * 5);
            const QueueIndex queue = queues.QueueOf(link);
            if (push && !queues.IsFull(queue))
            {
                Append(queues, Entry(link, id));
                expected[queue].push_back(id);
            }
            else if (!push && queues.Length(queue) > 0)
            {
                ASSERT_EQ(queues.Pop(queue).request.id, expected[queue].front());
                expected[queue].pop_front();
            }
            ASSERT_EQ(queues.Length(queue), expected[queue].size());
            ASSERT_EQ(queues.IsFull(queue), expected[queue].size() == capacity);
            longest = std::max(longest, queues.Length(queue));
        }
        EXPECT_EQ(longest, capacity);
    }
}

TEST(RelayQueuesTest, APayloadIsSharedNotCopied)
{
    RelayQueues queues(kShared, BufferSharing::kSplit, 10, 1);
    auto entry = Entry(0, 1);
    entry.request.extras.Write().payload = Payload::Zeros(100);
    const auto* const bytes = entry.request.extras->payload.bytes.get();
    Append(queues, std::move(entry));
    const auto popped = queues.Pop(0);
    EXPECT_EQ(popped.request.extras->payload.bytes.get(), bytes);
    EXPECT_EQ(popped.request.extras->payload.size, 100u);
}

TEST(RelayQueuesTest, ACommonBufferIsFullForAllQueuesAtOnce)
{
    RelayQueues queues(kPerNeighbour, BufferSharing::kCommon, 5, 3);
    for (int i = 0; i < 4; ++i)
    {
        Append(queues, Entry(1, 0));
    }
    EXPECT_EQ(queues.Room(0), 1u);
    Append(queues, Entry(2, 0));
    for (QueueIndex queue = 0; queue < 3; ++queue)
    {
        EXPECT_TRUE(queues.IsFull(queue));
    }
    queues.Pop(1);
    EXPECT_EQ(queues.Room(2), 1u);
    EXPECT_EQ(queues.TotalLength(), 4u);
}

TEST(RelayQueuesTest, WhatIsPutBeforeOthersLeavesBeforeThemAndTheLastCanBeTaken)
{
    RelayQueues queues(kShared, BufferSharing::kCommon, 10, 3);
    for (const auto& [id, place] :
         std::vector<std::pair<std::uint64_t, std::size_t>>{{1, 0}, {2, 1}, {3, 0}, {4, 1}, {5, 4}})
    {
        queues.Push(Entry(0, id), place);
    }
    EXPECT_EQ(queues.PopLast(0).request.id, 5u);
    EXPECT_EQ(queues.TotalLength(), 4u);
    for (const std::uint64_t id : {3, 4, 1, 2})
    {
        EXPECT_EQ(queues.Pop(0).request.id, id);
    }
    EXPECT_EQ(queues.TotalLength(), 0u);
}

} // namespace
} // namespace dht
