/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-network-helper.h"
#include "dht-present-time.h"
#include "dht-storage.h"
#include "dht-store-helper.h"
#include "random-block.h"

#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Store peers as ns-3 applications, over access links.

namespace ns3
{
namespace
{

/// One way between any two nodes.
const Time STORE_ONE_WAY = MilliSeconds(50);

/// What a ring is made of.
struct StorePlan
{
    uint32_t nodes{20};       //!< Number of nodes.
    uint16_t peersPerNode{1}; //!< On each.
    double rate{1e9};         //!< Of access links, in bit/s.
    double loss{0};           //!< Share of the packets that is lost.
    uint64_t needed{0};       //!< Fragments of a block; 0: by its size.
    Time firstStops{0};       //!< When the first peer does; 0: never.
};

/// Peers of a store, and what came of the last put and get.
class StorePeers
{
  public:
    explicit StorePeers(const StorePlan& plan = {})
    {
        m_nodes.Create(plan.nodes);
        AccessNetworkHelper network;
        auto rate = CreateObject<ConstantRandomVariable>();
        rate->SetAttribute("Constant", DoubleValue(plan.rate));
        network.SetRate(rate);
        network.SetConstantDelay(STORE_ONE_WAY);
        network.SetLoss(plan.loss);
        network.AssignStreams(10);
        m_network = network.Install(m_nodes);
        DhtStoreHelper store;
        store.SetPeersPerNode(plan.peersPerNode);
        store.SetDelays(m_network.GetDelays());
        store.SetAttribute("Needed", UintegerValue(plan.needed));
        m_peers = store.Install(m_nodes, m_network.addresses);
        DhtStoreHelper::AssignStreams(m_peers, 100);
        m_peers.Get(0)->SetStopTime(plan.firstStops);
        for (uint32_t i = 0; i < m_peers.GetN(); ++i)
        {
            At(i).TraceConnectWithoutContext("Stored", MakeCallback(&StorePeers::OnStored, this));
            At(i).TraceConnectWithoutContext("Fetched", MakeCallback(&StorePeers::OnFetched, this));
        }
        for (uint32_t i = 0; i < plan.nodes; ++i)
        {
            m_network.devices.Get(i)->TraceConnectWithoutContext(
                "Tx",
                MakeCallback(&StorePeers::OnPacket, this));
        }
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
    }

    ~StorePeers()
    {
        Simulator::Destroy();
    }

    /// @param peer The peer's number. @return The peer's application.
    DhtStoreApplication& At(uint32_t peer)
    {
        return *DynamicCast<DhtStoreApplication>(m_peers.Get(peer));
    }

    /// @return How many there are.
    uint32_t Size() const
    {
        return m_peers.GetN();
    }

    /// @param peer The peer's number. @param block The block. @return What came of it.
    dht::PutReport Put(uint32_t peer, const dht::Bytes& block)
    {
        m_put.reset();
        Simulator::ScheduleNow([this, peer, block] { At(peer).Put(block); });
        Run();
        return m_put.value();
    }

    /// @param peer The peer's number. @param key The block's key. @return What came of it.
    dht::FetchReport Get(uint32_t peer, const dht::Key& key)
    {
        m_fetched.reset();
        Simulator::ScheduleNow([this, peer, key] { At(peer).Get(key); });
        Run();
        return m_fetched.value();
    }

    /// @param key A key. @return The peers that keep a fragment of its block.
    std::vector<uint32_t> HoldersOf(const dht::Key& key)
    {
        std::vector<uint32_t> holders;
        for (uint32_t i = 0; i < Size(); ++i)
        {
            if (At(i).GetKept().Holds(DhtPresent(), key))
            {
                holders.push_back(i);
            }
        }
        return holders;
    }

    /// @return The access network.
    const AccessNetworkHelper::Network& Network() const
    {
        return m_network;
    }

    /// @return The longest packet that was sent, with its IPv4 header.
    uint32_t LongestPacket() const
    {
        return m_longest;
    }

  private:
    void Run()
    {
        Simulator::Stop(Seconds(100));
        Simulator::Run();
    }

    void OnStored(const dht::PutReport& report)
    {
        m_put = report;
        Simulator::Stop();
    }

    void OnFetched(const dht::FetchReport& report)
    {
        m_fetched = report;
        Simulator::Stop();
    }

    void OnPacket(Ptr<const Packet> packet)
    {
        m_longest = std::max(m_longest, packet->GetSize());
    }

