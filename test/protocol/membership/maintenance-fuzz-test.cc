/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-maintenance.h"
#include "heap-use.h"
#include "recording-host.h"
#include "token-keeper.h"

#include <algorithm>
#include <gtest/gtest.h>

/// One peer among others that answer whatever they like: nothing crashes, loops or grows.

namespace dht
{
namespace
{

/// The kinds of liars.
enum class Lie
{
    kNobody,    ///< They name peers that there are not.
    kAnybody,   ///< They name anything, true or false.
    kFarther,   ///< They send on, for ever, to nearer and nearer peers that there are not.
    kThemselves ///< They name themselves, and the one who asks.
};

/// Answers a peer's queries with lies, or not at all, and says things without being asked.
class Liars : private test::RecordingHost
{
  public:
    Liars(Lie lie, std::uint64_t seed)
        : m_lie(lie),
          m_random(seed),
          m_own(seed + 1000),
          m_peer(OptionsAt(m_self),
                 JoinedPlace({}, m_own)(m_self, *this),
                 SchemeRegistry::Get().Find("none").make(Parameters({})),
                 *this,
                 m_own)
    {
    }

    /// Begin. @param creates Whether with an own ring.
    void Begin(bool creates)
    {
        if (creates)
        {
            m_peer.Create(m_now);
        }
        else
        {
            m_peer.Join(m_now, {Some(), Some(), m_self});
        }
    }

    /// Something happens.
    void Act()
    {
        m_now += FromSeconds(0.3 * m_random.Uniform());
        if (wake <= m_now)
        {
            m_peer.OnWake(m_now);
        }
        for (const auto& [to, query] : std::exchange(m_asked, {}))
        {
            if (Below(4) > 0)
            {
                m_peer.OnDatagram(m_now, to, AnswerTo(query, to));
            }
        }
        switch (Below(8))
        {
        case 0:
            Say();
            break;
        case 1:
            m_peer.OnLinkFailed(m_now, Below(70));
            break;
        case 2:
            Relay();
            break;
        case 3:
            if (m_failed || Below(200) == 0)
            {
                m_failed = false;
                m_peer.Leave(m_now);
                Begin(Below(2) == 0);
            }
            break;
        }
        Check();
    }

    /// @return What maintenance counted.
    const MaintenanceCounters& GetCounters() const
    {
        return m_peer.GetMembership().GetCounters();
    }

    /// @return The time that has passed, in seconds.
    double Seconds() const
    {
        return ToSeconds(m_now);
    }

  private:
    static PeerOptions OptionsAt(const Endpoint& self)
    {
        PeerOptions options;
        options.self = self;
        return options;
    }

    std::uint32_t Below(std::uint32_t bound)
    {
        return static_cast<std::uint32_t>(DrawBelow(m_random, bound));
    }

    /// @return One of a few peers, or anything.
    Endpoint Some()
    {
        switch (Below(10))
        {
        case 0:
            return Endpoint::Ipv4(Below(0xffffffff), static_cast<std::uint16_t>(Below(65536)));
        case 1: {
            Endpoint ipv6;
            ipv6.ipv6 = true;
            ipv6.port = 7000;
            ipv6.address[15] = 1;
            return ipv6;
        }
        case 2:
            return Below(2) == 0 ? m_self : Endpoint();
        default:
            return Endpoint::Ipv4(0x0a000002 + Below(30), 7000);
        }
    }

    /// @return A peer nearer to a key than most: the best of many.
    Endpoint Nearer(const Key& key)
    {
        Endpoint best = Endpoint::Ipv4(0x0b000000 + Below(1U << 24), 7000);
        Key least = Distance(IdOf(best), key);
        for (int i = 0; i < 20; ++i)
        {
            const Endpoint other = Endpoint::Ipv4(0x0b000000 + Below(1U << 24), 7000);
            const Key distance = Distance(IdOf(other), key);
            best = distance < least ? other : best;
            least = std::min(distance, least);
        }
        return best;
    }

    Endpoint LieAbout(const Key& key, const Endpoint& liar)
    {
        switch (m_lie)
        {
        case Lie::kNobody:
            return Endpoint::Ipv4(0x0c000000 + Below(1U << 24), 7000);
        case Lie::kFarther:
            return Nearer(key);
        case Lie::kThemselves:
            return Below(2) == 0 ? liar : m_self;
        default:
            return Some();
        }
    }

    MaintenanceMessage AnswerTo(const MaintenanceMessage& query, const Endpoint& liar)
    {
        MaintenanceMessage answer;
        answer.kind = MaintenanceKind::kNeighbours;
        answer.id = Below(20) == 0 ? Below(1000) : query.id;
        answer.attempt = static_cast<std::uint8_t>(1 + Below(3));
        answer.responsible = m_lie == Lie::kFarther ? query.key == IdOf(liar) : Below(3) > 0;
        if (Below(2) == 0)
        {
            answer.predecessor = LieAbout(query.key, liar);
        }
        for (std::uint32_t i = Below(20); i > 0; --i)
        {
            answer.peers.push_back(LieAbout(query.key, liar));
        }
        return answer;
    }

