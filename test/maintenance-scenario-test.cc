/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "maintenance-world.h"

#include <gtest/gtest.h>

/// One peer in situations that come about by chance, or by somebody's bad will.

namespace dht
{
namespace
{

using test::MaintenanceWorld;

TEST(MaintenanceScenarioTest, FingersAreLookedAtAfterOneLeftDuringAMerge)
{
    MaintenanceWorld world(32);
    Maintenance& peer = world.maintenance;
    peer.Join(world.now, {world.others[5]});
    world.Run(60);
    // a finger dies and comes back, which begins a search that nobody answers; meanwhile the
    // finger that is looked at leaves
    const std::size_t lost = world.IndexOf(peer.Fingers().back());
    world.up[lost] = false;
    world.Run(60, [&] { return peer.GetCounters().failures > 0; });
    ASSERT_EQ(peer.GetCounters().failures, 1u);
    world.Run(5);
    bool merging = false;
    bool left = false;
    const auto isFinger = [&](std::size_t to) {
        return !(world.others[to] == peer.Successors().front()) &&
               !(peer.Predecessor() == world.others[to]);
    };
    world.hook = [&](std::size_t to, const MaintenanceMessage& query) {
        if (query.key == peer.Id())
        {
            merging = true;
            return true;
        }
        if (to == lost && query.key == IdOf(world.others[to]))
        {
            world.Answer(to, query);
            return true;
        }
        if (!merging || left || query.key != IdOf(world.others[to]) || !isFinger(to))
        {
            return false;
        }
        left = true;
        world.up[to] = false;
        MaintenanceMessage leave;
        leave.kind = MaintenanceKind::kLeave;
        peer.OnMessage(world.now, world.others[to], leave);
        return true;
    };
    world.Run(60, [&] { return left; });
    ASSERT_TRUE(left);
    world.Run(10);
    int looks = 0;
    world.hook = [&](std::size_t to, const MaintenanceMessage& query) {
        looks += query.key == IdOf(world.others[to]) && isFinger(to) ? 1 : 0;
        return false;
    };
    world.Run(60);
    EXPECT_GT(looks, 20);
}

} // namespace
} // namespace dht
