/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "node-pair.h"

#include <gtest/gtest.h>

/// A node is all that a peer is: what comes finds its part of it.

namespace dht
{
namespace
{

using test::NodeHost;

/// Two nodes with stores, and one without.
class NodeTest : public testing::Test
{
  protected:
    /// All three are in one ring.
    void Join()
    {
        first.node.GetPeer().Create(clock.Now());
        for (NodeHost* const host : {&second, &bare})
        {
            host->node.GetPeer().Join(clock.Now(), {first.self});
        }
        Run(FromSeconds(5));
        ASSERT_TRUE(first.joined && second.joined && bare.joined);
    }

    /// @param time For how long the clock goes on.
    void Run(Time time)
    {
        clock.RunUntil(clock.Now() + time);
    }

    EventQueue clock;
    NodeHost::All all;
    NodeHost first{clock, all, 1, true};
    NodeHost second{clock, all, 2, true};
    NodeHost bare{clock, all, 3, false};
};

TEST_F(NodeTest, StoresOfNodesThatHaveJoinedFindEachOther)
{
    Join();
    const Bytes block(3000, 7);
    second.node.GetStorage()->Put(clock.Now(), block);
    Run(FromSeconds(20));
    ASSERT_TRUE(second.stored);
    EXPECT_GT(second.stored->holders, 0u);
    first.node.GetStorage()->Get(clock.Now(), second.stored->key);
    Run(FromSeconds(20));
    ASSERT_TRUE(first.fetched);
    EXPECT_EQ(first.fetched->block, block);
    EXPECT_GT(first.storageSent, 0u);
    for (const NodeHost* host : {&first, &second, &bare})
    {
        EXPECT_TRUE(host->node.IdentitiesHold());
    }
}

TEST_F(NodeTest, AMessageOfAStoreIsOfAWrongTypeWhereThereIsNone)
{
    Join();
    StorageMessage question;
    question.body.Write() = FetchBody{Key(1)};
    EXPECT_EQ(bare.node.GetStorage(), nullptr);
    EXPECT_EQ(bare.Receive(first.self, question), WireError::kType);
    EXPECT_EQ(second.Receive(first.self, question), WireError::kNone);
}

TEST_F(NodeTest, AStoppedNodeAnswersNobodyAndGoesOnLater)
{
    Join();
    StorageMessage question;
    question.body.Write() = FetchBody{Key(1)};
    first.node.Set(clock.Now(), Behaviour::kStopped);
    first.node.GetStorage()->Get(clock.Now(), Key(2));
    first.Receive(second.self, question);
    Run(FromSeconds(60));
    EXPECT_EQ(first.storageSent, 0u);
    EXPECT_FALSE(first.fetched); // its timers do not fire, either
    first.node.Set(clock.Now(), Behaviour::kHonest);
    first.Receive(second.self, question);
    Run(FromSeconds(60));
    EXPECT_GT(first.storageSent, 0u);
    EXPECT_TRUE(first.fetched);
}

TEST_F(NodeTest, AQuestionOverALinkIsAnsweredThereUnlessTheNodeIsStopped)
{
    Join();
    StorageMessage question;
    question.body.Write() = FetchBody{Key(1)};
    EXPECT_EQ(first.node.OnLinkMessage(clock.Now(), second.self, question), WireError::kNone);
    EXPECT_EQ(first.linked, std::vector<Endpoint>{second.self});
    first.node.Set(clock.Now(), Behaviour::kStopped);
    first.node.OnLinkMessage(clock.Now(), second.self, question);
    EXPECT_EQ(first.linked.size(), 1u);
    EXPECT_EQ(first.storageSent, 0u);
}

TEST_F(NodeTest, AStoreMayGoByAClockOfItsOwn)
{
    const Time origin = FromSeconds(1e6);
    NodeHost later(clock, all, 4, true, origin);
    Join();
    later.node.GetPeer().Join(clock.Now(), {first.self});
    Run(FromSeconds(5));
    const Time start = clock.Now();
    later.node.GetStorage()->Put(origin + start, Bytes(3000, 7));
    Run(FromSeconds(60));
    ASSERT_TRUE(later.stored);
    EXPECT_GE(later.storedAt, origin + start);
    EXPECT_LE(later.storedAt, origin + clock.Now());
    all.erase(first.self);
    all.erase(second.self);
    later.stored.reset();
    later.node.GetStorage()->Put(origin + clock.Now(), Bytes(3000, 8));
    Run(FromSeconds(60));
    EXPECT_TRUE(later.stored); // which only its timers can tell
}

/// The table of a peer that knows nobody.
class NoTable : public RoutingTable
{
  public:
    std::optional<LinkIndex> NextHop(const Key& /* key */) const override
    {
        return std::nullopt;
    }

    LinkIndex LinkCount() const override
    {
        return 0;
    }
};

TEST_F(NodeTest, AStoreNeedsARing)
{
    MersenneRandom random(1);
    MemoryBlockStore kept({});
    Node node({},
              ReadyPlace{std::make_unique<NoTable>(), nullptr},
              MakeScheme("none", {}),
              Behaviour::kHonest,
              first.AsCarrier(),
              random);
    EXPECT_THROW(node.Keep({{}, {}, {}, kept, random}), std::logic_error);
}

} // namespace
} // namespace dht
