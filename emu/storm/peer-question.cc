/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-question.h"

#include "dht-datagram.h"
#include "dht-maintenance-format.h"

#include <boost/asio/buffer.hpp>
#include <poll.h>
#include <stdexcept>
#include <vector>

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

namespace
{

/// How long an answer is waited for, in milliseconds, and how many may be missing.
constexpr int kPatience = 1000;
constexpr int kMostSilent = 10;

} // namespace

PeerQuestion::PeerQuestion(asio::io_context& context, const asio::ip::udp::endpoint& peer)
    : m_socket(context, asio::ip::udp::endpoint(peer.protocol(), 0))
{
    m_socket.connect(peer);
}

void
PeerQuestion::Await()
{
    MaintenanceMessage question;
    question.id = ++m_asked;
    m_socket.send(asio::buffer(EncodeDatagram(question)));
    pollfd wait{m_socket.native_handle(), POLLIN, 0};
    while (poll(&wait, 1, kPatience) == 1)
    {
        std::vector<std::uint8_t> bytes(2048);
        MaintenanceMessage answer;
        error_code error;
        const std::size_t size = m_socket.receive(asio::buffer(bytes), 0, error);
        if (!error && Decode(bytes.data(), size, answer) == WireError::kNone &&
            answer.id == m_asked)
        {
            return;
        }
    }
    if (++m_silent > kMostSilent)
    {
        throw std::runtime_error("the peer does not answer any more");
    }
}

} // namespace dht
