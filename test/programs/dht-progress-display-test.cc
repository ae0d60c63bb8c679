/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-progress-display.h"

#include "ns3/simulator.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace ns3
{
namespace
{

/// What standard error gets from a simulation of two seconds and a half of real time.
std::string
Watch(bool quiet)
{
    testing::internal::CaptureStderr();
    {
        const DhtProgressDisplay display([] { return Simulator::Now().GetSeconds() / 2.5; }, quiet);
        for (int i = 1; i <= 5; ++i)
        {
            Simulator::Schedule(Seconds(0.5 * i) - NanoSeconds(1), [] {
                std::this_thread::sleep_for(std::chrono::milliseconds(500));
            });
        }
        Simulator::Stop(Seconds(2.5));
        Simulator::Run();
    }
    Simulator::Destroy();
    return testing::internal::GetCapturedStderr();
}

TEST(ProgressDisplayTest, AFileGetsALineNowAndThen)
{
    const std::string shown = Watch(false);
    EXPECT_NE(shown.find("% "), std::string::npos) << shown;
    EXPECT_NE(shown.find("s left\n"), std::string::npos) << shown;
    EXPECT_EQ(shown.find('\r'), std::string::npos);
}

TEST(ProgressDisplayTest, QuietShowsNothing)
{
    EXPECT_EQ(Watch(true), "");
}

} // namespace
} // namespace ns3
