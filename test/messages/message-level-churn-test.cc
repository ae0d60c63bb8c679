/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "constant-delay.h"
#include "dht-lookup-monitor.h"
#include "dht-ring-check.h"
#include "dht-scheme.h"
#include "message-peers.h"
#include "test-name.h"

#include "ns3/simulator.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <tuple>

/// Message-level peers that join a ring and leave it.

namespace ns3
{
namespace
{

constexpr uint32_t CHURNING_PEERS = 24;
/// All have joined by then, and their tables are right.
const Time JOINED = Seconds(40);

/// @param scheme The scheme of all peers. @param tcp Whether links are TCP's on an access link.
/// @param load Of each peer, in requests/s. @param fingers Seconds between two looks at fingers.
/// @return How to make the ring.
MessageLevelRing::Plan
JoiningPlan(const std::string& scheme, bool tcp, double load, double fingers)
{
    MessageLevelOptions options;
    options.peer.requestLifetime = dht::FromSeconds(20);
    options.workload.load = load;
    options.load = tcp ? dht::LoadModel{0, 0.15, 1, 0.003} : dht::LoadModel::Uplink(0.05);
    if (tcp)
    {
        options.areStreams = true;
        options.uplinkBuffer = 0;
        options.stream.header = 0.2;
        options.stream.segment = 5;
        options.stream.segmentsPerAck = 2;
    }
    const MessageLevelPeer::Capacity capacity{120, tcp ? 120.0 : 0};
    dht::MaintenanceOptions maintenance;
    maintenance.fingerInterval = dht::FromSeconds(fingers);
    return {options,
            nullptr,
            std::make_unique<dht::ConstantDelay>(dht::FromSeconds(0.02)),
            DhtScheme::Create(scheme),
            [capacity](uint32_t) { return capacity; },
            1,
            nullptr,
            maintenance};
}

/// A ring whose peers join one after the other in the first 12 s, and whose lookups are judged.
class JoiningRingAtMessages
{
  public:
    explicit JoiningRingAtMessages(const std::string& scheme,
                                   bool tcp,
                                   double load = 2,
                                   double fingers = 0.5)
        : m_ring(JoiningPlan(scheme, tcp, load, fingers), {0, CHURNING_PEERS}, nullptr)
    {
        EXPECT_TRUE(m_ring.Make(CHURNING_PEERS));
        peers = std::make_shared<MessagePeers>(m_ring, dht::MaintenanceOptions().successors);
        check = std::make_unique<DhtRingCheck>(peers);
        lookups = std::make_unique<DhtLookupMonitor>(peers, *check, nullptr);
        for (uint32_t peer = 0; peer < CHURNING_PEERS; ++peer)
        {
            At(0.5 * peer, [this, peer] { peers->Return(peer); });
        }
    }

    ~JoiningRingAtMessages()
    {
        Simulator::Destroy();
    }

    /// @param seconds An instant. @param what What happens then.
    static void At(double seconds, const std::function<void()>& what)
    {
        Simulator::Schedule(Seconds(seconds), what);
    }

    /// @param begin When lookups begin to count. @param end When they do no more. The simulation
    /// goes on until all are decided.
    void Judge(Time begin, Time end) const
    {
        Simulator::Schedule(begin, &DhtLookupMonitor::Begin, lookups.get());
        Simulator::Schedule(end, &DhtLookupMonitor::End, lookups.get());
        Simulator::Stop(end + Seconds(21));
        Simulator::Run();
    }

    /// @param peer A peer. @return Its lives.
    const MessageLevelLives& LivesOf(std::size_t peer)
    {
        return *m_ring.Get(peer).GetLives();
    }

    /// @param peer A peer. @return Connections of others to it.
    std::size_t ConnectionsTo(std::size_t peer)
    {
        std::size_t count = 0;
        for (const auto& connection : LivesOf(peer).GetLinks().GetConnections())
        {
            count += connection.isThere;
        }
        return count;
    }

    /// @return Open links of which is known that nobody answers.
    std::size_t SilentLinks()
    {
        std::size_t count = 0;
        for (std::size_t peer = 0; peer < CHURNING_PEERS; ++peer)
        {
            for (const auto& link : LivesOf(peer).GetLinks().GetLinks())
            {
                count += LivesOf(peer).IsUp() && link.state == MessageLevelLinks::State::OPEN &&
                         link.dueAt < dht::kNever;
            }
        }
        return count;
    }

