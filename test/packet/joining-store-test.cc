/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "joining-ring.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <map>
#include <vector>

/// Stores of peers that join a ring, as packets, beside the requests that they relay.

using namespace ns3;

namespace
{

/// Blocks that are stored.
constexpr uint8_t BLOCKS = 3;

/// A ring of 16 peers with stores.
class JoiningStoreTest : public testing::Test
{
  protected:
    /// @param carrier Carries what repair moves.
    explicit JoiningStoreTest(dht::RepairCarrier carrier = dht::RepairCarrier::kDatagrams)
        : ring(16)
    {
        DhtPeerStoreOptions options;
        options.repair.carrier = carrier;
        options.storage.repairInterval = dht::FromSeconds(20);
        for (uint32_t i = 0; i < ring.peers.GetN(); ++i)
        {
            const auto peer = ring.Peer(i);
            peer->SetAttribute("Successors", UintegerValue(16));
            peer->SetAttribute("Load", DoubleValue(5));
            peer->SetStore(options);
            peer->AssignStoreStream(100000 + i);
            peer->TraceConnectWithoutContext(
                "Stored",
                Callback<void, const dht::PutReport&>(
                    [this](const dht::PutReport& report) { stored.push_back(report); }));
            peer->TraceConnectWithoutContext(
                "Fetched",
                Callback<void, const dht::FetchReport&>(
                    [this](const dht::FetchReport& report) { fetched.push_back(report); }));
        }
        ring.RunUntil(Seconds(20));
        for (uint8_t block = 0; block < BLOCKS; ++block)
        {
            ring.Peer(5 * block)->Put(dht::Bytes(8192, block));
        }
        ring.RunUntil(Seconds(30));
    }

    /// Every peer that is up gets every block, one peer after the other.
    void ExpectGotByAll()
    {
        fetched.clear();
        std::size_t gets = 0;
        for (uint32_t i = 0; i < ring.peers.GetN(); ++i)
        {
            for (const dht::PutReport& put : stored)
            {
                if (ring.Peer(i)->IsMember())
                {
                    ring.Peer(i)->Get(put.key);
                    ++gets;
                }
            }
            ring.RunUntil(Now() + Seconds(1));
        }
        ring.RunUntil(Now() + Seconds(5));
        EXPECT_EQ(fetched.size(), gets);
        for (const dht::FetchReport& get : fetched)
        {
            ASSERT_TRUE(get.ok) << get.found << " of " << get.needed;
            EXPECT_EQ(get.block, dht::Bytes(8192, get.block.at(0)));
        }
        ring.ExpectIdentities();
    }

    /// Four peers lose their disks, and repair makes again what each block lacks of 12 fragments.
    void LoseDisksAndRepair()
    {
        for (uint32_t i = 1; i <= 4; ++i)
        {
            ring.Peer(i)->LoseDisk();
            EXPECT_EQ(ring.Peer(i)->GetKept().Count(), 0u);
        }
        for (const auto& [key, count] : Held())
        {
            EXPECT_LT(count, 12);
        }
        ring.RunUntil(Now() + Seconds(60));
        for (const auto& [key, count] : Held())
        {
            EXPECT_GE(count, 12);
        }
        ExpectGotByAll();
    }

    /// @return Messages of repair that have come over links, of all peers.
    uint64_t CameOverLinks() const
    {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < ring.peers.GetN(); ++i)
        {
            sum += ring.Peer(i)->GetTotals().repair.messages.received;
        }
        return sum;
    }

    /// @return By block, how many peers that are up hold a fragment of it.
    std::map<dht::Key, int> Held() const
    {
        std::map<dht::Key, int> held;
        for (uint32_t i = 0; i < ring.peers.GetN(); ++i)
        {
            for (const dht::PutReport& put : stored)
            {
                const bool holds =
                    ring.Peer(i)->IsUp() &&
                    ring.Peer(i)->GetKept().Holds(dht::FromSeconds(Now().GetSeconds()), put.key);
                held[put.key] += holds ? 1 : 0;
            }
        }
        return held;
    }

    JoiningRing ring;
    std::vector<dht::PutReport> stored;
    std::vector<dht::FetchReport> fetched;
};

TEST_F(JoiningStoreTest, WhatOnePeerPutsAllOthersGet)
{
    ASSERT_EQ(stored.size(), BLOCKS);
    for (const dht::PutReport& put : stored)
    {
        EXPECT_TRUE(put.ok);
        EXPECT_EQ(put.holders, 14u);
    }
    ExpectGotByAll();
    // and it relays as ever
    EXPECT_GT(ring.Peer(3)->GetCounters().answered, 50u);
}

TEST_F(JoiningStoreTest, BlocksAreRepairedWhenHoldersCrashAndDisksOutliveCrashes)
{
    for (uint32_t i = 1; i <= 4; ++i)
    {
        ring.Peer(i)->Crash();
    }
    ring.RunUntil(Seconds(110));
    for (const auto& [key, count] : Held())
    {
        EXPECT_EQ(count, 12); // all that are left
    }
    ExpectGotByAll();
    const std::size_t kept = ring.Peer(1)->GetKept().Count();
    EXPECT_GT(kept, 0u);
    ring.Peer(1)->Return();
    EXPECT_EQ(ring.Peer(1)->GetKept().Count(), kept);
    ring.RunUntil(Now() + Seconds(20));
    ExpectGotByAll();
}

TEST_F(JoiningStoreTest, DisksThatAreLostAreFilledAgain)
{
    LoseDisksAndRepair();
    EXPECT_EQ(CameOverLinks(), 0u);
}

/// The same with links for repair, beside requests over TCP.
class JoiningLinkedStoreTest : public JoiningStoreTest
{
  protected:
    JoiningLinkedStoreTest()
        : JoiningStoreTest(dht::RepairCarrier::kDtl)
    {
    }
};

TEST_F(JoiningLinkedStoreTest, FragmentsOfRepairGoOverLinks)
{
    LoseDisksAndRepair();
    const uint64_t came = CameOverLinks();
    EXPECT_GT(came, 3u * BLOCKS) << "a question or an answer for each fragment that was made";
    for (uint32_t i = 0; i < ring.peers.GetN(); ++i)
    {
        ring.Peer(i)->Crash();
    }
    EXPECT_EQ(CameOverLinks(), came) << "what a session has counted stays";
}

TEST_F(JoiningStoreTest, WhatACrashEndsIsAbandoned)
{
    ring.Peer(2)->Get(stored.at(0).key);
    EXPECT_EQ(ring.Peer(2)->GetStoreUnderWay(), 1u);
    ring.Peer(2)->Crash();
    EXPECT_EQ(ring.Peer(2)->GetTotals().storeAbandoned, 1u);
    ring.RunUntil(Seconds(40));
    ring.Peer(2)->Return();
    ring.RunUntil(Seconds(60));
    EXPECT_EQ(ring.Peer(2)->GetTotals().storeAbandoned, 1u);
    EXPECT_EQ(ring.Peer(2)->GetTotals().storage.gets, 1u);
    ring.ExpectIdentities();
}

} // namespace
