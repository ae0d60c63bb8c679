/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-locate-relay.h"
#include "drawn-ring.h"

#include <gtest/gtest.h>
#include <vector>

/// Whom lookups name that end at a peer of a ring drawn on paper.

namespace dht
{
namespace
{

using Numbers = std::vector<std::size_t>;

class LocateRelayTest : public testing::Test, protected test::DrawnPeer, private LocateEnds
{
  protected:
    /// The peer at 0 looks for the followers of a key at 85, knows 9 to 16, and asks 12 for its
    /// list. @param wanted How many followers it looks for. @param last The last one that 12 knows.
    /// @return Whom it names once 12 has told.
    Numbers NamedAfterMerger(std::uint8_t wanted, std::size_t last = 28)
    {
        nearness.near = {{12, 0.01}};
        LocateBody locate;
        locate.key = test::Drawn(85);
        locate.wanted = wanted;
        locate.origin = context.self;
        m_relay.Handle(Time(0), locate, 64, {});
        LocatedBody list{true, {}};
        for (std::size_t peer = 13; peer <= last; ++peer)
        {
            list.peers.push_back({ReadyRing::EndpointOf(peer), {}});
        }
        m_relay.OnRpcAnswered(Time(0), 0, &list);
        EXPECT_EQ(context.counters.merged, 1u);
        return m_named;
    }

  private:
    void OnEnd(Time /* now */,
               std::uint64_t /* lookup */,
               std::uint8_t /* hopLimit */,
               const LocatedBody& located) override
    {
        EXPECT_TRUE(located.complete);
        m_named = NumbersOf(context.NodesOf(located.peers));
    }

    LocateRelay m_relay{context, *this}; ///< Hands lookups on.
    Numbers m_named;                     ///< By the lookup that has ended.
};

TEST_F(LocateRelayTest, AfterAMergerAllThatFitAreNamed)
{
    EXPECT_EQ(NamedAfterMerger(14),
              (Numbers{9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}));
}

/// NSDI04, figure 10: a merger gives the key's first d successors.
TEST_F(LocateRelayTest, OrAsManyAsAreWanted)
{
    options.merged = MergedNames::kFirst;
    EXPECT_EQ(NamedAfterMerger(12), (Numbers{9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}));
}

/// Two lists may have fewer together.
TEST_F(LocateRelayTest, WhoIsNotKnownIsNotNamed)
{
    options.merged = MergedNames::kFirst;
    EXPECT_EQ(NamedAfterMerger(12, 17), (Numbers{9, 10, 11, 12, 13, 14, 15, 16, 17}));
}

} // namespace
} // namespace dht
