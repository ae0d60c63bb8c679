/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-coordinate-book.h"
#include "memory-ring.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <optional>
#include <set>

/// What a peer remembers of where others are.

namespace dht
{
namespace
{

/// @param number Any number; the same one names the same peer. @return A peer.
Endpoint
BookPeer(std::uint32_t number)
{
    return Endpoint::Ipv4(number + 1, 7000);
}

/// @param x The first coordinate. @param error How sure. @return A place.
WireCoordinate
PlaceAt(std::int16_t x, std::uint16_t error)
{
    WireCoordinate told;
    told.x = x;
    told.error = error;
    return told;
}

TEST(CoordinateBookTest, APeerItselfIsAlwaysBelieved)
{
    CoordinateBook book;
    EXPECT_FALSE(book.Find(BookPeer(1)));
    book.Learn(BookPeer(1), PlaceAt(8, 100));
    EXPECT_EQ(book.Find(BookPeer(1)), PlaceAt(8, 100));
    book.Learn(BookPeer(1), PlaceAt(16, 900));
    EXPECT_EQ(book.Find(BookPeer(1)), PlaceAt(16, 900));
    EXPECT_FALSE(book.Find(BookPeer(2)));
}

TEST(CoordinateBookTest, OthersAreBelievedIfTheyAreSurer)
{
    CoordinateBook book;
    book.Hear(BookPeer(1), PlaceAt(8, 500));
    EXPECT_EQ(book.Find(BookPeer(1)), PlaceAt(8, 500));
    book.Hear(BookPeer(1), PlaceAt(16, 600));
    EXPECT_EQ(book.Find(BookPeer(1)), PlaceAt(8, 500));
    book.Hear(BookPeer(1), PlaceAt(24, 500));
    EXPECT_EQ(book.Find(BookPeer(1)), PlaceAt(24, 500));
}

TEST(CoordinateBookTest, WhoKnowsNothingTellsOnlyThatThereIsAPeer)
{
    CoordinateBook book;
    test::MersenneRandom random(1);
    EXPECT_FALSE(book.Draw(random));
    book.Hear(BookPeer(1), {});
    EXPECT_FALSE(book.Find(BookPeer(1)));
    EXPECT_EQ(book.Draw(random), BookPeer(1));
    book.Learn(BookPeer(1), PlaceAt(8, 999));
    book.Hear(BookPeer(1), {});
    EXPECT_EQ(book.Find(BookPeer(1)), PlaceAt(8, 999));
}

TEST(CoordinateBookTest, WhoCameFirstIsForgottenFirst)
{
    CoordinateBook book;
    constexpr std::uint32_t kMore = 10;
    for (std::uint32_t i = 0; i < CoordinateBook::kMost + kMore; ++i)
    {
        book.Learn(BookPeer(i), PlaceAt(8, 100));
        book.Learn(BookPeer(i), PlaceAt(16, 100)); // which makes nobody younger or older
    }
    for (std::uint32_t i = 0; i < CoordinateBook::kMost + kMore; ++i)
    {
        EXPECT_EQ(book.Find(BookPeer(i)).has_value(), i >= kMore) << i;
    }
}

/// Whatever the hashes are, nobody is lost when somebody else is forgotten.
TEST(CoordinateBookTest, ManyComeAndGoAndAllOthersAreFound)
{
    CoordinateBook book;
    test::MersenneRandom random(2);
    std::deque<std::uint32_t> known;
    for (int i = 0; i < 6000; ++i)
    {
        const auto number = static_cast<std::uint32_t>(DrawBelow(random, 2000));
        book.Learn(BookPeer(number), PlaceAt(static_cast<std::int16_t>(number), 100));
        if (std::find(known.begin(), known.end(), number) == known.end())
        {
            known.push_back(number);
        }
        if (known.size() > CoordinateBook::kMost)
        {
            known.pop_front();
        }
        if (i % 500 == 499)
        {
            const std::set<std::uint32_t> expected{known.begin(), known.end()};
            for (std::uint32_t other = 0; other < 2000; ++other)
            {
                const auto place =
                    expected.count(other) > 0
                        ? std::optional(PlaceAt(static_cast<std::int16_t>(other), 100))
                        : std::nullopt;
                ASSERT_EQ(book.Find(BookPeer(other)), place) << i << ", " << other;
            }
        }
    }
    EXPECT_EQ(known.size(), CoordinateBook::kMost);
}

TEST(CoordinateBookTest, EverybodyIsDrawnSometimes)
{
    CoordinateBook book;
    test::MersenneRandom random(1);
    for (std::uint32_t i = 0; i < 2 * CoordinateBook::kMost; ++i)
    {
        book.Hear(BookPeer(i), {});
    }
    std::set<std::uint32_t> drawn;
    for (int i = 0; i < 20000; ++i)
    {
        const auto peer = book.Draw(random);
        ASSERT_TRUE(peer);
        drawn.insert(peer->Ipv4Address());
    }
    EXPECT_EQ(drawn.size(), CoordinateBook::kMost);
}

} // namespace
} // namespace dht
