/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-repair-limits.h"
#include "lone-storage.h"

#include <chrono>
#include <gtest/gtest.h>
#include <optional>
#include <set>

/// What a peer hands over before it leaves, and to whom, whatever it is told.

namespace dht
{
namespace
{

using test::AtId;
using test::CloseFollowers;
using test::kHere;
using test::kStep;

using HandOverTest = test::LoneStorage;

/// A ring that ends as a whole: those who follow are silent, also after a pause.
TEST_F(HandOverTest, WhoHandsOverAsksThreeSilentPeersTwiceAndNoMore)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    Leave(FromSeconds(30));
    const std::set<std::uint32_t> asked{followers[13], followers[14], followers[15]};
    EXPECT_EQ(compared, asked) << "first who is to hold it, and then who may";
    EXPECT_EQ(storage.Counters().comparisons, 6u);
    EXPECT_FALSE(storage.IsHandingOver());
    EXPECT_EQ(kept.Count(), 1u);
}

/// Neighbours have left at the same time, and a lookup does not yet name others.
TEST_F(HandOverTest, WhoFindsOnlySilentPeersAsksAgainLater)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    bool areGone = true;
    says = [&](std::uint32_t, const StorageMessage& message) {
        return areGone ? std::nullopt : TakesAll(message);
    };
    Leave(FromSeconds(6.5));
    EXPECT_EQ(storage.Counters().comparisonsFailed, 3u);
    areGone = false;
    events.RunUntil(events.Now() + FromSeconds(1));
    EXPECT_EQ(kept.Count(), 0u);
}

/// Those who follow leave, too, but are still there: the ring ends as a whole.
TEST_F(HandOverTest, WhoHandsOverAsksEachBusyPeerOnceMoreAfterAPause)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    Keep(kHere - 19 * kStep);
    followers = CloseFollowers(far);
    says = [](std::uint32_t, const StorageMessage&) {
        return SyncedBody{SyncStatus::kBusy, {}, {}};
    };
    Leave(FromSeconds(1.9));
    EXPECT_EQ(compared, std::set<std::uint32_t>(followers.begin(), followers.end()));
    EXPECT_EQ(storage.Counters().comparisons, 32u);
    EXPECT_FALSE(storage.IsHandingOver());
    EXPECT_EQ(kept.Count(), 2u);
}

/// Who is asked too much is busy for a moment, and does not leave.
TEST_F(HandOverTest, WhoWasBusyOnceIsAskedAgainAfterAPause)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    bool areBusy = true;
    says = [&](std::uint32_t, const StorageMessage& message) -> std::optional<StorageBody> {
        return areBusy ? SyncedBody{SyncStatus::kBusy, {}, {}} : TakesAll(message);
    };
    Leave(FromSeconds(0.9));
    EXPECT_EQ(kept.Count(), 1u);
    EXPECT_TRUE(storage.IsHandingOver());
    areBusy = false;
    events.RunUntil(events.Now() + FromSeconds(1));
    EXPECT_EQ(kept.Count(), 0u);
}

/// Many neighbours leave at the same time.
TEST_F(HandOverTest, WhoIsBusyIsPassedOver)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    says = [this](std::uint32_t peer, const StorageMessage& message) -> std::optional<StorageBody> {
        if (peer == followers[10])
        {
            return TakesAll(message);
        }
        return SyncedBody{SyncStatus::kBusy, {}, {}};
    };
    Leave(FromSeconds(0.9));
    EXPECT_EQ(offered[followers[10]].size(), 1u);
    EXPECT_EQ(kept.Count(), 0u);
    EXPECT_FALSE(storage.IsHandingOver());
}

TEST_F(HandOverTest, WhatABusyFollowerMayLackIsOfferedAfterAPause)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    bool isBusy = true;
    says = [&](std::uint32_t peer, const StorageMessage& message) -> std::optional<StorageBody> {
        if (peer == followers[13])
        {
            return isBusy ? SyncedBody{SyncStatus::kBusy, {}, {}} : *TakesAll(message);
        }
        return SyncedBody{SyncStatus::kSame, {}, {}}; // the others have it
    };
    Leave(FromSeconds(0.9));
    EXPECT_TRUE(storage.IsHandingOver());
    isBusy = false;
    events.RunUntil(events.Now() + FromSeconds(1));
    EXPECT_EQ(kept.Count(), 0u);
    EXPECT_FALSE(storage.IsHandingOver());
}

TEST_F(HandOverTest, WhatAFollowerThatDiesDoesNotTakeTheNextOneGets)
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
    EXPECT_EQ(kept.Count(), 0u);
    EXPECT_TRUE(storage.IdentitiesHold());
}

TEST_F(HandOverTest, WhoHandsOverBelievesWhatTheRingSaysOfWhoIsNear)
{
    const std::uint32_t near = kHere - 7 * kStep;
    Keep(near);
    followers = CloseFollowers(near);
    says = [](std::uint32_t, const StorageMessage& message) { return TakesAll(message); };
    Leave(FromSeconds(30));
    EXPECT_EQ(compared, std::set<std::uint32_t>{kHere + kStep}) << "its own successor";
    EXPECT_EQ(kept.Count(), 0u);
}

