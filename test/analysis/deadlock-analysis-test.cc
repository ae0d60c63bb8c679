/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "deadlock-analysis.h"
#include "memory-ring.h"
#include "overlay-walker.h"
#include "route-finder.h"

#include <gtest/gtest.h>
#include <set>

namespace dht
{
namespace
{

using test::OverlayCase;
using test::OverlayWalker;

constexpr auto kShared = QueueDiscipline::kShared;
constexpr auto kPerNeighbour = QueueDiscipline::kPerNeighbour;

/// A queue and one that it may wait for.
using Wait = std::pair<std::pair<std::size_t, std::size_t>, std::pair<std::size_t, std::size_t>>;

/// Every wait, found the long way: all requests are followed, and all their answers.
class AllWaits
{
  public:
    AllWaits(const Overlay& overlay, const PeerModel& model)
        : m_model(model)
    {
        const OverlayWalker walker(overlay);
        const Ring& ring = overlay.Peers();
        for (std::size_t source = 0; source < ring.Size(); ++source)
        {
            for (std::size_t destination = 0; destination < ring.Size(); ++destination)
            {
                auto hops = walker.Walk(source, ring.Id(destination));
                const bool arrives = !hops.empty() && hops.back().to == destination;
                if (arrives)
                {
                    AddEnd(overlay, hops);
                }
                if (model.acks == AckRoute::kOverlay && arrives)
                {
                    const auto back = walker.Walk(destination, ring.Id(source));
                    hops.insert(hops.end(), back.begin(), back.end());
                }
                Add(hops);
            }
        }
    }

    std::size_t Count() const
    {
        return m_waits.size();
    }

    bool Contains(const QueueWait& wait) const
    {
        const auto at = [](const RelayQueue& queue) {
            return std::pair(queue.peer, queue.to.value_or(queue.peer));
        };
        return m_queues.count({at(wait.queue), at(wait.full)}) > 0;
    }

  private:
    /// With processing, whoever a message is for is a hop from itself to itself.
    void AddEnd(const Overlay& overlay, std::vector<OverlayWalker::Hop>& hops) const
    {
        const std::size_t end = hops.back().to;
        if (m_model.processing)
        {
            hops.push_back({end, static_cast<LinkIndex>(overlay.Neighbours(end).size()), end});
        }
    }

    void Add(const std::vector<OverlayWalker::Hop>& hops)
    {
        const bool shared = m_model.discipline == kShared;
        for (std::size_t i = 1; i < hops.size(); ++i)
        {
            const auto& before = hops[i - 1];
            const auto& hop = hops[i];
            if (shared && before.from == hop.from)
            {
                continue; // what leaves a queue makes room in it
            }
            m_waits.insert(
                {{before.from, shared ? 0 : before.link}, {hop.from, shared ? 0 : hop.link}});
            m_queues.insert({{before.from, shared ? before.from : before.to},
                             {hop.from, shared ? hop.from : hop.to}});
        }
    }

