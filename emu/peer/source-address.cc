/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "source-address.h"

#include <algorithm>
#include <tuple>

namespace dht
{

namespace
{

/// Bytes of an IPv6 address that name a network.
constexpr std::size_t kNetwork = 8;

bool
IsLocalIpv4(std::uint32_t address)
{
    return address >> 24 == 127 || address >> 24 == 10 || address >> 20 == 0xac1 ||
           address >> 16 == 0xc0a8 || address >> 16 == 0xa9fe;
}

bool
IsLocalIpv6(const Endpoint& endpoint)
{
    const auto& bytes = endpoint.address;
    const bool loopback =
        bytes.back() == 1 &&
        std::all_of(bytes.begin(), bytes.end() - 1, [](int byte) { return byte == 0; });
    const bool unique = (bytes[0] & 0xfe) == 0xfc;
    const bool link = bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
    return loopback || unique || link;
}

} // namespace

Endpoint
HostOf(const Endpoint& endpoint)
{
    Endpoint host = endpoint;
    host.port = 0;
    if (host.ipv6)
    {
        std::fill(host.address.begin() + kNetwork, host.address.end(), std::uint8_t{0});
    }
    return host;
}

Endpoint
SourceOf(const Endpoint& endpoint)
{
    const bool local = endpoint.ipv6 ? IsLocalIpv6(endpoint) : IsLocalIpv4(endpoint.Ipv4Address());
    return local ? endpoint : HostOf(endpoint);
}

bool
EndpointOrder::operator()(const Endpoint& a, const Endpoint& b) const
{
    return std::tie(a.ipv6, a.address, a.port) < std::tie(b.ipv6, b.address, b.port);
}

} // namespace dht