TEST_F(HandOverTest, WhoHandsOverDoesNotBelieveWhatCannotBe)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    followers.back() = kHere - kStep / 2; // between the predecessor and this peer
    says = [](std::uint32_t, const StorageMessage& message) { return TakesAll(message); };
    Leave(FromSeconds(30));
    EXPECT_EQ(lookedUp.count(Key(far)), 1u);
    EXPECT_EQ(lookups, 6u) << "five pauses";
    EXPECT_FALSE(storage.IsHandingOver());
    EXPECT_TRUE(compared.empty());
    EXPECT_EQ(kept.Count(), 1u);
}

/// The predecessor has left, and lookups still name it.
TEST_F(HandOverTest, WhoIsToldWhatCannotBeAsksAgainLater)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    followers.back() = kHere - kStep / 2;
    says = [](std::uint32_t, const StorageMessage& message) { return TakesAll(message); };
    Leave(FromSeconds(1.5));
    EXPECT_TRUE(compared.empty());
    EXPECT_TRUE(storage.IsHandingOver());
    followers = CloseFollowers(far);
    events.RunUntil(events.Now() + FromSeconds(1.5));
    EXPECT_EQ(offered[followers[13]].size(), 1u);
    EXPECT_EQ(kept.Count(), 0u);
    EXPECT_FALSE(storage.IsHandingOver());
}

/// Of an arc as long as its own, it looks up one key in vain.
TEST_F(HandOverTest, WhatIsContradictedHoldsNothingElseUp)
{
    for (std::uint32_t i = 0; i < 8; ++i)
    {
        Keep(kHere - (40 + 2 * i) * kStep);
        Keep(kHere - (40 + 2 * i) * kStep + 1);
        contradicted.insert(Key(kHere - (40 + 2 * i) * kStep));
    }
    const std::uint32_t good = kHere - 20 * kStep;
    Keep(good);
    Keep(kHere - 7 * kStep);
    followers = CloseFollowers(good);
    says = [](std::uint32_t, const StorageMessage& message) { return TakesAll(message); };
    Leave(FromSeconds(0.9));
    EXPECT_EQ(lookups, 8u + 2);
    EXPECT_EQ(kept.Count(), 16u) << "neither the far one nor the near one";
    events.RunUntil(events.Now() + FromSeconds(30));
    EXPECT_EQ(lookups, 6u * 8 + 2);
    EXPECT_FALSE(storage.IsHandingOver());
}

TEST_F(HandOverTest, WhereTooFewAreNamedItLooksBehindThemOnce)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = {kHere - 10 * kStep}; // too few to know anything; nobody is behind them, either
    Leave(FromSeconds(30));
    EXPECT_EQ(lookups, 2u);
    EXPECT_FALSE(storage.IsHandingOver());
    EXPECT_EQ(kept.Count(), 1u);
}

TEST_F(HandOverTest, WhatASilentFollowerMayLackIsOfferedAfterAPause)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    bool isThere = false;
    says = [&](std::uint32_t peer, const StorageMessage& message) -> std::optional<StorageBody> {
        if (peer == followers[13])
        {
            return isThere ? TakesAll(message) : std::nullopt;
        }
        return SyncedBody{SyncStatus::kSame, {}, {}}; // the others have it
    };
    Leave(FromSeconds(3));
    EXPECT_TRUE(storage.IsHandingOver());
    isThere = true;
    events.RunUntil(events.Now() + FromSeconds(30));
    EXPECT_EQ(kept.Count(), 0u);
    EXPECT_EQ(lookups, 2u);
}

TEST_F(HandOverTest, WhereTheNextOneTakesAllNoPauseFollows)
{
    const std::uint32_t far = kHere - 20 * kStep;
    Keep(far);
    followers = CloseFollowers(far);
    says = [this](std::uint32_t peer, const StorageMessage& message) {
        return peer == followers[13] ? std::nullopt : TakesAll(message);
    };
    Leave(FromSeconds(2.5)); // two of them for the silent one
    EXPECT_EQ(kept.Count(), 0u);
    EXPECT_FALSE(storage.IsHandingOver());
}

TEST_F(HandOverTest, ItsTimeEndsAPause)
{
    Keep(kHere - 20 * kStep);
    followers = {kHere - kStep / 2};
    storage.HandOver(events.Now(), events.Now() + FromSeconds(1.5));
    events.RunUntil(events.Now() + FromSeconds(1.4));
    EXPECT_TRUE(storage.IsHandingOver());
    events.RunUntil(events.Now() + FromSeconds(0.2));
    EXPECT_FALSE(storage.IsHandingOver());
    events.RunUntil(events.Now() + FromSeconds(30));
    EXPECT_EQ(lookups, 2u * 2) << "twice, and each time behind the one that was named";
}

TEST_F(HandOverTest, WhoLeavesTakesNothingAndSaysSoBeforeItIsSent)
{
    StorageMessage question;
    question.body.Write() = StoreBody{Key(kHere), std::chrono::hours(1), std::nullopt};
    storage.OnMessage(events.Now(), AtId(kHere + kStep), question);
    EXPECT_EQ(told, StoredStatus::kNotHere);
    Leave(FromSeconds(1));
    storage.OnMessage(events.Now(), AtId(kHere + kStep), question);
    EXPECT_EQ(told, StoredStatus::kFull);
}

} // namespace
} // namespace dht
