/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "constant-delay.h"
#include "dht-scheme.h"
#include "message-batches.h"
#include "message-level-monitor.h"
#include "test-name.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/// A ring in parts, as several processes simulate it, here in one simulator.

namespace ns3
{
namespace
{

constexpr dht::LinkIndex LINKS = 7;
constexpr uint32_t PEERS = 1 << LINKS;
constexpr uint32_t PARTS = 3;

/// What comes of a ring.
struct RanksOutcome
{
    nlohmann::ordered_json counters; ///< Of all peers.
    nlohmann::ordered_json results;  ///< Of the window.
};

/// A scheme, and whether there is TCP.
using Setup = std::tuple<std::string, bool>;

MessageLevelRing::Plan
MakePlan(const Setup& setup)
{
    const auto& [scheme, tcp] = setup;
    MessageLevelOptions options;
    options.peer.requestLifetime = dht::FromSeconds(20);
    options.workload.load = 60;
    options.load = dht::LoadModel::Uplink(0.05);
    if (tcp)
    {
        options.areStreams = true;
        options.uplinkBuffer = 0;
        options.stream.header = 0.2;
        options.stream.segment = 5;
        options.stream.segmentsPerAck = 2;
        options.load = {0, 0.15};
    }
    options.startSpread = dht::FromSeconds(0.1);
    return {options,
            std::make_unique<dht::EvenChord>(LINKS),
            std::make_unique<dht::ConstantDelay>(dht::FromSeconds(0.02)),
            DhtScheme::Create(scheme),
            [down = tcp ? 120.0 : 0.0](uint32_t) {
                return MessageLevelPeer::Capacity{120, down};
            },
            1};
}

/// Sums up over the parts.
class SharedSums
{
  public:
    /// A part's view.
    class Part : public dht::RingSums
    {
      public:
        /// @param sums Of all parts.
        explicit Part(SharedSums& sums)
            : m_sums(sums)
        {
        }

        void Add(const dht::LevelSum& own) override
        {
            m_sums.m_sums.resize(std::max(m_sums.m_sums.size(), m_added + 1));
            auto& [sum, parts] = m_sums.m_sums[m_added++];
            sum.level += own.level;
            sum.peers += own.peers;
            ++parts;
        }

        std::optional<dht::LevelSum> Take(bool wait) override
        {
            const auto& [sum, parts] = m_sums.m_sums.at(m_taken);
            EXPECT_TRUE(!wait || parts == PARTS);
            return parts < PARTS ? std::nullopt : (++m_taken, std::optional<dht::LevelSum>(sum));
        }

      private:
        SharedSums& m_sums;     ///< Of all parts.
        std::size_t m_added{0}; ///< To how many.
        std::size_t m_taken{0}; ///< Sums taken so far.
    };

  private:
    std::deque<std::pair<dht::LevelSum, uint32_t>> m_sums; ///< With the parts that have added.
};

/// Carries batches to other parts.
class LocalBatches : public MessageBatches
{
  public:
    /// @param rings All parts, when they are made; must outlive this one.
    explicit LocalBatches(std::deque<MessageLevelRing>& rings)
        : MessageBatches({PEERS, PARTS}, dht::FromSeconds(0.02), 500),
          m_rings(rings)
    {
    }

    uint64_t carried{0}; ///< Batches.

  private:
    void Carry(uint32_t block, const std::vector<uint8_t>& batch, Time arrival) override
    {
        ++carried;
        Simulator::Schedule(arrival - Simulator::Now(), [this, block, batch] {
            MessageBatch::Read(batch, [&](Time time, uint32_t to, const Message& message) {
                EXPECT_GE(time, Simulator::Now());
                m_rings[block].Receive(time, to, message);
            });
        });
    }

    std::deque<MessageLevelRing>& m_rings; ///< All parts.
};

/// Run the simulation. @param monitors Watch the peers.
void
Run(std::deque<MessageLevelMonitor>& monitors)
{
    for (MessageLevelMonitor& monitor : monitors)
    {
        Simulator::Schedule(Seconds(2), &MessageLevelMonitor::Begin, &monitor);
    }
    Simulator::Stop(Seconds(4));
    Simulator::Run();
    for (MessageLevelMonitor& monitor : monitors)
    {
        monitor.End();
    }
}

RanksOutcome
RunWhole(const Setup& setup)
{
    MessageLevelRing ring(MakePlan(setup), {0, PEERS}, nullptr);
    ring.Make(PEERS);
    std::deque<MessageLevelMonitor> monitors;
    monitors.emplace_back(ring, nullptr);
    ring.Start(monitors[0]);
    Run(monitors);
    RanksOutcome outcome{dht::CountersToJson(monitors[0].GetTotals()),
                         dht::ResultsToJson(monitors[0].GetResults())};
    Simulator::Destroy();
    return outcome;
}

RanksOutcome
RunParts(const Setup& setup)
{
    std::deque<MessageLevelRing> rings;
    std::deque<LocalBatches> batches;
    SharedSums shared;
    std::deque<SharedSums::Part> sums;
    std::deque<MessageLevelMonitor> monitors;
    for (uint32_t part = 0; part < PARTS; ++part)
    {
        const PeerRange range = PeerBlocks{PEERS, PARTS}.RangeOf(part);
        rings.emplace_back(MakePlan(setup), range, &batches.emplace_back(rings));
        EXPECT_TRUE(rings.back().Make(PEERS));
        monitors.emplace_back(rings.back(), nullptr, &sums.emplace_back(shared));
    }
    for (uint32_t part = PARTS; part-- > 0;)
    {
        rings[part].Start(monitors[part]); // events come in another order than in the whole ring
    }
    Run(monitors);
    dht::RingTotals totals = monitors[0].GetTotals();
    for (uint32_t part = 1; part < PARTS; ++part)
    {
        EXPECT_GT(batches[part].carried, 100u);
        totals += monitors[part].GetTotals();
        monitors[0].GetStatistics().AddPart(monitors[part].GetStatistics().ToBytes());
    }
    RanksOutcome outcome{dht::CountersToJson(totals), dht::ResultsToJson(monitors[0].GetResults())};
    Simulator::Destroy();
    return outcome;
}

class MessageRanksTest : public testing::TestWithParam<Setup>
{
};

TEST_P(MessageRanksTest, ThePartsOfARingDoWhatTheWholeDoes)
{
    const RanksOutcome whole = RunWhole(GetParam());
    const RanksOutcome parts = RunParts(GetParam());
    EXPECT_EQ(parts.counters.dump(2), whole.counters.dump(2));
    EXPECT_GT(whole.counters["answered"], 1000);
    const auto partly = parts.results.flatten();
    const auto all = whole.results.flatten();
    for (const auto& [name, value] : all.items())
    {
        if (!value.is_number())
        {
            EXPECT_EQ(partly.at(name), value) << name;
            continue;
        }
        // sums of numbers in another order
        const double expected = value;
        EXPECT_NEAR(partly.at(name).get<double>(), expected, 1e-9 * expected) << name;
    }
    EXPECT_EQ(parts.results["delay_s"]["p99"], whole.results["delay_s"]["p99"]);
}

INSTANTIATE_TEST_SUITE_P(
    Schemes,
    MessageRanksTest,
    testing::Combine(testing::Values("none", "credit", "back-pressure", "marking"),
                     testing::Bool()),
    [](const auto& test) {
        return TestName(std::get<0>(test.param)) + (std::get<1>(test.param) ? "_tcp" : "");
    });

} // namespace
} // namespace ns3
