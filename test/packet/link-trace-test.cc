/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-link.h"
#include "link-trace.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Links that follow traces of Mahimahi.

namespace
{

using namespace ns3;

/// @param text A file. @return The trace.
std::shared_ptr<const LinkTrace>
Read(const std::string& text)
{
    std::istringstream in(text);
    return std::make_shared<const LinkTrace>(in);
}

TEST(LinkTraceTest, GoesRoundAndRound)
{
    const auto trace = Read("# ms\n1\n1\r\n4\n10\n");
    EXPECT_EQ(trace->GetLength(), MilliSeconds(10));
    EXPECT_DOUBLE_EQ(trace->GetMeanRate(), 4 * 1500 * 8 / 0.01);
    const std::vector<int64_t> when{1, 1, 4, 10, 11, 11, 14, 20, 21};
    for (std::size_t i = 0; i < when.size(); ++i)
    {
        EXPECT_EQ(trace->When(i), MilliSeconds(when[i])) << i;
    }
    for (const auto& [at, first] : {std::pair<int64_t, uint64_t>{0, 0},
                                    {1, 0},
                                    {2, 2},
                                    {4, 2},
                                    {5, 3},
                                    {10, 3},
                                    {11, 4},
                                    {12, 6},
                                    {20, 7},
                                    {1000004, 400002}})
    {
        EXPECT_EQ(trace->FirstFrom(MilliSeconds(at)), first) << at;
    }
    EXPECT_EQ(trace->FirstFrom(NanoSeconds(1000001)), 2u);
    // an opportunity at 0 is there in each round
    EXPECT_EQ(Read("0\n5\n")->When(2), MilliSeconds(5));
    EXPECT_EQ(Read("0\n5\n")->FirstFrom(MilliSeconds(5)), 1u);
}

TEST(LinkTraceTest, WrongLinesAreNamed)
{
    for (const auto& [text, why] : {std::pair<const char*, const char*>{"", "no time above 0"},
                                    {"0\n0\n", "no time above 0"},
                                    {"1\n3\n2\n", "line 3: its time is before"},
                                    {"1\n\n1.5\n", "line 3: not a whole number"},
                                    {"-1\n", "line 1: not a whole number"},
                                    {"1 2\n", "line 1: not a whole number"},
                                    {"99999999999\n", "line 1: not a whole number"}})
    {
        std::string error = "it was accepted";
        try
        {
            Read(text);
        }
        catch (const std::invalid_argument& what)
        {
            error = what.what();
        }
        EXPECT_NE(error.find(why), std::string::npos) << text << error;
    }
}

/// A transmitter that does as Mahimahi does, opportunity by opportunity.
class StepByStep
{
  public:
    /// @param trace What it follows. @param start Where it begins.
    StepByStep(const LinkTrace& trace, Time start)
        : m_trace(trace),
          m_start(start)
    {
    }

    /// @param now When a packet arrives. @param bytes Its size.
    void Arrive(Time now, uint32_t bytes)
    {
        RunTo(now);
        m_waiting.push_back(bytes);
    }

    /// @param end Until when opportunities are used, this time not included.
    void RunTo(Time end)
    {
        for (; m_trace.When(m_next) - m_start < end; ++m_next)
        {
            const Time when = m_trace.When(m_next) - m_start;
            for (uint32_t left = LinkTrace::kBytes; left > 0 && !m_waiting.empty();)
            {
                const uint32_t part = std::min(left, m_waiting.front());
                left -= part;
                m_waiting.front() -= part;
                if (m_waiting.front() == 0)
                {
                    m_waiting.erase(m_waiting.begin());
                    delivered.push_back(when);
                }
            }
        }
    }

    std::vector<Time> delivered; ///< When packets were delivered.

  private:
    const LinkTrace& m_trace;
    Time m_start;
    uint64_t m_next{0};
    std::vector<uint32_t> m_waiting;
};

TEST(LinkTraceTest, PacketsLeaveAsOpportunitiesComeOneByOne)
{
    const auto trace = Read("0\n0\n1\n3\n3\n3\n9\n20\n21\n40\n");
    for (unsigned seed = 1; seed <= 20; ++seed)
    {
        std::mt19937 random(seed);
        const Time start = NanoSeconds(random() % 40000000);
        TracedTransmitter transmitter(trace, start);
        StepByStep steps(*trace, start);
        std::vector<Time> left;
        Time now(0);
        for (int i = 0; i < 2000; ++i)
        {
            // times between those of opportunities, whose order with packets is free
            now += NanoSeconds(1 + random() % (seed % 2 == 0 ? 20000000 : 4000000));
            const uint32_t bytes = i % 5 == 0 ? 4000 : 40 + random() % 1460;
            left.push_back(transmitter.Send(now, bytes));
            steps.Arrive(now, bytes);
        }
        steps.RunTo(now + Seconds(100));
        ASSERT_EQ(steps.delivered.size(), left.size());
        for (std::size_t i = 0; i < left.size(); ++i)
        {
            ASSERT_EQ(left[i], steps.delivered[i]) << seed << " packet " << i;
        }
    }
}

TEST(LinkTraceTest, WhatArrivesWithAnOpportunityHasWhatIsLeftOfIt)
{
    TracedTransmitter transmitter(Read("1\n2\n"), Time(0));
    EXPECT_EQ(transmitter.Send(Time(0), 1000), MilliSeconds(1));
    EXPECT_EQ(transmitter.Send(MilliSeconds(1), 500), MilliSeconds(1));
    EXPECT_EQ(transmitter.Send(MilliSeconds(1), 1000), MilliSeconds(2));
    EXPECT_EQ(transmitter.Send(MilliSeconds(2), 501), MilliSeconds(3));
}

TEST(LinkTraceTest, ALinkThatIsNeverIdleHasTheMeanRate)
{
    const auto trace = Read("2\n2\n7\n50\n");
    AccessLink link(DataRate("1bps"), QueueSize("100000p"));
    link.SetTrace({trace, MilliSeconds(13)});
    Time last;
    for (int i = 0; i < 4000; ++i)
    {
        last = *link.Enqueue(Time(0), 1500);
    }
    EXPECT_NEAR(4000 * 1500 * 8 / last.GetSeconds(),
                trace->GetMeanRate(),
                0.01 * trace->GetMeanRate());
    EXPECT_EQ(link.GetWaitingPackets(Time(0)), 3999u);
    EXPECT_EQ(link.GetWaitingPackets(last), 0u);
}

} // namespace
