/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-coordinate.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace dht
{
namespace
{

using CoordinateFrame = std::array<std::uint8_t, WireCoordinate::kSize>;

Coordinate
PointAtXy(double x, double y, double height, double error = 0.5)
{
    return {{x, y, 0}, height, error};
}

CoordinateFrame
CoordinateFrameOf(const WireCoordinate& told)
{
    CoordinateFrame frame{};
    Encode(told, frame.data());
    return frame;
}

TEST(CoordinateTest, TheDistanceIsThroughThePlaneAndDownAndUpTheHeights)
{
    EXPECT_DOUBLE_EQ(Distance(PointAtXy(0, 0, 2), PointAtXy(30, -40, 5)), 57);
    EXPECT_DOUBLE_EQ(Distance(PointAtXy(7, 7, 2), PointAtXy(7, 7, 5)), 7);
    EXPECT_DOUBLE_EQ(Distance({{1, 2, 3}, 0, 1}, {{3, 5, 9}, 0, 1}), 7);
    EXPECT_EQ(PredictedRtt(PointAtXy(0, 0, 2), PointAtXy(30, -40, 5)), FromSeconds(0.057));
}

TEST(CoordinateTest, WhatIsToldIsTheNearestEighthOfAMillisecond)
{
    const auto told = Round(PointAtXy(1.06, -1.07, 0.1, 0.2504), CoordinateSpace::kPlane);
    EXPECT_EQ(told, (WireCoordinate{8, -9, 1, 250}));
    const Coordinate point = PointOf(told, CoordinateSpace::kPlane);
    EXPECT_EQ(point.place, (std::array<double, 3>{1, -1.125, 0}));
    EXPECT_EQ(point.height, 0.125);
    EXPECT_EQ(point.error, 0.25);
}

TEST(CoordinateTest, TheThirdNumberIsAHeightOrADimension)
{
    const Coordinate point{{1, 2, -3}, 0, 1};
    const auto told = Round(point, CoordinateSpace::kSpace);
    EXPECT_EQ(told, (WireCoordinate{8, 16, 0x10000 - 24, 1000}));
    EXPECT_EQ(PointOf(told, CoordinateSpace::kSpace).place, point.place);
    EXPECT_EQ(PointOf(told, CoordinateSpace::kSpace).height, 0);
    EXPECT_EQ(PointOf(told, CoordinateSpace::kPlane).height, 8189);
}

TEST(CoordinateTest, WhatIsToldIsTheEndOfTheRangeForWhatIsBeyond)
{
    const double all = std::numeric_limits<double>::infinity();
    const WireCoordinate ends{32767, -32768, 65535, 65535};
    EXPECT_EQ(Round(PointAtXy(4097, -4097, 8193, 66), CoordinateSpace::kPlane), ends);
    EXPECT_EQ(Round(PointAtXy(all, -all, all, all), CoordinateSpace::kPlane), ends);
    EXPECT_EQ(Round(PointAtXy(0, 0, -1, -1), CoordinateSpace::kPlane),
              (WireCoordinate{0, 0, 0, 0}));
    const double none = std::nan("");
    EXPECT_EQ(Round(PointAtXy(none, none, none, none), CoordinateSpace::kPlane),
              (WireCoordinate{0, 0, 0, 0}));
}

/// What hosts agree about: rounded numbers stay as they are.
TEST(CoordinateTest, WhatWasRoundedIsNotRoundedAgain)
{
    for (const auto space : {CoordinateSpace::kPlane, CoordinateSpace::kSpace})
    {
        for (int i = -32768; i <= 32767; i += 7)
        {
            const WireCoordinate told{static_cast<std::int16_t>(i),
                                      static_cast<std::int16_t>(-1 - i),
                                      static_cast<std::uint16_t>(2 * i),
                                      static_cast<std::uint16_t>(3 * i)};
            ASSERT_EQ(Round(PointOf(told, space), space), told) << i;
        }
    }
}

TEST(CoordinateTest, AFrameHasTheMostSignificantBytesFirst)
{
    const WireCoordinate told{0x0102, -2, 0xa0b0, 0x1234};
    const CoordinateFrame frame{0x01, 0x02, 0xff, 0xfe, 0xa0, 0xb0, 0x12, 0x34};
    EXPECT_EQ(CoordinateFrameOf(told), frame);
    EXPECT_EQ(DecodeCoordinate(frame.data()), told);
}

TEST(CoordinateTest, AnyFrameIsAPoint)
{
    for (unsigned byte = 0; byte < 256; ++byte)
    {
        CoordinateFrame frame;
        frame.fill(static_cast<std::uint8_t>(byte));
        EXPECT_EQ(CoordinateFrameOf(DecodeCoordinate(frame.data())), frame);
    }
}

} // namespace
} // namespace dht
