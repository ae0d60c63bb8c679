/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-block-store.h"
#include "dht-storage-format.h"
#include "dht-storage.h"
#include "memory-ring.h"
#include "random-block.h"

#include <gtest/gtest.h>
#include <vector>

/// Who asks a store has to show that it is where it asks from.

namespace dht
{
namespace
{

using test::RandomBlock;

/// A storage on its own, that sends into a list.
class StorageTokensTest : public testing::Test, private StorageHost
{
  protected:
    /// A ring of six: this peer, and five that never answer. All of them together do not fit into
    /// an answer that is as long as a lookup.
    class Six : public RingInfo
    {
      public:
        /// @param isWhole Whether these are all there are. Must outlive this object.
        explicit Six(const bool& isWhole)
            : m_isWhole(isWhole)
        {
        }

        RingNode Self() const override
        {
            return {Endpoint::Ipv4(1, 1), Key(100)};
        }

        bool HasPlace() const override
        {
            return true;
        }

        RingNodes Successors() const override
        {
            RingNodes nodes;
            for (std::uint32_t i = 2; i <= 6; ++i)
            {
                nodes.push_back({Endpoint::Ipv4(i, 1), Key(100 * i)});
            }
            return nodes;
        }

        bool IsWhole() const override
        {
            return m_isWhole;
        }

        RingNodes Towards(const Key& /* key */, std::size_t /* most */) const override
        {
            return {Successors().front()};
        }

        Key IdOf(const Endpoint& /* endpoint */) const override
        {
            return Key(300);
        }

      private:
        const bool& m_isWhole; ///< Whether these are all there are.
    };

    /// @param message What somebody says. @param from The sender's endpoint. @return What it is
    /// told.
    StorageMessage Say(const StorageMessage& message, const Endpoint& from = kClient)
    {
        sent.clear();
        storage.OnMessage(FromSeconds(1), from, message);
        EXPECT_EQ(sent.size(), 1u);
        return sent.empty() ? StorageMessage() : sent[0];
    }

    /// @param body What it says. @return A question.
    static StorageMessage Ask(StorageBody body)
    {
        StorageMessage message;
        message.id = 7;
        message.body.Write() = std::move(body);
        return message;
    }

    /// @param block A block. @return What asks to keep all of it.
    static StoreBody StoreOf(const Bytes& block)
    {
        const FragmentRow row = RandomRow(1, BlockKey(block), kClient, Time(0));
        return {BlockKey(block),
                FromSeconds(60),
                MakeFragments(block, 1, {row}, FromSeconds(60)).front()};
    }

    static inline const Endpoint kClient = Endpoint::Ipv4(9, 9);
    bool isWhole{true};               ///< Whether the ring has no more than six peers.
    std::vector<StorageMessage> sent; ///< What was sent last.
    test::MersenneRandom random{1};   ///< For secrets.
    Six ring{isWhole};                ///< Its place.
    MemoryBlockStore kept{{}};        ///< What it holds.
    Storage storage{{{}, {}, {}, ring, *this, kept, random, nullptr, true}}; ///< The storage.

  private:
    void SendStorage(const Endpoint& /* to */, const StorageMessage& message) override
    {
        sent.push_back(message);
    }