    /// @return Connections to all peers that are there, less the links that are open.
    int64_t UnpairedConnections()
    {
        int64_t count = 0;
        for (std::size_t peer = 0; peer < CHURNING_PEERS; ++peer)
        {
            if (LivesOf(peer).IsUp())
            {
                count += static_cast<int64_t>(ConnectionsTo(peer));
                const auto& links = LivesOf(peer).GetLinks().GetLinks();
                for (const auto& link : links)
                {
                    count -= link.state == MessageLevelLinks::State::OPEN;
                }
            }
        }
        return count;
    }

  private:
    MessageLevelRing m_ring; ///< The ring.

  public:
    std::shared_ptr<MessagePeers> peers;       ///< Its peers.
    std::unique_ptr<DhtRingCheck> check;       ///< Knows who is responsible.
    std::unique_ptr<DhtLookupMonitor> lookups; ///< Judges lookups.
};

/// A scheme, and whether links are TCP's.
class MessageLevelChurnTest : public testing::TestWithParam<std::tuple<std::string, bool>>
{
  protected:
    MessageLevelChurnTest()
        : m_ring(std::get<0>(GetParam()), std::get<1>(GetParam()))
    {
    }

    /// @return The lookups so far that were answered rightly, in percent.
    double Right() const
    {
        return m_ring.lookups->GetResults().SuccessPercent();
    }

