/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-code.h"
#include "dht-repair-limits.h"
#include "memory-live-store.h"
#include "memory-ring.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <optional>
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

    RingNodes Towards(const Key& /* key */, std::size_t /* most */) const override
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
        if (const auto* const store = BodyOf<StoreBody>(message))
        {
            offered[to.port].insert(store->key);
        }
        if (const auto* const stored = BodyOf<StoredBody>(message))
        {
            told = stored->status;
        }
        const auto* const locate = BodyOf<LocateBody>(message);
        if (!locate)
        {
            if (const auto body = says ? says(to.port, message) : std::nullopt)
            {
                Reply(to, message, *body);
            }
            return;
        }
        lookedUp.insert(locate->key);
        Reply(to, message, AcceptedBody{});
        StorageMessage located;
        located.id = locate->lookup;
        LocatedBody body{true, {}};
        for (const std::uint32_t id : followers)
        {
            body.peers.push_back({AtId(id), {}});
        }
        located.body.Write() = body;
        Arrive(to, located);
    }

    /// Somebody answers. @param from The peer's endpoint. @param question The message that it got.
    /// @param body The answer.
    void Reply(const Endpoint& from, const StorageMessage& question, const StorageBody& body)
    {
        StorageMessage answer;
        answer.id = question.id;
        answer.attempt = question.attempt;
        answer.body.Write() = body;
        Arrive(from, answer);
    }

    /// Something is under way to the storage. @param from The sender's endpoint. @param message The
    /// message.
    void Arrive(const Endpoint& from, const StorageMessage& message)
    {
        events.At(events.Now() + FromSeconds(0.01),
                  [this, from, message] { store.Get().OnMessage(events.Now(), from, message); });
    }

    /// Everybody lacks everything, and takes it. @param message A question. @return The answer.
    static std::optional<StorageBody> TakesAll(const StorageMessage& message)
    {
        if (BodyOf<SyncBody>(message))
        {
            return SyncedBody{SyncStatus::kKeys, {}, {}};
        }
        return StoredBody{StoredStatus::kStored};
    }

    /// The peer leaves, and has an hour. @param time How long that is watched.
    void Leave(Time time)
    {
        store.Get().HandOver(events.Now(), events.Now() + std::chrono::hours(1));
        events.RunUntil(events.Now() + time);
    }

    /// What a peer answers to a question other than a lookup; empty: nothing.
    std::function<std::optional<StorageBody>(std::uint32_t peer, const StorageMessage& message)>
        says;
    std::map<std::uint32_t, std::set<Key>> offered; ///< To peers, by id.
    std::optional<StoredStatus> told;               ///< To who wanted to store last.

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
    Leave(FromSeconds(30));
    const std::set<std::uint32_t> asked{followers[13], followers[14], followers[15]};
    EXPECT_EQ(compared, asked) << "first who is to hold it, and then who may";
    EXPECT_FALSE(store.Get().IsHandingOver());
    EXPECT_EQ(store.Kept().Count(), 1u);
}

/// Those who follow leave, too, but are still there.
TEST_F(FragmentMoverTest, WhoHandsOverAsksThreeBusyPeersAndNoMore)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    Keep(kHere - 19 * kStep);
    followers = CloseFollowers(far);
    says = [](std::uint32_t, const StorageMessage&) {
        return SyncedBody{SyncStatus::kBusy, {}, {}};
    };
    Leave(FromSeconds(30));
    const std::set<std::uint32_t> asked{followers[13], followers[14], followers[15]};
    EXPECT_EQ(compared, asked);
    EXPECT_FALSE(store.Get().IsHandingOver());
    EXPECT_EQ(store.Kept().Count(), 2u);
}

TEST_F(FragmentMoverTest, WhatAFollowerThatDiesDoesNotTakeTheNextOneGets)
{
    const std::uint32_t far = kHere - 20 * kStep;
    for (std::uint32_t i = 0; i < 40; ++i)
    {
        Keep(far + i);
    }
    followers = CloseFollowers(far + 50);
    says = [this](std::uint32_t peer, const StorageMessage& message) {
        const bool isDead = peer == followers[13] && BodyOf<StoreBody>(message);
        return isDead ? std::nullopt : TakesAll(message);
    };
    Leave(std::chrono::minutes(10));
    EXPECT_GE(offered[followers[13]].size(), 3u);
    EXPECT_LE(offered[followers[13]].size(), 3u + kMostRepairs);
    EXPECT_EQ(offered[followers[14]].size(), 40u) << "also what the other one may have taken";
    EXPECT_EQ(store.Kept().Count(), 0u);
    EXPECT_TRUE(store.Get().IdentitiesHold());
}

TEST_F(FragmentMoverTest, WhoHandsOverBelievesWhatTheRingSaysOfWhoIsNear)
{
    const std::uint32_t near = kHere - 7 * kStep;
    Keep(near);
    followers = CloseFollowers(near);
    says = [](std::uint32_t, const StorageMessage& message) { return TakesAll(message); };
    Leave(FromSeconds(30));
    EXPECT_EQ(compared, std::set<std::uint32_t>{kHere + kStep}) << "its own successor";
    EXPECT_EQ(store.Kept().Count(), 0u);
}

TEST_F(FragmentMoverTest, WhoHandsOverDoesNotBelieveWhatCannotBe)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    followers.back() = kHere - kStep / 2; // between the predecessor and this peer
    says = [](std::uint32_t, const StorageMessage& message) { return TakesAll(message); };
    Leave(FromSeconds(30));
    EXPECT_EQ(lookedUp.count(Key(far)), 1u);
    EXPECT_TRUE(compared.empty());
    EXPECT_EQ(store.Kept().Count(), 1u);
}

TEST_F(FragmentMoverTest, WhoLeavesTakesNothingAndSaysSoBeforeItIsSent)
{
    StorageMessage question;
    question.body.Write() = StoreBody{Key(kHere), std::chrono::hours(1), std::nullopt};
    store.Get().OnMessage(events.Now(), AtId(kHere + kStep), question);
    EXPECT_EQ(told, StoredStatus::kNotHere);
    Leave(FromSeconds(1));
    store.Get().OnMessage(events.Now(), AtId(kHere + kStep), question);
    EXPECT_EQ(told, StoredStatus::kFull);
}

} // namespace
} // namespace dht
