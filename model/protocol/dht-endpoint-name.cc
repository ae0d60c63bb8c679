/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"

#include <algorithm>
#include <cstdio>

namespace dht
{

namespace
{

/// The eight groups of an IPv6 address.
using Groups = std::array<unsigned, 8>;

/// @param bytes Four bytes of an address. @return Its decimal numbers with dots between them.
std::string
Dotted(const std::uint8_t* bytes)
{
    std::string text = std::to_string(bytes[0]);
    for (int i = 1; i < 4; ++i)
    {
        text += "." + std::to_string(bytes[i]);
    }
    return text;
}

/// @param groups An address's. @param begin The first one to write. @param end Behind the last one.
/// @return Their hexadecimal numbers with colons between them.
std::string
Hexadecimal(const Groups& groups, std::size_t begin, std::size_t end)
{
    std::string text;
    for (std::size_t i = begin; i < end; ++i)
    {
        char digits[5];
        std::snprintf(digits, sizeof(digits), "%x", groups[i] & 0xffffU);
        text += (i == begin ? "" : ":") + std::string(digits);
    }
    return text;
}

/// @param address An IPv6 address. @return It, as RFC 5952 writes it: the first longest run of two
/// zeros or more is left out, and an IPv4 address that is mapped shows as such.
std::string
Ipv6Name(const std::array<std::uint8_t, 16>& address)
{
    Groups groups{};
    for (std::size_t i = 0; i < groups.size(); ++i)
    {
        groups[i] = static_cast<unsigned>(address[2 * i] << 8 | address[2 * i + 1]);
    }
    if (std::all_of(groups.begin(), groups.begin() + 5, [](unsigned g) { return g == 0; }) &&
        groups[5] == 0xffff)
    {
        return "::ffff:" + Dotted(address.data() + 12);
    }
    std::size_t start = 0;
    std::size_t length = 0;
    for (std::size_t i = 0; i < groups.size(); ++i)
    {
        const auto end =
            std::find_if(groups.begin() + i, groups.end(), [](unsigned g) { return g != 0; });
        const auto run = static_cast<std::size_t>(end - groups.begin()) - i;
        start = run > length ? i : start;
        length = std::max(run, length);
    }
    if (length < 2)
    {
        return Hexadecimal(groups, 0, groups.size());
    }
    return Hexadecimal(groups, 0, start) +
           "::" + Hexadecimal(groups, start + length, groups.size());
}

} // namespace

std::string
NameOf(const Endpoint& endpoint)
{
    const std::string address =
        endpoint.ipv6 ? "[" + Ipv6Name(endpoint.address) + "]" : Dotted(endpoint.address.data());
    return address + ":" + std::to_string(endpoint.port);
}

Key
IdOf(const Endpoint& endpoint)
{
    return HashKey(NameOf(endpoint));
}

} // namespace dht
