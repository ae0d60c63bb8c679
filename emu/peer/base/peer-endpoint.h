/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_ENDPOINT_H
#define DHT_EMU_PEER_ENDPOINT_H

#include "dht-endpoint.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * Between the endpoints of the protocol, those of the sockets, and text.
 */

namespace dht
{

/// @param endpoint An endpoint. @return Its address, as sockets take it.
boost::asio::ip::address AddressOf(const Endpoint& endpoint);

/// @param address An address. @param port A port. @return The endpoint.
Endpoint EndpointOf(const boost::asio::ip::address& address, std::uint16_t port);

/// @param endpoint An endpoint. @return The same address and port, for TCP sockets.
boost::asio::ip::tcp::endpoint TcpEndpointOf(const Endpoint& endpoint);

/// @param endpoint An endpoint. @return The same address and port, for UDP sockets.
boost::asio::ip::udp::endpoint UdpEndpointOf(const Endpoint& endpoint);

/// @param endpoints Some endpoints. @return Names of the first ones, with commas between
/// them, and how many others there are.
std::string NamesOf(const std::vector<Endpoint>& endpoints);

/**
 * @param option The option that names the endpoint, without dashes.
 * @param text Such as "10.0.0.1:7000", "[::1]:7000" or, where names are allowed, "host:7000".
 * @param names Whether the address may be a name, which is looked up (that may take a while).
 * @return The endpoint.
 * @throws OptionError It is none.
 */
Endpoint ParseEndpoint(const std::string& option, const std::string& text, bool names);

} // namespace dht

#endif // DHT_EMU_PEER_ENDPOINT_H
