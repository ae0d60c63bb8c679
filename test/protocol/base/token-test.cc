/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-endpoint-site.h"
#include "dht-extensions.h"
#include "dht-query-budget.h"
#include "dht-tokens.h"
#include "memory-ring.h"

#include <gtest/gtest.h>
#include <set>

/// What keeps one host from being many, and from speaking in another's name.

namespace dht
{
namespace
{

using Worth = TokenMint::Worth;

const Endpoint kHere = Endpoint::Ipv4(0x08080808, 7001);
const Endpoint kOtherPort = Endpoint::Ipv4(0x08080808, 7002);

/// @param groups The first four groups of an IPv6 address. @param last The last one. @return The
/// endpoint.
Endpoint
Ipv6(const std::array<std::uint16_t, 4>& groups, std::uint8_t last)
{
    Endpoint endpoint;
    endpoint.ipv6 = true;
    endpoint.port = 7001;
    endpoint.address[15] = last;
    for (std::size_t i = 0; i < groups.size(); ++i)
    {
        endpoint.address[2 * i] = static_cast<std::uint8_t>(groups[i] >> 8);
        endpoint.address[2 * i + 1] = static_cast<std::uint8_t>(groups[i]);
    }
    return endpoint;
}

TEST(TokenMintTest, ATokenIsWorthSomethingWhereItWasSentForAWhile)
{
    test::MersenneRandom random(1);
    TokenMint mint(random);
    const std::uint64_t token = mint.Make(FromSeconds(299), kHere);
    EXPECT_EQ(mint.Make(FromSeconds(299), kHere), token);
    EXPECT_EQ(mint.Judge(FromSeconds(299), kHere, token), Worth::kFull);
    EXPECT_EQ(mint.Judge(FromSeconds(299), kOtherPort, token), Worth::kNone);
    EXPECT_EQ(mint.Judge(FromSeconds(299), kHere, token + 1), Worth::kNone);
    EXPECT_EQ(mint.Judge(FromSeconds(299), kHere, 0), Worth::kNone);
    EXPECT_EQ(mint.Judge(FromSeconds(301), kHere, token), Worth::kAging);
    EXPECT_NE(mint.Make(FromSeconds(301), kHere), token);
    EXPECT_EQ(mint.Judge(FromSeconds(601), kHere, token), Worth::kNone);
}

TEST(TokenMintTest, AfterAPauseNothingFromBeforeIsWorthAnything)
{
    test::MersenneRandom random(1);
    TokenMint mint(random);
    const std::uint64_t token = mint.Make(Time(0), kHere);
    EXPECT_EQ(mint.Judge(FromSeconds(1000), kHere, token), Worth::kNone);
    // nor is one of a secret that was never used
    const std::uint64_t late = mint.Make(FromSeconds(1000), kHere);
    EXPECT_EQ(mint.Judge(FromSeconds(1300), kHere, late), Worth::kAging);
}

TEST(TokenMintTest, PeersDoNotRecogniseEachOthersTokens)
{
    test::MersenneRandom one(1);
    test::MersenneRandom other(2);
    TokenMint mint(one);
    EXPECT_EQ(TokenMint(other).Judge(Time(0), kHere, mint.Make(Time(0), kHere)), Worth::kNone);
}

TEST(TokenBookTest, TheLastToAnswerAreRemembered)
{
    TokenBook book;
    EXPECT_FALSE(book.Contains(kHere));
    book.Learn(FromSeconds(1), kHere, 5);
    book.Learn(FromSeconds(1), kHere, 0); // an answer without a token
    EXPECT_EQ(book.Find(kHere), 5u);
    EXPECT_EQ(book.LastAnswer(kHere), FromSeconds(1));
    EXPECT_FALSE(book.LastAnswer(kOtherPort));
    for (std::uint16_t port = 1; port < 128; ++port)
    {
        book.Learn(FromSeconds(2), Endpoint::Ipv4(0x0a000001, port), port);
        EXPECT_TRUE(book.Contains(kHere)) << port;
    }
    book.Learn(FromSeconds(2), Endpoint::Ipv4(0x0a000001, 128), 0);
    EXPECT_FALSE(book.Contains(kHere));
    EXPECT_TRUE(book.Contains(Endpoint::Ipv4(0x0a000001, 128)));
    book.Forget(Endpoint::Ipv4(0x0a000001, 2));
    EXPECT_FALSE(book.Contains(Endpoint::Ipv4(0x0a000001, 2)));
    EXPECT_EQ(book.Find(Endpoint::Ipv4(0x0a000001, 3)), 3u);
    book.Forget(Endpoint::Ipv4(0x0a000001, 3));
    EXPECT_FALSE(book.Contains(Endpoint::Ipv4(0x0a000001, 3)));
}

TEST(EndpointSiteTest, AHostThatTheInternetRoutesHasEightPlaces)
{
    std::set<Key> places;
    for (std::uint32_t port = 1; port < 65536; ++port)
    {
        places.insert(IdOf(Endpoint::Ipv4(0x08080808, static_cast<std::uint16_t>(port))));
    }
    EXPECT_EQ(places.size(), 8u);
    EXPECT_NE(IdOf(kHere), IdOf(Endpoint::Ipv4(0x08080809, 7001)));
    EXPECT_NE(IdOf(Endpoint::Ipv4(0x0a000001, 7001)), IdOf(Endpoint::Ipv4(0x0a000001, 7009)));
}

TEST(EndpointSiteTest, WhoHasAPrefixHasAllThatBeginsWithIt)
{
    EXPECT_EQ(SiteOf(kHere), SiteOf(kOtherPort));
    const Endpoint a = Ipv6({0x2a00, 1, 2, 3}, 1);
    const Endpoint b = Ipv6({0x2a00, 1, 2, 3}, 2);
    EXPECT_EQ(SiteOf(a), SiteOf(b));
    EXPECT_EQ(IdOf(a), IdOf(b));
    EXPECT_FALSE(SiteOf(a) == SiteOf(Ipv6({0x2a00, 1, 2, 4}, 1)));
    const Endpoint documented = Ipv6({0x2001, 0xdb8, 2, 3}, 1);
    EXPECT_EQ(SiteOf(documented), documented);
    EXPECT_EQ(HostOf(documented), HostOf(Ipv6({0x2001, 0xdb8, 2, 3}, 9)));
}

TEST(EndpointSiteTest, ANetworkIs24BitsOfIpv4And48OfIpv6)
{
    EXPECT_EQ(NetworkOf(Endpoint::Ipv4(0x080808ff, 7000)), Endpoint::Ipv4(0x08080800, 0));
    EXPECT_FALSE(NetworkOf(Endpoint::Ipv4(0x080809ff, 7000)) == Endpoint::Ipv4(0x08080800, 0));
    Endpoint network = Ipv6({0x2a00, 1, 2}, 0);
    network.port = 0;
    EXPECT_EQ(NetworkOf(Ipv6({0x2a00, 1, 2, 3}, 1)), network);
    EXPECT_FALSE(NetworkOf(Ipv6({0x2a00, 1, 3, 3}, 1)) == network);
}

TEST(EndpointSiteTest, TheEndsOfWhatIsNotRouted)
{
    const std::pair<std::uint32_t, bool> addresses[]{
        {0x09ffffff, true},  {0x0a000000, false}, {0x0affffff, false}, {0x0b000000, true},
        {0x643fffff, true},  {0x64400000, false}, {0x647fffff, false}, {0x64800000, true},
        {0x7effffff, true},  {0x7f000001, false}, {0xa9fdffff, true},  {0xa9fe0000, false},
        {0xac0fffff, true},  {0xac100000, false}, {0xac1fffff, false}, {0xac200000, true},
        {0xc00001ff, true},  {0xc0000200, false}, {0xc0a7ffff, true},  {0xc0a80000, false},
        {0xc611ffff, true},  {0xc6120000, false}, {0xc613ffff, false}, {0xc6140000, true},
        {0xc6336400, false}, {0xcb007100, false}, {0xcb007200, true},  {0xf0000000, false},
    };
    for (const auto& [address, routed] : addresses)
    {
        EXPECT_EQ(IsRouted(Endpoint::Ipv4(address, 1)), routed) << std::hex << address;
    }
    EXPECT_FALSE(IsRouted(Ipv6({0, 0, 0, 0}, 1)));
    EXPECT_FALSE(IsRouted(Ipv6({0xfdff, 0, 0, 0}, 1)));
    EXPECT_FALSE(IsRouted(Ipv6({0xfebf, 0, 0, 0}, 1)));
    EXPECT_TRUE(IsRouted(Ipv6({0xfec0, 0, 0, 0}, 1)));
    EXPECT_TRUE(IsRouted(Ipv6({0x2001, 0xdb7, 0xffff, 0}, 1)));
}

/// @param budget What there is. @param now The present. @param from Who asks. @param proved Whether
/// that is true. @return How many of 5000 queries are answered.
int
Answered(QueryBudget& budget, Time now, const Endpoint& from, bool proved)
{
    int answered = 0;
    for (int i = 0; i < 5000; ++i)
    {
        answered += budget.Take(now, from, proved);
    }
    return answered;
}

TEST(QueryBudgetTest, OneSiteAndThoseWhoMayBeAnywhereTakeNothingFromOthers)
{
    QueryBudget budget;
    const Time later = FromSeconds(0.5);
    EXPECT_EQ(Answered(budget, Time(0), kHere, false), 200);
    for (std::uint32_t i = 1; i <= 4; ++i)
    {
        EXPECT_EQ(Answered(budget, Time(0), Endpoint::Ipv4(0x0b000000 + i, 1), false), 200);
    }
    EXPECT_EQ(Answered(budget, Time(0), Endpoint::Ipv4(0x0b000009, 1), false), 0) << "of all";
    EXPECT_EQ(Answered(budget, Time(0), kHere, true), 200);
    EXPECT_EQ(Answered(budget, Time(0), kOtherPort, true), 0) << "the same site";
    EXPECT_EQ(Answered(budget, Time(0), Endpoint::Ipv4(0x0a000001, 1), true), 200);
    EXPECT_EQ(Answered(budget, Time(0), Endpoint::Ipv4(0x0a000001, 2), true), 200);
    EXPECT_EQ(Answered(budget, later, kOtherPort, true), 100);
    EXPECT_EQ(Answered(budget, later, kOtherPort, false), 100);
    EXPECT_EQ(Answered(budget, later, Endpoint::Ipv4(0x0b000009, 1), false), 100);
    EXPECT_EQ(Answered(budget, later, Endpoint::Ipv4(0x0b00000a, 1), false), 200);
    EXPECT_EQ(Answered(budget, later, Endpoint::Ipv4(0x0b00000b, 1), false), 100) << "500 in all";
    // whoever has very many of them gets no more than those who did not show where they are
    const Time muchLater = FromSeconds(10);
    int answered = 0;
    for (std::uint16_t port = 1; port < 60000; ++port)
    {
        answered += budget.Take(muchLater, Endpoint::Ipv4(0x0a000003, port), true);
    }
    EXPECT_EQ(answered, 64 + 1000);
}

} // namespace
} // namespace dht
