/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-locate-step.h"
#include "drawn-ring.h"

#include <gtest/gtest.h>

/// What becomes of lookups at a peer of a ring drawn on paper.

namespace dht
{
namespace
{

using test::Drawn;
using test::DrawnInfo;

class LocateStepTest : public testing::Test, protected test::DrawnPeer
{
  protected:
    /// @param at Where the key is on paper. @param wanted How many of its followers are. @param end
    /// Where the lookup ends. @return What the peer at 0 does.
    LocateStep StepFor(std::size_t at, std::uint8_t wanted = 14, LocateEnd end = LocateEnd::kEnough)
    {
        return NextLocateStep(context, Drawn(at), wanted, end);
    }
};

using Numbers = std::vector<std::size_t>;

/// The paper's predecessor of a key is who is responsible for it here.
TEST_F(LocateStepTest, WhoIsResponsibleNamesItsSuccessors)
{
    const LocateStep step = StepFor(5, 14, LocateEnd::kResponsible);
    EXPECT_EQ(step.action, LocateAction::kAnswer);
    EXPECT_EQ(NumbersOf(step.nodes),
              (Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}));
}

/// A key at a peer's own id is that peer's; its holders begin behind it.
TEST_F(LocateStepTest, AKeyAtAnIdBelongsToItsPeer)
{
    EXPECT_EQ(NumbersOf(StepFor(20).nodes),
              (Numbers{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}));
    EXPECT_EQ(StepFor(0, 14, LocateEnd::kResponsible).nodes.size(), 16u);
    EXPECT_EQ(NumbersOf(StepFor(20, 14, LocateEnd::kResponsible).nodes).front(), 2u);
}

TEST_F(LocateStepTest, ItEndsWhereEnoughFollowersAreKnown)
{
    EXPECT_EQ(StepFor(25).action, LocateAction::kAnswer); // 3 .. 16 are fourteen
    EXPECT_EQ(StepFor(35).action, LocateAction::kForward);
    EXPECT_EQ(StepFor(35, 13).action, LocateAction::kAnswer);
    EXPECT_EQ(StepFor(25, 14, LocateEnd::kResponsible).action, LocateAction::kForward);
}

/// With s = 16 and d = 14, only the two before the key have enough of them in their own lists.
TEST_F(LocateStepTest, NearTheEndTheNearestOfThoseWhoCanAnswerIsNext)
{
    nearness.near = {{7, 0.02}, {8, 0.01}, {6, 0.001}};
    const LocateStep step = StepFor(85);
    EXPECT_EQ(step.action, LocateAction::kForward);
    EXPECT_EQ(NumbersOf(step.nodes), (Numbers{8, 7, 5, 3, 2, 1}));
    nearness.near = {{7, 0.01}, {8, 0.02}};
    EXPECT_EQ(NumbersOf(StepFor(85).nodes), (Numbers{7, 8, 5, 3, 2, 1}));
}

TEST_F(LocateStepTest, IfOneBeyondTheKeyIsNearestItIsAskedForItsList)
{
    nearness.near = {{8, 0.02}, {12, 0.01}, {10, 0.015}};
    const LocateStep step = StepFor(85);
    EXPECT_EQ(step.action, LocateAction::kMerge);
    EXPECT_EQ(NumbersOf(step.nodes), (Numbers{12, 10, 9, 11, 13, 14, 15, 16}));
    EXPECT_EQ(NumbersOf(step.known), (Numbers{9, 10, 11, 12, 13, 14, 15, 16}));
    nearness.near = {{8, 0.02}, {9, 0.01}}; // the first one behind the key
    EXPECT_EQ(StepFor(85).action, LocateAction::kMerge);
    EXPECT_EQ(NumbersOf(StepFor(85).nodes).front(), 9u);
}

TEST_F(LocateStepTest, FarFromTheEndTheLastOneBeforeTheKeyIsNext)
{
    // and three that may be asked instead
    EXPECT_EQ(NumbersOf(StepFor(175).nodes), (Numbers{16, 15, 10, 5}));
    EXPECT_EQ(NumbersOf(StepFor(395).nodes).front(), 20u);
    EXPECT_EQ(StepFor(395).action, LocateAction::kForward);
}

TEST_F(LocateStepTest, AHopMayGoToThoseWhoMayBeAskedInsteadAndToEightAtTheMost)
{
    options.detours = 0;
    EXPECT_EQ(NumbersOf(StepFor(395).nodes), (Numbers{20}));
    options.detours = 7;
    EXPECT_EQ(NumbersOf(StepFor(395).nodes), (Numbers{20, 19, 18, 16, 15, 10, 5, 3}));
    options.detours = 15;
    EXPECT_EQ(NumbersOf(StepFor(395).nodes), (Numbers{20, 19, 18, 16, 15, 10, 5, 3}));
}

TEST(ClockwiseTest, TheOrderBeginsBehindTheKey)
{
    RingNodes nodes;
    for (const std::size_t peer : {39, 2, 0, 1, 2})
    {
        nodes.push_back(DrawnInfo::NodeAt(peer));
    }
    nodes = ClockwiseFrom(std::move(nodes), Drawn(0));
    ASSERT_EQ(nodes.size(), 4u);
    EXPECT_EQ(ReadyRing::PlaceOf(nodes[0].endpoint), 1u);
    EXPECT_EQ(ReadyRing::PlaceOf(nodes[3].endpoint), 0u);
}

} // namespace
} // namespace dht
