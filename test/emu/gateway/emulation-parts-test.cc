/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet.h"
#include "lag-histogram.h"
#include "realtime-loop.h"
#include "realtime-scheduler.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <unistd.h>
#include <vector>

/// The parts of dht-emulate that need no privilege.

namespace ns3
{

namespace
{

TEST(LagHistogramTest, PercentilesAreThoseOfTheValuesTo2Percent)
{
    std::mt19937_64 random(1);
    std::lognormal_distribution<double> lag(11, 2); // a median of 60 us
    std::vector<int64_t> values(100000);
    LagHistogram histogram;
    for (auto& value : values)
    {
        value = static_cast<int64_t>(lag(random));
        histogram.Add(value);
    }
    std::sort(values.begin(), values.end());
    EXPECT_EQ(histogram.GetCount(), values.size());
    EXPECT_EQ(histogram.GetMaximum(), values.back());
    for (const double percent : {1.0, 50.0, 90.0, 99.0, 99.9})
    {
        const double exact =
            values[static_cast<std::size_t>(std::ceil(percent / 100 * values.size())) - 1];
        EXPECT_GE(histogram.GetPercentile(percent), exact) << percent;
        EXPECT_LE(histogram.GetPercentile(percent), exact * 1.02 + 1) << percent;
    }
    EXPECT_EQ(histogram.GetPercentile(100), values.back());
}

TEST(LagHistogramTest, EveryValueFallsIntoAClassThatHoldsIt)
{
    for (int64_t value = 0; value < 1 << 20; value = value * 9 / 8 + 1)
    {
        LagHistogram histogram;
        histogram.Add(value);
        EXPECT_EQ(histogram.GetPercentile(50), value);
        histogram.Add(int64_t{1} << 45); // beyond the last class
        EXPECT_GE(histogram.GetPercentile(50), value);
        EXPECT_LE(histogram.GetPercentile(50), value + value / 64);
        EXPECT_EQ(histogram.GetMaximum(), int64_t{1} << 45);
    }
}

TEST(LagHistogramTest, WhatIsEarlyIsNotLate)
{
    LagHistogram histogram;
    EXPECT_EQ(histogram.GetPercentile(99), 0);
    histogram.Add(-5);
    EXPECT_EQ(histogram.GetPercentile(99), 0);
    histogram.Add(1000);
    histogram.Clear();
    EXPECT_EQ(histogram.GetCount(), 0U);
    EXPECT_EQ(histogram.GetMaximum(), 0);
}

/// A request of 10.0.0.1 for 10.0.0.2.
const std::vector<uint8_t> REQUEST{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 1, 10, 0, 0,  1, 8, 6,
                                   0,    1,    8,    0,    6,    4,    0, 1, 2,  1, 10, 0, 0, 1,
                                   10,   0,    0,    1,    0,    0,    0, 0, 0,  0, 10, 0, 0, 2};

TEST(EthernetTest, AnArpRequestIsAnsweredWithTheGatewaysAddress)
{
    const std::vector<uint8_t> expected{2,  1, 10, 0, 0, 1, 2,  0, 0, 0, 0,  1, 8, 6,
                                        0,  1, 8,  0, 6, 4, 0,  2, 2, 0, 0,  0, 0, 1,
                                        10, 0, 0,  2, 2, 1, 10, 0, 0, 1, 10, 0, 0, 1};
    EXPECT_EQ(AnswerArp(REQUEST.data(), REQUEST.size()), expected);
}

TEST(EthernetTest, OtherArpIsNotAnswered)
{
    EXPECT_FALSE(AnswerArp(REQUEST.data(), REQUEST.size() - 1));
    const std::vector<std::pair<std::size_t, uint8_t>> changes{
        {15, 6}, // another hardware
        {17, 1}, // another protocol
        {21, 2}, // an answer
        {41, 1}, // for the own address
    };
    for (const auto& [place, value] : changes)
    {
        auto changed = REQUEST;
        changed[place] = value;
        EXPECT_FALSE(AnswerArp(changed.data(), changed.size())) << place;
    }
    auto probe = REQUEST;
    std::fill_n(probe.begin() + 28, 4, 0); // from nobody: does anybody have this address?
    EXPECT_FALSE(AnswerArp(probe.data(), probe.size()));
}

TEST(EthernetTest, AnIpv4PacketIsFreedOfItsPadding)
{
    std::vector<uint8_t> packet(46);
    packet[0] = 0x45;
    packet[3] = 28;
    EXPECT_EQ(SizeOfIpv4(packet.data(), packet.size()), 28U);
    EXPECT_EQ(SizeOfIpv4(packet.data(), 28), 28U);
    EXPECT_FALSE(SizeOfIpv4(packet.data(), 27));
    packet[3] = 19;
    EXPECT_FALSE(SizeOfIpv4(packet.data(), packet.size()));
    packet[3] = 28;
    packet[0] = 0x60;
    EXPECT_FALSE(SizeOfIpv4(packet.data(), packet.size()));
}

/// A simulation in real time, with a pipe that it waits for.
class RealtimeSchedulerTest : public testing::Test
{
  protected:
    RealtimeSchedulerTest()
    {
        EXPECT_EQ(pipe(m_pipe), 0);
        RealtimeScheduler::Start(loop);
    }

