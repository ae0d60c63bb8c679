/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-host.h"
#include "test-name.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

/// One peer, and whatever may happen to it in any order, forged messages included.

namespace dht
{
namespace
{

using test::PeerFixture;

/// A peer whose environment acts at random, but keeps to what a host has to do.
class Environment
{
  public:
    Environment(const char* scheme, const PeerOptions& options, std::uint64_t seed)
        : m_f(scheme, {}, options),
          m_random(seed)
    {
    }

    /// Something happens, and the peer's identities hold.
    void Act()
    {
        m_now += FromSeconds(0.01 * m_random.Uniform());
        switch (Below(9))
        {
        case 0:
        case 1:
            Offer(Below(4));
            break;
        case 2:
            m_f.peer.OnDatagram(m_now,
                                Endpoint::Ipv4(0x0a000099, 9000),
                                NextMessage(MessageKind::kLookup));
            break;
        case 3:
            AnswerSomething();
            break;
        case 4:
            OpenLink(Below(3), static_cast<int>(Below(4)));
            break;
        case 5:
            OpenLookups(Below(2) == 1);
            break;
        case 6:
            m_f.peer.SetPaused(m_now, Below(3) == 0);
            break;
        case 7:
            Close(Below(4));
            break;
        default:
            IssueOrStop();
        }
        Settle();
    }