    PeerModel m_model;       ///< What peers are like.
    std::set<Wait> m_waits;  ///< By peer and link.
    std::set<Wait> m_queues; ///< By peer and neighbour.
};

/// Each wait begins with what the one before waits for, and every one is real.
void
ExpectCycle(const DeadlockAnalysis& analysis, const AllWaits& waits)
{
    for (std::size_t i = 0; i < analysis.cycle.size(); ++i)
    {
        const QueueWait& wait = analysis.cycle[i];
        const QueueWait& next = analysis.cycle[(i + 1) % analysis.cycle.size()];
        EXPECT_TRUE(waits.Contains(wait)) << ToText(wait);
        EXPECT_EQ(wait.full.peer, next.queue.peer);
        EXPECT_EQ(wait.full.to, next.queue.to);
    }
}

DeadlockAnalysis
Analyse(const OverlayCase& what, const PeerModel& model = {})
{
    return AnalyseDeadlocks(*what.Make(), model);
}

/// @return Every kind of peer.
std::vector<PeerModel>
PeerModels()
{
    std::vector<PeerModel> models;
    for (const auto discipline : {kShared, kPerNeighbour})
    {
        for (const auto acks : {AckRoute::kDirect, AckRoute::kOverlay})
        {
            models.push_back({discipline, acks, false});
            models.push_back({discipline, acks, true});
        }
    }
    return models;
}

class DeadlockAnalysisTest : public testing::TestWithParam<OverlayCase>
{
};

TEST_P(DeadlockAnalysisTest, FindsTheWaitsThatWalkingEveryWayFinds)
{
    for (const double wrong : {0.0, 0.1, 1.0})
    {
        OverlayCase what = GetParam();
        what.wrong = wrong;
        const auto overlay = what.Make();
        for (const PeerModel& model : PeerModels())
        {
            const AllWaits waits(*overlay, model);
            const auto analysis = AnalyseDeadlocks(*overlay, model);
            EXPECT_EQ(analysis.waits, waits.Count()) << what;
            ExpectCycle(analysis, waits);
        }
    }
}

TEST_P(DeadlockAnalysisTest, CountsTheRoutesThatNeverEndAndShowsALoop)
{
    OverlayCase what = GetParam();
    what.wrong = 0.3;
    const auto overlay = what.Make();
    const OverlayWalker walker(*overlay);
    const auto analysis = AnalyseDeadlocks(*overlay, {});
    std::size_t endless = 0;
    for (std::size_t source = 0; source < what.peers; ++source)
    {
        for (std::size_t destination = 0; destination < what.peers; ++destination)
        {
            endless += walker.End(source, overlay->Peers().Id(destination)) != destination;
        }
    }
    EXPECT_EQ(analysis.endless, endless);
    EXPECT_EQ(analysis.routes, what.peers * (what.peers - 1));
    EXPECT_EQ(analysis.loop.empty(), endless == 0);
    for (std::size_t i = 0; i < analysis.loop.size(); ++i)
    {
        const Key& key = overlay->Peers().Id(analysis.loopDestination);
        EXPECT_EQ(walker.Walk(analysis.loop[i], key).front().to,
                  analysis.loop[(i + 1) % analysis.loop.size()]);
    }
    // peers that send a request around wait for each other, too
    EXPECT_TRUE(analysis.loop.empty() || !analysis.cycle.empty());
}

INSTANTIATE_TEST_SUITE_P(Overlays,
                         DeadlockAnalysisTest,
                         testing::ValuesIn(test::OverlayCases({1, 2, 3, 16, 40})),
                         [](const auto& info) { return info.param.Name(); });

/// NCA06, section 2.2.3, and what its argument does not cover: ids that are not evenly spaced.
TEST(DeadlockAnalysisClaimsTest, ChordWithAQueueANeighbourHasNoCycleWhateverTheIds)
{
    for (std::size_t peers = 1; peers <= 70; ++peers)
    {
        EXPECT_TRUE(Analyse({"chord", true, peers}).cycle.empty()) << peers;
        EXPECT_TRUE(Analyse({"chord", false, peers}).cycle.empty()) << peers;
    }
    // ids that crowd together, ever closer
    test::MersenneRandom random(1);
    for (int round = 0; round < 30; ++round)
    {
        std::set<Key> ids;
        while (ids.size() < 60)
        {
            ids.insert(DrawKey(random) >> static_cast<unsigned>(DrawBelow(random, 155)));
        }
        const ChordOverlay overlay(Ring({ids.begin(), ids.end()}));
        EXPECT_TRUE(AnalyseDeadlocks(overlay, {}).cycle.empty());
    }
}

/// NCA06, section 2.2.4.
TEST(DeadlockAnalysisClaimsTest, ATreeWithAQueueANeighbourHasNoCycleWhateverItsNeighbours)
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
    {
        for (const std::size_t peers : {2, 3, 17, 64, 100})
        {
            EXPECT_TRUE(Analyse({"tree", true, peers, seed}).cycle.empty()) << peers;
            EXPECT_TRUE(Analyse({"tree", false, peers, seed}).cycle.empty()) << peers;
        }
    }
}

/// NCA06, section 2.2.1: there, P0, P4 and P6 of eight wait for each other.
TEST(DeadlockAnalysisClaimsTest, ASharedQueueHasACycleFromFourPeersOn)
{
    EXPECT_TRUE(Analyse({"chord", true, 2}, {kShared}).cycle.empty());
    EXPECT_TRUE(Analyse({"chord", true, 3}, {kShared}).cycle.empty());
    for (const std::string kind : {"chord", "tree"})
    {
        for (const std::size_t peers : {4, 8, 16, 100, 128})
        {
            EXPECT_FALSE(Analyse({kind, true, peers}, {kShared}).cycle.empty()) << peers;
            EXPECT_FALSE(Analyse({kind, false, 2 * peers}, {kShared}).cycle.empty()) << peers;
        }
    }
    const AllWaits ring(*OverlayCase{"chord", true, 8}.Make(), {kShared});
    EXPECT_TRUE(ring.Contains({{0, 0}, {4, 4}, {}}));
    EXPECT_TRUE(ring.Contains({{4, 4}, {6, 6}, {}}));
    EXPECT_TRUE(ring.Contains({{6, 6}, {0, 0}, {}}));
}

/// NCA06, section 3.3.
TEST(DeadlockAnalysisClaimsTest, AnswersThroughTheOverlayMakeACycle)
{
    for (const OverlayCase& what : test::OverlayCases({2, 3, 8, 100}))
    {
        EXPECT_FALSE(Analyse(what, {kPerNeighbour, AckRoute::kOverlay}).cycle.empty()) << what;
    }
}

/// NCA06, section 3.3: a few malicious peers, or as many wrong entries.
TEST(DeadlockAnalysisClaimsTest, WrongEntriesMakeACycle)
{
    for (const std::string kind : {"chord", "tree"})
    {
        for (std::uint64_t seed = 1; seed <= 10; ++seed)
        {
            EXPECT_FALSE(Analyse({kind, true, 128, seed, 0.05}).cycle.empty()) << kind << seed;
            EXPECT_FALSE(Analyse({kind, false, 128, seed, 0.05}).cycle.empty()) << kind << seed;
        }
    }
}

/// Its hops may grow longer: no paper says so.
TEST(DeadlockAnalysisClaimsTest, ASmallWorldHasACycleEvenWithAQueueANeighbour)
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
    {
        EXPECT_FALSE(Analyse({"small-world", true, 128, seed}).cycle.empty()) << seed;
    }
}

