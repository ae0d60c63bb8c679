/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "constant-delay.h"
#include "dht-overlay-registry.h"
#include "dht-present-time.h"
#include "message-level-store.h"
#include "random-block.h"
#include "split-mix-random.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Stores of message-level peers.

namespace ns3
{
namespace
{

/// One way between any two peers.
const dht::Time ONE_WAY = dht::FromSeconds(0.05);

/// A ring of stores, and what came of the last put and get.
class StoreRing : private dht::StorageObserver
{
  public:
    /// @param peers How many. @param loss Share of the messages that is lost.
    explicit StoreRing(std::size_t peers, double loss = 0)
        : m_store(MakePlan(peers, loss))
    {
        for (uint32_t peer = 0; peer < m_store.Size(); ++peer)
        {
            m_store.Get(peer).SetObserver(this);
        }
    }

    ~StoreRing() override
    {
        Simulator::Destroy();
    }

    /// @param peer The peer's number. @param block The block. @return What came of it.
    dht::PutReport Put(uint32_t peer, const dht::Bytes& block)
    {
        m_put.reset();
        Simulator::ScheduleNow([this, peer, block] { m_store.Get(peer).Put(DhtPresent(), block); });
        Simulator::Run();
        return m_put.value();
    }

    /// @param peer The peer's number. @param key The block's key. @return What came of it.
    dht::FetchReport Get(uint32_t peer, const dht::Key& key)
    {
        m_fetched.reset();
        Simulator::ScheduleNow([this, peer, key] { m_store.Get(peer).Get(DhtPresent(), key); });
        Simulator::Run();
        return m_fetched.value();
    }

    /// @return What became of all that peers asked others.
    dht::RpcCounters Rpcs()
    {
        dht::RpcCounters all;
        for (uint32_t peer = 0; peer < m_store.Size(); ++peer)
        {
            EXPECT_TRUE(m_store.Get(peer).IdentitiesHold()) << peer;
            all += m_store.Get(peer).Rpcs().Counts();
        }
        return all;
    }

    /// @return The stores.
    MessageLevelStore& Store()
    {
        return m_store;
    }

    /// @param key A key. @return The peers that follow it, fourteen.
    std::vector<uint32_t> HoldersOf(const dht::Key& key) const
    {
        std::vector<uint32_t> holders;
        for (std::size_t i = 1; i <= 14; ++i)
        {
            const std::size_t place = m_ring->LastUpTo(key) + i;
            holders.push_back(static_cast<uint32_t>(place % m_ring->Size()));
        }
        return holders;
    }

  private:
    MessageLevelStore::Plan MakePlan(std::size_t peers, double loss)
    {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < peers; ++i)
        {
            names.push_back(std::to_string(i));
        }
        dht::SplitMixRandom random(1, 0);
        MessageLevelStore::Plan plan;
        plan.limits.longest = dht::Time::max();
        plan.delays = std::make_unique<dht::ConstantDelay>(ONE_WAY);
        plan.overlay =
            dht::OverlayRegistry::Get().Find("chord").make(dht::Ring::Hashed(names),
                                                           {random, plan.delays.get(), 1});
        plan.loss = loss;
        m_ring = &plan.overlay->Peers();
        return plan;
    }

    void OnFetched(dht::Time /* now */, const dht::FetchReport& report) override
    {
        m_fetched = report;
        Simulator::Stop();
    }

    void OnPut(dht::Time /* now */, const dht::PutReport& report) override
    {
        m_put = report;
        Simulator::Stop();
    }

