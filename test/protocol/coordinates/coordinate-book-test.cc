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
#include <vector>

/// What a peer remembers of where others are.

namespace dht
{
namespace
{

/// @param number Any number; the same one names the same peer. @param isIpv6 What its address is.
/// @return A peer.
Endpoint
BookPeer(std::uint32_t number, bool isIpv6 = false)
{
    Endpoint peer = Endpoint::Ipv4(number + 1, 7000);
    if (isIpv6)
    {
        // those of one network, and some of one host
        std::swap_ranges(peer.address.begin(), peer.address.begin() + 4, peer.address.begin() + 8);
        peer.address[0] = 0x20;
        peer.address[11] &= 0xfe;
        peer.port = static_cast<std::uint16_t>(7000 + (number + 1) % 2);
        peer.ipv6 = true;
    }
    return peer;
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

/// Whoever names peers may choose addresses whose searches all begin in one place.
TEST(CoordinateBookTest, PeersWhoShareAHomeAreKeptApart)
{
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
    std::vector<Endpoint> peers;
    for (std::uint32_t address = 1; peers.size() < CoordinateBook::kMost + 300; ++address)
    {
        const std::uint64_t name = std::uint64_t{1} << 63 | std::uint64_t{7000} << 32 | address;
        if ((name * kFactor) >> 55 == 0)
        {
            peers.push_back(Endpoint::Ipv4(address, 7000));
        }
    }
    CoordinateBook book;
    for (std::size_t i = 0; i < peers.size(); ++i)
    {
        book.Learn(peers[i], PlaceAt(static_cast<std::int16_t>(i), 100));
        if (i + 1 < CoordinateBook::kMost)
        {
            continue;
        }
        const std::size_t oldest = i + 1 - CoordinateBook::kMost;
        for (std::size_t place = oldest; place <= i; place += 1 + (i - place) / 7)
        {
            ASSERT_EQ(book.Find(peers[place]), PlaceAt(static_cast<std::int16_t>(place), 100));
        }
        ASSERT_FALSE(oldest > 0 && book.Find(peers[oldest - 1]));
    }
}

/// By whether peers have addresses of IPv6.
class CoordinateBookAddressTest : public testing::TestWithParam<bool>
{
};

INSTANTIATE_TEST_SUITE_P(Ipv6, CoordinateBookAddressTest, testing::Bool());

/// Whatever the hashes are, nobody is lost when somebody else is forgotten.
TEST_P(CoordinateBookAddressTest, ManyComeAndGoAndAllOthersAreFound)
{
    CoordinateBook book;
    test::MersenneRandom random(2);
    std::deque<std::uint32_t> known;
    for (int i = 0; i < 6000; ++i)
    {
        const auto number = static_cast<std::uint32_t>(DrawBelow(random, 2000));
        book.Learn(BookPeer(number, GetParam()), PlaceAt(static_cast<std::int16_t>(number), 100));
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
                ASSERT_EQ(book.Find(BookPeer(other, GetParam())), place) << i << ", " << other;
            }
        }
    }
    EXPECT_EQ(known.size(), CoordinateBook::kMost);
}

TEST_P(CoordinateBookAddressTest, EverybodyIsDrawnSometimes)
{
    CoordinateBook book;
    test::MersenneRandom random(1);
    std::set<Endpoint, EndpointOrder> known;
    for (std::uint32_t i = 0; i < 2 * CoordinateBook::kMost; ++i)
    {
        book.Hear(BookPeer(i, GetParam()), {});
        if (i >= CoordinateBook::kMost)
        {
            known.insert(BookPeer(i, GetParam()));
        }
    }
    std::set<Endpoint, EndpointOrder> drawn;
    for (int i = 0; i < 20000; ++i)
    {
        const auto peer = book.Draw(random);
        ASSERT_TRUE(peer);
        drawn.insert(*peer);
    }
    EXPECT_TRUE(drawn == known);
}

/// An address of IPv4 that begins as one of IPv6 does, or the same one at another port, is another
/// peer.
TEST(CoordinateBookTest, AddressesOfBothKindsAndPortsAreKeptApart)
{
    CoordinateBook book;
    Endpoint other = BookPeer(1);
    other.ipv6 = true;
    Endpoint third = BookPeer(1);
    third.port = 7001;
    Endpoint fourth = other;
    fourth.port = 7001;
    book.Learn(BookPeer(1), PlaceAt(1, 100));
    book.Learn(other, PlaceAt(2, 100));
    book.Learn(third, PlaceAt(3, 100));
    book.Learn(fourth, PlaceAt(4, 100));
    EXPECT_EQ(book.Find(BookPeer(1)), PlaceAt(1, 100));
    EXPECT_EQ(book.Find(other), PlaceAt(2, 100));
    EXPECT_EQ(book.Find(third), PlaceAt(3, 100));
    EXPECT_EQ(book.Find(fourth), PlaceAt(4, 100));
}

} // namespace
} // namespace dht
