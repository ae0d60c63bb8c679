/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "coordinate-world.h"
#include "dht-vivaldi.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <utility>

/// A peer's coordinates: the rule, what is refused, and where peers come to rest.

namespace dht
{
namespace
{

using test::CoordinateWorld;
using test::MersenneRandom;
using test::PointSet;

constexpr std::size_t kPoints = 64;

/// @param x Of a point. @param error The point's error. @return The point, as it is told.
WireCoordinate
ToldAtX(double x, double error, double height = 0)
{
    return Round({{x, 0, 0}, height, error}, CoordinateSpace::kPlane);
}

constexpr Time
RttOf(int count)
{
    return std::chrono::milliseconds(count);
}

/// By hand: w = 1 / (1 + 1), delta = 0.25 w, force = delta (100 - 40.1); e = |40.1 - 100| / 100.
TEST(VivaldiTest, ASampleMovesAPeerByTheRule)
{
    MersenneRandom random(1);
    Vivaldi peer({}, random);
    ASSERT_EQ(peer.OnSample(RttOf(100), ToldAtX(40, 1)), SampleFault::kNone);
    const double force = 0.125 * (100 - 40.1);
    EXPECT_NEAR(peer.Place().place[0], -force, 1e-9);
    EXPECT_EQ(peer.Place().place[1], 0);
    EXPECT_NEAR(peer.Place().height, 0.1 + force * 0.1 / 40.1, 1e-9);
    EXPECT_NEAR(peer.Place().error, 0.599 * 0.125 + 1 * 0.875, 1e-9);
}

TEST(VivaldiTest, WhoIsSurerOfItselfMovesOthersMore)
{
    const auto moved = [](double error) {
        MersenneRandom random(1);
        Vivaldi peer({}, random);
        peer.OnSample(RttOf(100), ToldAtX(40, error));
        return -peer.Place().place[0];
    };
    EXPECT_NEAR(moved(0.25) / moved(1), 0.8 / 0.5, 1e-9);
    EXPECT_GT(moved(0), moved(0.25)); // nobody is sure enough to divide by it
}

TEST(VivaldiTest, ByTheRuleOf2004StepsGetSmaller)
{
    VivaldiOptions options;
    options.steps = CoordinateSteps::kDecreasing;
    options.space = CoordinateSpace::kSpace;
    MersenneRandom random(1);
    Vivaldi peer(options, random);
    const auto step = [&](double from) {
        const WireCoordinate told = Round({{from, 0, 0}, 0, 0.3}, CoordinateSpace::kSpace);
        const double before = peer.Place().place[0];
        const double distance = std::abs(before - from);
        peer.OnSample(FromSeconds((distance + 10) / 1000), told);
        return std::abs(peer.Place().place[0] - before) / 10;
    };
    EXPECT_NEAR(step(40), 1, 1e-5);
    EXPECT_NEAR(step(40), 0.9975, 1e-5);
    for (int i = 2; i < 380; ++i)
    {
        step(i % 2 == 0 ? -1000 : 1000);
    }
    EXPECT_NEAR(step(-1000), 0.05, 1e-5);
    EXPECT_NEAR(step(-1000), 0.05, 1e-5);
    EXPECT_EQ(peer.Place().height, 0);
}

TEST(VivaldiTest, FromTheSamePlaceEveryDirectionLeadsAway)
{
    std::map<std::pair<bool, bool>, int> quadrants;
    MersenneRandom random(1);
    for (int i = 0; i < 400; ++i)
    {
        Vivaldi peer({}, random);
        peer.OnSample(RttOf(100), ToldAtX(0, 1));
        const auto& place = peer.Place().place;
        EXPECT_NEAR(std::hypot(place[0], place[1]), 0.125 * 99.9, 1e-9);
        EXPECT_EQ(place[2], 0);
        ++quadrants[{place[0] > 0, place[1] > 0}];
    }
    ASSERT_EQ(quadrants.size(), 4u);
    for (const auto& [quadrant, count] : quadrants)
    {
        EXPECT_GT(count, 60);
    }
}

/// Random numbers that are none.
class OneHalf : public Random
{
  public:
    double Uniform() override
    {
        return 0.5;
    }
};

TEST(VivaldiTest, ADirectionOfNoLengthIsOneNevertheless)
{
    OneHalf random;
    Vivaldi peer({}, random);
    peer.OnSample(RttOf(100), ToldAtX(0, 1));
    EXPECT_NEAR(peer.Place().place[0], 0.125 * 99.9, 1e-9);
}

TEST(VivaldiTest, WhatNoPeerCanKnowIsRefusedAndCounted)
{
    MersenneRandom random(1);
    Vivaldi peer({}, random);
    const auto good = ToldAtX(40, 1);
    const double all = std::numeric_limits<double>::infinity();
    const double none = std::nan("");
    const auto sample = [&](const Coordinate& other) { return peer.OnSample(RttOf(100), other); };
    for (const Time rtt : {Time(0), Time(-1), RttOf(4001), kNever})
    {
        EXPECT_EQ(peer.OnSample(rtt, good), SampleFault::kRoundTrip) << rtt.count();
    }
    for (const double x : {4000.5, -4000.5, all, -all, none})
    {
        EXPECT_EQ(sample({{x, 0, 0}, 0, 1}), SampleFault::kPlace) << x;
        EXPECT_EQ(sample({{0, 0, x}, 0, 1}), SampleFault::kPlace) << x;
        EXPECT_EQ(sample({{0, 0, 0}, std::abs(x), 1}), SampleFault::kPlace) << x;
    }
    EXPECT_EQ(sample({{0, 0, 0}, -0.1, 1}), SampleFault::kPlace);
    for (const double error : {-0.1, 1.501, all, none})
    {
        EXPECT_EQ(sample({{0, 0, 0}, 0, error}), SampleFault::kError) << error;
    }
    EXPECT_EQ(sample({{4000, 4000, 4000}, 4000, 1}), SampleFault::kMove);
    EXPECT_EQ(peer.Samples(), (Vivaldi::ByFault{4, 16, 4, 1, 0}));
    EXPECT_EQ(peer.Place().place, (std::array<double, 3>{}));
    EXPECT_EQ(peer.Place().error, 1);
    EXPECT_EQ(sample({{4000, 0, 0}, 4000, 1.5}), SampleFault::kNone);
    EXPECT_EQ(peer.OnSample(RttOf(4000), good), SampleFault::kNone);
}

/// Whatever it is told, what it tells others is believed.
TEST(VivaldiTest, APeerNeverSaysWhatIsRefused)
{
    for (const auto space : {CoordinateSpace::kPlane, CoordinateSpace::kSpace})
    {
        VivaldiOptions options;
        options.space = space;
        options.steps = CoordinateSteps::kDecreasing;
        options.leastStep = 1;
        MersenneRandom random(1);
        Vivaldi peer(options, random);
        for (int i = 0; i < 100000; ++i)
        {
            const auto draw = [&] { return static_cast<std::uint16_t>(DrawBits(random)); };
            const auto drawSigned = [&] { return static_cast<std::int16_t>(draw()); };
            const WireCoordinate told{drawSigned(), drawSigned(), draw(), draw()};
            peer.OnSample(Time(DrawBelow(random, 4100000000)), told);
            Vivaldi other(options, random);
            ASSERT_EQ(other.OnSample(RttOf(3000), peer.Told()), SampleFault::kNone) << i;
        }
        const auto& samples = peer.Samples();
        EXPECT_GT(samples.back(), 1000u);
        EXPECT_GT(samples[static_cast<std::size_t>(SampleFault::kPlace)], 0u);
    }
}

/// The error goes to 0 but for what rounding takes away: 1/16 ms of each number, of times around
/// 100 ms.
TEST(VivaldiTest, APlaneIsFound)
{
    const auto rtts = PointSet(kPoints, 200, 0).Rtts();
    CoordinateWorld world(kPoints, rtts);
    world.Ask(100);
    const double early = world.MedianError(rtts);
    world.Ask(900);
    EXPECT_LT(early, 0.1);
    EXPECT_LT(world.MedianError(rtts), 0.003);
}

TEST(VivaldiTest, HeightsAreFound)
{
    const auto rtts = PointSet(kPoints, 150, 60).Rtts();
    CoordinateWorld world(kPoints, rtts);
    world.Ask(2000);
    EXPECT_LT(world.MedianError(rtts), 0.01);
    VivaldiOptions flat;
    flat.space = CoordinateSpace::kSpace;
    CoordinateWorld without(kPoints, rtts, flat);
    without.Ask(2000);
    EXPECT_GT(without.MedianError(rtts), 0.05); // no height, no such space
}

TEST(VivaldiTest, ThreeDimensionsAreFound)
{
    VivaldiOptions options;
    options.space = CoordinateSpace::kSpace;
    MersenneRandom random(3);
    std::vector<Coordinate> points;
    for (std::size_t i = 0; i < kPoints; ++i)
    {
        points.push_back(test::DrawPoint(random, 200, 0));
        points.back().place[2] = 200 * random.Uniform();
    }
    const auto rtts = [&](std::size_t a, std::size_t b) { return Distance(points[a], points[b]); };
    CoordinateWorld world(kPoints, rtts, options);
    world.Ask(1000);
    EXPECT_LT(world.MedianError(rtts), 0.003);
    CoordinateWorld plane(kPoints, rtts);
    plane.Ask(1000);
    EXPECT_GT(plane.MedianError(rtts), 0.03);
}

/// Ten percent of noise in each sample leave an error well below that.
TEST(VivaldiTest, NoiseIsAveraged)
{
    const auto rtts = PointSet(kPoints, 200, 20).Rtts();
    MersenneRandom random(7);
    const auto noisy = [&](std::size_t a, std::size_t b) {
        return rtts(a, b) * (0.9 + 0.2 * random.Uniform());
    };
    CoordinateWorld world(kPoints, noisy);
    world.Ask(500);
    const double error = world.MedianError(rtts);
    EXPECT_LT(error, 0.03);
    EXPECT_GT(error, 0.001);
    EXPECT_NEAR(world.At(0).Place().error, 0.05, 0.03); // what it thinks of predictions is right
}

/// A third of the pairs take a detour half as long again: no space has such distances.
TEST(VivaldiTest, DetoursLeaveAnErrorAndNoChaos)
{
    const auto rtts = PointSet(kPoints, 200, 20).Rtts();
    const auto detours = [&](std::size_t a, std::size_t b) {
        return rtts(a, b) * ((a + b) % 3 == 0 ? 1.5 : 1);
    };
    CoordinateWorld world(kPoints, detours);
    world.Ask(500);
    const double error = world.MedianError(detours);
    EXPECT_GT(error, 0.03);
    EXPECT_LT(error, 0.2);
    world.Ask(500);
    EXPECT_NEAR(world.MedianError(detours), error, 0.03);
}

/// Who comes into a settled space finds its place, and the others keep theirs. With steps that
/// decrease for each by itself, the others would follow the newcomer as much as it follows them.
TEST(VivaldiTest, ANewcomerFindsItsPlaceAndMovesNobody)
{
    const auto rtts = PointSet(kPoints + 8, 200, 20).Rtts();
    CoordinateWorld world(kPoints, rtts);
    world.Ask(1000);
    const double before = world.MedianError(rtts);
    for (int i = 0; i < 8; ++i)
    {
        world.Add();
    }
    double worst = 0;
    for (int round = 0; round < 60; ++round)
    {
        world.Ask(1);
        worst = std::max(worst, world.MedianError(rtts, 0, kPoints));
    }
    EXPECT_LT(before, 0.01);
    EXPECT_LT(worst, 0.02);
    EXPECT_LT(world.MedianError(rtts, kPoints), 0.05);
}

/// Steps that begin with 1 overshoot at first; adaptive ones do not.
TEST(VivaldiTest, AdaptiveStepsAreFaster)
{
    const auto rtts = PointSet(kPoints, 200, 20).Rtts();
    VivaldiOptions decreasing;
    decreasing.steps = CoordinateSteps::kDecreasing;
    CoordinateWorld then(kPoints, rtts, decreasing);
    CoordinateWorld now(kPoints, rtts);
    then.Ask(100);
    now.Ask(100);
    EXPECT_LT(now.MedianError(rtts), 0.1);
    EXPECT_GT(then.MedianError(rtts), 0.15);
    then.Ask(400);
    EXPECT_LT(then.MedianError(rtts), 0.01);
}

/// One peer of 64 says that it is far away, and sure of it. It moves others by at most c_c of the
/// way there each time; those that are honest stay where predictions among them are good.
TEST(VivaldiTest, ALiarsHarmIsBounded)
{
    const auto rtts = PointSet(kPoints, 200, 20).Rtts();
    CoordinateWorld world(kPoints, rtts);
    world.Ask(500);
    world.SetLie(kPoints - 1, ToldAtX(4000, 0));
    world.Ask(500);
    EXPECT_LT(world.MedianError(rtts, 0, kPoints - 1), 0.6);
    CoordinateWorld other(kPoints, rtts);
    other.Ask(500);
    // beyond what can be told, it harms nobody
    other.SetLie(kPoints - 1, WireCoordinate{32767, 32767, 65535, 0});
    other.Ask(500);
    EXPECT_LT(other.MedianError(rtts, 0, kPoints - 1), 0.01);
    EXPECT_GT(other.At(0).Samples()[static_cast<std::size_t>(SampleFault::kPlace)], 0u);
}

TEST(VivaldiTest, TheSameSamplesLeadToTheSamePlace)
{
    const auto rtts = PointSet(kPoints, 200, 20).Rtts();
    CoordinateWorld one(kPoints, rtts);
    CoordinateWorld other(kPoints, rtts);
    one.Ask(50);
    other.Ask(50);
    for (std::size_t peer = 0; peer < kPoints; ++peer)
    {
        EXPECT_EQ(one.At(peer).Place().place, other.At(peer).Place().place);
        EXPECT_EQ(one.At(peer).Told(), other.At(peer).Told());
    }
}

} // namespace
} // namespace dht