    const dht::Ring* m_ring{nullptr};          //!< All peers.
    MessageLevelStore m_store;                 //!< The stores.
    std::optional<dht::PutReport> m_put;       //!< Of the last put.
    std::optional<dht::FetchReport> m_fetched; //!< Of the last get.
};

TEST(MessageLevelStoreTest, AMessageTakesTheDelayAndNothingElse)
{
    // everybody knows everybody: no lookup leaves its origin
    StoreRing ring(16);
    const auto block = dht::test::RandomBlock(8192, 1);
    const auto put = ring.Put(3, block);
    ASSERT_TRUE(put.ok);
    // the window lets three out at first, and more with each answer
    const auto rounds = put.took / (2 * ONE_WAY);
    EXPECT_EQ(put.took, rounds * 2 * ONE_WAY);
    EXPECT_GT(rounds, 1);
    EXPECT_LT(rounds, 5);
    const auto got = ring.Get(3, put.key);
    ASSERT_TRUE(got.ok);
    EXPECT_EQ(got.block, block);
    EXPECT_EQ(got.lookup, dht::Time(0));
    EXPECT_EQ(got.fetch, 2 * ONE_WAY);
}

TEST(MessageLevelStoreTest, ALookupTakesOneWayAHopAndOneBack)
{
    StoreRing ring(256);
    const auto put = ring.Put(3, dht::test::RandomBlock(100, 1));
    ASSERT_TRUE(put.ok);
    std::size_t looked = 0;
    for (uint32_t peer = 0; peer < 50; ++peer)
    {
        const auto got = ring.Get(peer, put.key);
        ASSERT_TRUE(got.ok);
        // where somebody else's successors were asked for, that took a round trip more
        const auto ways = got.lookup / ONE_WAY;
        EXPECT_EQ(got.lookup, ways * ONE_WAY);
        EXPECT_GE(ways, got.hops > 0 ? got.hops : 0);
        EXPECT_LE(ways, got.hops + 3);
        looked += got.hops > 0 ? 1 : 0;
    }
    EXPECT_GT(looked, 40u);
    EXPECT_EQ(ring.Rpcs().timeouts, 0u);
}

TEST(MessageLevelStoreTest, WhatIsLostIsAskedForAgainByTimers)
{
    StoreRing ring(64, 0.03);
    for (uint64_t i = 0; i < 30; ++i)
    {
        const auto block = dht::test::RandomBlock(8192, static_cast<unsigned>(i));
        const auto put = ring.Put(static_cast<uint32_t>(i), block);
        ASSERT_TRUE(put.ok) << i;
        const auto got = ring.Get(static_cast<uint32_t>(63 - i), put.key);
        ASSERT_TRUE(got.ok) << i;
        EXPECT_EQ(got.block, block) << i;
    }
    const dht::RpcCounters rpcs = ring.Rpcs();
    // a question and its answer are two messages: 5.9 % of the RPCs
    const auto share = static_cast<double>(rpcs.timeouts) / static_cast<double>(rpcs.sent);
    EXPECT_NEAR(share, 0.059, 0.02);
}

TEST(MessageLevelStoreTest, WhoIsDownNeitherAnswersNorSends)
{
    StoreRing ring(64);
    const auto put = ring.Put(1, dht::test::RandomBlock(8192, 2));
    ASSERT_TRUE(put.ok);
    const auto holders = ring.HoldersOf(put.key);
    for (std::size_t i = 0; i < 7; ++i)
    {
        ring.Store().SetUp(holders[i], false);
        EXPECT_FALSE(ring.Store().IsUp(holders[i]));
    }
    uint32_t asker = 0;
    while (std::count(holders.begin(), holders.end(), asker) > 0)
    {
        ++asker;
    }
    EXPECT_TRUE(ring.Get(asker, put.key).ok);
    ring.Store().SetUp(holders[7], false);
    const auto lost = ring.Get(asker, put.key);
    EXPECT_FALSE(lost.ok);
    EXPECT_EQ(lost.found, 6u);
    const uint64_t sent = ring.Store().GetSent();
    EXPECT_FALSE(ring.Get(holders[0], put.key).ok);
    EXPECT_EQ(ring.Store().GetSent(), sent);
    ring.Store().SetUp(holders[7], true);
    EXPECT_TRUE(ring.Get(asker, put.key).ok);
}

TEST(MessageLevelStoreTest, AnotherOverlayChangesWaysAndNoHolder)
{
    StoreRing ring(256);
    const auto put = ring.Put(3, dht::test::RandomBlock(100, 1));
    ASSERT_TRUE(put.ok);
    const dht::ConstantDelay delays(ONE_WAY);
    dht::SplitMixRandom random(1, 0);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < 256; ++i)
    {
        names.push_back(std::to_string(i));
    }
    const auto hops = [&] {
        std::size_t sum = 0;
        for (uint32_t peer = 0; peer < 256; ++peer)
        {
            const auto got = ring.Get(peer, put.key);
            EXPECT_TRUE(got.ok) << peer;
            sum += got.hops;
        }
        return sum;
    };
    const std::size_t before = hops();
    ring.Store().SetOverlay(dht::OverlayRegistry::Get()
                                .Find("small-world")
                                .make(dht::Ring::Hashed(names), {random, &delays, 1}));
    EXPECT_NE(hops(), before);
}

} // namespace
} // namespace ns3
