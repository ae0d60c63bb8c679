/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-host.h"
#include "test-name.h"
#include "view-routing.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

/// One peer whose routing table changes while requests are queued for it and wait for room.

namespace dht
{
namespace
{

/// Says so if a link is used that leads nowhere.
class StrictHost : public test::RecordingHost
{
  public:
    /// @param table The links.
    explicit StrictHost(const LinkTable& table)
        : m_table(table)
    {
    }

    LinkState StateOf(LinkIndex link, const Request& request) override
    {
        EXPECT_NE(m_table.At(link), nullptr) << "link " << link << " leads nowhere";
        return RecordingHost::StateOf(link, request);
    }

    void Send(LinkIndex link, const Request& request) override
    {
        EXPECT_NE(m_table.At(link), nullptr) << "link " << link << " leads nowhere";
        RecordingHost::Send(link, request);
    }

  private:
    const LinkTable& m_table; ///< The links.
};

/// Requests that all queues of a peer hold at most: twice the greater of its buffer and its queues,
/// five links, its own and that for anywhere.
constexpr std::size_t kMostQueued = 14;

/// @param place A place on a ring of eight. @return A peer there.
RingNode
NodeAt(std::uint32_t place)
{
    return {Endpoint::Ipv4(0x0a000001 + place, 7000), EvenKey(place, 8)};
}

/// A peer whose environment and table change at random.
class Changes
{
  public:
    Changes(const char* scheme, const PeerOptions& options, std::uint64_t seed)
        : m_random(seed),
          m_own(seed + 1000),
          m_table(0, 5),
          m_host(m_table),
          m_peer(options,
                 std::make_unique<test::LinkRouting>(m_table),
                 SchemeRegistry::Get().Find(scheme).make(
                     SchemeRegistry::Get().Find(scheme).parameters),
                 m_host,
                 m_own)
    {
        ChangeTable();
    }

    /// Something happens, and the peer's identities hold.
    void Act()
    {
        m_now += FromSeconds(0.01 * m_random.Uniform());
        switch (Below(8))
        {
        case 0:
        case 1:
        case 2:
            Offer(Below(6));
            break;
        case 3:
            OpenLink(Below(5), static_cast<int>(Below(3)));
            break;
        case 4:
            Below(4) == 0 ? ChangeTable() : Suspect();
            break;
        case 5:
            m_source.keys.push_back(EvenKey(Below(8), 8));
            m_peer.Start(m_now, m_source);
            break;
        case 6:
            m_peer.SetPaused(m_now, Below(3) == 0);
            break;
        default:
            Close(Below(6));
        }
        Settle();
    }

    /// The table stays, and all links take what there is.
    void Open()
    {
        m_peer.SetPaused(m_now, false);
        for (LinkIndex link = 0; link < 5; ++link)
        {
            OpenLink(link, 1000000);
        }
        Settle();
        for (int i = 0; i < 10000 && m_peer.Queued() > 0; ++i)
        {
            m_now += FromSeconds(0.01);
            Settle();
        }
    }

    /// @return Connections that still wait to be read again.
    std::size_t Held() const
    {
        return m_held.size();
    }

    /// @return The peer.
    const Peer& GetPeer() const
    {
        return m_peer;
    }

  private:
    std::uint32_t Below(std::uint32_t bound)
    {
        return static_cast<std::uint32_t>(DrawBelow(m_random, bound));
    }

    void ChangeTable()
    {
        RingNodes wanted;
        for (std::uint32_t place = 1; place < 8; ++place)
        {
            if (wanted.size() < 5 && Below(2) == 0)
            {
                wanted.push_back(NodeAt(place));
            }
        }
        m_table.Set(wanted);
        m_peer.OnRoutesChanged(m_now);
    }

    void Suspect()
    {
        m_table.SetSuspect(NodeAt(1 + Below(7)).endpoint, Below(2) == 0);
        m_peer.OnRoutesChanged(m_now);
    }

