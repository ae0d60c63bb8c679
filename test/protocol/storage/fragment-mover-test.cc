/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-code.h"
#include "memory-live-store.h"
#include "memory-ring.h"

#include <gtest/gtest.h>
#include <set>

/// What a peer gives up, whatever it is told.

namespace dht
{
namespace
{

/// Ids are ports, so that anybody may be anywhere.
constexpr std::uint32_t kHere = 30000;
/// Between one peer and the next.
constexpr std::uint32_t kStep = 100;

/// @param id An id. @return Whose it is.
Endpoint
AtId(std::uint32_t id)
{
    return Endpoint::Ipv4(1, static_cast<std::uint16_t>(id));
}

/// A place between a predecessor and 16 successors that are as far from each other.
class EvenPlace : public RingInfo
{
  public:
    RingNode Self() const override
    {
        return {AtId(kHere), Key(kHere)};
    }

    bool HasPlace() const override
    {
        return true;
    }

    RingNodes Successors() const override
    {
        RingNodes nodes;
        for (std::uint32_t i = 1; i <= 16; ++i)
        {
            nodes.push_back({AtId(kHere + i * kStep), Key(kHere + i * kStep)});
        }
        return nodes;
    }

    std::optional<RingNode> Predecessor() const override
    {
        return RingNode{AtId(kHere - kStep), Key(kHere - kStep)};
    }

    bool IsWhole() const override
    {
        return false;
    }

    RingNodes Towards(const Key& /* key */) const override
    {
        return {Successors().back()};
    }

    Key IdOf(const Endpoint& endpoint) const override
    {
        return Key(endpoint.port);
    }
};

/// A storage on its own, whose lookups are answered by a test.
class FragmentMoverTest : public testing::Test
{
  protected:
    /// Keep a fragment. @param id Its block's key.
    void Keep(std::uint32_t id)
    {
        store.Kept().Put(events.Now(),
                         Key(id),
                         MakeFragments(Bytes{1}, 1, {{1}}, std::chrono::hours(9))[0]);
    }

    /// Sweep once or twice. @param time How long that takes.
    void Run(Time time)
    {
        store.Get().OnWake(events.Now());
        events.RunUntil(events.Now() + time);
    }

    /// @return An interval of a minute, and no tokens.
    static test::LiveStoreOptions Options()
    {
        test::LiveStoreOptions options;
        options.storage.repairInterval = std::chrono::minutes(1);
        options.wantsTokens = false;
        return options;
    }

    /// The storage says something. @param to The receiver's endpoint. @param message The message.
    void Answer(const Endpoint& to, const StorageMessage& message)
    {
        if (BodyOf<SyncBody>(message))
        {
            compared.insert(to.port);
        }
        const auto* const locate = BodyOf<LocateBody>(message);
        if (!locate)
        {
            return;
        }
        lookedUp.insert(locate->key);
        StorageMessage accepted;
        accepted.id = message.id;
        accepted.attempt = message.attempt;
        accepted.body.Write() = AcceptedBody{};
        StorageMessage located;
        located.id = locate->lookup;
        LocatedBody body{true, {}};
        for (const std::uint32_t id : followers)
        {
            body.peers.push_back({AtId(id), {}});
        }
        located.body.Write() = body;
        events.At(events.Now() + FromSeconds(0.01), [this, to, accepted, located] {
            store.Get().OnMessage(events.Now(), to, accepted);
            store.Get().OnMessage(events.Now(), to, located);
        });
    }

    std::vector<std::uint32_t> followers; ///< What a lookup finds.
    std::set<Key> lookedUp;               ///< Keys.
    std::set<std::uint32_t> compared;     ///< Peers that were asked what they hold, by id.
    test::EventQueue events;              ///< The clock.
    test::MersenneRandom random{1};       ///< For ids.
    test::LiveStore store{
        Options(),
        std::make_unique<EvenPlace>(),
        random,
        {[this](const Endpoint& to, const StorageMessage& message) { Answer(to, message); },
         [this](Time time, const std::function<void()>& action) { events.At(time, action); },
         [this] { return events.Now(); }}};
};

/// @param key A key. @return Sixteen who follow it closely.
std::vector<std::uint32_t>
CloseFollowers(std::uint32_t key)
{
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 1; i <= 16; ++i)
    {
        ids.push_back(key + 10 * i);
    }
    return ids;
}

TEST_F(FragmentMoverTest, WhoFollowsAFarKeyIsCompared)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    Run(FromSeconds(100));
    EXPECT_GT(compared.count(followers[0]), 0u);
}

TEST_F(FragmentMoverTest, WhoIsSaidToBeBetweenThePredecessorAndThisPeerIsNotBelieved)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    followers.back() = kHere - kStep / 2;
    Run(FromSeconds(100));
    EXPECT_GT(lookedUp.count(Key(far)), 0u);
    EXPECT_EQ(compared.count(followers[0]), 0u);
    followers.back() = kHere - kStep;
    Run(FromSeconds(200));
    EXPECT_GT(compared.count(followers[0]), 0u) << "the predecessor itself";
}

TEST_F(FragmentMoverTest, WhatIsNearIsNeverGivenUp)
{
    const std::uint32_t near = kHere - 7 * kStep;
    Keep(near);
    followers = CloseFollowers(near);
    Run(FromSeconds(200));
    EXPECT_GT(lookedUp.count(Key(near)), 0u);
    EXPECT_EQ(compared.count(followers[0]), 0u);
}

TEST_F(FragmentMoverTest, ASweepBeginsWhereTheLastOneHasStopped)
{
    std::set<Key> keys;
    for (std::uint32_t i = 0; i < 100; ++i)
    {
        Keep(kHere - (20 + 2 * i) * kStep);
        keys.insert(Key(kHere - (20 + 2 * i) * kStep));
    }
    followers = {kHere - 10 * kStep}; // too few to know anything
    Run(FromSeconds(90));
    EXPECT_EQ(lookedUp.size(), 64u) << "one that says nothing does not end the sweep";
    Run(FromSeconds(120));
    EXPECT_EQ(lookedUp, keys);
}

/// A ring that ends as a whole: those who follow are silent.
TEST_F(FragmentMoverTest, WhoHandsOverAsksThreeSilentPeersAndNoMore)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    store.Get().HandOver(events.Now(), events.Now() + std::chrono::hours(1));
    events.RunUntil(events.Now() + FromSeconds(30));
    const std::set<std::uint32_t> asked{followers[13], followers[14], followers[15]};
    EXPECT_EQ(compared, asked) << "first who is to hold it, and then who may";
    EXPECT_FALSE(store.Get().IsHandingOver());
    EXPECT_EQ(store.Kept().Count(), 1u);
}

} // namespace
} // namespace dht