    /// Let everything go on, and the application end.
    void Open()
    {
        m_f.peer.Stop(m_now);
        m_f.peer.SetPaused(m_now, false);
        for (LinkIndex link = 0; link < 3; ++link)
        {
            OpenLink(link, 1000000);
        }
        OpenLookups(true);
        Settle();
        for (int i = 0; i < 10000 && m_f.peer.Queued() > 0; ++i)
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

    /// @param time To let pass.
    void Pass(Time time)
    {
        m_now += time;
        m_f.peer.OnWake(m_now);
    }

    /// @return The peer.
    const Peer& GetPeer() const
    {
        return m_f.peer;
    }

  private:
    std::uint32_t Below(std::uint32_t bound)
    {
        return static_cast<std::uint32_t>(m_random.Uniform() * bound);
    }

    /// @return A message the peer has sent, if there is one.
    Request SomeSent()
    {
        const auto& lookups = m_f.host.lookups;
        const auto& sent = m_f.host.sent;
        if (!lookups.empty() && (sent.empty() || Below(2) == 0))
        {
            return lookups[lookups.size() - 1 - Below(std::min<std::size_t>(lookups.size(), 5))];
        }
        return sent.empty()
                   ? Request()
                   : sent[sent.size() - 1 - Below(std::min<std::size_t>(sent.size(), 5))].second;
    }

    Request NextMessage(MessageKind kind)
    {
        Request message = PeerFixture::Foreign(Below(1000), Below(8));
        message.kind = kind;
        message.hopLimit = static_cast<std::uint8_t>(Below(4));
        message.marked = Below(4) == 0;
        if (kind == MessageKind::kRoutedAck)
        {
            message.id = SomeSent().id;
        }
        else if (kind == MessageKind::kRequest && Below(2) == 0)
        {
            message.extras.Write().replyTo = EvenKey(Below(8), 8);
        }
        return message;
    }

    /// Mostly, who answers is whoever was asked.
    void AnswerSomething()
    {
        const Request sent = SomeSent();
        const Endpoint stranger = Endpoint::Ipv4(Below(1000), 7000);
        const Endpoint from = Below(8) == 0 ? stranger : sent.extras->to;
        OverlayAck ack = PeerFixture::AckOf(sent);
        ack.redirect = Below(3) > 0;
        ack.hopLimit -= Below(8) == 0;
        ack.responsible = ack.redirect || Below(8) == 0 ? stranger : from;
        m_f.peer.OnDatagram(m_now, from, ack);
    }

    void Offer(ConnectionId connection)
    {
        const auto kind = Below(3) == 0 ? MessageKind::kRoutedAck : MessageKind::kRequest;
        Request message = NextMessage(kind);
        if (!m_held.count(connection) && !m_f.peer.OnRequest(m_now, connection, message))
        {
            m_held[connection] = message;
        }
    }

    void OpenLink(LinkIndex link, int room)
    {
        m_f.host.room[link] = room;
        m_f.peer.OnWritable(m_now, link);
    }

    void OpenLookups(bool open)
    {
        m_f.host.lookupsReady = open;
        m_f.peer.OnDatagramsWritable(m_now);
    }

    void Close(ConnectionId connection)
    {
        m_held.erase(connection);
        auto& resumed = m_f.host.resumed;
        resumed.erase(std::remove(resumed.begin(), resumed.end(), connection), resumed.end());
        m_f.peer.OnClosed(m_now, connection);
    }

    void IssueOrStop()
    {
        if (Below(10) == 0)
        {
            m_f.peer.Stop(m_now);
        }
        else
        {
            m_f.Issue(m_now, Below(8));
        }
    }

    /// Do what the peer has asked for.
    void Settle()
    {
        while (!m_f.host.resumed.empty() || m_f.host.wake <= m_now)
        {
            ASSERT_TRUE(m_f.peer.IdentitiesHold());
            for (const ConnectionId connection : std::exchange(m_f.host.resumed, {}))
            {
                const auto held = m_held.find(connection);
                ASSERT_NE(held, m_held.end()) << "nothing was refused on this connection";
                if (m_f.peer.OnRequest(m_now, connection, held->second))
                {
                    m_held.erase(held);
                }
            }
            if (m_f.host.wake <= m_now)
            {
                m_f.peer.OnWake(m_now);
            }
        }
        ASSERT_TRUE(m_f.peer.IdentitiesHold());
    }

    PeerFixture m_f;                        ///< The peer.
    test::MersenneRandom m_random;          ///< Decides what happens.
    Time m_now{0};                          ///< The present.
    std::map<ConnectionId, Request> m_held; ///< What was refused, by connection.
};

/// Whether routing is iterative, whether there is a processor, and what the discipline is.
using FuzzedOptions = std::tuple<bool, bool, bool>;

class PeerFuzzTest : public testing::TestWithParam<std::tuple<const char*, FuzzedOptions>>
{
  protected:
    static PeerOptions MakeOptions()
    {
        const auto [iterative, processor, shared] = std::get<1>(GetParam());
        PeerOptions options;
        options.queueCapacity = 6;
        options.hopLimit = 5;
        options.requestLifetime = FromSeconds(0.2); // many are given up where they wait
        options.routing = iterative ? RoutingMode::kIterative : RoutingMode::kRecursive;
        options.processing.mean = FromSeconds(processor ? 0.004 : 0);
        options.discipline = shared ? QueueDiscipline::kShared : QueueDiscipline::kPerNeighbour;
        options.replyTo = EvenKey(0, 8);
        return options;
    }
};

TEST_P(PeerFuzzTest, NothingVanishesAndNobodyIsForgotten)
{
    const PeerOptions options = MakeOptions();
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Environment environment(std::get<0>(GetParam()), options, seed);
        for (int i = 0; i < 400 && !HasFatalFailure(); ++i)
        {
            environment.Act();
        }
        environment.Open();
        const Peer& peer = environment.GetPeer();
        ASSERT_EQ(peer.Queued(), 0u);
        ASSERT_EQ(environment.Held(), 0u);
        environment.Pass(FromSeconds(100));
        ASSERT_EQ(peer.Outstanding(), 0u);
        ASSERT_TRUE(peer.IdentitiesHold());
        if (std::string(std::get<0>(GetParam())) == "back-pressure" &&
            !std::get<1>(std::get<1>(GetParam())))
        {
            const auto full = static_cast<std::size_t>(DropReason::kQueueFull);
            ASSERT_EQ(peer.GetCounters().dropped[full], 0u);
        }
    }
}

std::string
NameOfFuzz(const testing::TestParamInfo<PeerFuzzTest::ParamType>& info)
{
    const auto [iterative, processor, shared] = std::get<1>(info.param);
    return TestName(std::get<0>(info.param)) + (iterative ? "_iterative" : "_recursive") +
           (processor ? "_processor" : "") + (shared ? "_shared" : "_per_neighbour");
}

INSTANTIATE_TEST_SUITE_P(
    EveryPeer,
    PeerFuzzTest,
    testing::Combine(testing::Values("none", "credit", "back-pressure", "marking"),
                     testing::Combine(testing::Bool(), testing::Bool(), testing::Bool())),
    NameOfFuzz);

} // namespace
} // namespace dht