    void Offer(ConnectionId connection)
    {
        Request message = test::PeerFixture::Foreign(Below(1000), Below(8));
        message.hopLimit = static_cast<std::uint8_t>(Below(4));
        if (Below(3) == 0)
        {
            message.extras.Write().replyTo = EvenKey(Below(8), 8);
        }
        if (!m_held.count(connection) && !m_peer.OnRequest(m_now, connection, message))
        {
            m_held[connection] = message;
        }
    }

    void OpenLink(LinkIndex link, int room)
    {
        m_host.room[link] = room;
        m_peer.OnWritable(m_now, link);
    }

    void Close(ConnectionId connection)
    {
        m_held.erase(connection);
        auto& resumed = m_host.resumed;
        resumed.erase(std::remove(resumed.begin(), resumed.end(), connection), resumed.end());
        m_peer.OnClosed(m_now, connection);
    }

    /// Do what the peer has asked for.
    void Settle()
    {
        while (!m_host.resumed.empty() || m_host.wake <= m_now)
        {
            ASSERT_TRUE(m_peer.IdentitiesHold());
            for (const ConnectionId connection : std::exchange(m_host.resumed, {}))
            {
                const auto held = m_held.find(connection);
                ASSERT_NE(held, m_held.end()) << "nothing was refused on this connection";
                if (m_peer.OnRequest(m_now, connection, held->second))
                {
                    m_held.erase(held);
                }
            }
            if (m_host.wake <= m_now)
            {
                m_peer.OnWake(m_now);
            }
        }
        ASSERT_TRUE(m_peer.IdentitiesHold());
        ASSERT_LE(m_peer.Queued(), kMostQueued);
    }

    test::MersenneRandom m_random;          ///< Decides what happens.
    test::MersenneRandom m_own;             ///< The peer's.
    LinkTable m_table;                      ///< Its links.
    StrictHost m_host;                      ///< The peer's.
    Peer m_peer;                            ///< The peer.
    test::ScriptedSource m_source;          ///< Its application.
    Time m_now{0};                          ///< The present.
    std::map<ConnectionId, Request> m_held; ///< What was refused, by connection.
};

/// A scheme, whether there is a processor, and what the discipline is.
class RerouteTest : public testing::TestWithParam<std::tuple<const char*, bool, bool>>
{
};

TEST_P(RerouteTest, NothingVanishesAndNobodyIsForgotten)
{
    const auto [scheme, processor, shared] = GetParam();
    PeerOptions options;
    options.self = NodeAt(0).endpoint;
    options.queueCapacity = 6;
    options.processing.mean = FromSeconds(processor ? 0.004 : 0);
    options.discipline = shared ? QueueDiscipline::kShared : QueueDiscipline::kPerNeighbour;
    std::uint64_t rerouted = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Changes changes(scheme, options, seed);
        for (int i = 0; i < 400 && !HasFatalFailure(); ++i)
        {
            changes.Act();
        }
        changes.Open();
        ASSERT_EQ(changes.GetPeer().Queued(), 0u);
        ASSERT_EQ(changes.Held(), 0u);
        ASSERT_FALSE(changes.GetPeer().IsWaiting());
        rerouted += changes.GetPeer().GetCounters().rerouted;
    }
    EXPECT_GT(rerouted, 100u);
}

std::string
NameOfWay(const testing::TestParamInfo<RerouteTest::ParamType>& info)
{
    const auto [scheme, processor, shared] = info.param;
    return TestName(scheme) + (processor ? "_processor" : "") +
           (shared ? "_shared" : "_per_neighbour");
}

/// A peer under back-pressure whose first links have no room, so that what it accepts stays with
/// it.
struct BlockedPeer
{
    /// @param links Neighbours at most. @param capacity Of its buffer, in requests.
    BlockedPeer(LinkIndex links, std::size_t capacity)
        : table(0, links),
          host(table),
          random(1),
          peer(With(capacity),
               std::make_unique<test::LinkRouting>(table),
               SchemeRegistry::Get().Find("back-pressure").make(Parameters({})),
               host,
               random)
    {
        for (LinkIndex link = 0; link < 5; ++link)
        {
            host.room[link] = 0;
        }
    }