    NodeContainer m_nodes;
    AccessNetworkHelper::Network m_network;
    ApplicationContainer m_peers;
    std::optional<dht::PutReport> m_put;
    std::optional<dht::FetchReport> m_fetched;
    uint32_t m_longest{0};
};

TEST(StorePeersTest, ABlockThatIsPutIsGotByEverybodyInPacketsOfAnyPath)
{
    StorePeers ring;
    const auto block = dht::test::RandomBlock(8192, 1);
    const auto put = ring.Put(3, block);
    ASSERT_TRUE(put.ok);
    EXPECT_EQ(put.holders, 14U);
    EXPECT_EQ(ring.HoldersOf(put.key).size(), 14U);
    for (uint32_t peer = 0; peer < ring.Size(); ++peer)
    {
        const auto got = ring.Get(peer, put.key);
        ASSERT_TRUE(got.ok) << peer;
        EXPECT_EQ(got.block, block);
        // no more than the round trip, and microseconds on the links, once it is known whom to ask
        EXPECT_GT(got.fetch, dht::FromSeconds(0.1));
        EXPECT_LT(got.fetch, dht::FromSeconds(0.3001));
        EXPECT_TRUE(ring.At(peer).GetStorage().IdentitiesHold());
    }
    EXPECT_GT(ring.LongestPacket(), 1200U);
    EXPECT_LE(ring.LongestPacket(), 1500U);
}

TEST(StorePeersTest, SlowLinksTakeTheTimeOfTheFragments)
{
    StorePlan plan;
    plan.rate = 1e6;
    StorePeers ring(plan);
    const auto put = ring.Put(3, dht::test::RandomBlock(8192, 1));
    const auto fast = ring.Get(4, put.key);
    ASSERT_TRUE(fast.ok);
    // at least six fragments wait for the one before, 10 ms each
    EXPECT_GT(fast.fetch, dht::FromSeconds(0.16));
}

TEST(StorePeersTest, LostPacketsCostTimeAndNoBlocks)
{
    StorePlan plan;
    plan.loss = 0.05;
    StorePeers ring(plan);
    const auto block = dht::test::RandomBlock(8192, 1);
    const auto put = ring.Put(3, block);
    ASSERT_TRUE(put.ok);
    uint64_t timeouts = 0;
    for (uint32_t peer = 0; peer < ring.Size(); ++peer)
    {
        EXPECT_TRUE(ring.Get(peer, put.key).ok) << peer;
        timeouts += ring.At(peer).GetRpcCounters().timeouts;
    }
    EXPECT_GT(timeouts, 0U);
    uint64_t lost = 0;
    uint64_t sent = 0;
    for (uint32_t i = 0; i < ring.Network().devices.GetN(); ++i)
    {
        const auto device = DynamicCast<AccessNetDevice>(ring.Network().devices.Get(i));
        lost += device->GetDropped(AccessNetDevice::LOST);
        sent += device->GetSent();
    }
    EXPECT_GT(static_cast<double>(lost), 0.02 * static_cast<double>(sent));
    EXPECT_LT(static_cast<double>(lost), 0.10 * static_cast<double>(sent));
}

TEST(StorePeersTest, ABlockOutlivesSevenSilentHoldersAndNotEight)
{
    StorePeers ring;
    const auto put = ring.Put(0, dht::test::RandomBlock(8192, 1));
    const auto holders = ring.HoldersOf(put.key);
    ASSERT_EQ(holders.size(), 14U);
    uint32_t reader = 0;
    while (std::count(holders.begin(), holders.end(), reader) > 0)
    {
        ++reader;
    }
    for (std::size_t i = 0; i < 7; ++i)
    {
        ring.At(holders[2 * i]).SetUp(false);
    }
    EXPECT_TRUE(ring.Get(reader, put.key).ok);
    ring.At(holders[1]).SetUp(false);
    const auto failed = ring.Get(reader, put.key);
    EXPECT_FALSE(failed.ok);
    EXPECT_EQ(failed.found, 6U);
    // who comes back has kept what it had
    ring.At(holders[0]).SetUp(true);
    EXPECT_TRUE(ring.Get(reader, put.key).ok);
}

TEST(StorePeersTest, PeersOfOneNodeShareItsAddressAndAccessLink)
{
    StorePlan plan;
    plan.nodes = 5;
    plan.peersPerNode = 4;
    StorePeers ring(plan);
    ASSERT_EQ(ring.Size(), 20U);
    const auto put = ring.Put(3, dht::test::RandomBlock(8192, 1));
    ASSERT_TRUE(put.ok);
    EXPECT_EQ(ring.HoldersOf(put.key).size(), 14U);
    for (uint32_t peer = 0; peer < ring.Size(); ++peer)
    {
        EXPECT_TRUE(ring.Get(peer, put.key).ok) << peer;
    }
    // what peers of one node tell each other takes no uplink
    uint64_t said = 0;
    for (uint32_t peer = 0; peer < ring.Size(); ++peer)
    {
        said += ring.At(peer).GetSent().datagrams;
    }
    uint64_t carried = 0;
    for (uint32_t i = 0; i < 5; ++i)
    {
        carried += DynamicCast<AccessNetDevice>(ring.Network().devices.Get(i))->GetSent();
    }
    EXPECT_LT(carried, said);
    EXPECT_GT(carried, said / 2);
}

TEST(StorePeersTest, RefusesFragmentsThatNoPacketHolds)
{
    StorePlan plan;
    plan.needed = 1;
    StorePeers ring(plan);
    EXPECT_THROW(ring.At(0).Put(dht::test::RandomBlock(8192, 1)), std::invalid_argument);
    EXPECT_THROW(ring.At(0).Put(dht::Bytes(8193)), std::invalid_argument);
    EXPECT_TRUE(ring.Put(0, dht::test::RandomBlock(1210, 1)).ok);
    EXPECT_LE(ring.LongestPacket(), 1500U);
}

TEST(StorePeersDeathTest, OnlyAPeerThatRunsPutsAndGets)
{
    const auto early = CreateObject<DhtStoreApplication>();
    EXPECT_DEATH(early->Put(dht::Bytes(10)), "between its start and its stop");
    EXPECT_DEATH(early->Get(dht::Key(1)), "between its start and its stop");
    early->Dispose();
    StorePlan plan;
    plan.firstStops = MilliSeconds(2);
    StorePeers ring(plan);
    const auto put = ring.Put(1, dht::test::RandomBlock(1000, 1));
    EXPECT_DEATH(ring.At(0).Put(dht::Bytes(10)), "between its start and its stop");
    EXPECT_DEATH(ring.At(0).Get(put.key), "between its start and its stop");
    EXPECT_TRUE(ring.Get(2, put.key).ok);
}

TEST(StorePeersTest, TheSameRunIsTheSameToTheLastNanosecond)
{
    std::set<std::string> outcomes;
    for (int run = 0; run < 2; ++run)
    {
        StorePlan plan;
        plan.loss = 0.05;
        plan.rate = 2e6;
        StorePeers ring(plan);
        std::ostringstream outcome;
        const auto put = ring.Put(3, dht::test::RandomBlock(8192, 1));
        for (uint32_t peer = 0; peer < ring.Size(); ++peer)
        {
            const auto got = ring.Get(peer, put.key);
            outcome << got.lookup.count() << " " << got.fetch.count() << " ";
        }
        outcomes.insert(outcome.str());
    }
    EXPECT_EQ(outcomes.size(), 1U);
}

TEST(StorePeersTest, OnlyACoreLosesPacketsAndNoMoreThanAll)
{
    AccessNetworkHelper network;
    EXPECT_THROW(network.SetLoss(-0.1), std::invalid_argument);
    EXPECT_THROW(network.SetLoss(1.1), std::invalid_argument);
    network.SetLoss(0.1);
    network.SetTopology(AccessNetworkHelper::STAR);
    EXPECT_THROW(network.Install(NodeContainer(2)), std::invalid_argument);
    Simulator::Destroy();
}

TEST(StorePeersTest, EveryParameterIsAnAttribute)
{
    auto peer = CreateObject<DhtStoreApplication>();
    for (const char* const name :
         {"Wanted", "WindowMultiplier", "RpcMargin", "RpcTransmissions", "CoordinateGain"})
    {
        struct TypeId::AttributeInformation info;
        EXPECT_TRUE(DhtStoreApplication::GetTypeId().LookupAttributeByName(name, &info)) << name;
    }
    DoubleValue multiplier;
    peer->SetAttribute("WindowMultiplier", DoubleValue(5));
    peer->GetAttribute("WindowMultiplier", multiplier);
    EXPECT_EQ(multiplier.Get(), 5);
    EXPECT_THROW(DhtStoreHelper().SetPeersPerNode(0), std::invalid_argument);
    EXPECT_THROW(DhtStoreHelper().Install(NodeContainer(2), std::vector<Ipv4Address>()),
                 std::invalid_argument);
    Simulator::Destroy(); // nodes schedule that they begin
}

} // namespace
} // namespace ns3
