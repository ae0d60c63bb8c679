/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_SOCKET_ADDRESS_H
#define DHT_CC_DHT_SOCKET_ADDRESS_H

#include "dht-endpoint.h"

#include "ns3/inet-socket-address.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * @param address An IPv4 address and port.
 * @return The same for the protocol core.
 */
inline dht::Endpoint
ToDhtEndpoint(const Address& address)
{
    const auto from = InetSocketAddress::ConvertFrom(address);
    return dht::Endpoint::Ipv4(from.GetIpv4().Get(), from.GetPort());
}

/**
 * @ingroup dht-cc
 * @param endpoint An IPv4 address and port of the protocol core.
 * @return The same for ns-3.
 */
inline InetSocketAddress
ToSocketAddress(const dht::Endpoint& endpoint)
{
    return InetSocketAddress(Ipv4Address(endpoint.Ipv4Address()), endpoint.port);
}

} // namespace ns3

#endif // DHT_CC_DHT_SOCKET_ADDRESS_H
