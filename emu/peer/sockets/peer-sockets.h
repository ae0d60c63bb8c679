/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_SOCKETS_H
#define DHT_EMU_PEER_SOCKETS_H

#include "dht-endpoint.h"
#include "tcp-tuning.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <optional>

/**
 * @file
 * @ingroup dht-emu
 * The port a peer is reached at.
 */

namespace dht
{

/// A peer's two sockets of the same port number.
struct PeerSockets
{
    boost::asio::ip::tcp::acceptor listener; ///< For neighbours.
    boost::asio::ip::udp::socket datagrams;  ///< For overlay-acks, lookups and maintenance.
    Endpoint self;                           ///< Where others reach them.

    /**
     * @param context Runs them.
     * @param listen Address and port to listen on; port 0 for any that is free.
     * @param published Where others reach that, if it is another endpoint, as behind a NAT; its
     * port 0 stands for the one that is listened on.
     * @param tcp How to set the TCP socket up.
     * @return Both sockets, bound and listening.
     * @throws PeerError The address or the port cannot be used.
     */
    static PeerSockets Bind(boost::asio::io_context& context,
                            const Endpoint& listen,
                            const std::optional<Endpoint>& published,
                            const TcpOptions& tcp);
};

} // namespace dht

#endif // DHT_EMU_PEER_SOCKETS_H
