/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-event-queue.h"
#include "dht-linked-host.h"
#include "dht-maintenance.h"
#include "dht-mersenne-random.h"
#include "dht-node.h"
#include "dht-random-workload.h"
#include "dht-scheme-registry.h"
#include "dht-transport-packet.h"
#include "dht-window-registry.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <vector>

/// A host that has links needs a socket, a clock and one timer.

namespace dht
{
namespace
{

std::unique_ptr<TransportWindow>
MakeLinkWindow()
{
    const WindowKind& kind = WindowRegistry::Get().Find("multcp");
    return MakeWindow(kind, kind.parameters);
}

/// A host whose datagrams take 10 ms.
class WireHost : public LinkedHost, public Observer
{
  public:
    /// By endpoint, all there are.
    using All = std::map<Endpoint, WireHost*, EndpointOrder>;

    WireHost(EventQueue& clock, All& all, std::uint16_t number)
        : self(Endpoint::Ipv4(0x0a000000U + number, 7000)),
          m_clock(clock),
          m_all(all),
          m_random(number),
          workload({0, Arrivals::kPoisson, 30, Time(0), kNever, 1000}, m_random, m_random),
          node(OptionsAt(self),
               JoinedPlace({}, m_random),
               MakeScheme("back-pressure"),
               Behaviour::kHonest,
               *this,
               m_random)
    {
        Attach(node, {}, {}, MakeLinkWindow, m_random);
        node.GetPeer().SetObserver(this);
        m_all[self] = this;
    }

    const Endpoint self;       ///< Where others reach it.
    std::size_t longest{1500}; ///< Bytes of a datagram that its way takes.
    std::size_t refused{0};    ///< Datagrams that its way did not take.
    std::size_t relayed{0};    ///< Requests of others that it has sent on.
    bool joined{false};        ///< Whether it has a place.
    int losing{0};             ///< One in so many of its datagrams gets lost; 0: none.

  protected:
    Time Now() const override
    {
        return m_clock.Now();
    }

    bool SendBytes(const Endpoint& to, const std::uint8_t* bytes, std::size_t size) override
    {
        ++m_sent;
        if (size > longest && IsTransportDatagram(bytes, size))
        {
            ++refused;
            return false;
        }
        if (losing == 0 || m_sent % losing != 0)
        {
            std::vector<std::uint8_t> copy(bytes, bytes + size);
            m_clock.At(Now() + FromSeconds(0.01),
                       [this, to, copy] { m_all.at(to)->OnBytes(self, copy.data(), copy.size()); });
        }
        return true;
    }

    void CallAt(Time time) override
    {
        m_called = time;
        if (time != kNever)
        {
            m_clock.At(std::max(time, Now()), [this, time] {
                if (m_called == time)
                {
                    m_called = kNever;
                    OnTimer();
                }
            });
        }
    }

    void OnJoined() override
    {
        joined = true;
    }

    void OnJoinFailed(JoinFailure /* why */) override
    {
    }

    void OnForwarded(const EventContext& at, LinkIndex link, const Request& request) override
    {
        EXPECT_EQ(m_all.count(EndpointOf(link)), 1u);
        relayed += request.source == at.peer ? 0 : 1;
    }

  private:
    static PeerOptions OptionsAt(const Endpoint& self)
    {
        PeerOptions options;
        options.self = self;
        return options;
    }

    EventQueue& m_clock;     ///< The clock.
    All& m_all;              ///< Whom it reaches.
    MersenneRandom m_random; ///< For all that it draws.
    Time m_called{kNever};   ///< When it wants to be called.
    int m_sent{0};           ///< Datagrams.

  public:
    RandomWorkload workload; ///< 30 requests, as fast as links take them.
    Node node;               ///< The node.
};

/// A ring of eight hosts.
class LinkedHostTest : public testing::Test
{
  protected:
    LinkedHostTest()
    {
        for (std::uint16_t number = 1; number <= 8; ++number)
        {
            ring.emplace_back(clock, all, number);
        }
    }

    /// All join, then all have requests answered.
    void AnswerAll()
    {
        for (WireHost& host : ring)
        {
            Peer& peer = host.node.GetPeer();
            &host == &ring.front() ? peer.Create(clock.Now())
                                   : peer.Join(clock.Now(), {ring.front().self});
        }
        clock.RunUntil(FromSeconds(10));
        for (WireHost& host : ring)
        {
            ASSERT_TRUE(host.joined);
            host.node.GetPeer().Start(clock.Now(), host.workload);
        }
        clock.RunUntil(FromSeconds(60));
        for (const WireHost& host : ring)
        {
            EXPECT_EQ(host.node.GetPeer().GetCounters().answered, 30u);
            EXPECT_TRUE(host.IdentitiesHold());
            EXPECT_EQ(host.LinkErrors(), WireErrorCounts{});
        }
    }

    /// @param count What of a host. @return The sum over all hosts.
    template <typename Count>
    std::uint64_t Sum(Count count) const
    {
        std::uint64_t sum = 0;
        std::for_each(ring.begin(), ring.end(), [&](const auto& host) { sum += count(host); });
        return sum;
    }

    EventQueue clock;
    WireHost::All all;
    std::deque<WireHost> ring;
};

TEST_F(LinkedHostTest, PeersRelayOverLinks)
{
    AnswerAll();
    EXPECT_GT(Sum([](const WireHost& host) { return host.relayed; }), 50u);
    const auto forwarded =
        Sum([](const WireHost& host) { return host.node.GetPeer().GetCounters().forwarded; });
    const auto bytes = Sum([](const WireHost& host) { return host.LinkCounts().bytesAcked; });
    EXPECT_GE(bytes, 1000 * forwarded); // each has a payload of so many
}

/// Nothing but the links asks for the timer here.
TEST_F(LinkedHostTest, ALinkIsOpenedAtOnce)
{
    ring[0].Connect(7, ring[1].self);
    EXPECT_EQ(ring[0].LinkCounts().opensSent, 0u);
    clock.RunUntil(Time(0));
    EXPECT_EQ(ring[0].LinkCounts().opensSent, 1u);
}

TEST_F(LinkedHostTest, WhatGetsLostIsSentAgain)
{
    ring[3].losing = 10;
    AnswerAll();
    EXPECT_GT(ring[3].LinkCounts().packetsLost, 0u);
}

TEST_F(LinkedHostTest, WhereTheWayTakesShortDatagramsLinksSendShortOnes)
{
    ring[3].longest = 1000;
    AnswerAll();
    EXPECT_GT(ring[3].refused, 0u);
}

TEST_F(LinkedHostTest, ADatagramThatIsNoneIsToldToTheHost)
{
    const std::vector<std::uint8_t> frame(20, 0xff);
    EXPECT_NE(ring[0].OnBytes(ring[1].self, frame.data(), frame.size()), WireError::kNone);
    EXPECT_TRUE(ring[0].IdentitiesHold());
}

} // namespace
} // namespace dht
