/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_QUESTION_H
#define DHT_EMU_PEER_QUESTION_H

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <cstdint>

/**
 * @file
 * @ingroup dht-emu
 * Whether a peer still answers.
 */

namespace dht
{

/// Asks a peer for its neighbours.
class PeerQuestion
{
  public:
    /// @param context Of the socket. @param peer The peer.
    PeerQuestion(boost::asio::io_context& context, const boost::asio::ip::udp::endpoint& peer);

    /// Ask, and wait until the peer answers: then it has read all datagrams that came before.
    /// @throws std::runtime_error It has not answered for 20 s, though asked again and again.
    void Await();

  private:
    /// @return Whether the peer answers within a second.
    bool Ask();

    boost::asio::ip::udp::socket m_socket; ///< For questions that the peer has to answer.
    std::uint64_t m_asked{0};              ///< The last question.
    std::uint64_t m_token{0};              ///< What the peer knows the asker by; 0: nothing yet.
};

} // namespace dht

#endif // DHT_EMU_PEER_QUESTION_H
