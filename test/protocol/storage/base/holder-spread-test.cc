/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-site.h"
#include "dht-holder-spread.h"
#include "dht-mersenne-random.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

/// Which followers of a key hold its block.

namespace dht::test
{
namespace
{

using Endpoints = std::vector<Endpoint>;

constexpr std::uint32_t kHolderPrivate = 0x0a000000;
constexpr std::uint32_t kRouted = 0x08000000;

/// @param host A host's number. @param port A peer's. @return The peer.
Endpoint
PrivatePeer(std::size_t host, std::size_t port)
{
    return Endpoint::Ipv4(kHolderPrivate + static_cast<std::uint32_t>(host + 1),
                          static_cast<std::uint16_t>(7000 + port));
}

/// @param random Draws. @param peers How many. @param hosts On at most so many hosts, some of which
/// get more than others. @return The peers, in ring order.
Endpoints
SomePeers(Random& random, std::size_t peers, std::size_t hosts)
{
    Endpoints some;
    for (std::size_t i = 0; i < peers; ++i)
    {
        const std::size_t host = DrawBelow(random, hosts);
        some.push_back(PrivatePeer(DrawBelow(random, 3) == 0 ? host / 2 : host, i));
    }
    return some;
}

/// @param fragments How many a block has. @return The options.
StorageOptions
Of(std::uint8_t fragments)
{
    StorageOptions options;
    options.fragments = fragments;
    return options;
}

/// @param peers Some. @param which A bit for each. @return Those that are meant.
Endpoints
Some(const Endpoints& peers, unsigned which)
{
    Endpoints some;
    for (std::size_t i = 0; i < peers.size(); ++i)
    {
        if ((which >> i & 1U) != 0)
        {
            some.push_back(peers[i]);
        }
    }
    return some;
}

/// @param holders Who holds a fragment. @param needed How many give the block. @return How many
/// hosts may fail, whichever: by trying all sets of them.
std::size_t
SpareByTrying(const Endpoints& holders, std::size_t needed)
{
    std::map<Endpoint, std::size_t, EndpointOrder> hosts;
    for (const Endpoint& peer : holders)
    {
        ++hosts[HostOf(peer)];
    }
    std::size_t fewest = hosts.size() + 1;
    for (unsigned failed = 0; failed < 1U << hosts.size(); ++failed)
    {
        std::size_t left = 0;
        std::size_t bits = 0;
        std::size_t i = 0;
        for (const auto& [host, count] : hosts)
        {
            const bool hasFailed = (failed >> i++ & 1U) != 0;
            left += hasFailed ? 0 : count;
            bits += hasFailed ? 1 : 0;
        }
        fewest = left < needed ? std::min(fewest, bits) : fewest;
    }
    return fewest == 0 ? 0 : fewest - 1;
}

TEST(HolderSpreadTest, OnHostsAndNetworksOfTheirOwnTheFirstFollowersHold)
{
    for (std::size_t count = 0; count < 60; ++count)
    {
        Endpoints inside;
        Endpoints outside;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            inside.push_back(Endpoint::Ipv4(kHolderPrivate + i + 1, 7000));
            outside.push_back(Endpoint::Ipv4(kRouted + 256 * i + 1, 7000));
        }
        for (const Endpoints& followers : {inside, outside})
        {
            const Holders<Endpoint> holders = HoldersAmong(followers, Of(14));
            const std::size_t first = std::min<std::size_t>(count, 14);
            const std::size_t looked = std::min<std::size_t>(count, 46);
            EXPECT_EQ(holders.first, Endpoints(followers.begin(), followers.begin() + first));
            EXPECT_EQ(holders.further,
                      Endpoints(followers.begin() + first, followers.begin() + looked));
            EXPECT_EQ(holders.isSettled, count >= 14);
        }
    }
}

TEST(HolderSpreadTest, NoOtherChoiceSurvivesTheLossOfMoreHosts)
{
    MersenneRandom random(1);
    for (unsigned round = 0; round < 300; ++round)
    {
        const std::size_t peers = 1 + DrawBelow(random, 11);
        const Endpoints followers = SomePeers(random, peers, 1 + DrawBelow(random, 7));
        const auto fragments = static_cast<std::uint8_t>(1 + DrawBelow(random, 7));
        const Endpoints chosen = HoldersAmong(followers, Of(fragments)).first;
        ASSERT_EQ(chosen.size(), std::min<std::size_t>(peers, fragments));
        for (std::size_t needed = 1; needed <= chosen.size(); ++needed)
        {
            std::size_t best = 0;
            for (unsigned which = 0; which < 1U << peers; ++which)
            {
                const Endpoints others = Some(followers, which);
                if (others.size() == chosen.size())
                {
                    best = std::max(best, SpareByTrying(others, needed));
                }
            }
            EXPECT_EQ(HostsToSpare(chosen, needed), best) << round << ", " << needed;
            EXPECT_EQ(SpareByTrying(chosen, needed), best);
        }
    }
}

TEST(HolderSpreadTest, TwoHostsOfEightPeersHoldSevenFragmentsEach)
{
    MersenneRandom random(2);
    for (unsigned round = 0; round < 50; ++round)
    {
        Endpoints followers;
        std::size_t left[]{8, 8};
        while (left[0] + left[1] > 0)
        {
            const std::size_t host = DrawBelow(random, left[0] + left[1]) < left[0] ? 0 : 1;
            followers.push_back(PrivatePeer(host, --left[host]));
        }
        const HolderCount count = CountHolders(HoldersAmong(followers, Of(14)).first, 7);
        EXPECT_EQ(count.peers, 14u);
        EXPECT_EQ(count.hosts, 2u);
        EXPECT_EQ(count.spare, 1u);
    }
}

TEST(HolderSpreadTest, AfterHostsComeNetworksThatTheInternetRoutes)
{
    for (const std::uint32_t base : {kRouted, kHolderPrivate})
    {
        Endpoints followers;
        for (std::uint32_t i = 0; i < 30; ++i)
        {
            followers.push_back(Endpoint::Ipv4(base + (i < 15 ? 0 : 256) + i + 1, 7000));
        }
        std::map<Endpoint, std::size_t, EndpointOrder> networks;
        for (const Endpoint& peer : HoldersAmong(followers, Of(14)).first)
        {
            ++networks[NetworkOf(peer)];
        }
        EXPECT_EQ(networks[NetworkOf(followers.front())], base == kRouted ? 7u : 14u);
        // a host of its own is worth more than another network
        for (std::uint32_t i = 15; i < 30; ++i)
        {
            followers[i] = Endpoint::Ipv4(base + 256 + 1, static_cast<std::uint16_t>(7000 + i));
        }
        EXPECT_EQ(CountHolders(HoldersAmong(followers, Of(14)).first, 7).hosts, 14u);
    }
}

TEST(HolderSpreadTest, WhoComesOrGoesMovesOneOtherAtMost)
{
    MersenneRandom random(3);
    for (unsigned round = 0; round < 2000; ++round)
    {
        const std::size_t peers = 2 + DrawBelow(random, 28);
        const Endpoints with = SomePeers(random, peers, 1 + DrawBelow(random, 20));
        const std::size_t place = DrawBelow(random, peers);
        Endpoints without = with;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(place));
        const Endpoints before = HoldersAmong(without, Of(14)).first;
        const Endpoints after = HoldersAmong(with, Of(14)).first;
        const auto has = [](const Endpoints& all, const Endpoint& peer) {
            return std::find(all.begin(), all.end(), peer) != all.end();
        };
        std::size_t moved = 0;
        for (const Endpoint& peer : without)
        {
            moved += has(before, peer) != has(after, peer) ? 1 : 0;
        }
        EXPECT_LE(moved, 1u) << round;
    }
}

