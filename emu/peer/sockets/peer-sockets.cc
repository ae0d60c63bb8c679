/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-sockets.h"

#include "dht-endpoint-name.h"
#include "peer-endpoint.h"
#include "peer-error.h"

#include <boost/asio/ip/v6_only.hpp>

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

namespace
{

/// Bind both sockets. @param sockets The sockets, both open. @param tcp How to set the TCP socket
/// up. @return What is wrong.
error_code
TryBind(PeerSockets& sockets, const TcpOptions& tcp)
{
    error_code error;
    error_code ignored;
    const auto here = TcpEndpointOf(sockets.self);
    sockets.listener.open(here.protocol(), error);
    if (sockets.self.ipv6)
    {
        // all of [::] is IPv6, as the ring is
        sockets.listener.set_option(asio::ip::v6_only(true), ignored);
    }
    // a peer that returns at once takes its port again
    sockets.listener.set_option(asio::socket_base::reuse_address(true), ignored);
    TuneListener(sockets.listener, tcp);
    if (!error)
    {
        sockets.listener.bind(here, error);
    }
    if (!error)
    {
        sockets.listener.listen(asio::socket_base::max_listen_connections, error);
    }
    if (!error)
    {
        sockets.self.port = sockets.listener.local_endpoint().port();
        const auto datagrams = UdpEndpointOf(sockets.self);
        sockets.datagrams.open(datagrams.protocol(), error);
        if (sockets.self.ipv6)
        {
            sockets.datagrams.set_option(asio::ip::v6_only(true), ignored);
        }
        sockets.datagrams.bind(datagrams, error);
    }
    return error;
}

} // namespace

PeerSockets
PeerSockets::Bind(asio::io_context& context,
                  const Endpoint& listen,
                  const std::optional<Endpoint>& published,
                  const TcpOptions& tcp)
{
    // a free port of TCP may be in use for UDP: then another one
    const int attempts = listen.port == 0 ? 20 : 1;
    error_code error;
    for (int i = 0; i < attempts; ++i)
    {
        PeerSockets sockets{asio::ip::tcp::acceptor(context),
                            asio::ip::udp::socket(context),
                            listen};
        error = TryBind(sockets, tcp);
        if (!error)
        {
            const std::uint16_t port = sockets.self.port;
            sockets.self = published.value_or(sockets.self);
            sockets.self.port = sockets.self.port == 0 ? port : sockets.self.port;
            return sockets;
        }
    }
    std::string message = "cannot listen at " + NameOf(listen) + ": " + error.message();
    if (error == asio::error::address_in_use)
    {
        message += "; end the program that has it, or choose another port with --listen";
    }
    else if (error.value() == EADDRNOTAVAIL)
    {
        message += "; --listen takes an address of this machine, and behind a NAT --public that by "
                   "which others "
                   "reach it";
    }
    throw PeerError(PeerError::kCannotBind, message);
}

} // namespace dht
