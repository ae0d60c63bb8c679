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
 * Which endpoints one host can have as many of as it likes.
 */

namespace dht
{

/**
 * @param endpoint An endpoint.
 * @return Whether the Internet may route to its address. It does not route to loopback, link-local
 *         and private addresses, nor to those of documentation and benchmarks (RFC 6890).
 */
bool IsRouted(const Endpoint& endpoint);

/// @param endpoint An endpoint. @return Whoever has it has all of these: its IPv4 address, or the
/// /64 prefix of its IPv6 address, at port 0.
Endpoint HostOf(const Endpoint& endpoint);

/// @param endpoint An endpoint. @return The addresses near it, which are often of one owner: the
/// /24 of its IPv4 address, or the /48 prefix of its IPv6 address, at port 0.
Endpoint NetworkOf(const Endpoint& endpoint);

/// @param endpoint An endpoint. @return Those that are likely to be of one owner: its network, if
/// it is routed; where it is not, a whole ring may be in one network, and it is its host.
Endpoint OwnersOf(const Endpoint& endpoint);

/// @param endpoint An endpoint. @return What limits count as one: its host, if it is routed; where
/// it is not, a whole ring may be in one host, and an endpoint stands for itself.
Endpoint SiteOf(const Endpoint& endpoint);

/**
 * The places on the ring that one host may have: eight, if its address is routed, so that no host
 * can choose its place beside a victim's, nor take all around it (as in BitTorrent's BEP 42). Where
 * it is not routed, each endpoint has a place of its own.
 *
 * @param endpoint An endpoint.
 * @return What its place follows from: its host and its port modulo 8; or itself.
 */
Endpoint PlaceOf(const Endpoint& endpoint);

} // namespace dht

#endif // DHT_ENDPOINT_SITE_H
