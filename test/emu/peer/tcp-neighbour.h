/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TCP_NEIGHBOUR_H
#define DHT_CC_TCP_NEIGHBOUR_H

#include "peer-process.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <cstdint>
#include <string>
#include <vector>

/// @return A request's frame, for key 0.
std::vector<std::uint8_t> AnyFrame();

/// A neighbour by hand.
class Neighbour
{
  public:
    /// @param peer Whom it connects to. @param from From which address.
    explicit Neighbour(const PeerProcess& peer, const std::string& from = "127.0.0.1")
        : m_socket(m_context, {boost::asio::ip::make_address(from), 0})
    {
        const dht::Endpoint to = EndpointNamed(peer.Name());
        m_socket.connect({boost::asio::ip::address_v4(to.Ipv4Address()), to.port});
    }

    /// @param bytes What it sends.
    void Send(const std::vector<std::uint8_t>& bytes)
    {
        boost::system::error_code ignored;
        boost::asio::write(m_socket, boost::asio::buffer(bytes), ignored);
    }

    /// @return Whether the peer closes the connection soon.
    bool IsClosed()
    {
        m_socket.non_blocking(true);
        return Eventually([this] {
            std::uint8_t byte = 0;
            boost::system::error_code error;
            m_socket.read_some(boost::asio::buffer(&byte, 1), error);
            return error && error != boost::asio::error::would_block;
        });
    }

    /// @return Whether the peer has closed the connection already.
    bool IsClosedNow()
    {
        m_socket.non_blocking(true);
        std::uint8_t byte = 0;
        boost::system::error_code error;
        m_socket.read_some(boost::asio::buffer(&byte, 1), error);
        return error && error != boost::asio::error::would_block;
    }

  private:
    boost::asio::io_context m_context;     ///< Of the socket.
    boost::asio::ip::tcp::socket m_socket; ///< The connection.
};

#endif // DHT_CC_TCP_NEIGHBOUR_H