    /// Somebody says something unasked.
    void Say()
    {
        const Endpoint from = Some();
        MaintenanceMessage message = AnswerTo({}, from);
        message.kind = static_cast<MaintenanceKind>(Below(5));
        message.key = Below(2) == 0 ? IdOf(m_self) : IdOf(from);
        m_peer.OnDatagram(m_now, from, Below(4) > 0 ? m_tokens.Sign(from, message) : message);
    }

    /// A request arrives meanwhile, and a link opens.
    void Relay()
    {
        Request request;
        request.id = Below(1000000);
        request.key = DrawKey(m_random);
        request.hopLimit = 10;
        m_peer.OnRequest(m_now, 1, request);
        const LinkIndex link = Below(64);
        room[link] = static_cast<int>(Below(3));
        m_peer.OnWritable(m_now, link);
        sent.clear();
        acks.clear();
    }

    void Check()
    {
        ASSERT_TRUE(m_peer.IdentitiesHold());
        ASSERT_LE(m_peer.GetMembership().Successors().size(), 8u);
        ASSERT_LE(m_peer.GetMembership().Fingers().size(), 161u);
        const auto next = m_peer.GetMembership().Successors();
        for (std::size_t i = 0; i < next.size(); ++i)
        {
            const Key distance = Distance(IdOf(m_self), IdOf(next[i]));
            ASSERT_NE(distance, 0);
            ASSERT_TRUE(i == 0 || Distance(IdOf(m_self), IdOf(next[i - 1])) < distance);
        }
        std::size_t used = 0;
        for (LinkIndex link = 0; link < 64; ++link)
        {
            ASSERT_EQ(m_peer.GetMembership().NeighbourAt(link).has_value(),
                      m_links.count(link) == 1);
            used += m_links.count(link);
        }
        ASSERT_EQ(used, m_links.size());
    }

    void SendDatagram(const Endpoint& to, const Datagram& datagram) override
    {
        const auto* const message = std::get_if<MaintenanceMessage>(&datagram);
        if (!message)
        {
            return;
        }
        ASSERT_NE(to.port, 0);
        ASSERT_FALSE(to == m_self);
        ASSERT_FALSE(to.ipv6);
        m_tokens.Hear(to, *message);
        if (message->kind == MaintenanceKind::kQuery)
        {
            m_asked.emplace_back(to, *message);
        }
    }

    void Connect(LinkIndex link, const Endpoint& neighbour) override
    {
        ASSERT_LT(link, 64u);
        ASSERT_TRUE(m_links.insert(link).second);
        ASSERT_FALSE(neighbour == m_self);
    }

    void Disconnect(LinkIndex link) override
    {
        ASSERT_EQ(m_links.erase(link), 1u);
    }

    void OnJoinFailed(JoinFailure /* why */) override
    {
        m_failed = true;
    }

    const Endpoint m_self{Endpoint::Ipv4(0x0a000001, 7000)}; ///< The peer's.
    Lie m_lie;                                               ///< What the others say.
    test::MersenneRandom m_random;                           ///< Decides what happens.
    test::MersenneRandom m_own;                              ///< The peer's.
    Peer m_peer;                                             ///< The peer.
    Time m_now{0};                                           ///< The present.
    bool m_failed{false};                                    ///< Whether it has found no place.
    std::set<LinkIndex> m_links;                             ///< Those in use.
    test::TokenKeeper m_tokens;                              ///< What the others got.
    std::vector<std::pair<Endpoint, MaintenanceMessage>> m_asked; ///< Not answered yet.
};

class MaintenanceFuzzTest : public testing::TestWithParam<Lie>
{
};

TEST_P(MaintenanceFuzzTest, LiesDoNoHarmBeyondTheirReach)
{
    for (std::uint64_t seed = 1; seed <= 40; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Liars liars(GetParam(), seed);
        liars.Begin(seed % 2 == 0);
        for (int i = 0; i < 1500 && !HasFatalFailure(); ++i)
        {
            liars.Act();
        }
        // however much it is told to do, it does not do more than so much
        const auto& sent = liars.GetCounters().sent;
        const double queries = static_cast<double>(sent[0]) / liars.Seconds();
        EXPECT_LT(queries, 60);
        EXPECT_GT(queries, 0.1);
    }
}

#if DHT_CC_COUNTS_THE_HEAP

TEST_P(MaintenanceFuzzTest, MemoryStaysWithinItsBounds)
{
    Liars liars(GetParam(), 7);
    liars.Begin(true);
    for (int i = 0; i < 3000; ++i)
    {
        liars.Act();
    }
    const std::size_t before = test::HeapBytes();
    for (int i = 0; i < 30000; ++i)
    {
        liars.Act();
    }
    EXPECT_LT(test::HeapBytes(), before + 40000);
}

#endif

std::string
NameOfLie(const testing::TestParamInfo<Lie>& info)
{
    const char* names[] = {"nobody", "anybody", "farther", "themselves"};
    return names[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(
    Liars,
    MaintenanceFuzzTest,
    testing::Values(Lie::kNobody, Lie::kAnybody, Lie::kFarther, Lie::kThemselves),
    NameOfLie);

} // namespace
} // namespace dht
