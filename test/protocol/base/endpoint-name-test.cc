/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "memory-ring.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

/// How endpoints are written, and the ids that follow from that.

namespace dht
{
namespace
{

TEST(EndpointNameTest, NamesAreThoseOfReadyMadeRings)
{
    const Endpoint ipv4 = Endpoint::Ipv4(0x0a000001, 7000);
    EXPECT_EQ(NameOf(ipv4), "10.0.0.1:7000");
    EXPECT_EQ(IdOf(ipv4), Ring::Hashed({"10.0.0.1:7000"}).Id(0));
    Endpoint ipv6;
    ipv6.ipv6 = true;
    ipv6.port = 7001;
    ipv6.address = {0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    EXPECT_EQ(NameOf(ipv6), "[2001:db8::1]:7001");
}

/// The rules of RFC 5952, section 4, and the C library, which knows them too. (For mapped IPv4
/// addresses its section 5 leaves the choice; one place on the ring can have one name only.)
TEST(EndpointNameTest, Ipv6NamesAreThoseOfRfc5952)
{
    const std::vector<std::pair<std::vector<unsigned>, std::string>> names{
        {{0, 0, 0, 0, 0, 0, 0, 0}, "::"},
        {{0, 0, 0, 0, 0, 0, 0, 1}, "::1"},
        {{0xfe80, 0, 0, 0, 0, 0, 0, 0}, "fe80::"},
        {{0x2001, 0xdb8, 0, 1, 1, 1, 1, 1}, "2001:db8:0:1:1:1:1:1"},
        {{0x2001, 0xdb8, 0, 0, 1, 0, 0, 1}, "2001:db8::1:0:0:1"},
        {{0x2001, 0, 0, 1, 0, 0, 0, 0xABC}, "2001:0:0:1::abc"},
        {{0, 0, 0, 0, 0, 0xffff, 0xc000, 0x0280}, "::ffff:c000:280"},
    };
    for (const auto& [groups, name] : names)
    {
        Endpoint endpoint;
        endpoint.ipv6 = true;
        endpoint.port = 80;
        for (std::size_t i = 0; i < groups.size(); ++i)
        {
            endpoint.address[2 * i] = static_cast<std::uint8_t>(groups[i] >> 8);
            endpoint.address[2 * i + 1] = static_cast<std::uint8_t>(groups[i]);
        }
        EXPECT_EQ(NameOf(endpoint), "[" + name + "]:80");
    }
    test::MersenneRandom random(9);
    for (int i = 0; i < 2000; ++i)
    {
        Endpoint endpoint;
        endpoint.ipv6 = true;
        endpoint.address[0] = 0x20;
        for (std::size_t byte = 1; byte < 16; ++byte)
        {
            endpoint.address[byte] =
                static_cast<std::uint8_t>(DrawBelow(random, 3) == 0 ? DrawBelow(random, 256) : 0);
        }
        char text[INET6_ADDRSTRLEN] = {};
        inet_ntop(AF_INET6, endpoint.address.data(), text, sizeof(text));
        ASSERT_EQ(NameOf(endpoint), "[" + std::string(text) + "]:0");
    }
}

} // namespace
} // namespace dht
