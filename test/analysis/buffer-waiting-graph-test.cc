/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "buffer-waiting-graph.h"
#include "memory-ring.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

BufferWaitingGraph
GraphOf(std::size_t buffers, const Edges& edges)
{
    BufferWaitingGraph graph(buffers);
    for (const auto& [buffer, full] : edges)
    {
        graph.Add({buffer, full, {}});
    }
    return graph;
}

/// @return The buffers of the shortest cycle that is found.
std::vector<std::size_t>
CycleOf(std::size_t buffers, const Edges& edges)
{
    std::vector<std::size_t> cycle;
    for (const auto& wait : GraphOf(buffers, edges).ShortestCycle())
    {
        cycle.push_back(wait.buffer);
    }
    return cycle;
}

/// @return The length of a shortest cycle, by the shortest ways between all pairs; 0 if none.
std::size_t
ShortestByAllPairs(std::size_t buffers, const Edges& edges)
{
    const std::size_t far = buffers + 1;
    std::vector<std::vector<std::size_t>> way(buffers, std::vector<std::size_t>(buffers, far));
    for (const auto& [from, to] : edges)
    {
        way[from][to] = 1;
    }
    for (std::size_t by = 0; by < buffers; ++by)
    {
        for (std::size_t from = 0; from < buffers; ++from)
        {
            for (std::size_t to = 0; to < buffers; ++to)
            {
                way[from][to] = std::min(way[from][to], way[from][by] + way[by][to]);
            }
        }
    }
    std::size_t shortest = far;
    for (std::size_t buffer = 0; buffer < buffers; ++buffer)
    {
        shortest = std::min(shortest, way[buffer][buffer]);
    }
    return shortest == far ? 0 : shortest;
}

using Cycle = std::vector<std::size_t>;

TEST(BufferWaitingGraphTest, AGraphWithoutACycleHasNone)
{
    EXPECT_EQ(CycleOf(0, {}), Cycle{});
    EXPECT_EQ(CycleOf(3, {}), Cycle{});
    EXPECT_EQ(CycleOf(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {0, 3}}), Cycle{});
}

TEST(BufferWaitingGraphTest, ACycleIsFoundInOrder)
{
    EXPECT_EQ(CycleOf(2, {{0, 1}, {1, 0}}), (Cycle{0, 1}));
    EXPECT_EQ(CycleOf(5, {{0, 4}, {4, 2}, {2, 3}, {3, 4}, {1, 0}}), (Cycle{2, 3, 4}));
}

TEST(BufferWaitingGraphTest, TheShortestCycleIsChosen)
{
    // four, then three, in one component; a component of five before it
    const Edges
        edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {5, 6}, {6, 7}, {7, 8}, {8, 5}, {7, 5}};
    EXPECT_EQ(CycleOf(9, edges), (Cycle{5, 6, 7}));
}

TEST(BufferWaitingGraphTest, TheSameWaitCountsOnceAndKeepsItsFirstExample)
{
    BufferWaitingGraph graph(2);
    graph.Add({0, 1, {7, 8, false}});
    graph.Add({0, 1, {9, 9, true}});
    graph.Add({1, 0, {5, 6, true}});
    EXPECT_EQ(graph.BufferCount(), 2u);
    EXPECT_EQ(graph.WaitCount(), 2u);
    const auto cycle = graph.ShortestCycle();
    ASSERT_EQ(cycle.size(), 2u);
    EXPECT_EQ(cycle[0].full, 1u);
    EXPECT_EQ(cycle[0].example.source, 7u);
    EXPECT_EQ(cycle[0].example.destination, 8u);
    EXPECT_FALSE(cycle[0].example.answer);
    EXPECT_TRUE(cycle[1].example.answer);
}

TEST(BufferWaitingGraphTest, RandomGraphsHaveTheCyclesThatAllShortestWaysSay)
{
    test::MersenneRandom random(1);
    std::size_t without = 0;
    for (int round = 0; round < 500; ++round)
    {
        const std::size_t buffers = 2 + DrawBelow(random, 20);
        Edges edges;
        for (std::size_t i = DrawBelow(random, 2 * buffers); i > 0; --i)
        {
            const std::size_t from = DrawBelow(random, buffers);
            edges.emplace_back(from, (from + 1 + DrawBelow(random, buffers - 1)) % buffers);
        }
        const Cycle cycle = CycleOf(buffers, edges);
        ASSERT_EQ(cycle.size(), ShortestByAllPairs(buffers, edges));
        for (std::size_t i = 0; i < cycle.size(); ++i)
        {
            const std::pair edge(cycle[i], cycle[(i + 1) % cycle.size()]);
            ASSERT_EQ(std::count(edges.begin(), edges.end(), edge) > 0, true);
        }
        without += cycle.empty();
    }
    EXPECT_GT(without, 50u);
    EXPECT_LT(without, 450u);
}

} // namespace
} // namespace dht