/// What a peer processes for itself takes up its queue, too: two peers are enough then.
TEST(DeadlockAnalysisClaimsTest, ProcessingMakesACycleOfSharedQueuesFromTwoPeersOn)
{
    for (const OverlayCase& what : test::OverlayCases({2, 3, 8}))
    {
        EXPECT_FALSE(Analyse(what, {kShared, AckRoute::kDirect, true}).cycle.empty()) << what;
    }
}

/// A queue of what is for the peer itself waits for nothing but answers' queues.
TEST(DeadlockAnalysisClaimsTest, ProcessingMakesNoCycleOfQueuesANeighbour)
{
    for (const OverlayCase& what : test::OverlayCases({2, 3, 8, 100}))
    {
        const auto instant = Analyse(what);
        const auto processing = Analyse(what, {kPerNeighbour, AckRoute::kDirect, true});
        EXPECT_EQ(processing.cycle.size(), instant.cycle.size()) << what;
        EXPECT_EQ(processing.queues, instant.queues + what.peers) << what;
        // every queue of use has some request that is at its last hop
        EXPECT_GT(processing.waits, instant.waits) << what;
        EXPECT_FALSE(Analyse(what, {kPerNeighbour, AckRoute::kOverlay, true}).cycle.empty())
            << what;
    }
}

TEST(DeadlockAnalysisClaimsTest, WhatTheCheckThrowsEndsTheAnalysis)
{
    int checks = 0;
    const auto check = [&checks] {
        if (++checks == 3)
        {
            throw std::runtime_error("enough");
        }
    };
    EXPECT_THROW(AnalyseDeadlocks(ChordOverlay(Ring::Even(8)), {}, check), std::runtime_error);
    EXPECT_EQ(checks, 3);
}

TEST(DeadlockAnalysisClaimsTest, AWaitIsToldInWords)
{
    EXPECT_EQ(ToText(QueueWait{{0, 4}, {4, 6}, {0, 7, false}}),
              "P0's queue to P4 waits for P4's queue to P6, where requests of P0 to P7 need room");
    EXPECT_EQ(ToText(QueueWait{{0, {}}, {4, {}}, {2, 4, true}}),
              "P0's queue waits for P4's queue, where answers of P4 to P2 need room");
    EXPECT_EQ(ToText(QueueWait{{0, 4}, {4, 4}, {0, 4, false}}),
              "P0's queue to P4 waits for P4's queue to itself, where requests of P0 to P4 need "
              "room");
}

} // namespace
} // namespace dht
