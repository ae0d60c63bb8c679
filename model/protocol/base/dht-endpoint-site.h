/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_ENDPOINT_SITE_H
#define DHT_ENDPOINT_SITE_H

#include "dht-endpoint.h"

/**
 * @file
 * @ingroup dht-protocol
 * Groups of endpoints that one host or one owner can have at will.
 */

namespace dht
{

/**
 * @param endpoint An endpoint.
 * @return Whether the Internet may route to its address. It does not route to loopback, link-local
 *         and private addresses, nor to those of documentation and benchmarks (RFC 6890).
 */
bool IsRouted(const Endpoint& endpoint);

/// @param endpoint An endpoint. @return Its host, which has all endpoints of the IPv4 address, or
/// of the /64 prefix of the IPv6 address; as an endpoint with port 0.
Endpoint HostOf(const Endpoint& endpoint);

/// @param endpoint An endpoint. @return Its network, whose addresses often belong to one owner: the
/// /24 of its IPv4 address, or the /48 prefix of its IPv6 address; as an endpoint with port 0.
Endpoint NetworkOf(const Endpoint& endpoint);

/// @param endpoint An endpoint. @return The endpoints that are likely to belong to one owner: its
/// network, if its address is routed; otherwise its host, as a whole ring may be in one network.
Endpoint OwnersOf(const Endpoint& endpoint);

/// @param endpoint An endpoint. @return The unit that limits count: its host, if its address is
/// routed; otherwise the endpoint itself, as a whole ring may be in one host.
Endpoint SiteOf(const Endpoint& endpoint);

/**
 * The places on the ring that one host may have: eight, if its address is routed, so that no host
 * can choose its place beside a victim's, nor take all places around it (as in BitTorrent's BEP
 * 42). If the address is not routed, each endpoint has a place of its own.
 *
 * @param endpoint An endpoint.
 * @return The endpoint from which its place follows: its host with its port modulo 8; or itself.
 */
Endpoint PlaceOf(const Endpoint& endpoint);

} // namespace dht

#endif // DHT_ENDPOINT_SITE_H
