/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_ENDPOINT_NAME_H
#define DHT_ENDPOINT_NAME_H

#include "dht-endpoint.h"
#include "dht-key.h"

#include <string>

/**
 * @file
 * @ingroup dht-protocol
 * The name of an endpoint, and the place on the ring that follows from it.
 */

namespace dht
{

/**
 * @param endpoint An endpoint.
 * @return Its name, such as "10.0.0.1:7000" or "[2001:db8::1]:7000" (IPv6 as RFC 5952 writes it).
 */
std::string NameOf(const Endpoint& endpoint);

/// @param endpoint A peer's endpoint. @return The peer's id: the SHA-1 digest of the name of its
/// place (PlaceOf()).
Key IdOf(const Endpoint& endpoint);

} // namespace dht

#endif // DHT_ENDPOINT_NAME_H
