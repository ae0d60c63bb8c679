/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-site.h"

#include <algorithm>
#include <iterator>

namespace dht
{

namespace
{

constexpr std::size_t kIpv6HostBytes = 8;
constexpr std::size_t kIpv4NetworkBytes = 3;
constexpr std::size_t kIpv6NetworkBytes = 6;
constexpr std::uint16_t kPlacesPerHost = 8;

/// Addresses that begin alike.
struct Prefix
{
    std::array<std::uint8_t, 4> bytes; ///< The first ones.
    unsigned bits;                     ///< How many bits of them count.
};

/// IPv4 addresses that the Internet does not route (RFC 6890).
constexpr Prefix kIpv4Unrouted[]{
    {{0}, 8},
    {{10}, 8},
    {{100, 64}, 10},
    {{127}, 8},
    {{169, 254}, 16},
    {{172, 16}, 12},
    {{192, 0, 2}, 24},
    {{192, 168}, 16},
    {{198, 18}, 15},
    {{198, 51, 100}, 24},
    {{203, 0, 113}, 24},
    {{240}, 4},
};

/// The same of IPv6; ::1 is among the first ones.
constexpr Prefix kIpv6Unrouted[]{
    {{0}, 32},
    {{0x20, 0x01, 0x0d, 0xb8}, 32},
    {{0xfc}, 7},
    {{0xfe, 0x80}, 10},
};

/// @param endpoint An endpoint. @param prefix A prefix. @return Whether its address has it.
bool
Has(const Endpoint& endpoint, const Prefix& prefix)
{
    for (unsigned bit = 0; bit < prefix.bits; ++bit)
    {
        const unsigned mask = 0x80U >> bit % 8;
        if ((endpoint.address[bit / 8] & mask) != (prefix.bytes[bit / 8] & mask))
        {
            return false;
        }
    }
    return true;
}

} // namespace

bool
IsRouted(const Endpoint& endpoint)
{
    const auto has = [&](const Prefix& prefix) { return Has(endpoint, prefix); };
    return endpoint.ipv6 ? std::none_of(std::begin(kIpv6Unrouted), std::end(kIpv6Unrouted), has)
                         : std::none_of(std::begin(kIpv4Unrouted), std::end(kIpv4Unrouted), has);
}

Endpoint
HostOf(const Endpoint& endpoint)
{
    Endpoint host = endpoint;
    host.port = 0;
    if (host.ipv6)
    {
        std::fill_n(host.address.rbegin(), kIpv6HostBytes, std::uint8_t{0});
    }
    return host;
}

Endpoint
NetworkOf(const Endpoint& endpoint)
{
    Endpoint network = endpoint;
    network.port = 0;
    std::fill(network.address.begin() + (network.ipv6 ? kIpv6NetworkBytes : kIpv4NetworkBytes),
              network.address.begin() + static_cast<std::ptrdiff_t>(network.AddressSize()),
              std::uint8_t{0});
    return network;
}

Endpoint
OwnersOf(const Endpoint& endpoint)
{
    return IsRouted(endpoint) ? NetworkOf(endpoint) : HostOf(endpoint);
}

Endpoint
SiteOf(const Endpoint& endpoint)
{
    return IsRouted(endpoint) ? HostOf(endpoint) : endpoint;
}

Endpoint
PlaceOf(const Endpoint& endpoint)
{
    Endpoint place = SiteOf(endpoint);
    if (!(place == endpoint))
    {
        place.port = endpoint.port % kPlacesPerHost;
    }
    return place;
}

} // namespace dht