    LinkTable table;             ///< Its links.
    StrictHost host;             ///< Carries nothing on the first five.
    test::MersenneRandom random; ///< The peer's.
    Peer peer;                   ///< The peer.

  private:
    static PeerOptions With(std::size_t capacity)
    {
        PeerOptions options;
        options.queueCapacity = capacity;
        return options;
    }
};

/// Each time a link goes, what it has accepted moves to another one, where it cannot pile up for
/// ever.
TEST(RerouteBoundTest, WhatMovesToAnotherLinkFillsTheBufferTwiceAtMost)
{
    BlockedPeer blocked(5, 9);
    Peer& peer = blocked.peer;
    LinkTable& table = blocked.table;
    ConnectionId connection = 0;
    const auto fill = [&](std::uint32_t to) {
        for (int i = 0; i < 3; ++i)
        {
            Request request = test::PeerFixture::Foreign(connection, to);
            EXPECT_TRUE(peer.OnRequest(Time(0), connection++, request)) << to;
        }
    };
    // three links, so each has a third of the buffer
    for (std::uint32_t last = 3; last < 8; ++last)
    {
        table.Set({NodeAt(1), NodeAt(2), NodeAt(last)});
        peer.OnRoutesChanged(Time(0));
        if (last == 3)
        {
            fill(1);
            fill(2);
        }
        fill(last);
        EXPECT_EQ(peer.Queued(), connection);
    }
    table.Set({NodeAt(1), NodeAt(2)});
    peer.OnRoutesChanged(Time(0));
    EXPECT_EQ(peer.Queued(), 18u);
    EXPECT_EQ(peer.GetCounters().TotalDropped(), 3u);
    EXPECT_TRUE(peer.IdentitiesHold());
}

INSTANTIATE_TEST_SUITE_P(
    EveryPeer,
    RerouteTest,
    testing::Combine(testing::Values("none", "credit", "back-pressure", "marking"),
                     testing::Bool(),
                     testing::Bool()),
    NameOfWay);

/// The parts of a split buffer are those of the links in use.
TEST(RerouteSharesTest, ASplitBufferIsDividedByTheLinksInUse)
{
    BlockedPeer blocked(64, 12);
    Peer& peer = blocked.peer;
    LinkTable& table = blocked.table;
    StrictHost& host = blocked.host;
    const auto room = [&](std::uint32_t to) {
        const std::size_t before = peer.Queued();
        for (ConnectionId connection = 0; connection < 20; ++connection)
        {
            Request request = test::PeerFixture::Foreign(connection, to);
            peer.OnRequest(Time(0), connection, request);
            peer.OnClosed(Time(0), connection);
        }
        return peer.Queued() - before;
    };
    table.Set({NodeAt(1), NodeAt(2)});
    peer.OnRoutesChanged(Time(0));
    EXPECT_EQ(room(1), 6u);
    table.Set({NodeAt(1), NodeAt(2), NodeAt(4)});
    peer.OnRoutesChanged(Time(0));
    EXPECT_EQ(room(1), 0u);
    EXPECT_EQ(room(4), 4u);
    // what was queued for a link that is no more goes on another one, over and above its part
    table.Set({NodeAt(1), NodeAt(2)});
    peer.OnRoutesChanged(Time(0));
    EXPECT_EQ(peer.GetCounters().rerouted, 4u);
    EXPECT_EQ(peer.Queued(), 10u);
    EXPECT_EQ(room(2), 2u);
    host.room[1] = 6;
    peer.OnWritable(Time(0), 1);
    EXPECT_EQ(host.sent.size(), 6u);
    EXPECT_TRUE(peer.IdentitiesHold());
}

} // namespace
} // namespace dht