TEST(HolderSpreadTest, WhatIsSettledStaysWhoeverFollows)
{
    MersenneRandom random(4);
    unsigned settled = 0;
    for (unsigned round = 0; round < 2000; ++round)
    {
        const Endpoints all = SomePeers(random, 40, 10 + DrawBelow(random, 200));
        const auto few = static_cast<std::ptrdiff_t>(14 + DrawBelow(random, 26));
        const auto first = HoldersAmong(Endpoints(all.begin(), all.begin() + few), Of(14));
        if (first.isSettled)
        {
            ++settled;
            EXPECT_EQ(first.first, HoldersAmong(all, Of(14)).first);
        }
    }
    EXPECT_GT(settled, 200u);
    EXPECT_LT(settled, 1900u);
}

TEST(HolderSpreadTest, OverPeersTheFirstFollowersHoldWhateverTheirHosts)
{
    StorageOptions options;
    options.spread = HolderSpread::kPeers;
    MersenneRandom random(5);
    const Endpoints followers = SomePeers(random, 20, 3);
    const auto holders = HoldersAmong(followers, options);
    EXPECT_EQ(holders.first, Endpoints(followers.begin(), followers.begin() + 14));
    EXPECT_TRUE(holders.isSettled);
}

TEST(HolderSpreadTest, WhoReplacesAHolderIsOnAHostWithFew)
{
    Endpoints holders;
    Endpoints further{PrivatePeer(1, 8), PrivatePeer(0, 8), PrivatePeer(1, 9), PrivatePeer(2, 1)};
    for (std::size_t i = 0; i < 7; ++i)
    {
        holders.push_back(PrivatePeer(1, i));
        holders.push_back(PrivatePeer(0, i));
    }
    holders.pop_back();
    EXPECT_EQ(TakeFurther(further, holders), PrivatePeer(2, 1));
    EXPECT_EQ(TakeFurther(further, holders), PrivatePeer(0, 8));
    EXPECT_EQ(TakeFurther(further, holders), PrivatePeer(1, 8)) << "the best of those on one host";
    EXPECT_EQ(further, Endpoints{PrivatePeer(1, 9)});
}

TEST(HolderSpreadTest, WithTooFewHoldersNoHostMayFail)
{
    const Endpoints holders{PrivatePeer(1, 1), PrivatePeer(2, 1), PrivatePeer(2, 2)};
    EXPECT_EQ(HostsToSpare({}, 1), 0u);
    EXPECT_EQ(HostsToSpare(holders, 4), 0u);
    EXPECT_EQ(HostsToSpare(holders, 3), 0u);
    EXPECT_EQ(HostsToSpare(holders, 2), 0u);
    EXPECT_EQ(HostsToSpare(holders, 1), 1u);
    EXPECT_EQ(CountHolders(holders, 1).hosts, 2u);
}

} // namespace
} // namespace dht::test
