/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "repairing-ring.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <vector>

/// Repair whose fragments go over links, apart from what somebody waits for.

namespace dht::test
{
namespace
{

/// @tparam Body What somebody says. @param sent Messages. @return How many of them say so.
template <typename Body>
std::size_t
Count(const std::vector<StorageWorld::Sent>& sent)
{
    return static_cast<std::size_t>(std::count_if(sent.begin(), sent.end(), [](const auto& one) {
        return BodyOf<Body>(one.message) != nullptr;
    }));
}

/// Links that lose nothing but what is for the dead, and over which a message takes two seconds.
class SlowLinks
{
  public:
    /// @param place A peer. @return What it has said to be the fewest fragments of a block, in
    /// turn.
    const std::vector<std::optional<std::size_t>>& FewestOf(std::size_t place) const
    {
        return m_links.at(place).fewest;
    }

    std::size_t linksAtOnce{14};               ///< Fragments of a peer that are under way at once.
    std::vector<StorageWorld::Sent> overLinks; ///< All messages that have arrived.

  protected:
    /// @param options What peers are like. @return The same, with these links.
    StorageWorldOptions LinkedUp(StorageWorldOptions options)
    {
        options.links = [this](std::size_t place) {
            return &m_links.try_emplace(place, *this, place).first->second;
        };
        return options;
    }

    StorageWorld* m_world{nullptr}; ///< Whose links they are.

  private:
    /// Those of a peer.
    struct Link : RepairLinks
    {
        /// @param all All links. @param place The peer's place.
        Link(SlowLinks& all, std::size_t place)
            : all(all),
              place(place)
        {
        }

        void SendOverLink(const Endpoint& to, const StorageMessage& message) override
        {
            StorageWorld& world = *all.m_world;
            world.Events().At(world.Now() + FromSeconds(2), [this, &world, to, message] {
                const std::size_t other = world.PlaceOf(to);
                if (world.dead.count(place) > 0)
                {
                    return;
                }
                if (world.dead.count(other) > 0)
                {
                    world.StorageAt(place).OnLinkSilent(world.Now(), to);
                    return;
                }
                all.overLinks.push_back({place, other, message});
                world.StorageAt(other).OnMessage(world.Now(),
                                                 world.At(place).Self(),
                                                 message,
                                                 StorageCarrier::kLink);
            });
        }

        void SetFewest(std::optional<std::size_t> count) override
        {
            if (fewest.empty() || fewest.back() != count)
            {
                fewest.push_back(count);
            }
        }

        std::size_t MostAtOnce() const override
        {
            return all.linksAtOnce;
        }

        SlowLinks& all;                                 ///< All links.
        std::size_t place;                              ///< Whose they are.
        std::vector<std::optional<std::size_t>> fewest; ///< What it was told, in turn.
    };

    std::map<std::size_t, Link> m_links; ///< By place.
};

/// A ring whose peers repair over links.
class LinkedWorld : public SlowLinks, public StorageWorld
{
  public:
    /// @param interval As StorageOptions::repairInterval.
    explicit LinkedWorld(Time interval = kRound)
        : StorageWorld(UnevenRing(kRepairers), LinkedUp(Repairing(interval)))
    {
        m_world = this;
    }
};

class RepairLinksTest : public testing::Test
{
  protected:
    /// Put a block. @param seed Of its bytes. @return Its key.
    Key Put(std::uint64_t seed)
    {
        const PutReport put = m_world.Put(seed % kRepairers, RandomBlock(8192, seed));
        EXPECT_EQ(put.holders, kHolders);
        m_world.sent.clear();
        return put.key;
    }

    /// @param key A block's key. @param i Which holder. @return Its place.
    std::size_t HolderOf(const Key& key, std::size_t i) const
    {
        return m_world.HoldersOf(key, kHolders)[i];
    }

    /// Holders lose a fragment. @param key Its block's key. @param count How many, from the second
    /// holder on.
    void Lose(const Key& key, std::size_t count)
    {
        for (std::size_t i = 1; i <= count; ++i)
        {
            m_world.DiskAt(HolderOf(key, i)).Remove(key);
        }
    }

    /// Let repair begin, and go on for some rounds. @param rounds How many.
    void Run(int rounds)
    {
        for (std::size_t peer = 0; peer < kRepairers; ++peer)
        {
            m_world.StorageAt(peer).OnWake(m_world.Now());
        }
        m_world.Run(rounds * kRound);
        EXPECT_TRUE(m_world.IdentitiesHold());
    }

