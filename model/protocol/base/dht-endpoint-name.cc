/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"

#include "dht-endpoint-site.h"

#include <cstdio>

namespace dht
{

namespace
{

constexpr std::size_t kGroups = 8;

/// @param endpoint An IPv6 one. @param group Which group. @return The group, 16 bits.
unsigned
GroupOf(const Endpoint& endpoint, std::size_t group)
{
    return static_cast<unsigned>(endpoint.address[2 * group] << 8 |
                                 endpoint.address[2 * group + 1]);
}

/// @param endpoint An IPv6 one. @param begin A group. @return Groups from there on that are zero.
std::size_t
ZerosFrom(const Endpoint& endpoint, std::size_t begin)
{
    std::size_t end = begin;
    while (end < kGroups && GroupOf(endpoint, end) == 0)
    {
        ++end;
    }
    return end - begin;
}

/// @param endpoint An IPv6 one. @return Its address in the form of RFC 5952.
std::string
Ipv6Text(const Endpoint& endpoint)
{
    std::size_t longest = 0;
    for (std::size_t group = 1; group < kGroups; ++group)
    {
        longest = ZerosFrom(endpoint, group) > ZerosFrom(endpoint, longest) ? group : longest;
    }
    const std::size_t zeros = ZerosFrom(endpoint, longest);
    std::string text;
    for (std::size_t group = 0; group < kGroups; ++group)
    {
        if (zeros > 1 && group == longest)
        {
            text += "::";
            group += zeros - 1;
            continue;
        }
        char digits[8];
        std::snprintf(digits, sizeof(digits), "%x", GroupOf(endpoint, group));
        text += text.empty() || text.back() == ':' ? "" : ":";
        text += digits;
    }
    return text;
}

/// @param endpoint An IPv4 one. @return Its address in dotted decimal.
std::string
Ipv4Text(const Endpoint& endpoint)
{
    std::string text = std::to_string(endpoint.address[0]);
    for (std::size_t i = 1; i < endpoint.AddressSize(); ++i)
    {
        text += "." + std::to_string(endpoint.address[i]);
    }
    return text;
}

} // namespace

std::string
NameOf(const Endpoint& endpoint)
{
    const std::string address = endpoint.ipv6 ? "[" + Ipv6Text(endpoint) + "]" : Ipv4Text(endpoint);
    return address + ":" + std::to_string(endpoint.port);
}

Key
IdOf(const Endpoint& endpoint)
{
    return HashKey(NameOf(PlaceOf(endpoint)));
}

} // namespace dht
