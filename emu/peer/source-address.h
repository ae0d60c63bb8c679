/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_SOURCE_ADDRESS_H
#define DHT_EMU_SOURCE_ADDRESS_H

#include "dht-endpoint.h"

/**
 * @file
 * @ingroup dht-emu
 * What counts as one source where nobody may have more than a share.
 */

namespace dht
{

/// @param endpoint An endpoint. @return What one host or home has for sure: its IPv4 address, or
/// the /64 of its IPv6 address; the port is 0.
Endpoint HostOf(const Endpoint& endpoint);

/// @param endpoint An endpoint. @return HostOf() it; but itself, if its address is a loopback,
/// link-local or private one, which many peers may share.
Endpoint SourceOf(const Endpoint& endpoint);

/// An order of endpoints, for maps.
struct EndpointOrder
{
    /// @param a One. @param b Another. @return Whether the first one comes before.
    bool operator()(const Endpoint& a, const Endpoint& b) const;
};

} // namespace dht

#endif // DHT_EMU_SOURCE_ADDRESS_H
