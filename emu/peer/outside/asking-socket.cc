/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "asking-socket.h"

#include "dht-endpoint-name.h"
#include "peer-endpoint.h"
#include "peer-error.h"

namespace dht
{

namespace asio = boost::asio;

asio::ip::udp::socket
MakeAskingSocket(asio::io_context& context,
                 const std::optional<Endpoint>& listen,
                 const Endpoint& first)
{
    const auto to = UdpEndpointOf(first);
    boost::system::error_code error;
    asio::ip::udp::endpoint here = UdpEndpointOf(listen.value_or(Endpoint{}));
    if (!listen)
    {
        // the address of this machine from which one gets there
        asio::ip::udp::socket probe(context);
        probe.connect(to, error); // which opens it
        here = error ? here : probe.local_endpoint(error);
        here.port(0);
    }
    asio::ip::udp::socket socket(context);
    if (!error)
    {
        socket.open(to.protocol(), error);
    }
    if (!error)
    {
        socket.bind(here, error);
    }
    if (error)
    {
        throw PeerError(PeerError::kCannotBind,
                        "no socket from which " + NameOf(first) +
                            " can be reached: " + error.message());
    }
    return socket;
}

} // namespace dht