    JoiningRingAtMessages m_ring; ///< The ring.
};

TEST_P(MessageLevelChurnTest, AJoinedRingIsRightAndAnswersEverything)
{
    m_ring.Judge(JOINED, JOINED + Seconds(20));
    const DhtRingState state = m_ring.check->Look();
    EXPECT_TRUE(state.IsComplete());
    EXPECT_EQ(state.up, CHURNING_PEERS);
    const DhtLookupResults results = m_ring.lookups->GetResults();
    EXPECT_GT(results.issued, 800u);
    EXPECT_EQ(results.right, results.issued);
    EXPECT_LT(results.delay.mean, 0.3);
    EXPECT_TRUE(m_ring.peers->GetRingTotals().identitiesHold);
    EXPECT_EQ(m_ring.UnpairedConnections(), 0);
}

TEST_P(MessageLevelChurnTest, WhoLeavesIsMissedByNobody)
{
    for (const std::size_t peer : {3, 9, 10, 17})
    {
        JoiningRingAtMessages::At(45, [this, peer] { m_ring.peers->Leave(peer); });
    }
    m_ring.Judge(Seconds(50), Seconds(60));
    const DhtRingState state = m_ring.check->Look();
    EXPECT_TRUE(state.IsComplete());
    EXPECT_EQ(state.up, CHURNING_PEERS - 4);
    EXPECT_GT(Right(), 99.5);
    EXPECT_EQ(m_ring.UnpairedConnections(), 0);
}

TEST_P(MessageLevelChurnTest, WhoHasCrashedIsFoundOut)
{
    for (const std::size_t peer : {3, 9, 10, 17})
    {
        JoiningRingAtMessages::At(45, [this, peer] { m_ring.peers->Crash(peer); });
    }
    m_ring.Judge(Seconds(70), Seconds(80));
    const DhtRingState state = m_ring.check->Look();
    EXPECT_TRUE(state.IsComplete());
    EXPECT_EQ(state.up, CHURNING_PEERS - 4);
    const DhtLookupResults results = m_ring.lookups->GetResults();
    EXPECT_EQ(results.right, results.issued);
    EXPECT_TRUE(m_ring.peers->GetRingTotals().identitiesHold);
}

/// They are back before their neighbours have given them up, so that links lead to nobody's life.
TEST_P(MessageLevelChurnTest, WhoReturnsAtOnceIsAnotherLife)
{
    for (const std::size_t peer : {3, 9, 10, 17})
    {
        JoiningRingAtMessages::At(45, [this, peer] { m_ring.peers->Crash(peer); });
        JoiningRingAtMessages::At(45.5, [this, peer] { m_ring.peers->Return(peer); });
    }
    m_ring.Judge(Seconds(70), Seconds(80));
    EXPECT_TRUE(m_ring.check->Look().IsComplete());
    const DhtLookupResults results = m_ring.lookups->GetResults();
    EXPECT_EQ(results.right, results.issued);
    EXPECT_EQ(m_ring.peers->GetSessions(3), 2u);
    const dht::RingTotals totals = m_ring.peers->GetRingTotals();
    EXPECT_TRUE(totals.identitiesHold);
    const dht::Counters& c = totals.counters;
    EXPECT_EQ(c.issued,
              c.answered + c.givenUp + totals.outstanding + m_ring.peers->GetSum().abandoned);
    EXPECT_EQ(m_ring.UnpairedConnections(), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Schemes,
    MessageLevelChurnTest,
    testing::Combine(testing::Values("none", "credit", "back-pressure", "marking", "ferry"),
                     testing::Bool()),
    [](const auto& info) {
        return TestName(std::get<0>(info.param) + (std::get<1>(info.param) ? "-tcp" : ""));
    });

/// Requests that wait at a peer under overload, when the one who has sent them goes.
TEST(MessageLevelLivesTest, UnderOverloadNobodyLosesCount)
{
    for (const char* const scheme : {"none", "back-pressure"})
    {
        SCOPED_TRACE(scheme);
        JoiningRingAtMessages ring(scheme, true, 60);
        for (std::size_t peer = 4; peer < 12; ++peer)
        {
            const double at = 41 + 0.37 * static_cast<double>(peer);
            JoiningRingAtMessages::At(at, [&ring, peer] {
                peer % 2 == 0 ? ring.peers->Leave(peer) : ring.peers->Crash(peer);
            });
            JoiningRingAtMessages::At(at + 5, [&ring, peer] { ring.peers->Return(peer); });
        }
        ring.Judge(JOINED, Seconds(60));
        const dht::RingTotals totals = ring.peers->GetRingTotals();
        EXPECT_TRUE(totals.identitiesHold);
        EXPECT_GT(ring.peers->GetSum().abandoned, 0u);
        EXPECT_GT(ring.peers->GetSum().abandonedInQueues, 0u);
        EXPECT_GT(ring.lookups->GetResults().right, 5000u);
    }
}

/// Their turn comes too late here: that requests reach nobody has to be told.
TEST(MessageLevelLivesTest, ADeadFingerIsFoundOutByWhatIsSentToIt)
{
    JoiningRingAtMessages ring("none", true, 5, 100);
    for (const std::size_t peer : {3, 9, 10, 17})
    {
        JoiningRingAtMessages::At(60, [&ring, peer] { ring.peers->Crash(peer); });
    }
    JoiningRingAtMessages::At(60.9, [&] { EXPECT_GT(ring.SilentLinks(), 0u); });
    ring.Judge(Seconds(72), Seconds(80));
    EXPECT_EQ(ring.SilentLinks(), 0u);
    const DhtLookupResults results = ring.lookups->GetResults();
    EXPECT_GT(results.issued, 600u);
    EXPECT_EQ(results.right, results.issued);
}

TEST(MessageLevelLivesTest, WhoLeavesIsThereForASecondMore)
{
    JoiningRingAtMessages ring("none", true);
    JoiningRingAtMessages::At(45, [&] { ring.peers->Leave(5); });
    JoiningRingAtMessages::At(45.9, [&] {
        EXPECT_TRUE(ring.peers->IsUp(5));
        EXPECT_FALSE(ring.peers->IsMember(5));
    });
    JoiningRingAtMessages::At(46.1, [&] { EXPECT_FALSE(ring.peers->IsUp(5)); });
    // one that comes back while it goes does so at once
    JoiningRingAtMessages::At(45, [&] { ring.peers->Leave(6); });
    JoiningRingAtMessages::At(45.5, [&] { ring.peers->Return(6); });
    JoiningRingAtMessages::At(46.1, [&] {
        EXPECT_TRUE(ring.peers->IsUp(6));
        EXPECT_EQ(ring.peers->GetSessions(6), 2u);
    });
    ring.Judge(Seconds(55), Seconds(56));
    EXPECT_TRUE(ring.peers->IsMember(6));
}

} // namespace
} // namespace ns3
