/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "live-ring-setup.h"
#include "live-ring.h"
#include "trials.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// What a ring is at every instant, whoever comes and goes: Zave (How to make Chord correct, 2015)
/// proves it for rings with one more member that stays than a list of successors is long.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;

constexpr std::size_t kSuccessors = 3;
/// Members that stay.
constexpr std::size_t kBase = kSuccessors + 1;
constexpr std::size_t kPlaces = 16;
/// After as long nobody takes a member that has gone for one that is there: who comes back is a new
/// one, as in her model.
constexpr Time kForgotten = FromSeconds(15);

/// @param ring A ring. @return Those that have a place, and have not left.
std::set<std::size_t>
MembersOf(const LiveRing& ring)
{
    std::set<std::size_t> members;
    for (const std::size_t peer : ring.Alive())
    {
        if (ring.At(peer).GetMembership().IsJoined())
        {
            members.insert(peer);
        }
    }
    return members;
}

/// @param ring A ring. @param members Its members. @param member One of them. @return Of its
/// successors, the first that is a member; nothing if there is none.
std::optional<std::size_t>
BestSuccessor(const LiveRing& ring, const std::set<std::size_t>& members, std::size_t member)
{
    for (const Endpoint& next : ring.At(member).GetMembership().Successors())
    {
        const auto found = std::find_if(members.begin(), members.end(), [&](std::size_t other) {
            return LiveRing::EndpointOf(other) == next;
        });
        if (found != members.end())
        {
            return *found;
        }
    }
    return std::nullopt;
}

/// @param ring A ring. @return What is wrong with it, whatever maintenance has still to do; nothing
/// if it is one ordered ring that nobody who stays is outside of, and to which all others lead.
std::string
Violation(const LiveRing& ring)
{
    const std::set<std::size_t> members = MembersOf(ring);
    std::vector<std::size_t> cycle;
    for (std::size_t at = 0; std::find(cycle.begin(), cycle.end(), at) == cycle.end();)
    {
        cycle.push_back(at);
        const auto next = BestSuccessor(ring, members, at);
        if (!next)
        {
            return std::to_string(at) + " has no successor that is there";
        }
        at = *next;
    }
    if (*BestSuccessor(ring, members, cycle.back()) != 0)
    {
        return "the first member is no part of the ring";
    }
    const auto id = [&](std::size_t member) { return IdOf(ring.At(member).Self()); };
    std::size_t descents = 0;
    for (std::size_t i = 0; i < cycle.size(); ++i)
    {
        descents += id(cycle[i]) < id(cycle[(i + 1) % cycle.size()]) ? 0 : 1;
    }
    if (descents != 1)
    {
        return "the ring is not in order";
    }
    for (std::size_t member = 0; member < kBase; ++member)
    {
        if (std::find(cycle.begin(), cycle.end(), member) == cycle.end())
        {
            return std::to_string(member) + " stays, and is no part of the ring";
        }
    }
    for (const std::size_t member : members)
    {
        std::size_t at = member;
        for (std::size_t steps = 0; std::find(cycle.begin(), cycle.end(), at) == cycle.end();
             ++steps)
        {
            const auto next = BestSuccessor(ring, members, at);
            if (!next || steps > members.size())
            {
                return std::to_string(member) + " does not lead into the ring";
            }
            at = *next;
        }
    }
    return "";
}

/// @param ring A ring. @param peer One of its peers. @return Whether all others know another member
/// that is there: her assumption on failures.
bool
MayFail(const LiveRing& ring, std::size_t peer)
{
    std::set<std::size_t> rest = MembersOf(ring);
    rest.erase(peer);
    return std::all_of(rest.begin(), rest.end(), [&](std::size_t member) {
        return BestSuccessor(ring, rest, member).has_value();
    });
}

/// @param seed Of its random numbers. @return What a ring is made of whose lists are short.
LiveRingOptions
ShortLists(std::uint64_t seed)
{
    LiveRingOptions options = test::Quiet();
    options.seed = seed;
    options.maintenance.successors = kSuccessors;
    options.retry = FromSeconds(1);
    options.silentCrashes = seed % 2 == 0;
    return options;
}

/// Members come, leave and crash for two minutes, as long as others know somebody else. @param ring
/// A ring. @param base How many members stay, the first ones; others join through one of these, or
/// if none stay, through all that are there, as any one of them may have gone the next moment.
/// @param seed Of all random numbers. @param look Called every 0.05 s.
void
ComeAndGo(LiveRing& ring, std::size_t base, std::uint64_t seed, const std::function<void()>& look)
{
    MersenneRandom random(seed, 79);
    const auto draw = [&random](std::size_t from, std::size_t to) {
        return from + static_cast<std::size_t>(random.Uniform() * static_cast<double>(to - from));
    };
    const Time end = ring.Now() + FromSeconds(120);
    Time next = ring.Now();
    std::map<std::size_t, Time> backAt;
    while (ring.Now() < end)
    {
        if (next <= ring.Now())
        {
            const std::size_t peer = draw(base, kPlaces);
            const std::set<std::size_t> members = MembersOf(ring);
            const std::vector<std::size_t> through =
                base > 0 ? std::vector<std::size_t>{draw(0, base)}
                         : std::vector<std::size_t>(members.begin(), members.end());
            const bool isThere = ring.Alive().count(peer) > 0;
            if (!isThere && backAt[peer] <= ring.Now())
            {
                ring.Join(peer, through);
            }
            else if (isThere && MayFail(ring, peer))
            {
                random.Uniform() < 0.5 ? ring.Crash(peer) : ring.Leave(peer);
                backAt[peer] = ring.Now() + kForgotten;
            }
            next = ring.Now() + FromSeconds(2 * random.Uniform());
        }
        ring.RunUntil(ring.Now() + FromSeconds(0.05));
        look();
    }
}

TEST(RingInvariantTest, WithABaseThatStaysThereIsOneOrderedRingAtEveryInstant)
{
    for (std::uint64_t seed = 1; seed <= Trials(30); ++seed)
    {
        LiveRing ring(ShortLists(seed), kPlaces);
        test::Populate(ring, kBase);
        ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
        ComeAndGo(ring, kBase, seed, [&] {
            EXPECT_EQ(Violation(ring), "") << "seed " << seed << " at " << ToSeconds(ring.Now());
        });
        ASSERT_FALSE(HasFailure());
        EXPECT_NE(ring.Settle(FromSeconds(60)), kNever) << ring.Flaws();
    }
}

TEST(RingInvariantTest, WithoutABaseThereIsOneRingSoonAfterTheLastHasComeOrGone)
{
    for (std::uint64_t seed = 1; seed <= Trials(30); ++seed)
    {
        LiveRing ring(ShortLists(seed), kPlaces);
        test::Populate(ring, kBase);
        ASSERT_NE(ring.Settle(FromSeconds(30)), kNever);
        ComeAndGo(ring, 0, seed, [] {});
        const std::set<std::size_t> members = MembersOf(ring);
        for (const std::size_t peer : ring.Alive())
        {
            if (members.count(peer) == 0)
            {
                // all whom it was told may have gone before it had a place
                ring.Join(peer, {members.begin(), members.end()});
            }
        }
        EXPECT_NE(ring.Settle(FromSeconds(30)), kNever) << "seed " << seed << ring.Flaws();
    }
}

} // namespace
} // namespace dht
