/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-flight-control.h"
#include "dht-round-trip.h"
#include "dht-transport-packet.h"

#include <gtest/gtest.h>
#include <vector>

/// What a window allows and is told, and how long a link waits.

namespace dht
{
namespace
{

/// A window of ten packets that keeps what it is told.
class ListeningWindow : public TransportWindow
{
  public:
    void OnAck(const AckedPackets& acked) override
    {
        limited.push_back(acked.isLimited);
    }

    void OnLoss(const LostPackets& lost) override
    {
        losses.push_back(lost.sent);
    }

    std::size_t Bytes() const override
    {
        return bytes;
    }

    double PacingRate() const override
    {
        return rate;
    }

    std::size_t bytes{10 * kMostPayload};                 ///< The window.
    double rate{std::numeric_limits<double>::infinity()}; ///< The pace.
    std::vector<bool> limited;                            ///< What acks said of it.
    std::vector<Time> losses;                             ///< When what was lost was sent.
};

/// @param milliseconds A time. @return The time in the core's unit.
constexpr Time
InMs(int milliseconds)
{
    return std::chrono::milliseconds(milliseconds);
}

/// A window and what is in flight.
class FlightControlTest : public testing::Test
{
  protected:
    /// @param time The instant, in milliseconds. @param count How many full packets leave.
    void Send(int time, int count)
    {
        for (int i = 0; i < count; ++i)
        {
            control.OnSent(InMs(time), kMostPayload);
        }
    }

    /// @param time The instant, in milliseconds. @param sent When what arrives was sent. @param
    /// count How many full packets. @return Whether the window is said to limit.
    bool Acknowledge(int time, int sent, int count)
    {
        control.OnAcked({InMs(time), InMs(sent), count * kMostPayload, false, std::nullopt, 0});
        return window.limited.back();
    }

    FlightControl control{std::make_unique<ListeningWindow>()}; ///< What is looked at.
    ListeningWindow& window{dynamic_cast<ListeningWindow&>(control.Window())}; ///< Its window.
};

TEST_F(FlightControlTest, TheWindowHasRoomForWhatFits)
{
    EXPECT_TRUE(control.HasRoom(100000)) << "one packet always fits";
    Send(0, 9);
    EXPECT_TRUE(control.HasRoom(kMostPayload));
    EXPECT_FALSE(control.HasRoom(kMostPayload + 1));
    control.Forget(kMostPayload);
    EXPECT_EQ(control.InFlight(), 8 * kMostPayload);
    EXPECT_TRUE(control.HasRoom(2 * kMostPayload));
}

/// The last ack of a full round trip arrives when little is in flight, and is of that round trip.
TEST_F(FlightControlTest, WhetherTheWindowLimitsIsJudgedByTheRoundTrip)
{
    Send(0, 7);
    EXPECT_FALSE(Acknowledge(100, 0, 7));
    Send(100, 8);
    EXPECT_TRUE(Acknowledge(200, 100, 2)) << "three packets more would not have fitted";
    EXPECT_TRUE(Acknowledge(201, 100, 6)) << "in this round trip";
    Send(201, 1);
    EXPECT_TRUE(Acknowledge(301, 201, 1)) << "or in the one before";
    Send(301, 1);
    EXPECT_FALSE(Acknowledge(401, 301, 1));
}

TEST_F(FlightControlTest, TheWindowIsToldOfEveryLoss)
{
    Send(0, 5);
    control.OnLost({InMs(50), InMs(10), false}, kMostPayload);
    control.OnLost({InMs(60), InMs(50), false}, 2 * kMostPayload);
    EXPECT_EQ(window.losses, (std::vector<Time>{InMs(10), InMs(50)}));
    EXPECT_EQ(control.InFlight(), 2 * kMostPayload);
}

TEST_F(FlightControlTest, APauseAllowsABurstOfTwoPackets)
{
    window.rate = 140000; // a packet each 10 ms
    EXPECT_LE(control.NextDeparture(InMs(1000)), InMs(1000));
    Send(1000, 2);
    EXPECT_EQ(control.NextDeparture(InMs(1000)), InMs(1000));
    Send(1000, 1);
    EXPECT_EQ(control.NextDeparture(InMs(1000)), InMs(1010));
    window.rate = std::numeric_limits<double>::infinity();
    EXPECT_EQ(control.NextDeparture(InMs(1000)), InMs(1000));
}

TEST_F(FlightControlTest, PacketsAreHalfOfASmallWindow)
{
    EXPECT_EQ(control.PacketSize(), kMostPayload);
    window.bytes = 2000;
    EXPECT_EQ(control.PacketSize(), 1000u);
    window.bytes = 100;
    EXPECT_EQ(control.PacketSize(), 300u);
}

/// RFC 9002, sections 5.3 and 6.2.1.
TEST(RoundTripTest, TimeoutsFollowSamples)
{
    RoundTrip path;
    EXPECT_FALSE(path.IsKnown());
    EXPECT_EQ(path.ProbeTimeout(), InMs(333 + 666 + 25));
    path.OnSample(InMs(100), Time(0));
    EXPECT_TRUE(path.IsKnown());
    EXPECT_EQ(path.Smoothed(), InMs(100));
    EXPECT_EQ(path.ProbeTimeout(), InMs(100 + 4 * 50 + 25));
    EXPECT_EQ(path.LossDelay(), InMs(100) * 9 / 8);
    path.OnSample(InMs(180), Time(0));
    EXPECT_EQ(path.Smoothed(), InMs(110));
    EXPECT_EQ(path.LossDelay(), InMs(180) * 9 / 8) << "the latest is greater";
    EXPECT_EQ(path.ProbeTimeout(), InMs(110) + 4 * (3 * InMs(50) + InMs(80)) / 4 + InMs(25));
    path.OnSpuriousLoss();
    EXPECT_EQ(path.LossDelay(), InMs(180) * 10 / 8);
    for (int i = 0; i < 200; ++i)
    {
        path.OnSample(InMs(100), Time(0));
        path.OnSpuriousLoss();
    }
    EXPECT_LE(path.LossDelay(), InMs(201)) << "twice the round trip, at the most";
    EXPECT_LE(path.ProbeTimeout(), InMs(100 + 1 + 25 + 1))
        << "four deviations, but 1 ms at the least";
}

TEST(RoundTripTest, AHoldIsTakenOffUnlessItIsTooLong)
{
    RoundTrip path;
    path.OnSample(InMs(100), Time(0));
    path.OnSample(InMs(120), InMs(20));
    EXPECT_EQ(path.Smoothed(), InMs(100));
    path.OnSample(InMs(180), InMs(1000));
    EXPECT_EQ(path.Smoothed(), (7 * InMs(100) + InMs(155)) / 8) << "25 ms at the most";
    RoundTrip other;
    other.OnSample(InMs(100), InMs(20));
    EXPECT_EQ(other.Smoothed(), InMs(100)) << "no path is shorter than it ever was";
}

} // namespace
} // namespace dht