    void WakeStorageAt(Time /* time */) override
    {
    }
};

TEST_F(StorageTokensTest, NothingIsKeptForWhoMayBeAnywhere)
{
    const StorageMessage question = Ask(StoreOf(RandomBlock(1000, 1)));
    const StorageMessage refusal = Say(question);
    EXPECT_EQ(BodyOf<StoredBody>(refusal)->status, StoredStatus::kTokenWanted);
    EXPECT_EQ(kept.Count(), 0u);
    StorageMessage again = question;
    SetToken(again.extensions, TokenIn(refusal.extensions));
    EXPECT_EQ(BodyOf<StoredBody>(Say(again, Endpoint::Ipv4(8, 8)))->status,
              StoredStatus::kTokenWanted)
        << "somebody else's token";
    EXPECT_EQ(BodyOf<StoredBody>(Say(again))->status, StoredStatus::kStored);
    EXPECT_EQ(kept.Count(), 1u);
    EXPECT_EQ(storage.Counters().unproved, 2u);
}

TEST_F(StorageTokensTest, NoAnswerIsLongerThanWhatAsksForItWithoutAToken)
{
    const Bytes block = RandomBlock(1000, 2);
    ASSERT_EQ(kept.Put(FromSeconds(1), BlockKey(block), *StoreOf(block).fragment),
              StoreAnswer::kStored);
    const std::vector<StorageMessage> questions{
        Ask(FetchBody{BlockKey(block)}),
        Ask(FetchBody{Key(1)}),
        Ask(StoreBody{BlockKey(block), FromSeconds(9), std::nullopt}),
        Ask(StoreOf(RandomBlock(5, 3))),
        Ask(LocateBody{7, Key(5), 14, kClient}),
        Ask(LocateBody{7, Key(5), 0, kClient}),
        Ask(SyncBody{Key(0), Key(0), 0}),
        Ask(SyncBody{Key(1), Key(2), 0}),
    };
    for (const StorageMessage& question : questions)
    {
        EXPECT_LE(FrameSize(Say(question)), FrameSize(question)) << question.body->index();
    }
}

TEST_F(StorageTokensTest, ATokenOrALongerQuestionGetsAllPeers)
{
    StorageMessage question = Ask(LocateBody{7, Key(5), 14, kClient});
    EXPECT_EQ(BodyOf<LocatedBody>(Say(question))->peers.size(), 2u) << "in 59 bytes";
    SetToken(question.extensions, 0, 100);
    const StorageMessage answer = Say(question);
    EXPECT_EQ(BodyOf<LocatedBody>(answer)->peers.size(), 6u);
    question.extensions = {};
    SetToken(question.extensions, TokenIn(answer.extensions));
    EXPECT_EQ(BodyOf<LocatedBody>(Say(question))->peers.size(), 6u);
}

TEST_F(StorageTokensTest, ATokenGetsTheFragment)
{
    const Bytes block = RandomBlock(1000, 2);
    kept.Put(FromSeconds(1), BlockKey(block), *StoreOf(block).fragment);
    StorageMessage question = Ask(FetchBody{BlockKey(block)});
    const StorageMessage refusal = Say(question);
    EXPECT_EQ(BodyOf<FragmentBody>(refusal)->fragment.status, FragmentStatus::kTokenWanted);
    SetToken(question.extensions, TokenIn(refusal.extensions));
    const StorageMessage answer = Say(question);
    EXPECT_EQ(BodyOf<FragmentBody>(answer)->fragment.bytes, StoreOf(block).fragment->bytes);
    EXPECT_FALSE(answer.extensions.Find(kToken)) << "it has a good one";
}

TEST_F(StorageTokensTest, WhatIsHeldIsToldToWhoIsThere)
{
    const Bytes block = RandomBlock(1000, 2);
    kept.Put(FromSeconds(1), BlockKey(block), *StoreOf(block).fragment);
    StorageMessage question = Ask(SyncBody{Key(0), Key(0), 0});
    const StorageMessage refusal = Say(question);
    EXPECT_EQ(BodyOf<SyncedBody>(refusal)->status, SyncStatus::kTokenWanted);
    SetToken(question.extensions, TokenIn(refusal.extensions));
    const StorageMessage answer = Say(question);
    EXPECT_EQ(BodyOf<SyncedBody>(answer)->status, SyncStatus::kKeys);
    EXPECT_EQ(BodyOf<SyncedBody>(answer)->keys, std::vector<Key>{BlockKey(block)});
    // what is the same, everybody may know
    const StorageMessage nothing = Say(Ask(SyncBody{Key(1), Key(2), 0}));
    EXPECT_EQ(BodyOf<SyncedBody>(nothing)->status, SyncStatus::kSame);
}

TEST_F(StorageTokensTest, WhoComparesTooMuchIsToldToWait)
{
    std::size_t busy = 0;
    StorageMessage question = Ask(SyncBody{Key(1), Key(2), 0});
    const auto ask = [&] { return BodyOf<SyncedBody>(Say(question))->status; };
    // 20,000 keys at once for all who may be anywhere, and they take nothing from others
    for (int i = 0; i < 20000; ++i)
    {
        EXPECT_EQ(ask(), i * 64 < 20000 ? SyncStatus::kSame : SyncStatus::kTokenWanted);
    }
    SetToken(question.extensions, TokenIn(sent[0].extensions));
    for (int i = 0; i < 20000; ++i)
    {
        busy += ask() == SyncStatus::kBusy ? 1 : 0;
    }
    // 200,000 keys at once and as many in the first second; each question counts for 64
    EXPECT_EQ(20000 - busy, 400000u / 64);
    EXPECT_EQ(storage.Counters().syncsBusy, busy);
}

TEST_F(StorageTokensTest, EndsOfLookupsToldToStrangersAreLimited)
{
    const auto tell = [&](std::uint32_t host) {
        StorageMessage question = Ask(LocateBody{7, Key(5), 14, Endpoint::Ipv4(host, 5)});
        question.hopLimit = 9;
        sent.clear();
        storage.OnMessage(FromSeconds(1), kClient, question);
        return sent.size() - 1; // the other is to the hop before
    };
    std::size_t toOne = 0;
    std::size_t toAll = 0;
    for (std::uint32_t i = 0; i < 300; ++i)
    {
        toOne += tell(0x05050505);
    }
    EXPECT_EQ(toOne, 200u);
    for (std::uint32_t i = 0; i < 1500; ++i)
    {
        toAll += tell(0x06000000 + i % 10);
    }
    EXPECT_EQ(toOne + toAll, 1000u);
    EXPECT_EQ(storage.Counters().throttled, 800u);
}

TEST_F(StorageTokensTest, TheEndOfALookupIsNoLongerThanTheLocate)
{
    for (const std::size_t padding : {0, 50, 100, 150, 220})
    {
        StorageMessage question = Ask(LocateBody{7, Key(5), 14, Endpoint::Ipv4(5, 5)});
        question.hopLimit = 9;
        SetToken(question.extensions, 0, padding);
        sent.clear();
        storage.OnMessage(FromSeconds(1), kClient, question);
        ASSERT_EQ(sent.size(), 2u);
        EXPECT_LE(FrameSize(sent[1]), FrameSize(question));
        EXPECT_EQ(BodyOf<LocatedBody>(sent[1])->peers.size(), padding == 0 ? 3u : 6u);
        // from the origin itself, unless somebody else speaks in its name
        question.body.Write() = LocateBody{7, Key(5), 14, kClient};
        sent.clear();
        storage.OnMessage(FromSeconds(1), kClient, question);
        std::size_t all = 0;
        for (const StorageMessage& message : sent)
        {
            all += FrameSize(message);
        }
        EXPECT_LE(all, FrameSize(question));
        EXPECT_EQ(sent.size(), padding == 0 ? 1u : 2u) << "a token, and the end";
    }
}

/// Four that follow the key are known, more are wanted, and whoever is asked for them is gone.
TEST_F(StorageTokensTest, TheEndOfALookupThatNobodyHelpsWithIsNoLonger)
{
    isWhole = false;
    for (const std::size_t padding : {0, 30})
    {
        StorageMessage question =
            Ask(LocateBody{7, Key(250), kMaximumLocated, Endpoint::Ipv4(5, 5)});
        question.hopLimit = 9;
        SetToken(question.extensions, 0, padding);
        sent.clear();
        storage.OnMessage(FromSeconds(1), kClient, question);
        for (int second = 2; second < 60; ++second)
        {
            storage.OnWake(FromSeconds(second));
        }
        const auto* const end = BodyOf<LocatedBody>(sent.back());
        ASSERT_NE(end, nullptr);
        EXPECT_EQ(end->peers.size(), padding == 0 ? 3u : 4u);
        EXPECT_LE(FrameSize(sent.back()), FrameSize(question));
    }
    EXPECT_EQ(storage.Counters().stranded, 2u);
}

TEST_F(StorageTokensTest, AnOwnLookupMakesRoomForItsEndOnAllHops)
{
    StorageTokens tokens(true, random);
    for (const std::size_t padding : {0, 30, 200})
    {
        StorageMessage question = Ask(LocateBody{7, Key(5), 14, Endpoint::Ipv4(5, 5)});
        SetToken(question.extensions, 0, padding);
        const std::size_t size = FrameSize(question);
        question.extensions = {};
        tokens.HandOn(kClient, question, size, false);
        EXPECT_EQ(FrameSize(question), size) << "no longer, nor shorter";
    }
    StorageMessage own = Ask(LocateBody{7, Key(5), 14, kClient});
    tokens.HandOn(Endpoint::Ipv4(5, 5), own, StorageTokens::kNoLimit, true);
    StorageMessage end = Ask(LocatedBody{true, std::vector<LocatedPeer>(16)});
    EXPECT_GE(FrameSize(own), FrameSize(end) + 35) << "and for accepted with a token";
    StorageMessage short_ = Ask(LocateBody{7, Key(5), 14, kClient});
    tokens.HandOn(kClient, short_, FrameSize(short_) + 5, false);
    EXPECT_TRUE(short_.extensions.Area().empty());
}

} // namespace
} // namespace dht
