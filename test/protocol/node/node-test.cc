/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-block-store.h"
#include "dht-memory-net.h"
#include "dht-memory-tap.h"
#include "dht-mersenne-random.h"
#include "dht-node.h"
#include "dht-scheme-registry.h"
#include "dht-storage.h"
#include "idle-host.h"

#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

/// A node is all that a peer is: what comes finds its part of it.

namespace dht
{
namespace
{

/// @return A question to a store.
StorageMessage
Question()
{
    StorageMessage question;
    question.body.Write() = FetchBody{Key(1)};
    return question;
}

/// The table of a peer that knows nobody.
class NoTable : public Membership
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

/// Notes where a store has sent something over links.
class NotingLinks : public RepairLinks
{
  public:
    void SendOverLink(const Endpoint& to, const StorageMessage& /* message */) override
    {
        linked.push_back(to);
    }

    void SetFewest(std::optional<std::size_t> /* fewest */) override
    {
    }

    std::size_t MostAtOnce() const override
    {
        return 1;
    }

    std::vector<Endpoint> linked; ///< The receivers.
};

/// A host that counts what it is to send of a store.
class CountingHost : public test::IdleHost
{
  public:
    void SendDatagram(const Endpoint& /* to */, const Datagram& datagram) override
    {
        sent += std::holds_alternative<StorageMessage>(datagram) ? 1 : 0;
    }

    std::size_t sent{0}; ///< How many messages.
};

/// A node on its own.
class LoneNodeTest : public testing::Test
{
  protected:
    /// @param place Its place. @return The node.
    std::unique_ptr<Node> Make(const MembershipMaker& place)
    {
        return std::make_unique<Node>(PeerOptions(),
                                      place,
                                      MakeScheme("none", {}),
                                      Behaviour::kHonest,
                                      m_host,
                                      m_random);
    }

    MersenneRandom m_random{1};
    MemoryBlockStore m_kept{{}};
    CountingHost m_host;
};

TEST_F(LoneNodeTest, AMessageOfAStoreIsOfAWrongTypeWhereThereIsNone)
{
    const Endpoint asker = Endpoint::Ipv4(1, 1);
    const auto node = Make(JoinedPlace({}, m_random));
    EXPECT_EQ(node->GetStorage(), nullptr);
    EXPECT_THROW(node->Get(Time(0), Key(1)), std::logic_error);
    EXPECT_EQ(node->OnDatagram(Time(0), asker, Question()), WireError::kType);
    node->Keep({{}, {}, {}, m_kept, m_random});
    EXPECT_NE(node->GetStorage(), nullptr);
    EXPECT_EQ(node->OnDatagram(Time(0), asker, Question()), WireError::kNone);
}

TEST_F(LoneNodeTest, AQuestionOverALinkIsAnsweredThereUnlessTheNodeIsStopped)
{
    const Endpoint asker = Endpoint::Ipv4(1, 1);
    NotingLinks links;
    const auto node = Make(JoinedPlace({}, m_random));
    node->Keep({{}, {}, {}, m_kept, m_random, nullptr, false, &links});
    node->GetPeer().Create(Time(0));
    EXPECT_EQ(node->OnLinkMessage(Time(0), asker, Question()), WireError::kNone);
    EXPECT_EQ(links.linked, std::vector<Endpoint>{asker});
    node->Set(Time(0), Behaviour::kStopped);
    node->OnLinkMessage(Time(0), asker, Question());
    EXPECT_EQ(links.linked.size(), 1u);
    EXPECT_EQ(m_host.sent, 0u);
}

TEST_F(LoneNodeTest, AStoreNeedsARing)
{
    const auto node = Make([](const Endpoint& /* self */, LiveHost& /* host */) {
        return std::make_unique<NoTable>();
    });
    EXPECT_THROW(node->Keep({{}, {}, {}, m_kept, m_random}), std::logic_error);
}

/// Counts what the store of the peer at place 0 sends.
class StoreCounter : public MemoryTap
{
  public:
    bool OnSent(std::size_t from, std::size_t /* to */, Datagram& datagram) override
    {
        sent += from == 0 && std::holds_alternative<StorageMessage>(datagram) ? 1 : 0;
        return true;
    }

    std::size_t sent{0}; ///< How many messages.
};

TEST(NodeTest, AStoppedNodeAnswersNobodyAndGoesOnLater)
{
    MemoryNetOptions options;
    options.workload.requests = 0;
    options.store.emplace();
    MemoryNet net(options, 2);
    StoreCounter counter;
    net.SetTap(&counter);
    net.Create(0);
    net.Join(1, {0});
    const auto run = [&] { net.RunUntil(net.Now() + FromSeconds(60)); };
    run();
    ASSERT_TRUE(net.At(0).IsReady() && net.At(1).IsReady());
    net.Set(0, Behaviour::kStopped);
    net.StorageAt(0).Get(net.Now(), Key(2));
    net.SendAs(MemoryNet::EndpointOf(1), 0, Question());
    run();
    EXPECT_EQ(counter.sent, 0u);
    EXPECT_EQ(net.StorageAt(0).UnderWay(), 1u) << "its timers do not fire, either";
    net.Set(0, Behaviour::kHonest);
    net.SendAs(MemoryNet::EndpointOf(1), 0, Question());
    run();
    EXPECT_GT(counter.sent, 0u);
    EXPECT_EQ(net.StorageAt(0).UnderWay(), 0u);
}

TEST(NodeTest, AStoreMayGoByAClockOfItsOwn)
{
    MemoryNetOptions options;
    options.workload.requests = 0;
    options.store.emplace();
    options.store->origin = FromSeconds(1e6);
    MemoryNet net(options, 3);
    net.Create(0);
    net.Join(1, {0});
    net.Join(2, {0});
    net.RunUntil(FromSeconds(60));
    const PutReport put = net.Put(2, Bytes(3000, 7));
    ASSERT_EQ(put.holders, 3u);
    for (std::size_t place = 0; place < 3; ++place)
    {
        const auto held = net.DiskAt(place).Get(options.store->origin + net.Now(), put.key);
        ASSERT_TRUE(held);
        EXPECT_LE(held->left, std::chrono::hours(24));
        EXPECT_GT(held->left, std::chrono::hours(23));
    }
    net.Crash(0);
    net.Crash(1);
    const Time begun = net.Now();
    net.Put(2, Bytes(3000, 8)); // whose end only timers can tell
    EXPECT_LT(net.Now(), begun + FromSeconds(60));
}

} // namespace
} // namespace dht
