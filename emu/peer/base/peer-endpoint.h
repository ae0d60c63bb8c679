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
#include <vector>

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
 * @param text Such as "10.0.0.1:7000" or "[::1]:7000".
 * @return The endpoint.
 * @throws OptionError It is none.
 */
Endpoint ParseEndpoint(const std::string& option, const std::string& text);

/// The same for all endpoints of a name, which is looked up (that may take a while). @param option
/// The option that names it, without dashes. @param text Such as "host:7000", or an address and a
/// port. @return At least one. @throws OptionError It is none.
std::vector<Endpoint> ParseEndpoints(const std::string& option, const std::string& text);

/// @param text What ParseEndpoints() takes. @return Whether it is an address and a port, and no
/// name.
bool IsAddress(const std::string& text);

/// The same for an endpoint to listen at: of a name's addresses, the first that this machine has.
/// @param option The option that names it, without dashes. @param text Such as "10.0.0.1:7000",
/// "host:7000" or "[::]:7000". @return The endpoint. @throws OptionError It is none.
Endpoint ParseListen(const std::string& option, const std::string& text);

/// The same where a port may be missing, which is 0 then. @param option The option that names it,
/// without dashes. @param text Such as "203.0.113.1", "203.0.113.1:7000" or "host". @return The
/// endpoint. @throws OptionError It is none.
Endpoint ParseAddress(const std::string& option, const std::string& text);

/// @param address An address. @return Whether this machine has it.
bool IsOwnAddress(const boost::asio::ip::address& address);

} // namespace dht

#endif // DHT_EMU_PEER_ENDPOINT_H