    ~RealtimeSchedulerTest() override
    {
        Simulator::Destroy();
        close(m_pipe[0]);
        close(m_pipe[1]);
    }

    int In() const
    {
        return m_pipe[1];
    }

    int Out() const
    {
        return m_pipe[0];
    }

    Ptr<RealtimeLoop> loop{CreateObject<RealtimeLoop>()};

  private:
    int m_pipe[2];
};

TEST_F(RealtimeSchedulerTest, EventsHappenWhenTheirTimeHasCome)
{
    using Clock = std::chrono::steady_clock;
    std::vector<double> seen;
    Clock::time_point start;
    const auto note = [&] {
        seen.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    };
    Simulator::Schedule(Time(0), [&] { start = Clock::now(); });
    for (const int time : {150, 50, 100})
    {
        Simulator::Schedule(MilliSeconds(time), note);
    }
    const EventId removed = Simulator::Schedule(MilliSeconds(20), note);
    Simulator::Schedule(MilliSeconds(10), [=] { Simulator::Remove(removed); });
    Simulator::Stop(MilliSeconds(160));
    loop->Run();
    ASSERT_EQ(seen.size(), 3U);
    for (int i = 0; i < 3; ++i)
    {
        // the machine may be late, but is never early
        EXPECT_GE(seen[i], 0.049 + 0.050 * i);
    }
    EXPECT_LT(seen[0], 0.150);
    EXPECT_GE(loop->GetLag().GetCount(), 5U);
    EXPECT_GT(loop->GetLag().GetMaximum(), 0);
}

TEST_F(RealtimeSchedulerTest, WhatArrivesIsAnEventOfItsOwnTime)
{
    std::vector<Time> arrivals;
    char byte = 0;
    loop->Watch(Out(), [&] {
        EXPECT_EQ(read(Out(), &byte, 1), 1);
        arrivals.push_back(Simulator::Now());
        Simulator::Schedule(MilliSeconds(20), [&] { arrivals.push_back(Simulator::Now()); });
        return true;
    });
    std::thread sender([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        EXPECT_EQ(write(In(), "x", 1), 1);
    });
    Simulator::Stop(MilliSeconds(300));
    loop->Run();
    sender.join();
    ASSERT_EQ(arrivals.size(), 2U);
    EXPECT_GE(arrivals[0], MilliSeconds(45));
    EXPECT_EQ(arrivals[1], arrivals[0] + MilliSeconds(20));
}

/// However late the simulation is, it reads what arrives, in the order of time.
TEST_F(RealtimeSchedulerTest, ALateSimulationReadsAllTheSame)
{
    const auto busy = [] {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
        while (std::chrono::steady_clock::now() < end)
        {
        }
    };
    for (int i = 0; i < 100; ++i)
    {
        Simulator::Schedule(MilliSeconds(i), busy); // twice as much as there is time for
    }
    Time arrival;
    char byte = 0;
    loop->Watch(Out(), [&] {
        EXPECT_EQ(read(Out(), &byte, 1), 1);
        arrival = Simulator::Now();
        return true;
    });
    Simulator::Schedule(MilliSeconds(10), [this] { EXPECT_EQ(write(In(), "x", 1), 1); });
    Simulator::Stop(MilliSeconds(300));
    loop->Run();
    // it was written when the events of up to 10 ms had happened, about 20 ms after the start; on a
    // busy machine later, but before all events had
    EXPECT_GT(arrival, MilliSeconds(18));
    EXPECT_LT(arrival, MilliSeconds(195));
    EXPECT_GT(loop->GetLag().GetPercentile(90), 50'000'000);
}

TEST_F(RealtimeSchedulerTest, AFileThatHasNothingMoreToSayIsLeft)
{
    int calls = 0;
    loop->Watch(Out(), [&] {
        calls++;
        return false;
    });
    EXPECT_EQ(write(In(), "x", 1), 1);
    Simulator::Stop(MilliSeconds(50));
    loop->Run();
    EXPECT_EQ(calls, 1);
}

} // namespace

} // namespace ns3
