/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-question.h"

#include "dht-datagram.h"
#include "dht-extensions.h"
#include "dht-maintenance-format.h"

#include <boost/asio/buffer.hpp>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

namespace
{

/// How long an answer is waited for, in milliseconds, and how often the peer is asked: a peer that
/// answers no more queries of a host for now answers again within a few seconds.
constexpr int kPatience = 1000;
constexpr int kMostSilent = 20;

} // namespace

PeerQuestion::PeerQuestion(asio::io_context& context, const asio::ip::udp::endpoint& peer)
    : m_socket(context, asio::ip::udp::endpoint(peer.protocol(), 0))
{
    m_socket.connect(peer);
}

void
PeerQuestion::Await()
{
    for (int i = 0; i < kMostSilent; ++i)
    {
        if (Ask())
        {
            return;
        }
    }
    throw std::runtime_error("the peer has not answered for " +
                             std::to_string(kMostSilent * kPatience / 1000) + " s");
}

bool
PeerQuestion::Ask()
{
    MaintenanceMessage question;
    question.id = ++m_asked;
    SetToken(question.extensions, m_token);
    error_code error;
    m_socket.send(asio::buffer(EncodeDatagram(question)), 0, error);
    pollfd wait{m_socket.native_handle(), POLLIN, 0};
    while (poll(&wait, 1, kPatience) == 1)
    {
        std::vector<std::uint8_t> bytes(2048);
        MaintenanceMessage answer;
        const std::size_t size = m_socket.receive(asio::buffer(bytes), 0, error);
        if (!error && Decode(bytes.data(), size, answer) == WireError::kNone &&
            answer.id == m_asked)
        {
            const std::uint64_t token = TokenIn(answer.extensions);
            m_token = token == 0 ? m_token : token;
            return true;
        }
    }
    return false;
}

} // namespace dht