    /// @param key A block's key. @return How many holders have a fragment.
    std::size_t Left(const Key& key)
    {
        std::size_t left = 0;
        for (const std::size_t holder : m_world.HoldersOf(key, kHolders))
        {
            left += m_world.DiskAt(holder).Get(m_world.Now(), key) ? 1 : 0;
        }
        return left;
    }

    LinkedWorld m_world; ///< The ring.
};

TEST_F(RepairLinksTest, FragmentsGoOverLinksAndAllElseByDatagrams)
{
    const Key key = Put(1);
    Lose(key, 3);
    Run(3);
    EXPECT_EQ(Left(key), kHolders);
    EXPECT_EQ(Count<FetchBody>(m_world.overLinks), 6u) << "a seventh is held by who repairs";
    EXPECT_EQ(Count<FragmentBody>(m_world.overLinks), 6u);
    EXPECT_EQ(Count<StoreBody>(m_world.overLinks), 3u);
    EXPECT_EQ(Count<StoredBody>(m_world.overLinks), 3u);
    EXPECT_EQ(m_world.overLinks.size(), 18u);
    EXPECT_EQ(Count<FetchBody>(m_world.sent) + Count<StoreBody>(m_world.sent), 0u);
    EXPECT_GT(Count<SyncBody>(m_world.sent), 0u);
    // an answer that takes four seconds is not late, and moves no coordinates
    const RpcCounters& rpcs = m_world.StorageAt(HolderOf(key, 0)).LinkRpcs()->Counts();
    EXPECT_EQ(rpcs.answered, 9u);
    EXPECT_EQ(rpcs.timeouts, 0u);
}

TEST_F(RepairLinksTest, WhatUsersGetGoesByDatagrams)
{
    const Key key = Put(1);
    EXPECT_TRUE(m_world.Get(3, key).ok);
    EXPECT_EQ(Count<FragmentBody>(m_world.sent), 7u);
    EXPECT_TRUE(m_world.overLinks.empty());
}

/// Links are told how urgent it is: the block with the fewest fragments says so, and comes first.
TEST_F(RepairLinksTest, TheBlockWithTheFewestFragmentsComesFirstAndIsTold)
{
    m_world.linksAtOnce = 1; // so that others wait while one is repaired
    std::vector<Key> keys{Put(1)};
    const std::size_t first = HolderOf(keys[0], 0);
    for (std::uint64_t seed = 2; keys.size() < 3; ++seed)
    {
        const Key key = Put(seed);
        if (HolderOf(key, 0) == first)
        {
            keys.push_back(key);
        }
    }
    std::sort(keys.begin(), keys.end());
    Lose(keys[0], 3);
    Lose(keys[1], 3);
    Lose(keys[2], 5);
    Run(6);
    std::vector<Key> order;
    for (const StorageWorld::Sent& sent : m_world.overLinks)
    {
        const auto* const fetch = BodyOf<FetchBody>(sent.message);
        if (fetch && std::find(order.begin(), order.end(), fetch->key) == order.end())
        {
            order.push_back(fetch->key);
        }
    }
    // what the first one lacks was seen before anybody lacked more
    EXPECT_EQ(order, (std::vector<Key>{keys[0], keys[2], keys[1]}));
    const auto& told = m_world.FewestOf(first);
    ASSERT_GT(told.size(), 2u);
    EXPECT_EQ(told.front(), std::nullopt);
    EXPECT_EQ(told.back(), std::nullopt) << "all is repaired";
    EXPECT_EQ(*std::min_element(told.begin() + 1, told.end() - 1), std::optional<std::size_t>(9));
    for (const Key& key : keys)
    {
        EXPECT_EQ(Left(key), kHolders);
    }
}

/// Who does not answer is told of before RPCs' timers run out, and others are asked instead: by its
/// link, or sooner by the ring that closes over it.
TEST_F(RepairLinksTest, WhatIsOnItsWayToADeadPeerIsAskedOfOthers)
{
    for (const bool isRingTold : {false, true})
    {
        LinkedWorld world(std::chrono::seconds(13));
        const Key key = world.Put(1, RandomBlock(8192, 1)).key;
        const std::vector<std::size_t> holders = world.HoldersOf(key, kHolders);
        for (std::size_t i = 1; i <= 4; ++i)
        {
            world.DiskAt(holders[i]).Remove(key);
        }
        Storage& repairer = world.StorageAt(holders[0]);
        const RpcCounters& rpcs = repairer.LinkRpcs()->Counts();
        for (int i = 0; i < 2000 && rpcs.sent == 0; ++i)
        {
            repairer.OnWake(world.Now());
            world.Run(FromSeconds(0.01));
        }
        ASSERT_EQ(rpcs.sent, 6u);
        ReadyRing::Places present;
        for (std::size_t place = 0; place < kRepairers; ++place)
        {
            const auto end = holders.end();
            const bool isDead =
                place != holders[0] && std::find(holders.begin(), end, place) != end;
            isDead ? static_cast<void>(world.dead.insert(place))
                   : present.push_back(static_cast<std::uint32_t>(place));
        }
        if (isRingTold)
        {
            world.SetPresent(present);
        }
        world.Run(FromSeconds(1.9));
        EXPECT_EQ(rpcs.timeouts > 0, isRingTold) << "before the links know";
        world.Run(FromSeconds(1));
        EXPECT_GE(rpcs.timeouts, 6u);
        world.Run(std::chrono::minutes(2));
        EXPECT_EQ(rpcs.issued, rpcs.answered + rpcs.timedOut + rpcs.cancelled);
        EXPECT_GT(repairer.Counters().rebuildsFailed, 0u) << "nobody else has any";
        EXPECT_TRUE(world.IdentitiesHold());
    }
}

/// Peers that join push a holder out of those of a block. It is still there, and not taken for
/// silent, though its place may be behind the last successor that the peer which repairs knows.
class RepairLinksRingTest : public testing::TestWithParam<std::size_t>
{
};

TEST_P(RepairLinksRingTest, WhoIsPushedOutOfTheHoldersIsStillAsked)
{
    LinkedWorld world(std::chrono::seconds(13));
    const Bytes block = RandomBlock(8192, 1);
    std::vector<std::size_t> holders = world.HoldersOf(BlockKey(block), kHolders + GetParam());
    const auto first = holders.begin() + 5;
    const auto last = first + static_cast<std::ptrdiff_t>(GetParam());
    const std::vector<std::size_t> joins(first, last);
    holders.erase(first, last);
    ReadyRing::Places all;
    ReadyRing::Places before;
    for (std::uint32_t place = 0; place < kRepairers; ++place)
    {
        all.push_back(place);
        if (std::find(joins.begin(), joins.end(), place) == joins.end())
        {
            before.push_back(place);
        }
    }
    world.SetPresent(before);
    const Key key = world.Put(holders[0], block).key;
    for (std::size_t i = 1; i <= 7; ++i)
    {
        world.DiskAt(holders[i]).Remove(key); // the last holder has one of the seven that are left
    }
    Storage& repairer = world.StorageAt(holders[0]);
    const RpcCounters& rpcs = repairer.LinkRpcs()->Counts();
    for (int i = 0; i < 2000 && rpcs.sent < 6; ++i)
    {
        repairer.OnWake(world.Now());
        world.Run(FromSeconds(0.01));
    }
    ASSERT_EQ(rpcs.sent, 6u);
    world.SetPresent(all);
    world.Run(FromSeconds(1.9)); // it looks at the ring every second, and answers take four
    EXPECT_EQ(rpcs.timeouts, 0u);
    world.Run(FromSeconds(5));
    EXPECT_GE(rpcs.answered, 6u);
    EXPECT_TRUE(world.IdentitiesHold());
}

// the list has 16 successors, three more than there are other holders
INSTANTIATE_TEST_SUITE_P(Joins, RepairLinksRingTest, testing::Values(1, 4));

/// Whoever says something over a link that belongs into a datagram is not believed.
TEST_F(RepairLinksTest, NothingElseIsTakenFromALink)
{
    StorageMessage question;
    question.body.Write() = SyncBody{};
    const auto take = [&](StorageCarrier carrier) {
        return m_world.StorageAt(0).OnMessage(m_world.Now(),
                                              ReadyRing::EndpointOf(1),
                                              question,
                                              carrier);
    };
    EXPECT_EQ(take(StorageCarrier::kLink), WireError::kField);
    EXPECT_EQ(take(StorageCarrier::kDatagram), WireError::kNone);
    question.body.Write() = LocateBody{};
    EXPECT_EQ(take(StorageCarrier::kLink), WireError::kField);
    question.body.Write() = FetchBody{};
    EXPECT_EQ(take(StorageCarrier::kLink), WireError::kNone);
}

} // namespace
} // namespace dht::test
