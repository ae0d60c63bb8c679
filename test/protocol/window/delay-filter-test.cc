/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-delay-filter.h"
#include "dht-window-delays.h"
#include "memory-ring.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <initializer_list>
#include <map>
#include <vector>

namespace dht
{
namespace
{

constexpr Time
Ms(double milliseconds)
{
    return FromSeconds(milliseconds / 1000);
}

/// @param filter A filter. @param second The instant in seconds. @param oneWay In ms. @param
/// roundTrip Likewise.
template <typename Filter>
void
Sample(Filter& filter, double second, double oneWay, double roundTrip)
{
    filter.OnSample(FromSeconds(second), {Ms(roundTrip), Ms(oneWay), Time(0)});
}

TEST(DelayFilterTest, NothingIsKnownBeforeTheFirstSample)
{
    const DelayFilter filter({});
    EXPECT_EQ(filter.Queueing(), Time(0));
    EXPECT_EQ(filter.LeastRoundTrip(), Time(0));
}

TEST(DelayFilterTest, TheLeastOfTheLastThreeSamplesCounts)
{
    DelayFilter filter({});
    Sample(filter, 0, 20, 40);
    for (const double queue : {9, 5, 7})
    {
        Sample(filter, 0, 20 + queue, 40 + queue);
    }
    EXPECT_EQ(filter.Queueing(), Ms(5));
    Sample(filter, 0, 28, 48);
    EXPECT_EQ(filter.Queueing(), Ms(5)) << "5 is the third last";
    Sample(filter, 0, 30, 50);
    EXPECT_EQ(filter.Queueing(), Ms(7));
    EXPECT_EQ(filter.LeastRoundTrip(), Ms(40));
}

TEST(DelayFilterTest, TheBaseLeavesWithItsMinute)
{
    DelayFilter filter({DelaySource::kOneWay, false, 2, 1});
    Sample(filter, 0, 20, 40);
    Sample(filter, 30, 50, 70);
    Sample(filter, 60, 60, 80);
    Sample(filter, 119, 50, 70);
    EXPECT_EQ(filter.Queueing(), Ms(30)) << "minutes 0 and 1 are kept";
    Sample(filter, 120, 60, 80);
    EXPECT_EQ(filter.Queueing(), Ms(10)) << "the least of minute 1 is the base";
}

/// RFC 6817 counts minutes with samples: a flow that pauses keeps what it knew.
TEST(DelayFilterTest, AnIdleHourIsOneMinute)
{
    DelayFilter filter({DelaySource::kOneWay, false, 2, 1});
    Sample(filter, 0, 20, 40);
    Sample(filter, 3600, 50, 70);
    EXPECT_EQ(filter.Queueing(), Ms(30));
}

TEST(DelayFilterTest, ClocksMayWrap)
{
    DelayFilter filter({DelaySource::kOneWay, false, 13, 1});
    const Time wrap = std::chrono::microseconds(std::int64_t{1} << 32);
    const auto show = [&](Time oneWay, double queue) {
        filter.OnSample(Time(0), {Ms(40 + queue), oneWay, Time(0)});
    };
    show(wrap - Ms(5), 0);
    show(wrap + Ms(5), 10);
    EXPECT_EQ(filter.Queueing(), Ms(10)) << "the base is before the wrap";
    show(Ms(7), 12);
    EXPECT_EQ(filter.Queueing(), Ms(12)) << "modulo 2^32 us";
    show(-Ms(15), 0);
    EXPECT_EQ(filter.Queueing(), Time(0)) << "a new base";
    show(Ms(0), 15);
    EXPECT_EQ(filter.Queueing(), Ms(15));
}

TEST(DelayFilterTest, ABaseFromBeforeAWrapIsRemembered)
{
    DelayFilter filter({DelaySource::kOneWay, false, 13, 1});
    const Time wrap = std::chrono::microseconds(std::int64_t{1} << 32);
    filter.OnSample(FromSeconds(0), {Ms(40), wrap - Ms(5), Time(0)});
    filter.OnSample(FromSeconds(60), {Ms(50), wrap + Ms(5), Time(0)});
    EXPECT_EQ(filter.Queueing(), Ms(10));
}

TEST(DelayFilterTest, RoundTripsBoundWhatTheOtherSideClaims)
{
    DelayFilter filter({DelaySource::kOneWay, false, 13, 1});
    Sample(filter, 0, 20, 40);
    Sample(filter, 1, 1020, 47); // its clock has jumped ahead by a second
    EXPECT_EQ(filter.Queueing(), Ms(7));
    Sample(filter, 2, 23, 60); // acks wait as well
    EXPECT_EQ(filter.Queueing(), Ms(3));
}

TEST(DelayFilterTest, RoundTripsMayBeTheSource)
{
    DelayFilter filter({DelaySource::kRoundTrip, false, 13, 1});
    Sample(filter, 0, 20, 40);
    Sample(filter, 1, 23, 60);
    EXPECT_EQ(filter.Queueing(), Ms(20));
}

TEST(DelayFilterTest, WhatIsAssumedLeavesWithItsMinute)
{
    DelayFilter filter({DelaySource::kRoundTrip, true, 2, 1});
    Sample(filter, 0, 20, 160);
    filter.Assume(Ms(20), Ms(60));
    Sample(filter, 60, 20, 160);
    EXPECT_EQ(filter.Queueing(), Ms(100)) << "minutes 0 and 1 are kept";
    EXPECT_TRUE(filter.IsAssumed());
    Sample(filter, 120, 20, 160);
    EXPECT_EQ(filter.Queueing(), Time(0));
    EXPECT_FALSE(filter.IsAssumed());
}

/// @param delays Of a window. @param second The instant in seconds. @param queues Of links 0, 1,
/// ... in ms.
void
SampleLinks(WindowDelays& delays, double second, std::initializer_list<double> queues)
{
    std::uint32_t link = 0;
    for (const double queue : queues)
    {
        delays.OnSample(FromSeconds(second), link++, {Ms(40 + queue), Ms(20 + queue), Time(0)});
    }
}

/// @param queue Of the only link that sends, in ms. @return Of a window whose later links take it
/// off, at second 1.
WindowDelays
BesideOneThatWaits(double queue)
{
    WindowDelays delays({DelaySource::kRoundTrip, true, 13, 1});
    SampleLinks(delays, 0, {0});
    SampleLinks(delays, 1, {queue});
    return delays;
}

TEST(WindowDelaysTest, OneLinkIsHeededAsItIs)
{
    WindowDelays delays({DelaySource::kOneWay, false, 13, 1});
    EXPECT_EQ(delays.Queueing(), Time(0));
    SampleLinks(delays, 0, {0});
    SampleLinks(delays, 10, {17});
    EXPECT_EQ(delays.Queueing(), Ms(17));
    EXPECT_EQ(delays.LeastRoundTrip(), Ms(40));
}

TEST(WindowDelaysTest, OfALinkThatIsForgottenNothingIsLeft)
{
    WindowDelays delays({DelaySource::kOneWay, false, 13, 1});
    SampleLinks(delays, 0, {0});
    delays.Forget(0);
    delays.OnSample(Ms(10), 7, {Ms(90), Ms(70), Time(0)});
    EXPECT_EQ(delays.Queueing(), Time(0)) << "the other one's path is longer";
    EXPECT_EQ(delays.LeastRoundTrip(), Ms(90)) << "though it was heard a moment ago";
}

TEST(WindowDelaysTest, TheMedianOfTheLinksCounts)
{
    WindowDelays delays({DelaySource::kOneWay, false, 13, 1});
    SampleLinks(delays, 0, {0, 0, 0, 0, 0});
    SampleLinks(delays, 1, {900, 30, 20, 31, 0});
    EXPECT_EQ(delays.Queueing(), Ms(30));
    delays.Forget(0);
    delays.OnSample(FromSeconds(1), 4, {Ms(40), Ms(20), Time(0)});
    EXPECT_EQ(delays.Queueing(), Ms(20)) << "the lower one of the two in the middle of 4";
}

TEST(WindowDelaysTest, LinksThatWereNotHeardForARoundTripDoNotCount)
{
    WindowDelays delays({DelaySource::kOneWay, false, 13, 1});
    SampleLinks(delays, 0, {0, 0, 0});
    SampleLinks(delays, 1, {60, 60, 60});
    delays.OnSample(FromSeconds(1.1), 0, {Ms(45), Ms(25), Time(0)});
    EXPECT_EQ(delays.Queueing(), Ms(60)) << "100 ms ago is the round trip of the two others";
    delays.OnSample(FromSeconds(1.101), 0, {Ms(45), Ms(25), Time(0)});
    EXPECT_EQ(delays.Queueing(), Ms(5));
}

TEST(WindowDelaysTest, TheLeastRoundTripIsThatOfNoSingleLink)
{
    WindowDelays delays({DelaySource::kOneWay, false, 13, 1});
    for (const double roundTrip : {300, 40, 30})
    {
        delays.OnSample(Time(0), static_cast<std::uint32_t>(roundTrip), {Ms(roundTrip), Ms(1), {}});
    }
    EXPECT_EQ(delays.LeastRoundTrip(), Ms(40)) << "not of the link heard last, nor of the first";
}

/// A link that begins behind the queue of others knows the path without: what they wait just then
/// is no part of it.
TEST(WindowDelaysTest, WhoBeginsLaterTakesTheQueueOfTheOthersOff)
{
    for (const bool deducts : {false, true})
    {
        WindowDelays delays({DelaySource::kOneWay, deducts, 13, 1});
        SampleLinks(delays, 0, {0, 0, 0});
        SampleLinks(delays, 1, {50, 60, 900});
        delays.OnSample(FromSeconds(1), 3, {Ms(160), Ms(90), Time(0)});
        // two more than those who know the queue, so that the median is theirs
        delays.OnSample(FromSeconds(1), 4, {Ms(160), Ms(90), Time(0)});
        delays.OnSample(FromSeconds(1), 5, {Ms(160), Ms(90), Time(0)});
        delays.OnSample(FromSeconds(1), 6, {Ms(160), Ms(90), Time(0)});
        EXPECT_EQ(delays.Queueing(), deducts ? Ms(60) : Time(0));
        EXPECT_EQ(delays.LeastRoundTrip(), deducts ? Ms(100) : Ms(160));
    }
}

TEST(WindowDelaysTest, WhatWasHeardLongAgoIsTakenOffNothing)
{
    WindowDelays delays({DelaySource::kOneWay, true, 13, 1});
    SampleLinks(delays, 0, {0, 0});
    SampleLinks(delays, 1, {60, 60});
    delays.OnSample(FromSeconds(2), 2, {Ms(160), Ms(90), Time(0)});
    EXPECT_EQ(delays.Queueing(), Time(0));
    EXPECT_EQ(delays.LeastRoundTrip(), Ms(160));
}

/// The far end of the only link that sends is slow, or says so.
TEST(WindowDelaysTest, WhatIsLongerThanTheRoundTripIsNoPartOfIt)
{
    WindowDelays delays = BesideOneThatWaits(1000);
    delays.OnSample(FromSeconds(1), 1, {Ms(120), Ms(60), Time(0)});
    EXPECT_EQ(delays.Queueing(), Time(0)) << "the lower one of two";
}

TEST(WindowDelaysTest, AThirdOfTheFirstRoundTripIsLeft)
{
    WindowDelays delays = BesideOneThatWaits(110);
    delays.OnSample(FromSeconds(1), 1, {Ms(120), Ms(60), Time(0)});
    EXPECT_EQ(delays.Queueing(), Ms(80)) << "the lower one of two";
}

/// Nor is it kept when the link is gone that told of it.
TEST(WindowDelaysTest, WhatWasTakenOffByMistakeIsNotHandedOn)
{
    WindowDelays delays = BesideOneThatWaits(110);
    const auto hear = [&](double second, std::uint32_t link) {
        delays.OnSample(FromSeconds(second), link, {Ms(120), Ms(60), Time(0)});
    };
    for (const std::uint32_t link : {1, 2, 3})
    {
        hear(1, link);
    }
    EXPECT_EQ(delays.Queueing(), Ms(80));
    delays.Forget(0);
    hear(1.01, 4);
    EXPECT_EQ(delays.Queueing(), Time(0));
    EXPECT_EQ(delays.LeastRoundTrip(), Ms(120));
}

/// Links come, go, fall silent and get slower and faster; the medians are those that a walk over
/// all links finds.
TEST(WindowDelaysTest, MediansAreThoseOfAWalkOverAllLinks)
{
    constexpr std::uint32_t kLinks = 40;
    const DelayFilterOptions options{DelaySource::kRoundTrip, false, 13, 3};

    struct Seen
    {
        DelayFilter filter;
        Time recent;
    };

    std::map<std::uint32_t, Seen> seen;
    WindowDelays delays(options);
    test::MersenneRandom random(1);
    std::uint32_t first = 0;
    for (Time now(0); now < FromSeconds(20); now += Ms(1))
    {
        if (random.Uniform() < 0.01)
        {
            seen.erase(first);
            delays.Forget(first++);
        }
        const auto link = first + static_cast<std::uint32_t>(random.Uniform() * kLinks);
        const Time roundTrip = Ms(1 + 200 * random.Uniform() * random.Uniform());
        const PathSample sample{roundTrip, Time(0), Time(0)};
        Seen& heard = seen.try_emplace(link, Seen{DelayFilter(options), now}).first->second;
        heard.filter.OnSample(now, sample);
        heard.recent = now + roundTrip;
        delays.OnSample(now, link, sample);
        std::vector<Time> queueings;
        std::vector<Time> roundTrips;
        for (const auto& [number, each] : seen)
        {
            if (each.recent >= now)
            {
                queueings.push_back(each.filter.Queueing());
                roundTrips.push_back(each.filter.LeastRoundTrip());
            }
        }
        std::sort(queueings.begin(), queueings.end());
        std::sort(roundTrips.begin(), roundTrips.end());
        const std::size_t middle = (queueings.size() - 1) / 2;
        ASSERT_EQ(delays.Queueing(), queueings[middle]) << ToSeconds(now);
        ASSERT_EQ(delays.LeastRoundTrip(), roundTrips[middle]) << ToSeconds(now);
    }
}

} // namespace
} // namespace dht
