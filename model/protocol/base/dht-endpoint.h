/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_ENDPOINT_H
#define DHT_ENDPOINT_H

#include <array>
#include <boost/container_hash/hash.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * The address and port of a peer.
 */

namespace dht
{

/// An IPv4 or IPv6 address and a port, independent of any socket library.
struct Endpoint
{
    /// The address in network byte order; IPv4 uses the first four bytes, the others are zero.
    std::array<std::uint8_t, 16> address{};
    std::uint16_t port{0}; ///< The port, in host byte order.
    bool ipv6{false};      ///< Whether the address is an IPv6 one.

    /**
     * @param address An IPv4 address as a number, 10.0.0.1 being 0x0a000001.
     * @param port The port.
     * @return The endpoint.
     */
    static Endpoint Ipv4(std::uint32_t address, std::uint16_t port)
    {
        Endpoint endpoint;
        endpoint.address = {static_cast<std::uint8_t>(address >> 24),
                            static_cast<std::uint8_t>(address >> 16),
                            static_cast<std::uint8_t>(address >> 8),
                            static_cast<std::uint8_t>(address)};
        endpoint.port = port;
        return endpoint;
    }

    /// @return The IPv4 address as a number; meaningless for IPv6.
    std::uint32_t Ipv4Address() const
    {
        return std::uint32_t{address[0]} << 24 | std::uint32_t{address[1]} << 16 |
               std::uint32_t{address[2]} << 8 | address[3];
    }

    /// @return Bytes of the address: 4 or 16.
    std::size_t AddressSize() const
    {
        return ipv6 ? 16 : 4;
    }

    /// @return Whether a single peer can have this endpoint: neither port nor address are zero, and
    /// the address is no multicast address.
    bool IsUnicast() const
    {
        const bool isMulticast = ipv6 ? address[0] == 0xff : address[0] >= 224;
        return port != 0 && !isMulticast && Halves() != Words{};
    }

    /// The address as two numbers, whose order of bytes is the machine's.
    using Words = std::pair<std::uint64_t, std::uint64_t>;

    /// @return These numbers, which are compared without a call: each message compares many.
    Words Halves() const
    {
        std::array<std::uint64_t, 2> halves;
        std::memcpy(halves.data(), address.data(), sizeof(halves));
        return {halves[0], halves[1]};
    }

    /// @param other Another endpoint. @return Whether both are equal.
    bool operator==(const Endpoint& other) const
    {
        return Halves() == other.Halves() && port == other.port && ipv6 == other.ipv6;
    }
};

/// An order of endpoints, for maps.
struct EndpointOrder
{
    /// @param a An endpoint. @param b Another one. @return Whether a comes before b.
    bool operator()(const Endpoint& a, const Endpoint& b) const
    {
        return std::tie(a.ipv6, a.address, a.port) < std::tie(b.ipv6, b.address, b.port);
    }
};

/// A hash of an endpoint, where their order does not matter.
struct EndpointHash
{
    /// @param endpoint The endpoint. @return The hash.
    std::size_t operator()(const Endpoint& endpoint) const
    {
        std::size_t hash = endpoint.port;
        boost::hash_range(hash, endpoint.address.begin(), endpoint.address.end());
        return hash;
    }
};

} // namespace dht

#endif // DHT_ENDPOINT_H
